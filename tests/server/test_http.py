"""The HTTP API over real HTTP: permissions, refusals, and what every response carries."""

from __future__ import annotations

import json
import time
from itertools import product

import pytest

from santorini import Words, languages, read_record, rulebook, suits
from santorini.lessons.lessons import lessons
from tests.server.house import FRIEND, HERE, House, Json, bearer

COMPUTER = {"kind": "computer", "level": 2}
PLAIN = "0000000000000000000000000/1/mortal:b3,d3/mortal:c4,c2"

HOSTILE = [
    "<script>alert(1)</script>",
    "'; drop table events; --",
    '"}{"type":"state"',
    "Ünïcødé 𝔸𝔫𝔫 李 🏛️",
    "{name} %s \\ ",
    "../../etc/passwd",
    ']\n[Seat2 "x"',
]


def problem(answer: object, status: int, code: str) -> Json:
    """The one shape of every error."""
    assert getattr(answer, "status_code") == status, getattr(answer, "text")  # noqa: B009
    told: Json = answer.json()  # type: ignore[attr-defined]
    assert set(told) == {"code", "message_key", "args"}
    assert told["code"] == code
    Words.load("en").text(told["message_key"], **told["args"])
    return told


# -- everybody -----------------------------------------------------------------------------------------------------


def test_what_every_visitor_may_see(house: House) -> None:
    assert house.http.get("/api/health").json()["ok"] is True
    assert "en" in house.http.get("/api/words").json()["languages"]
    cards = house.http.get("/api/powers").json()["powers"]
    assert len(cards) == 56
    pan = next(card for card in cards if card["id"] == "pan")
    assert pan["bans"]["printed"] == {"hades": "printed"}


def test_words_have_an_etag(house: House) -> None:
    answer = house.http.get("/api/words/en")
    assert answer.json()["texts"]["power.pan.name"] == "Pan"
    again = house.http.get("/api/words/en", headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    problem(house.http.get("/api/words/xx"), 404, "unknown")


def test_every_answer_carries_the_security_headers(house: House) -> None:
    for address in ("/", "/api/health", "/api/nothing", "/nothing", "/api/games/x"):
        headers = house.http.get(address).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "http" not in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers


@pytest.mark.parametrize("language", languages())
def test_the_rulebook(house: House, language: str) -> None:
    answer = house.http.get(f"/api/rulebook/{language}")
    served, book = answer.json(), rulebook(language)
    assert (served["language"], served["title"]) == (language, book.title)
    assert [section["text"] for section in served["sections"]] == [list(section.text) for section in book.sections]
    assert [term["name"] for term in served["glossary"]] == [term.name for term in book.glossary]
    drawn = next(section for section in served["sections"] if section["id"] == "fleece")["pictures"][0]["board"]
    assert [token["kind"] for token in drawn["tokens"]] == ["ram"]
    again = house.http.get(f"/api/rulebook/{language}", headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304
    problem(house.http.get("/api/rulebook/xx"), 404, "unknown")


def test_matches_are_suggested_and_refused_with_a_reason(house: House) -> None:
    for kept in (["pan", None], [None, "atlas", None], [None] * 4):
        match = house.http.post("/api/matches", json={"powers": kept, "hidden": False}).json()
        assert match["refused"] is None
        assert suits(match["powers"]) is None
        assert all(one in (None, two) for one, two in zip(kept, match["powers"], strict=True))
    refused = {
        ("hades", "pan"): {"code": "ban", "powers": ["hades", "pan"], "ban": "printed"},
        ("clio", None, None, None): {"code": "power-players", "powers": ["clio"], "ban": None},
        ("pan", "pan"): {"code": "power-twice", "powers": ["pan", "pan"], "ban": None},
        ("zorro", None): {"code": "power", "powers": ["zorro"], "ban": None},
    }
    for wish, why in refused.items():
        assert house.http.post("/api/matches", json={"powers": wish}).json() == {"powers": [], "refused": why}
    problem(house.http.post("/api/matches", json={"powers": ["pan"]}), 422, "invalid")


def test_lessons_are_listed_shown_and_tried(house: House) -> None:
    listed = house.http.get("/api/lessons").json()["lessons"]
    assert [lesson["id"] for lesson in listed] == list(lessons())
    pan = house.http.get("/api/lessons/win_condition")
    task = pan.json()["tasks"][0]
    assert task["board"]["cards"][0]["power"] == "pan"
    assert [(step["kind"], step["to"]) for step in task["steps"]] == [("move", "b2")]
    again = house.http.get("/api/lessons/win_condition", headers={"If-None-Match": pan.headers["etag"]})
    assert again.status_code == 304
    begun = house.http.post("/api/lessons/win_condition/0", json={}).json()
    assert (begun["state"]["awaits"], begun["reached"]) == ("step", False)
    done = house.http.post("/api/lessons/win_condition/0", json={"steps": task["turns"], "confirm": True}).json()
    assert done["reached"]
    assert done["state"]["outcome"] == {"winners": [1], "reason": "fell"}
    asked = {"square": "d4", "from": "c3"}
    assert house.http.post("/api/lessons/opponent_turn/1", json=asked).json()["why"][0]["args"]["power"] == "athena"
    # After a turn other than the example's, the computer searches for its own.
    turn = {"steps": ["b3-b4", "+c4"], "confirm": True}
    assert house.http.post("/api/lessons/move/0", json=turn).json()["answered"]["decider"] == 1
    problem(house.http.post("/api/lessons/win_condition/0", json={"steps": ["c3-c5"]}), 409, "illegal")
    problem(house.http.post("/api/lessons/win_condition/7", json={}), 404, "unknown")
    problem(house.http.post("/api/lessons/win/2", json={"position": "what"}), 422, "position")
    problem(house.http.get("/api/lessons/zorro"), 404, "unknown")


def test_unknown_addresses_are_answered_in_the_same_shape(house: House) -> None:
    problem(house.http.get("/api/nothing"), 404, "unknown")
    problem(house.http.get("/..%2f..%2fpyproject.toml"), 404, "unknown")
    problem(house.http.delete("/api/games"), 405, "method")


def test_openapi_is_served_and_knows_the_commands(house: House) -> None:
    described = house.http.get("/api/openapi.json").json()
    assert "/api/games/{game}/commands" in described["paths"]
    assert {"StepCommand", "State", "Problem"} <= set(described["components"]["schemas"])


# -- setting up ----------------------------------------------------------------------------------------------------

CHOICES: list[Json] = [
    {"choose": "none"},
    {"choose": "draft"},
    {"choose": "random"},
    {"choose": "random", "hidden": False, "luck": False, "heroes": False},
    {"choose": "random", "simple_only": True, "without": ["pan"]},
    {"choose": "free", "powers": ["demeter", "pan", "atlas", "athena"]},
    {"choose": "free", "powers": ["demeter", None, "atlas", None]},
]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("choice", CHOICES, ids=lambda choice: "-".join(map(str, choice.values()))[:30])
def test_every_way_to_powers(house: House, players: int, choice: Json) -> None:
    choice = dict(choice)
    if "powers" in choice:
        choice["powers"] = choice["powers"][:players]
    asked = {"seats": [HERE] * players, "powers": choice}
    answer = house.http.post("/api/games", json=asked)
    if choice["choose"] == "none" and players > 2:
        problem(answer, 422, "setup")  # everybody has a power there
        return
    created = answer.json()
    board = house.state(created["game"], created["token"])["board"]
    assert board["players"] == players
    assert (board["stage"] == "offer") == (choice["choose"] == "draft")
    named = zip(choice.get("powers", []), board["cards"], strict=False)
    assert all(power in (None, card["power"]) for power, card in named)
    if choice.get("simple_only"):
        assert all(0 < _number(house, card["power"]) <= 10 for card in board["cards"])


def _number(house: House, power: str) -> int:
    cards = house.http.get("/api/powers").json()["powers"]
    number: int = next(card["number"] for card in cards if card["id"] == power)
    return number


@pytest.mark.parametrize(
    ("settings", "field", "value"),
    [
        ({"rules": "revised"}, "rules", "revised"),
        ({"rules": "aid"}, "rules", "aid"),
        ({"fleece": {"power": "pan"}}, "fleece", {"power": "pan"}),
        ({"fleece": {}}, "fleece", {"power": None}),
        ({"clock": {"base": 60, "increment": 2}}, "clock", {"base": 60, "increment": 2}),
        ({"confirm": False}, "confirm", False),
        ({"first": 2}, "first", 2),
        ({"settings": ["bga-start"]}, "settings", ["bga-start"]),
        ({"any_pair": True, "powers": {"choose": "free", "powers": ["hades", "pan"]}}, "any_pair", True),
    ],
)
def test_every_setting(house: House, settings: Json, field: str, value: object) -> None:
    created = house.create(HERE, HERE, **settings)
    assert house.state(created["game"], created["token"])["settings"][field] == value


@pytest.mark.parametrize(
    "asked",
    [
        {"seats": [HERE]},
        {"seats": [HERE] * 5},
        {"seats": [HERE, {"kind": "ghost"}]},
        {"seats": [HERE, {"kind": "computer", "level": 100}]},
        {"seats": [HERE, {"kind": "computer", "level": "3"}]},
        {"seats": [HERE, {**HERE, "name": "x" * 41}]},
        {"seats": [HERE, HERE], "extra": 1},
        {"seats": [HERE, HERE], "clock": {"base": 5}},
        {"seats": [HERE, HERE], "first": 0},
        {"seats": [HERE, HERE], "rules": "house"},
        {"seats": [HERE, HERE], "powers": {"choose": "free", "powers": ["p" * 50, "pan"]}},
        [],
        None,
    ],
)
def test_what_does_not_fit_the_schema_is_refused(house: House, asked: object) -> None:
    problem(house.http.post("/api/games", json=asked), 422, "invalid")


@pytest.mark.parametrize(
    "settings",
    [
        {"first": 3},
        {"fleece": {"power": "pan"}, "powers": {"choose": "draft"}},
        {"fleece": {"power": "achilles"}},
        {"seats": [HERE] * 3, "rules": "aid", "powers": {"choose": "draft"}},
        {"seats": [HERE] * 3, "rules": "aid", "powers": {"choose": "draft"}, "clock": {"base": 60}},
        {"seats": [HERE] * 4, "rules": "aid", "powers": {"choose": "draft"}},
        {"powers": {"choose": "free", "powers": ["hades", "pan"]}},
        {"powers": {"choose": "free", "powers": ["pan", "pan"]}},
        {"powers": {"choose": "free", "powers": ["zorro", "pan"]}},
        {"powers": {"choose": "free", "powers": ["pan", None, None]}},
        {"powers": {"choose": "free", "powers": ["minotaur", None]}, "rules": "aid"},
        {"position": PLAIN, "rules": "aid"},
        {"position": "0000000000000000000000000/1/pan:b3,d3/hecate:?"},
        {"position": "0000000000000000000000000/1/pan:b3/atlas:c3/athena:d3"},
        {"position": "4404044444444440000000000/1/mortal:c5,e5/mortal:a1,b1"},
    ],
)
def test_what_cannot_be_set_up_is_refused(house: House, settings: Json) -> None:
    problem(house.http.post("/api/games", json={"seats": [HERE, HERE], **settings}), 422, "setup")


def test_a_game_from_a_position(house: House) -> None:
    created = house.create(HERE, HERE, position=PLAIN)
    state = house.state(created["game"], created["token"])
    assert state["board"]["position"] == PLAIN
    assert {step["from"] for step in state["steps"]} == {"b3", "d3"}
    answer = house.http.post("/api/games", json={"seats": [HERE, HERE], "position": "nonsense"})
    problem(answer, 422, "position")


def test_bodies_have_a_limit(house: House) -> None:
    problem(house.http.post("/api/games", content=b" " * 20_000), 413, "too-large")
    problem(house.http.post("/api/games", content=iter([b" " * 10_000] * 3)), 413, "too-large")
    problem(house.http.post("/api/replays", json={"record": "x" * 400_000}), 413, "too-large")
    problem(house.http.post("/api/games", content=b"{nonsense"), 422, "invalid")


# -- who may do what -----------------------------------------------------------------------------------------------


def test_seat_watcher_invite_and_stranger(house: House) -> None:
    created = house.create({**HERE, "name": "Ann"}, FRIEND, FRIEND, powers={"choose": "random"})
    game, invites = created["game"], created["invites"]
    joined = house.get_in(game, invites["2"], "Ben")
    tokens = {
        "host": created["token"],
        "friend": joined["token"],
        "invite": invites["3"],
        "used invite": invites["2"],
        "watcher": created["watch"],
        "stranger": "x" * 32,
        "nobody": "",
    }
    allowed = {
        "lobby": {"host", "friend", "invite", "used invite", "watcher"},
        "state": {"host", "friend", "used invite", "watcher"},
        "record": {"host", "friend", "used invite", "watcher"},
        "replay": {"host", "friend", "used invite", "watcher"},
        "chat": {"host", "friend"},
        "why": {"host", "friend"},
    }
    for (what, who_may), (who, token) in product(allowed.items(), tokens.items()):
        headers = bearer(token) if token else {}
        path = f"/api/games/{game}" + ("" if what == "state" else f"/{what}")
        if what in ("chat", "why"):
            command = {"type": what, **({"text": "hello"} if what == "chat" else {"square": "a1"})}
            answer = house.http.post(f"/api/games/{game}/commands", json=command, headers=headers)
        else:
            answer = house.http.get(path, headers=headers)
        if who in who_may:
            assert answer.status_code == 200, (what, who, answer.text)
        elif who in ("stranger", "nobody"):
            problem(answer, 404, "unknown-game")
        else:
            problem(answer, 403, "forbidden")


def test_a_seat_speaks_for_itself_only(house: House) -> None:
    created, (ann, ben), _ = house.friends()
    game = created["game"]
    problem(house.http.get(f"/api/games/{game}?seat=1", headers=bearer(ben)), 403, "forbidden")
    version = house.state(game, ann)["version"]
    problem(house.command(game, ben, type="step", seat=1, version=version, step="*a1"), 403, "forbidden")
    problem(house.command(game, ben, type="step", version=version, step="*a1"), 409, "not-your-turn")
    problem(house.command(game, ben, type="resign", seat=1), 403, "forbidden")
    assert house.command(game, ann, type="step", version=version, step="*a1").status_code == 200


def test_a_token_opens_no_other_game(house: House) -> None:
    one, other = house.create(HERE, HERE), house.create(HERE, HERE)
    problem(house.http.get(f"/api/games/{other['game']}", headers=bearer(one["token"])), 404, "unknown-game")
    problem(house.http.get("/api/games/nosuchgame", headers=bearer(one["token"])), 404, "unknown-game")


def test_an_invite_is_good_once(house: House) -> None:
    created = house.create(HERE, FRIEND)
    game, invite = created["game"], created["invites"]["2"]
    lobby = house.http.get(f"/api/games/{game}/lobby", headers=bearer(invite)).json()
    assert (lobby["seat"], lobby["status"]) == (2, "waiting")
    problem(house.command(game, created["token"], type="step", version=1, step="*a1"), 409, "not-started")
    house.get_in(game, invite)
    again = house.http.post(f"/api/games/{game}/join", json={}, headers=bearer(invite))
    problem(again, 409, "taken")
    assert house.state(game, created["token"])["status"] == "playing"
    # Whoever comes too late may watch, and sees what a spectator may.
    assert house.http.get(f"/api/games/{game}/lobby", headers=bearer(invite)).json()["seat"] is None
    assert house.state(game, invite)["you"] == {"role": "watcher", "host": False, "seats": [], "seat": 0}
    problem(house.http.get(f"/api/games/{game}?seat=2", headers=bearer(invite)), 403, "forbidden")


def test_the_host_renews_an_invite(house: House) -> None:
    created = house.create(HERE, FRIEND)
    game, old = created["game"], created["invites"]["2"]
    answer = house.http.post(f"/api/games/{game}/invites/2", headers=bearer(created["token"]))
    assert answer.status_code == 201
    problem(house.http.post(f"/api/games/{game}/join", json={}, headers=bearer(old)), 404, "unknown-game")
    problem(house.http.post(f"/api/games/{game}/invites/1", headers=bearer(created["token"])), 409, "taken")
    friend = house.get_in(game, answer.json()["invite"])
    problem(house.http.post(f"/api/games/{game}/invites/2", headers=bearer(friend["token"])), 403, "forbidden")


def test_tokens_are_nowhere_stored(house: House) -> None:
    created, tokens, watch = house.friends()
    kept = json.dumps(house.events(created["game"]))
    for token in [*tokens, watch, *created["invites"].values()]:
        assert token not in kept
        assert len(token) == 32


# -- names, records, positions -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_are_only_data(house: House, name: str) -> None:
    created = house.create({**HERE, "name": name}, COMPUTER)
    game, token = created["game"], created["token"]
    told = house.state(game, token)["seats"][0]["name"]
    assert told == " ".join(name.split())
    record = house.http.get(f"/api/games/{game}/record", headers=bearer(token))
    assert record.headers["content-type"].startswith("text/plain")
    assert "attachment" in record.headers["content-disposition"]
    assert read_record(record.text).headers["Seat1"] == told
    replay = house.http.post("/api/replays", json={"record": record.text}).json()
    assert replay["headers"]["Seat1"] == told


def test_a_record_says_who_played_when_and_with_how_much_time(house: House) -> None:
    created = house.create(HERE, {"kind": "computer", "level": 3}, clock={"base": 300, "increment": 5})
    answer = house.http.get(f"/api/games/{created['game']}/record", headers=bearer(created["token"]))
    headers = read_record(answer.text).headers
    assert headers["Date"] == time.strftime("%Y.%m.%d", time.gmtime())
    assert (headers.get("Level1"), headers["Level2"], headers["Clock"]) == (None, "3", "300+5")
    replay = house.http.get(f"/api/games/{created['game']}/replay?seat=1", headers=bearer(created["token"])).json()
    assert replay["headers"]["Level2"] == "3"


@pytest.mark.parametrize("body", [rb'{"seats":[{"kind":"here","name":"\ud800"},{"kind":"here"}]}', b'{"seats":"\xff"}'])
def test_what_is_no_text_is_refused(house: House, body: bytes) -> None:
    answer = house.http.post("/api/games", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 422
    assert answer.json()["code"] == "invalid"


def test_records_that_cannot_be_read(house: House) -> None:
    told = problem(house.http.post("/api/replays", json={"record": "1. b3-b9 ;"}), 422, "record")
    assert told["args"]["message"]
    problem(house.http.post("/api/replays", json={"record": " "}), 422, "record")


def test_a_record_to_step_through(house: House) -> None:
    text = '[Seat1 "Ann"] [Seed "7"] *b3 *d3 ; *c2 *c4 ; b3-b4 +c3 ; {why not [%clk 0:04:10]} c2-c1 +b1 ; resign:1 ;'
    replay = house.http.post("/api/replays", json={"record": text}).json()
    assert [turn["text"] for turn in replay["turns"]][2:] == ["b3-b4 +c3", "c2-c1 +b1", "resign:1"]
    third = replay["turns"][2]
    assert (third["comment"], third["clock"], third["seat"]) == ("why not", 250.0, 1)
    assert [effect["kind"] for effect in third["effects"]] == ["move", "build"]
    assert third["board"]["blocks"][12] == 1
    assert replay["turns"][-1]["event"] == "resigned"
    assert replay["outcome"] == {"winners": [2], "reason": "resigned"}


def test_a_position_to_look_at(house: House) -> None:
    shown = house.http.post("/api/positions", json={"position": PLAIN}).json()
    assert shown["decider"] == 1
    assert {step["kind"] for step in shown["steps"]} == {"move"}
    assert {worker["square"]: worker["seat"] for worker in shown["board"]["workers"]} == {
        "b3": 1,
        "d3": 1,
        "c4": 2,
        "c2": 2,
    }
    problem(house.http.post("/api/positions", json={"position": "x"}), 422, "position")


def test_a_whole_game_over_http_alone(house: House) -> None:
    created = house.create(HERE, HERE, position="0003200000000000000000000/1/mortal:e5,a1/mortal:a5,b1")
    game, token = created["game"], created["token"]
    reply = house.command(game, token, type="turn", version=house.state(game, token)["version"], turn="e5-d5").json()
    assert reply["state"]["outcome"] == {"winners": [1], "reason": "climbed"}
    assert reply["state"]["status"] == "over"
