"""Plays the same random games at the server's table and at the page's own, and compares all that clients are told.

Run as a program for many games; `tests/wasm/test_local_table.py` plays a sample.

    .venv/bin/python -m tests.wasm.local_games --games 300
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from santorini import RuleSet, read_record
from santorini.server.protocol import requests
from santorini.server.protocol.refusal import Refusal
from santorini.server.tables import events
from santorini.server.tables.commands import _decision, _seat, _why
from santorini.server.tables.guests import Guest
from santorini.server.tables.setting_up import NewTokens, created
from santorini.server.tables.table import Role, Table
from santorini.server.thinking.seen import seen_by
from santorini.server.views import catalogue, replay
from santorini.server.views.table_state import Around
from tests.comparison import Pairing
from tests.random_games import sample
from tests.wasm.bridge import MODULES, ROOT, NodeProcess, node

MOST_COMMANDS = 400


class LocalTable(NodeProcess):
    """The page's table in a Node process."""

    def __init__(self) -> None:
        super().__init__(Path(__file__).with_name("table.mjs"), bundled(), MODULES / "rules.wasm")
        self.ask(deck=json.loads(catalogue.powers().body))

    def ask(self, **request: Any) -> dict[str, Any]:
        """What it says, and the answer to a question."""
        answer: dict[str, Any] = self.answer(request)
        return answer


def bundled() -> Path:
    """The page's table as one file for Node."""
    bundle = ROOT / "build" / "wasm" / "table.mjs"
    rolldown = ROOT / "web" / "node_modules" / "rolldown" / "bin" / "cli.mjs"
    source = ROOT / "web" / "tests" / "table_bridge.ts"
    command = [node(), str(rolldown), str(source), "--file", str(bundle), "--format", "esm", "--log-level", "silent"]
    subprocess.run(command, check=True, cwd=ROOT / "web")
    return bundle


class BothTables:
    """A game at the server's table and at the page's."""

    def __init__(self, local: LocalTable, wish: dict[str, Any], rng: random.Random) -> None:
        self.local, self.rng, self.at = local, rng, 1000.0
        first = created(requests.NewGame.model_validate(wish), NewTokens("host", "watch", {}))
        self.table = Table("game", first, self.at)
        self.here = tuple(n for n, seat in enumerate(first.seats, 1) if seat.kind == "here")
        self.role = Role("seat", self.here, host=True)
        self.guest = Guest(self.role, "host", None, 10_000)
        self.guest.tell_state(self.table, self.around, full=True)
        drawn = [str(step) for turn in self.table.settled.turns for step in turn.steps]
        seats = [{"kind": seat.kind, "name": seat.name, "level": seat.level} for seat in first.seats]
        begin = {"wish": wish, "start": first.start, "drawn": drawn, "seats": seats, "at": self.at}
        answer = local.ask(begin=begin)
        self.compare(answer, [])
        if not any(power is None for power in wish.get("powers", {}).get("powers", [])):
            assert answer["extra"] == first.start

    @property
    def around(self) -> Around:
        return Around(self.at, frozenset(self.here))

    def compare(self, answer: dict[str, Any], refused: list[dict[str, Any]]) -> None:
        """Everything that the server has told its client, against what the page's table says."""
        told = []
        while not self.guest.outgoing.empty():
            told.append(json.loads(self.guest.outgoing.get_nowait() or b"null"))
        expected = [*told, *refused]
        if answer["said"] != expected:
            raise AssertionError(f"at {self.table.settled.text}\n{difference(answer['said'], expected)}")

    def command(self, **wish: Any) -> None:
        """A command of the device."""
        self.at += 1
        command = requests.COMMAND.validate_python(wish)
        refused: list[dict[str, Any]] = []
        luck: list[str] = []
        try:
            seat = _seat(self.role, self.guest.seat, command)
            if isinstance(command, requests.WhyCommand):
                refused.append({"type": "answer", "id": None, "why": _why(self.table, seat, command)})
            elif isinstance(command, requests.LookCommand):
                self.guest.look(command.seat, self.table, self.around)
            else:
                luck = self.happen(_decision(self.role, seat, command)(self.table))
        except Refusal as refusal:
            if refusal.code == "stale":
                self.guest.tell_state(self.table, self.around, full=True)
            refused.append({"type": "error", "id": None, **refusal.problem})
        self.compare(self.local.ask(command=wish, luck=luck, at=self.at), refused)

    def happen(self, happened: Sequence[events.Event]) -> list[str]:
        """Apply events at the server's table. Returns what luck drew."""
        for event in happened:
            self.table.apply(events.read_back(event), self.at)
        if happened:
            self.guest.tell_state(self.table, self.around)
        return [event.step for event in happened if isinstance(event, events.Luck)]

    def computer(self, seat: int) -> None:
        """The computer plays some steps."""
        self.at += 1
        if self.table.awaits_confirm:
            luck = self.happen(self.table.may_confirm(seat))
            self.compare(self.local.ask(confirm=seat, luck=luck, at=self.at), [])
            return
        steps = [str(self.rng.choice(self.table.view(seat).steps()))]
        luck = self.happen(self.table.computer_plays(seat, steps))
        self.compare(self.local.ask(computer={"seat": seat, "steps": steps}, luck=luck, at=self.at), [])

    def play(self) -> None:
        """One thing happens, mostly a step of the game."""
        table, rng = self.table, self.rng
        decider, version = table.decider, table.version(self.here)
        if table.is_computer(decider):
            return self.computer(decider)
        chance = rng.random()
        if table.secretive and self.guest.seat != decider and chance < 0.9:
            return self.command(type="look", seat=decider)
        if chance < 0.03:
            return self.command(type="why", square=rng.choice("abcde") + rng.choice("12345"))
        if chance < 0.04:
            return self.command(type="why", step=rng.choice(["b3-b4", "+c3", "c3+c4^", "nonsense"]))
        if chance < 0.07:
            return self.command(type="undo", version=version)
        if chance < 0.075 or (table.settled.turn_so_far and chance < 0.3):
            return self.command(type="restart", version=version)
        if chance < 0.08:
            return self.command(type="step", version=version - 1, step="b3-b4")
        if chance < 0.09:
            return self.command(type="step", version=version, step="a1-e5")
        if chance < 0.11:
            return self.command(type="takeback", version=version)
        if chance < 0.112:
            return self.command(type="resign", seat=rng.choice(self.here))
        if table.awaits_confirm:
            return self.command(type="confirm", version=version)
        step = rng.choice(table.view(decider).steps())
        if chance < 0.16:
            return self.command(type="turn", version=version, turn=str(step), seat=decider)
        return self.command(type="step", version=version, step=str(step), seat=decider)

    def finish(self) -> None:
        """The log, the replay and the record of the whole game."""
        seat = self.guest.seat
        assert self.local.ask(look="replay")["extra"] == replay.of_table(self.table, seat)
        for looking in self.here:
            looks = [list(look) for look in seen_by(self.table.settled, looking)]
            assert self.local.ask(looks=looking)["extra"] == looks
        if self.table.over:
            record = read_record(self.local.ask(look="record")["extra"])
            assert record.game().position == self.table.settled.position


def difference(found: Any, expected: Any, path: str = "") -> str:
    """Where two answers differ first."""
    if isinstance(found, dict) and isinstance(expected, dict) and found.keys() == expected.keys():
        return next((difference(found[k], expected[k], f"{path}.{k}") for k in found if found[k] != expected[k]), "")
    if isinstance(found, list) and isinstance(expected, list) and len(found) == len(expected):
        pairs = enumerate(zip(found, expected, strict=True))
        return next((difference(a, b, f"{path}[{i}]") for i, (a, b) in pairs if a != b), "")
    return f"{path}: the page says {found!r}, the server {expected!r}"


def wish_of(pairing: Pairing, rng: random.Random) -> dict[str, Any]:
    """A table of the pairing: some seats are the computer's."""
    players = len(pairing.powers)
    seats = [
        rng.choice(({"kind": "here"}, {"kind": "here", "name": "Ann"}, {"kind": "computer"})) for _ in range(players)
    ]
    seats[rng.randrange(players)] = {"kind": "here"}
    wish: dict[str, Any] = {"seats": seats, "rules": pairing.rules, "confirm": rng.random() < 0.7}
    wish |= {"first": rng.randint(1, players), "any_pair": True}
    if pairing.fleece:
        wish["fleece"] = {"power": pairing.fleece}
    elif rng.random() < 0.1 and (players == 2 or pairing.rules != RuleSet.AID):
        wish["powers"] = {"choose": "draft"}
    else:
        wish["powers"] = {"choose": "free", "powers": list(pairing.powers)}
    if pairing.settings:
        wish["settings"] = list(pairing.settings)
    if rng.random() < 0.2:
        wish["clock"] = {"base": 60, "increment": 2}
    return wish


def wishes(seed: int) -> Iterator[tuple[str, dict[str, Any], random.Random]]:
    """Tables of all kinds, the rule sets in turn."""
    kinds = []
    for rules in RuleSet:
        some = list(sample(rules, seed))
        random.Random(f"{rules}/{seed}").shuffle(some)
        kinds.append(some)
    longest = max(len(some) for some in kinds)
    for row in zip(*(islice(cycle(some), longest) for some in kinds), strict=True):
        for pairing in row:
            rng = random.Random(f"{pairing.name}/{seed}")
            yield pairing.name, wish_of(pairing, rng), rng


def compare_games(local: LocalTable, games: int, seed: int) -> int:
    """Play this many games. Returns how many commands were compared."""
    commands = 0
    for name, wish, rng in islice(wishes(seed), games):
        try:
            both = BothTables(local, wish, rng)
            for _ in range(MOST_COMMANDS):
                if both.table.over:
                    break
                both.play()
                commands += 1
            both.finish()
        except AssertionError as error:
            raise AssertionError(f"{name}, {wish}: {error}") from None
    return commands


def main(argv: Sequence[str] | None = None) -> int:
    """Compare, and say how much."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(argv)
    begun = time.perf_counter()
    with LocalTable() as local:
        commands = compare_games(local, args.games, args.seed)
    print(f"{args.games} games, {commands} commands, every message the same; {time.perf_counter() - begun:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
