"""Spoiled texts for everything that reads texts from outside: nothing but the documented errors may come back.

    python -m tests.server.fuzz --seconds 60

The package (positions, turns, records, home-made powers), the engine protocol and a running server (HTTP and sockets)
get texts that begin as good ones and are then spoiled: letters changed, moved and left out, bytes cut, surrogates,
characters that change the direction of writing, numbers out of range. The same seed gives the same texts.
"""

from __future__ import annotations

import argparse
import io
import json
import random
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed

from santorini import Game, SantoriniError, make_power, power, read_position, read_record
from santorini.cli._protocol import Protocol
from tests.server.house import HERE, House, Json, bearer

POSITIONS = [
    "0000000000000000000000000/1/mortal:b3,d3/mortal:c2,c4",
    "0001002000300000000000000/2/adonis[x;c2]:b3,d3/morpheus[3]:c2,c4/turn=building,moved:c4,mover:c4,count:1",
    "4101202110011400102000100/1/chaos[pan|apollo,atlas|]:a3,c3/clio[2|b2]:e4,a1/rules=revised/set=chaos-any-dome",
    "0000000000000000000000000/1/pan:b3,d3/hecate:b4,e5",
    "0000000000000000000000000/1/mortal/mortal/rules=aid/setup=deal/hands=|",
    "4101202110011400102000100/2/mortal:A3,C3/artemis:E4,A1",
]
TURNS = ["b3-b4-c4 +c3^ (*d4) ~pan #", "b3-b4-b5 +c4", "*b3 *d3", "c4>c5 . pass", "b3+c3 @n ?c4 xd3", "b5-c4-d5 +e"]
RECORD = """[Seat1 "Ann"]
[Power1 "pan"]
[Power2 "atlas"]
[Rules "printed"]

*b3 *d3 ; *c2 *c4 ; {a good {start}} b3-b4 +b3 [0:59] (b3-a3 +b3) ; c2-c1 +c2 ;
"""
PROTOCOL = [
    "santorini",
    "isready",
    "setoption name Level value 3",
    "setoption name Seed value 99999999999999999999",
    f"position {POSITIONS[0]} turns b3-b4 +b3 c2-c1 +c2",
    "go nodes 20",
    "go movetime 1 depth 1",
    "stop",
    "nonsense",
]
NASTY = [
    "\u202e",
    "\u2066",
    "\ud800",
    "\udfff",
    "\x00",
    "é",
    "日",
    "\u0301",
    "\ufeff",
    "🏛",
    "\r\n",
    "\t",
    "{",
    '"',
    "\\",
]
LETTERS = "abcde12345/:,;[]|=@#-^*?x.+>(){}~!0 " + "".join(NASTY)


def spoiled(text: str, dice: random.Random) -> str:
    """A text with a few mistakes."""
    for _ in range(dice.randint(1, 5)):
        at, to = dice.randint(0, len(text)), dice.randint(0, len(text))
        match dice.randrange(7):
            case 0:
                text = text[:at] + dice.choice(LETTERS) + text[at + 1 :]
            case 1:
                text = text[:at] + text[at + 1 :]
            case 2:
                text = text[:at] + dice.choice(LETTERS) + text[at:]
            case 3:
                text = text[:at] + dice.choice(NASTY) * dice.randint(1, 3) + text[at:]
            case 4:
                text = text[: min(at, to)] + text[max(at, to) :]
            case 5:
                text = text[:at] + text[min(at, to) : max(at, to)] + text[at:]
            case _:
                text = text[:at] + str(dice.choice([0, -1, 4, 255, 2**31, 2**64, 10**40])) + text[at:]
    return text[:3000]


# -- the package ---------------------------------------------------------------------------------------------------


def try_package(dice: random.Random) -> None:
    """One spoiled text for each reader of the package. Any exception but a `SantoriniError` is let through."""
    position = spoiled(dice.choice(POSITIONS), dice)
    turn = spoiled(dice.choice(TURNS), dice)
    game = Game.from_text(POSITIONS[0], seed=1)
    calls: list[Callable[[], object]] = [
        lambda: read_position(position),
        lambda: Game.from_text(position, seed=1).legal_turns,
        lambda: game.copy().push(turn),
        lambda: game.copy().push_step(turn),
        lambda: game.copy().push_part(turn),
        lambda: game.why(step=turn),
        lambda: game.why(turn, origin=turn),
        lambda: turn in game.legal_turns,
        lambda: game.height(turn),
        lambda: read_record(spoiled(RECORD, dice)).game(),
        lambda: Game(turn, "pan"),
        lambda: Game(rules=turn),
        lambda: Game(fleece=turn),
        lambda: Game(settings=[turn]),
        lambda: power(turn),
        lambda: make_power(turn, {"win.drop": 2}),
        lambda: make_power("fuzzed", {turn: turn}),
    ]
    for call in calls:
        try:
            call()
        except SantoriniError:
            continue


def try_protocol(dice: random.Random) -> None:
    """A conversation of spoiled lines with the engine."""
    lines = [line if dice.random() < 0.4 else spoiled(line, dice) for line in dice.choices(PROTOCOL, k=6)]
    lines = [line for line in lines if "infinite" not in line]
    source = io.BytesIO("\n".join(lines).encode("utf-8", "surrogatepass") + b"\n\xff\xfe\nisready\nquit\n")
    sink = io.StringIO()
    assert Protocol(source, sink).run() == 0
    assert "readyok" in sink.getvalue()


# -- the server ----------------------------------------------------------------------------------------------------


class Visitor:
    """Somebody who sends spoiled requests."""

    def __init__(self, house: House, dice: random.Random) -> None:
        self.house, self.dice = house, dice
        self.created = house.create(HERE, HERE)
        self.client = house.client(self.created["game"], self.created["token"])
        self.counts: Counter[str] = Counter()

    def body(self) -> bytes:
        """A request of some kind, spoiled as a text or value by value."""
        good = self.dice.choice(self._good())
        if self.dice.random() < 0.5:
            return spoiled(json.dumps(good), self.dice).encode("utf-8", "surrogatepass")
        return json.dumps(self._value(good)).encode()

    def _good(self) -> list[Json]:
        dice, position, turn = self.dice, self.dice.choice(POSITIONS), self.dice.choice(TURNS)
        return [
            {"seats": [{"kind": "here", "name": "Ann"}, {"kind": "friend"}], "clock": {"base": 60, "increment": 2}},
            {"seats": [HERE, HERE], "position": position},
            {"seats": [HERE, HERE], "powers": {"choose": "free", "powers": ["pan", None]}, "fleece": {"power": "pan"}},
            {"position": position},
            {"record": RECORD},
            {"powers": ["pan", None], "rules": "printed"},
            {"position": position, "steps": ["b3-b4"], "square": "b4"},
            {"name": "Ann"},
            {"type": "step", "id": 1, "version": dice.randint(0, 9), "step": turn},
            {"type": "turn", "id": 1, "version": dice.randint(0, 9), "turn": turn},
            {"type": "why", "id": 1, "step": turn},
            {"type": "why", "id": 1, "square": "b3", "from": "b2"},
            {"type": "chat", "id": 1, "text": "hello"},
            {"type": "look", "id": 1, "seat": 1},
            {"type": "undo", "id": 1, "version": dice.randint(0, 9)},
            {"type": "hello", "token": "x", "seat": 1},
        ]

    def _value(self, value: Any) -> Any:
        match value:
            case dict():
                return {key: self._value(one) for key, one in value.items() if self.dice.random() < 0.95}
            case list():
                return [self._value(one) for one in value] * self.dice.choice([1, 1, 1, 1, 0, 2])
            case str() if self.dice.random() < 0.3:
                return spoiled(value, self.dice)
        if self.dice.random() < 0.1:
            return self.dice.choice([None, -1, 0, 5, 2**70, 1.5, True, "", [], {}, "\ud800", "\u202e"])
        return value

    def ask_http(self) -> None:
        """A request to any path. It must be answered, and not with 500."""
        game = self.created["game"]
        paths = [
            "/api/games",
            "/api/positions",
            "/api/replays",
            "/api/matches",
            f"/api/games/{game}/commands",
            f"/api/games/{game}/join",
            f"/api/games/{game}/invites/2",
            "/api/lessons/basics/0",
        ]
        path, headers = self.dice.choice(paths), bearer(self.created["token"])
        if self.dice.random() < 0.2:
            path = "/" + spoiled(path[1:], self.dice).encode("ascii", "ignore").decode()
        headers["Content-Type"] = "application/json"
        try:
            answer = self.house.http.request(
                self.dice.choice(["POST", "POST", "GET"]), path, content=self.body(), headers=headers
            )
        except (httpx.InvalidURL, httpx.UnsupportedProtocol):
            return
        self.counts[f"http {answer.status_code}"] += 1
        assert answer.status_code < 500, (path, answer.text)

    def ask_socket(self) -> None:
        """A message on the socket. It must be answered, and the socket stays open."""
        text = self.body()
        try:
            self.client.socket.send(text.decode("utf-8", "surrogatepass").encode("utf-8", "replace").decode())
            self.client.catch_up()
        except ConnectionClosed as closed:
            raise AssertionError(f"{text!r} closed the socket: {closed}") from None
        assert not [m for m in self.client.others if m.get("code") == "server"], text
        self.client.others.clear()
        self.client.bytes.clear()
        self.counts["socket"] += 1


def fuzz(house: House, seconds: float, seed: int) -> Counter[str]:
    """Send spoiled texts for this many seconds."""
    dice = random.Random(seed)
    visitor = Visitor(house, dice)
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try_package(dice)
        for _ in range(5):
            visitor.ask_http()
            visitor.ask_socket()
        if dice.random() < 0.1:
            try_protocol(dice)
            visitor.counts["protocol"] += 1
        visitor.counts["package"] += 17
    assert house.http.get("/api/health").json()["ok"]
    assert house.process.poll() is None
    return visitor.counts


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder) / "games.sqlite")
        try:
            counts = fuzz(house, args.seconds, args.seed)
        finally:
            house.stop()
    print(", ".join(f"{what}: {number}" for what, number in sorted(counts.items())))


if __name__ == "__main__":
    main()
