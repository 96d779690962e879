"""Everything a client receives is searched for secrets it may not know, and the search is shown to find leaks.

The true game is rebuilt from the database by code that is not the server's. Each client may know exactly what the
core's view of its seat holds. What a client is sent while the game goes on must

* show only positions that equal the view of its seat at some moment so far, without unconfirmed steps;
* contain no text of a turn or step that is hidden from its seat, no effect of a worker it cannot see, no secret square;
* contain neither the seed, nor somebody else's token, nor a hash.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from santorini import Game
from santorini.draw.drawing import UNSEEN
from santorini.record.redaction import public_text
from tests.server.house import Client, House, Json, bearer, replayed
from tests.server.serve import LEAKS

TABLES: dict[str, Json] = {
    "hecate": {"powers": {"choose": "free", "powers": ["hecate", "pan"]}},
    "hecate second": {"powers": {"choose": "free", "powers": ["apollo", "hecate"]}, "confirm": False},
    "moerae": {"powers": {"choose": "free", "powers": ["pan", "moerae"]}},
    "tartarus": {"powers": {"choose": "free", "powers": ["tartarus", "athena"]}},
    "chaos": {"powers": {"choose": "free", "powers": ["chaos", "hecate"]}},
    "draft": {"powers": {"choose": "draft"}},
    "passing": {"rules": "aid", "powers": {"choose": "draft"}},
    "passing, unconfirmed": {"rules": "aid", "powers": {"choose": "draft"}, "confirm": False, "first": 2},
    "two secrets": {"powers": {"choose": "free", "powers": ["moerae", "tartarus"]}, "any_pair": True},
}
LONGEST = 45  # choices of a game: long enough for every kind of message


class Eyes:
    """A client, its seat, and everything it was sent."""

    def __init__(self, client: Client, seat: int, token: str) -> None:
        self.client, self.seat, self.token = client, seat, token
        self.fetched: list[str] = []
        self.may_see: set[str] = set()

    def everything(self) -> Iterator[str]:
        yield from self.client.bytes
        yield from self.fetched


def walk(value: object) -> Iterator[object]:
    """Every value inside a message."""
    yield value
    if isinstance(value, dict):
        for inner in value.values():
            yield from walk(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from walk(inner)


def scan(house: House, settings: Json, seed: int) -> list[str]:
    """Play a game and list what leaked."""
    created, tokens, watch = house.friends(**settings)
    game = created["game"]
    eyes = [Eyes(house.client(game, token), seat, token) for seat, token in enumerate(tokens, 1)]
    eyes.append(Eyes(house.client(game, watch), 0, watch))
    dice = random.Random(seed)
    note_views(house, game, eyes)
    for number in range(LONGEST):
        acting = next((e for e in eyes if e.client.state["awaits"] != "nothing"), None)
        if acting is None:
            break
        answer = acting.client.choose(dice)
        assert answer["type"] == "ok", answer
        if note_views(house, game, eyes).is_over:
            break  # after the end everything is shown, so only what was sent before is searched
        for one in eyes:
            one.client.catch_up()
            if number % 9 == one.seat:
                fetch(house, game, one)
    found = findings(house, game, eyes, [*tokens, watch, *created["invites"].values()])
    house.close_clients()
    return found


def note_views(house: House, game: str, eyes: list[Eyes]) -> Game:
    """What each client may see now (its view, with and without its own unconfirmed steps), and the confirmed game."""
    settled, pending = replayed(house.events(game))
    recent = [settled.start, settled.position, *(turn.after for turn in settled.turns[-2:])]
    for one in eyes:
        one.may_see |= {position.view(one.seat).text for position in recent}
    if pending:
        drafted = settled.copy()
        for step in pending:
            drafted.push_step(step)
        owner = next(one for one in eyes if one.seat == settled.position.decider)
        owner.may_see.add(drafted.view(owner.seat).text)
    return settled


def fetch(house: House, game: str, one: Eyes) -> None:
    """Request everything else the API offers."""
    for path in ("", "/record", "/replay", "/lobby"):
        answer = house.http.get(f"/api/games/{game}{path}", headers=bearer(one.token))
        assert answer.status_code == 200, answer.text
        one.fetched.append(answer.text)


def findings(house: House, game: str, eyes: list[Eyes], tokens: list[str]) -> list[str]:
    events = house.events(game)
    truth = before_the_end(events)
    found = []
    created = events[0]
    hashes = [v for v in walk(events) if isinstance(v, str) and len(v) == 64]
    for one in eyes:
        text = "\n".join(one.everything())
        said = "\n".join(without_choices(message) for message in one.everything() if not over(message))
        secrets = (str(created["seed"]), *hashes, *(token for token in tokens if token != one.token))
        found += [f"seat {one.seat}: a seed, hash or token" for secret in secrets if secret in text]
        hidden, shown = turn_texts(truth, one.seat)
        found += [
            f"seat {one.seat}: the hidden turn {turn}"
            for turn in hidden - shown
            if json.dumps(turn) in said or f" {turn} ;" in said
        ]
        unseen = cards_unseen(truth, one.seat)
        found += [f"seat {one.seat}: the card {card}" for card in unseen if re.search(rf"\b{card}\b", said)]
        for message in one.everything():
            if over(message):
                continue
            found += [f"seat {one.seat}: {what}" for what in in_message(message, one, truth)]
    return found


def without_choices(message: str) -> str:
    """A message without the list of possible choices, which may contain any square."""
    if not message.startswith("{"):
        return message
    content = json.loads(message)
    content.pop("steps", None)
    return json.dumps(content)


def over(message: str) -> bool:
    return '"status":"over"' in message


def before_the_end(events: list[Json]) -> Game:
    """The game up to the last moment before its end."""
    game, _ = replayed(events)
    while game.is_over:
        game.pop()
    return game


def turn_texts(game: Game, seat: int) -> tuple[set[str], set[str]]:
    """True texts of turns that the seat may not know, and the texts of turns as it may know them."""
    hidden = {turn.text for turn in game.turns if public_text(turn, seat) != turn.text}
    shown = {public_text(turn, seat) for turn in game.turns}
    secret_steps = {
        str(step)
        for turn in game.turns
        for step in turn.steps
        if (step.kind in ("secret", "discard") or turn.before.stage == "keep") and public_text(turn, seat) != turn.text
    }
    return hidden | secret_steps, shown


def cards_unseen(truth: Game, seat: int) -> set[str]:
    """The cards of the player aid's draft that the seat never held and nobody plays (C6)."""
    positions = [turn.before for turn in truth.turns]
    dealt = {card for position in positions for owner in (1, 2) for card in position.hand(owner)}
    held = {card for position in positions if seat for card in position.hand(seat)}
    return dealt - held - {truth.position.power(owner) for owner in (1, 2)}


def in_message(message: str, one: Eyes, truth: Game) -> Iterator[str]:
    """The secrets in a single message."""
    if not message.startswith("{"):
        return  # a record, whose turns were checked above
    unseen_sides = sides_unseen(truth, one.seat)
    for value in walk(json.loads(message)):
        if not isinstance(value, dict):
            continue
        position = value.get("position")
        if isinstance(position, str) and position not in one.may_see:
            yield f"the position {position}"
        if "woman" in value and "side" in value and value["side"] in unseen_sides:
            yield f"a worker {value}"
        if "side" in value and "power" in value and value["side"] in unseen_sides:
            yield f"an effect {value}"
        secret = value.get("secret")
        if isinstance(secret, dict) and secret.get("squares") and value.get("seat") != one.seat:
            yield f"a secret {secret}"


def sides_unseen(truth: Game, seat: int) -> set[int]:
    """The sides whose workers the seat can never see in this game."""
    view: Any = truth.position.view(seat)
    seats = range(1, truth.position.players + 1)
    return {truth.position.side(other) + 1 for other in seats if view.flags(other) & UNSEEN}


@pytest.mark.parametrize("table", TABLES)
def test_no_secret_leaves_for_the_wrong_client(house: House, table: str) -> None:
    assert scan(house, TABLES[table], seed=1) == []


@pytest.mark.parametrize("leak", LEAKS)
def test_the_scan_finds_a_leak(leak: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    leaking = House(tmp_path_factory.mktemp("leak") / "games.sqlite", "--leak", leak)
    try:
        assert scan(leaking, TABLES["hecate"], seed=1)
        if leak == "view":
            assert scan(leaking, TABLES["moerae"], seed=1)
            assert scan(leaking, TABLES["tartarus"], seed=1)
            assert scan(leaking, TABLES["passing"], seed=1)
    finally:
        leaking.stop()


def test_after_the_end_nothing_is_hidden(house: House) -> None:
    created, (ann, _), watch = house.friends(position="0000000000000000000000000/1/pan:b3,d3/hecate:a5,e5")
    client = house.client(created["game"], watch)
    assert client.state["board"]["hidden"] == [2]
    assert house.command(created["game"], ann, type="resign").status_code == 200
    client.until(lambda state: state["status"] == "over")
    assert {worker["square"] for worker in client.state["board"]["workers"]} == {"b3", "d3", "a5", "e5"}


def test_chosen_secrets_are_the_owners(house: House) -> None:
    created, (ann, ben), watch = house.friends(powers={"choose": "free", "powers": ["pan", "tartarus"]})
    game = created["game"]
    dice = random.Random(3)
    clients = {1: house.client(game, ann), 2: house.client(game, ben)}
    while house.truth(game).position.stage != "play":
        seat = house.truth(game).position.decider or 0
        clients[seat].catch_up()
        clients[seat].choose(dice)
    square = house.truth(game).position.secret(2)
    assert house.state(game, ben)["board"]["cards"][1]["secret"] == {"kind": "abyss", "squares": [square]}
    for token in (ann, watch):
        assert house.state(game, token)["board"]["cards"][1]["secret"] == {"kind": "abyss", "squares": None}
    clients[1].catch_up()
    assert [entry["text"] for entry in clients[1].log if "?" in entry["text"]] == ["??"]
