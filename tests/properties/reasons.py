"""Asks `why` everywhere on a board and looks for answers that are empty, vague or contradicted by the board.

Run as a program for many positions; `test_why.py` asks about a sample.

    .venv/bin/python -m tests.properties.reasons --positions 20
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator

import santorini
from santorini import Position, Step, Why, make_power, read_position
from santorini._core import testing
from santorini.errors import InvalidPositionError
from tests.comparison import Pairing, _raised
from tests.properties.walks import partners, play_on, step_on, tables_with

SQUARES = [f"{file}{rank}" for rank in "12345" for file in "abcde"]
BLANK = make_power("blank", {}).id
"""A card that says nothing: it stands in for a card in games of three and four, where nobody is without one."""

OWN = {
    "pushed", "back", "not_edge", "same_square", "first_square", "interior", "built_first", "unmoved_only",
    "beside_mover", "no_pieces", "own_card",
}  # fmt: skip
VAGUE = {"not_now"}
"""Only for a step given as text: whoever points at a square is told more."""


def is_about(step: Step, square: str, origin: str | None) -> bool:
    """Does the step fit the square that was pointed at, and the worker if one was chosen?"""
    return (step.to == square and origin in (None, step.at)) or (origin is None and step.at == square)


def workers_seen(view: Position) -> dict[str, int]:
    """The workers on the board and the first seat of their side."""
    return {square: seat for seat in reversed(range(1, view.players + 1)) for square in view.workers(seat)}


def near(one: str, other: str, ring: bool) -> bool:
    """Neighbours, on a board without edges too."""
    apart = [abs(ord(a) - ord(b)) for a, b in zip(one, other, strict=True)]
    return one != other and all(d <= 1 or (ring and d == 4) for d in apart)


def says(position: Position, seat: int) -> dict[str, str | int]:
    """The words of the power that works for a seat."""
    held = position.power_held(seat)
    owner = next((s for s in range(1, position.players + 1) if position.power(s) == held), 0)
    return santorini.entry(held, position.edition(owner) if owner else position.rules)


def without_card(position: Position, seat: int) -> Position | None:
    """The position without a seat's card, made through the text, unlike the core does. None if no text can say it."""
    fields = position.text.split("/")
    _, colon, squares = fields[1 + seat].rpartition(":")
    fields[1 + seat] = BLANK + colon + squares if colon else BLANK
    try:
        return read_position("/".join(fields))
    except InvalidPositionError:
        return None


class Asked:
    """A position in which somebody decides, and everything that can be asked about it."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.seat = position.decider or 0
        self.view = position.view(self.seat)
        self.steps = self.view.steps()
        self.workers = workers_seen(self.view)
        self.words = says(position, self.seat)
        self.codes: Counter[str] = Counter()

    def complaints(self, origins: list[str | None]) -> Iterator[str]:
        """What is wrong with the answers, in words."""
        for origin in origins:
            for square in SQUARES:
                reasons = self.position.why(square, origin=origin, seat=self.seat)
                self.codes.update(str(reason.code) for reason in reasons)
                for wrong in self._wrong(square, origin, reasons):
                    yield f"{origin or ''}>{square}: {wrong}, {reasons} in {self.position.text}"

    def _wrong(self, square: str, origin: str | None, reasons: list[Why]) -> Iterator[str]:
        possible = any(is_about(step, square, origin) for step in self.steps)
        if possible == bool(reasons):
            yield "possible, but refused" if possible else "no reason"
        if reasons != self.view.why(square, origin=origin, seat=self.seat):
            yield "the view has another answer"
        for reason in reasons:
            if reason.code in VAGUE:
                yield "vague"
            yield from self._contradicted(square, origin, reason, alone=len(reasons) == 1)

    def _contradicted(self, square: str, origin: str | None, reason: Why, alone: bool) -> Iterator[str]:
        code, args = str(reason.code), reason.args
        ring = "move.ring" in self.words
        # At the start of a turn every worker of one's own may act.
        fresh = self.view.stage == "play" and self.view.at_rest and not self.view.extra
        actors = [origin] if origin else [w for w, s in self.workers.items() if self._is_mine(s)] if fresh else []
        match code:
            case "dome" if not self.view.has_dome(square):
                yield "no dome there"
            case "occupied" if square not in self.workers:
                yield "nobody there"
            case "occupied" if fresh and not self._is_mine(self.workers[square]) and "move.into" in self.words:
                yield "a worker may be entered"
            case "far" if any(near(actor, square, ring) for actor in actors):
                yield "it is near"
            case "high":
                climb = int(self.words.get("move.climb", 1))
                rises = [self.view.height(square) - self.view.height(a) for a in actors if near(a, square, ring)]
                if rises and min(rises) <= climb:
                    yield "the height is allowed"
            case "nobody" if origin in self.workers:
                yield "somebody is there"
            case "not_yours" if self._is_mine(self.workers[str(args["square"])]):
                yield "it is one's own"
            case "power":
                yield from self._no_such_card(square, origin, reason, alone and fresh)
            case _ if code in OWN and args["power"] != self.position.power_held(self._acting()):
                yield "another card is held"

    def _no_such_card(self, square: str, origin: str | None, reason: Why, alone: bool) -> Iterator[str]:
        seat, power = int(reason.args.get("seat", 0)), str(reason.args["power"])
        if not seat:
            if power != self.position.shared:
                yield "not the shared card"
            return
        cards = {self.position.power(seat), self.position.power_held(seat), self.position.shared}
        if power not in cards or power == "mortal":
            yield "not that seat's card"
        bound = [(one.kind, one.seat) for one in self.view.restrictions(self.seat)]
        if (reason.args.get("restriction"), seat) not in bound:
            yield "no such restriction"
        if not alone or self.position.shared or self._is_mine(seat) or self.position.power(seat) != power:
            return
        if "?" in self.view.text or any(self.position.flags(s) & 8 for s in range(1, self.position.players + 1)):
            return  # a text cannot hold both a secret and a card that keeps none; a stolen card is two seats' matter
        without = without_card(self.view, seat)
        if without is not None and not any(is_about(step, square, origin) for step in without.steps()):
            yield "that card does not forbid it"

    def _acting(self) -> int:
        """Player aid: an additional turn is played with the opponent's power."""
        theirs = self.position.extra and "their_power" in str(self.words)
        return 3 - self.seat if theirs else self.seat

    def _is_mine(self, seat: int) -> bool:
        return self.view.side(seat) == self.view.side(self.seat)


def some_positions(power: str, rng: random.Random) -> Position:
    """A position of a random game with the power: in set-up, between turns, or in the middle of one."""
    rules, players = rng.choice(tables_with(power))
    if players == 1:
        table = Pairing(("mortal", "mortal"), rules, power)
    else:
        cards = [power, *rng.sample(partners(power, rules, players), players - 1)]
        rng.shuffle(cards)
        table = Pairing(tuple(cards), rules)
    position = table.game(rng.getrandbits(32)).position
    in_setup = rng.random() < 0.15
    for _ in range(rng.randrange(5) if in_setup else 99):
        if position.stage == "play":
            break
        position = testing.random_turn(position, rng.getrandbits(32)).after
    if position.stage == "play":
        if rng.random() < 0.7:
            position = _raised(position, rng)
        position = play_on(position, rng, rng.randrange(16))
    return step_on(position, rng, rng.randrange(5))


def origins(position: Position) -> list[str | None]:
    """No worker chosen, each of one's own, and one square that holds none of them."""
    seat = position.decider or 0
    return [None, *position.workers(seat), "c3"]


def main() -> int:
    """Ask about many positions and say what is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=20, help="for each power")
    parser.add_argument("--powers", nargs="*", default=list(santorini.POWERS))
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    codes: Counter[str] = Counter()
    wrong = positions = 0
    for power in asked.powers:
        rng = random.Random(f"{power}/{asked.seed}")
        for _ in range(asked.positions):
            position = some_positions(power, rng)
            if position.decider is None:
                continue
            positions += 1
            here = Asked(position)
            for complaint in here.complaints(origins(position)):
                wrong += 1
                if wrong < 200:
                    print(power, complaint)
            codes += here.codes
    print(positions, "positions,", wrong, "complaints;", dict(codes.most_common()))
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
