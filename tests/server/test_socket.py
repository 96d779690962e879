"""The WebSocket: playing step by step, breaks, stale versions, chat, rematch, several seats at one device."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from pydantic import TypeAdapter
from websockets.sync.client import connect
from websockets.typing import Origin

from santorini import Words
from santorini.server.protocol.responses import State
from tests.server.house import DEADLINE, FRIEND, HERE, Client, House, Json

STATE: TypeAdapter[State] = TypeAdapter(State)
WIN = "0003200000000000000000000/1/mortal:e5,a1/mortal:a5,b1"
COMPUTER = {"kind": "computer", "level": 2}


def refused(message: Json, code: str) -> Json:
    assert (message["type"], message["code"]) == ("error", code), message
    Words.load("en").text(message["message_key"], **message["args"])
    return message


def two(house: House, **settings: Any) -> tuple[str, Client, Client]:
    """Two friends at their own devices."""
    created, (ann, ben), _ = house.friends(**settings)
    return created["game"], house.client(created["game"], ann), house.client(created["game"], ben)


# -- playing -------------------------------------------------------------------------------------------------------


def test_a_turn_is_built_step_by_step_and_ends_on_confirmation(house: House) -> None:
    game, ann, ben = two(house)
    assert ann.state["awaits"] == "step"
    ben.catch_up()
    before = ben.state
    assert (before["awaits"], before["steps"], before["decider"]) == ("nothing", [], 1)

    assert ann.play("*b3")["type"] == "ok"
    assert ann.state["turn"]["text"] == "*b3"
    assert [effect["to"] for effect in ann.state["turn"]["effects"]] == ["b3"]
    refused(ann.confirm(), "nothing-to-confirm")
    ann.play("*d3")
    assert ann.state["awaits"] == "confirm"
    assert ann.state["steps"] == []
    refused(ann.play("*a1"), "confirm-first")

    assert ann.ask(type="undo", version=ann.state["version"])["type"] == "ok"
    assert ann.state["turn"]["steps"] == ["*b3"]
    ann.play("*d4")
    ben.catch_up()
    assert ben.state == before, "nobody sees a turn before it is confirmed"

    ann.confirm()
    ben.catch_up()
    assert ben.state["awaits"] == "step"
    assert [entry["text"] for entry in ben.log] == ["*b3 *d4"]
    assert {worker["square"] for worker in ben.state["board"]["workers"]} == {"b3", "d4"}
    refused(ann.ask(type="undo", version=ann.state["version"]), "not-your-turn")
    STATE.validate_python(ann.state)
    assert house.truth(game).turns[0].text == "*b3 *d4"


def test_without_confirmation_a_turn_ends_by_itself(house: House) -> None:
    _, ann, ben = two(house, confirm=False)
    ann.play("*b3")
    ann.play("*d3")
    ben.catch_up()
    assert ben.state["awaits"] == "step"


def test_illegal_steps_and_wrong_seats_are_refused(house: House) -> None:
    _, ann, ben = two(house)
    refused(ann.play("*f9"), "illegal")
    refused(ann.play("b3-b4"), "illegal")
    refused(ben.play("*b3"), "not-your-turn")
    refused(ann.ask(type="turn", version=ann.state["version"], turn="*b3"), "illegal")
    refused(ann.ask(type="resign"), "resign")
    assert ann.ask(type="turn", version=ann.state["version"], turn="*B3 *d3")["type"] == "ok"


def test_old_versions_are_refused_and_the_newest_state_is_sent(house: House) -> None:
    _, ann, ben = two(house)
    old = ann.state["version"]
    ann.play("*b3")
    seen = len(ann.states)
    answer = refused(ann.ask(type="step", version=old, step="*d3"), "stale")
    assert answer["args"]["version"] == ann.state["version"]
    assert len(ann.states) == seen + 1
    assert ann.state["log_from"] == 0
    ben.ask(type="chat", text="hello")
    assert ann.play("*d3")["type"] == "ok", "chat makes nothing stale"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games_by_random_friends(house: House, players: int) -> None:
    created, tokens, watch = house.friends(players, powers={"choose": "random"})
    clients = [house.client(created["game"], token) for token in tokens]
    watcher = house.client(created["game"], watch)
    dice = random.Random(players)
    for _ in range(2000):
        if clients[0].state["status"] == "over":
            break
        decider = next(client for client in clients if client.state["awaits"] != "nothing")
        while decider.state["awaits"] != "nothing":
            assert decider.choose(dice)["type"] == "ok"
        for client in (*clients, watcher):
            client.catch_up()
    truth = house.truth(created["game"])
    for client in (*clients, watcher):
        STATE.validate_python(client.state)
        assert client.state["outcome"]["winners"] == list(truth.outcome().winners)  # type: ignore[union-attr]
        assert client.state["board"]["position"] == truth.text
        assert len(client.log) == len(truth.history)


def test_a_game_against_the_computer(house: House) -> None:
    created = house.create(HERE, COMPUTER, powers={"choose": "random", "hidden": False})
    ann = house.client(created["game"], created["token"])
    dice = random.Random(5)
    while ann.state["status"] != "over":
        if ann.state["awaits"] == "nothing":
            ann.receive()
        else:
            assert ann.choose(dice)["type"] == "ok"
    assert any(message["type"] == "thinking" for message in ann.others)


def test_computers_play_each_other(house: House) -> None:
    created = house.create(COMPUTER, COMPUTER, COMPUTER, powers={"choose": "random"})
    host = house.client(created["game"], created["token"])
    assert host.state["you"] == {"role": "seat", "host": True, "seats": [], "seat": 0}
    assert host.until(lambda state: bool(state["outcome"]))["outcome"]["winners"]


def test_gaea_answers_inside_a_turn(house: House) -> None:
    start = "0000000300000000000000000/1/pan:b3,d3/gaea[2]:e1,a1"
    game, ann, ben = two(house, position=start)
    ann.play("b3-b4")
    ann.play("+c4^" if any(s["text"] == "+c4^" for s in ann.state["steps"]) else "+c4")
    assert ann.state["awaits"] == "confirm"
    ben.catch_up()
    assert ben.state["awaits"] == "nothing"
    ann.confirm()
    ben.catch_up()
    assert (ben.state["awaits"], ben.state["decider"]) == ("step", 2)
    assert ben.state["turn"]["seat"] == 1
    assert not ben.state["turn"]["can_undo"]
    place = next(step["text"] for step in ben.state["steps"] if step["kind"] == "place")
    ben.play(place)
    ben.confirm()
    ann.catch_up()
    assert len(house.truth(game).turns) == 1
    assert len(ann.state["board"]["workers"]) == 5


# -- breaks --------------------------------------------------------------------------------------------------------


def test_coming_back_after_a_break(house: House) -> None:
    created, (token, other), _ = house.friends()
    ann, ben = house.client(created["game"], token), house.client(created["game"], other)
    ann.play("*b3")
    seen = ann.state["version"]
    ann.close()
    back = house.client(created["game"], token, seen=seen)
    assert back.first["behind"] is False
    assert back.state["turn"]["steps"] == ["*b3"]
    back.play("*d3")
    back.confirm()
    back.close()
    ben.catch_up()
    ben.ask(type="turn", version=ben.state["version"], turn="*a1 *a2")
    again = house.client(created["game"], token, seen=back.state["version"])
    assert again.first["behind"] is True
    assert [entry["text"] for entry in again.log] == ["*b3 *d3", "*a1 *a2"]


def test_an_unconfirmed_turn_survives_a_restart(tmp_path_factory: pytest.TempPathFactory) -> None:
    own = House(tmp_path_factory.mktemp("restart") / "games.sqlite")
    try:
        created, (token, other), _ = own.friends()
        ann = own.client(created["game"], token)
        ann.play("*b3")
        ann.play("*d3")
        ann.close()
        own.kill()
        own.start()
        ann, ben = own.client(created["game"], token), own.client(created["game"], other)
        assert ann.state["awaits"] == "confirm"
        assert ben.state["turn"] is None
        ann.confirm()
        ben.catch_up()
        assert ben.log[0]["text"] == "*b3 *d3"
    finally:
        own.stop()


def test_presence(house: House) -> None:
    created, (token, other), watch = house.friends()
    ann = house.client(created["game"], token)
    ben = house.client(created["game"], other)
    house.client(created["game"], watch).close()
    ben.close()
    present = [{"seat": 1, "present": True}, {"seat": 2, "present": False}]
    while ann.others[-1:] != [{"type": "presence", "seats": present, "watchers": 0}]:
        ann.receive()


# -- several seats at one device -----------------------------------------------------------------------------------


def test_one_device_follows_the_one_who_decides(house: House) -> None:
    created = house.create(HERE, HERE)
    both = house.client(created["game"], created["token"])
    assert both.state["you"]["seat"] == 1
    both.play("*b3")
    both.play("*d3")
    both.confirm()
    assert both.state["you"]["seat"] == 2
    assert both.state["awaits"] == "step"
    assert both.state["pass_to"] is None


def test_with_secrets_the_device_is_passed(house: House) -> None:
    created = house.create(HERE, HERE, powers={"choose": "free", "powers": ["pan", "hecate"]})
    both = house.client(created["game"], created["token"])
    assert (both.state["you"]["seat"], both.state["pass_to"]) == (0, 1), "who knows who has the device now?"
    both.ask(type="look", seat=1)
    dice = random.Random(1)
    while both.state["pass_to"] is None:
        both.choose(dice)
    assert (both.state["you"]["seat"], both.state["pass_to"]) == (1, 2)
    assert (both.state["awaits"], both.state["steps"]) == ("nothing", [])
    refused(both.ask(type="look", seat=3), "forbidden")
    both.ask(type="look", seat=2)
    assert (both.state["you"]["seat"], both.state["awaits"]) == (2, "step")
    while both.state["pass_to"] is None:
        both.choose(dice)
    assert len([w for w in both.state["board"]["workers"] if w["seat"] == 2]) == 2
    both.ask(type="look", seat=1)
    assert both.state["board"]["hidden"] == [2]
    assert not [w for w in both.state["board"]["workers"] if w["seat"] == 2]


# -- around the game -----------------------------------------------------------------------------------------------


def test_chat_is_between_players(house: House) -> None:
    created, (token, other), watch = house.friends()
    ann, ben = house.client(created["game"], token), house.client(created["game"], other)
    watcher = house.client(created["game"], watch)
    assert ann.ask(type="chat", text=" <b>hello</b>\n\x00there ")["type"] == "ok"
    ben.catch_up()
    watcher.catch_up()
    said = [message for message in ben.others if message["type"] == "chat"]
    assert [(message["seat"], message["text"]) for message in said] == [(1, "<b>hello</b> there")]
    assert "hello" not in "".join(watcher.bytes)
    refused(watcher.ask(type="chat", text="me too"), "forbidden")
    late = house.client(created["game"], other)
    assert [said["text"] for said in late.first["chat"]] == ["<b>hello</b> there"]


@pytest.mark.parametrize(
    "message",
    [
        {"type": "chat", "text": "x" * 301},
        {"type": "chat", "text": " \n "},
        {"type": "step", "step": "*b3"},
        {"type": "step", "version": -1, "step": "*b3"},
        {"type": "step", "version": "1", "step": "*b3"},
        {"type": "step", "version": 1, "step": "*b3", "more": 1},
        {"type": "dance"},
        {"type": "why"},
        {"type": "why", "square": "z9"},
        {"type": "look"},
        [],
        "hello",
    ],
)
def test_messages_that_do_not_fit_are_refused(house: House, message: object) -> None:
    created = house.create(HERE, HERE)
    client = house.client(created["game"], created["token"])
    client.socket.send(json.dumps(message))
    while (answer := client.receive())["type"] != "error":
        pass
    refused(answer, "invalid")
    assert client.ask(type="ping")["pong"] is True


def test_messages_have_a_limit(house: House) -> None:
    created = house.create(HERE, HERE)
    client = house.client(created["game"], created["token"])
    client.socket.send('"' + "x" * 5000 + '"')
    while (answer := client.receive())["type"] != "error":
        pass
    refused(answer, "too-large")


@pytest.mark.parametrize("token", ["", "x" * 32, "invite"])
def test_strangers_and_invites_are_not_let_in(house: House, token: str) -> None:
    created = house.create(HERE, FRIEND)
    client = house.client(created["game"], created["invites"]["2"] if token == "invite" else token)
    refused(client.first, "unknown-game")
    assert client.is_closed()


def test_the_first_message_is_hello(house: House) -> None:
    created = house.create(HERE, HERE)
    address = house.url.replace("http", "ws") + f"/api/games/{created['game']}/socket"
    with connect(address, proxy=None) as socket:
        socket.send(json.dumps({"type": "ping"}))
        refused(json.loads(socket.recv(DEADLINE)), "invalid")


def test_pages_of_other_origins_are_refused(house: House) -> None:
    created = house.create(HERE, HERE)
    address = house.url.replace("http", "ws") + f"/api/games/{created['game']}/socket"
    hello = json.dumps({"type": "hello", "token": created["token"]})
    with connect(address, proxy=None, origin=Origin("https://evil.example")) as socket:
        refused(json.loads(socket.recv(DEADLINE)), "forbidden")
    with connect(address, proxy=None, origin=Origin(house.url)) as socket:
        socket.send(hello)
        assert json.loads(socket.recv(DEADLINE))["type"] == "state"


def test_resigning_and_playing_again(house: House) -> None:
    game, ann, ben = two(house, position=WIN)
    refused(ann.ask(type="rematch"), "not-over")
    ann.play("a1-a2")
    assert ben.ask(type="resign")["type"] == "ok"
    ann.catch_up()
    assert ann.state["outcome"] == {"winners": [1], "reason": "resigned"}
    assert ann.log[-1]["event"] == "resigned"
    refused(ann.play("a1-a2"), "over")
    ben.ask(type="rematch")
    ann.ask(type="rematch")
    assert ann.state["rematch"] == ben.state["rematch"]
    assert ann.state["rematch"] not in (None, game)


def test_a_rematch_is_opened_by_the_same_tokens(house: House) -> None:
    created, (token, other), watch = house.friends(powers={"choose": "free", "powers": ["pan", "atlas"]})
    ann = house.client(created["game"], token)
    for client, turn in ((ann, "*b3 *d3"), (house.client(created["game"], other), "*c2 *c4")):
        client.catch_up()
        client.ask(type="turn", version=client.state["version"], turn=turn)
    ann.catch_up()
    ann.ask(type="resign")
    ann.ask(type="rematch")
    following = ann.state["rematch"]
    assert house.state(following, token)["you"]["seats"] == [1]
    assert house.state(following, other)["you"]["seats"] == [2]
    assert house.state(following, watch)["you"]["role"] == "watcher"
    assert house.state(following, token)["decider"] == 2
    assert [card["power"] for card in house.state(following, token)["board"]["cards"]] == ["pan", "atlas"]


def test_takeback_and_hint_only_against_the_computer(house: House) -> None:
    _, ann, _ben = two(house)
    ann.ask(type="turn", version=ann.state["version"], turn="*b3 *d3")
    refused(ann.ask(type="takeback", version=ann.state["version"]), "takeback")
    refused(ann.ask(type="hint"), "hint")


def test_takeback_against_the_computer(house: House) -> None:
    created = house.create(HERE, COMPUTER)
    ann = house.client(created["game"], created["token"])
    refused(ann.ask(type="takeback", version=ann.state["version"]), "takeback")
    ann.ask(type="turn", version=ann.state["version"], turn="*b3 *d3")
    ann.until(lambda state: state["awaits"] == "step")
    assert ann.state["can"]["takeback"]
    hint = ann.ask(type="hint")["hint"]
    assert hint[0] in [step["text"] for step in ann.state["steps"]]
    ann.ask(type="takeback", version=ann.state["version"])
    assert ann.state["board"]["workers"] == []
    assert ann.log == []
    assert ann.ask(type="turn", version=ann.state["version"], turn="*a1 *a2")["type"] == "ok"
    assert [e["kind"] for e in house.events(created["game"])].count("takeback") == 1


def test_with_secrets_nothing_is_taken_back(house: House) -> None:
    created = house.create(HERE, COMPUTER, powers={"choose": "free", "powers": ["pan", "hecate"]})
    ann = house.client(created["game"], created["token"])
    ann.until(lambda state: state["awaits"] == "step")
    ann.ask(type="turn", version=ann.state["version"], turn="*b3 *d3")
    ann.until(lambda state: state["awaits"] == "step")
    refused(ann.ask(type="takeback", version=ann.state["version"]), "takeback")


@pytest.mark.parametrize(
    ("position", "question", "key"),
    [
        ("2000000000000000000000000/1/mortal:a4,d3/mortal:c2,c4", {"square": "a5", "from": "a4"}, "high"),
        ("2000000000000000000000000/1/mortal:a4,d3/mortal:c2,c4", {"step": "a4-a5"}, "high"),
        ("4000000000000000000000000/1/mortal:a4,d3/mortal:c2,c4", {"square": "a5"}, "dome"),
        ("0000000000000000000000000/1/mortal:a4,d3/mortal:c2,c4", {"square": "c4", "from": "d3"}, "occupied"),
        ("0000000000000000000000000/1/mortal:a4,d3/mortal:c2,c4", {"square": "e1"}, "far"),
        ("1000000000000000000000000/1/mortal:a4,d3/athena[^]:c2,c4", {"square": "a5", "from": "a4"}, "power"),
        ("0000000000000000000000000/1/mortal:a4,d3/mortal:c2,c4", {"step": "dance"}, "step"),
    ],
)
def test_why_not(house: House, position: str, question: Json, key: str) -> None:
    created = house.create(HERE, HERE, position=position)
    client = house.client(created["game"], created["token"])
    reasons = client.ask(type="why", **question)["why"]
    assert reasons[0]["key"] == f"server.why.{key}"
    for reason in reasons:
        Words.load("en").text(reason["key"], **reason["args"])


def test_what_is_possible_needs_no_reason(house: House) -> None:
    created = house.create(HERE, HERE, position=WIN)
    client = house.client(created["game"], created["token"])
    assert client.ask(type="why", square="d5", **{"from": "e5"})["why"] == []
    assert client.ask(type="why", step="e5-d5")["why"] == []


def test_restrictions_in_force_are_told(house: House) -> None:
    created = house.create(HERE, HERE, position="1000000000000000000000000/1/mortal:a4,d3/athena[^]:c2,c4")
    state = house.state(created["game"], created["token"])
    assert state["restrictions"] == [
        {"key": "server.restriction.no_climb", "args": {"power": "athena", "seat": 2}, "squares": []}
    ]
