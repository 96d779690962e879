"""Compares the core with the independent reading of the rules under tests/reading, on positions from random games.

Run as a program for a long comparison; `tests/reading/test_comparison.py` runs a short one.

    .venv/bin/python -m tests.comparison --positions 1000
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field

from rich.progress import Progress, TimeElapsedColumn

import santorini
from santorini._core import testing
from tests import reading

FOUNDATION = [
    *("mortal", "apollo", "artemis", "athena", "atlas", "demeter", "hephaestus", "hermes", "minotaur", "pan"),
    *("prometheus", "chaos", "circe", "dionysus", "medusa", "morpheus", "charybdis", "gaea", "harpies", "hecate"),
    *("tartarus", "terpsichore", "heracles"),
]
"""The plain game, gods 1 to 10 and the cards that are hardest on a design."""

MOST_RESULTS = 2500
"""Positions with more outcomes are passed over: the reading is slow (Heracles, Polyphemus, a full Morpheus)."""

CLIMBED, SPENT, OUT, STOLEN = 1, 2, 4, 8


def plain(position: santorini.Position) -> reading.State:
    """A position at rest as the reading writes it."""
    seats = []
    binder, bound, bound_to = position.bound
    for seat in range(1, position.players + 1):
        team_mate = position.players == 4 and seat > 2
        flags = position.flags(seat)
        shared = position.shared
        seats.append(
            {
                "power": position.power(seat),
                "out": bool(flags & OUT),
                "workers": [] if team_mate else position.workers(seat),
                "women": [] if team_mate else position.women(seat),
                "climbed": bool(flags & CLIMBED),
                "spent": bool(flags & SPENT),
                "number": 0 if shared else position.number(seat),
                "tokens": [] if shared else position.tokens(seat),
                "aim": None if shared else position.aim(seat),
                "secret": position.secret(seat),
                "stolen": bool(flags & STOLEN),
                "bound": [s for s in (bound, bound_to) if s is not None] if binder == seat else None,
            }
        )
    deck, discard = position.deck
    chaos = {"face": position.face, "deck": sorted(deck), "discard": sorted(discard)} if position.face else None
    fleece = None
    if position.shared:
        fleece = {
            "power": position.shared,
            "ram": position.ram,
            "number": position.number(1),
            "tokens": position.tokens(1),
            "aim": position.aim(1),
        }
    return {
        "rules": position.rules,
        "players": position.players,
        "blocks": position.heights,
        "domes": position.domes,
        "seats": seats,
        "to_move": position.to_move - 1,
        "extra": position.extra,
        "winner": _winner(position),
        "fleece": fleece,
        "chaos": chaos,
        "settings": sorted(position.settings),
    }


def _winner(position: santorini.Position) -> int | None:
    """The winner from 0 on. To the reading a seat without a turn loses when it is asked for one, not before."""
    return position.winner - 1 if position.winner is not None and testing.is_decided(position) else None


def _key(position: santorini.Position) -> tuple[object, ...]:
    """The same position as `reading.outcomes` keys it: of an ended game only winner, board and workers count."""
    numbers = testing.numbers(position)
    if (winner := _winner(position)) is not None:
        return (winner, *numbers[:3])
    chaos = None
    if position.face:
        deck, discard = position.deck
        chaos = (position.face, tuple(sorted(deck)), tuple(sorted(discard)))
    return (*numbers, chaos)


@dataclass
class Result:
    """What one comparison found."""

    name: str
    positions: int = 0
    outcomes: int = 0
    passed_over: int = 0
    differences: list[str] = field(default_factory=list)


def compare(position: santorini.Position, result: Result, most: int = MOST_RESULTS) -> list[santorini.Position]:
    """Compare the outcomes of one position; returns the core's."""
    found: list[santorini.Position] = []
    for turn in position.turns():
        found.append(turn.after)
        if len(found) > most:
            result.passed_over += 1
            return found
    core = {_key(p): p for p in found}
    read = reading.outcomes(plain(position))
    result.positions += 1
    result.outcomes += len(read)
    missing, extra = read.keys() - core.keys(), core.keys() - read.keys()
    if missing or extra:
        lines = [f"{result.name}: {position.text}"]
        lines += [f"  only in the core: {core[k].text}" for k in itertools.islice(extra, 2)]
        lines += [f"  only in the reading: {reading.to_dict(read[k])}" for k in itertools.islice(missing, 2)]
        lines.append(f"  core {len(core)}, reading {len(read)}")
        result.differences.append("\n".join(lines))
    return found


def _advance(
    position: santorini.Position, outcomes: Sequence[santorini.Position], rng: random.Random
) -> santorini.Position:
    """The next position of a random game that builds up: wins are avoided now and then, to see late boards too."""
    going_on = [p for p in outcomes if not p.is_over]
    if going_on and rng.random() < 0.9:
        outcomes = going_on
    return rng.choice(outcomes)


def _raised(position: santorini.Position, rng: random.Random) -> santorini.Position:
    """The same position on a board on which something has been built already."""
    heights = []
    density = rng.choice([0.0, 0.3, 0.6, 0.9])
    for rank in range(5, 0, -1):
        for file in "abcde":
            square = f"{file}{rank}"
            occupied = (
                any(square in position.workers(s) for s in range(1, position.players + 1)) or square == position.ram
            )
            if square == position.ram or rng.random() > density:
                heights.append("0")
            elif occupied:
                heights.append(rng.choice("01223"))
            else:
                heights.append(rng.choice("0011122223334xyz"))
    if heights.count("4") > 4 and "chronus" in position.text:
        return position  # such a game would be over
    text = "".join(heights) + position.text[25:]
    try:
        return santorini.read_position(text)
    except santorini.InvalidPositionError:
        return position


def compare_games(
    name: str, make: Callable[[int], santorini.Game], positions: int, seed: int, most: int = MOST_RESULTS
) -> Result:
    """Compare at least this many positions of random games."""
    result = Result(name)
    rng = random.Random(f"{name}/{seed}")
    tries = 0
    while result.positions < positions and tries < 10 * positions:
        tries += 1
        position = make(rng.getrandbits(32)).position
        while position.stage != "play":
            position = testing.random_turn(position, rng.getrandbits(32)).after
        position = _raised(position, rng)
        for _ in range(rng.randrange(4, 40)):
            if position.is_over or result.positions >= positions:
                break
            outcomes = compare(position, result, most)
            if not outcomes:
                break
            position = _advance(position, outcomes, rng)
        if len(result.differences) >= 3:
            break
    return result


@dataclass(frozen=True)
class Pairing:
    """Powers, rule set and variant of a comparison."""

    powers: tuple[str, ...]
    rules: str = "printed"
    fleece: str | None = None
    settings: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """A short name for reports."""
        what = f"fleece {self.fleece}" if self.fleece else "-".join(self.powers)
        return " ".join([what, self.rules, *self.settings])

    def game(self, seed: int) -> santorini.Game:
        """A fresh game; every seat begins sometimes."""
        return santorini.Game(
            *self.powers,
            rules=self.rules,
            fleece=self.fleece,
            settings=self.settings,
            first=seed % len(self.powers) + 1,
            any_pair=True,
            seed=seed,
        )

    def run(self, positions: int, seed: int, most: int = MOST_RESULTS) -> Result:
        """Compare."""
        return compare_games(self.name, self.game, positions, seed, most)


def pairings(powers: Sequence[str], rules: str = "printed") -> Iterator[Pairing]:
    """Every pair that can be played in the rule set, banned ones included unless a rule forbids them."""
    known = [p for p in powers if rules in santorini.power(p).rules]
    for one, other in itertools.combinations(known, 2):
        if santorini.ban(one, other, rules) != "rule":
            yield Pairing((one, other), rules)
    if "mortal" in known:
        yield Pairing(("mortal", "mortal"), rules)


def several(powers: Sequence[str], players: int, number: int, rules: str, seed: int) -> Iterator[Pairing]:
    """A sample of triples or quadruples; each power allowed there occurs."""
    allowed = [p for p in powers if players in santorini.power(p).players and p != "mortal"]
    rng = random.Random(seed)
    chosen: set[tuple[str, ...]] = set()
    for power in itertools.islice(itertools.cycle(allowed), number):
        others = rng.sample([p for p in allowed if p != power], players - 1)
        table = [power, *others]
        rng.shuffle(table)
        chosen.add(tuple(table))
    for table_powers in sorted(chosen):
        yield Pairing(table_powers, rules)


def fleeces(powers: Sequence[str], rules: str) -> Iterator[Pairing]:
    """Every power that may be shared in the Golden Fleece variant."""
    for power in powers:
        card = santorini.power(power)
        if card.fleece if rules == "printed" else card.fleece_revised:
            yield Pairing(("mortal", "mortal"), rules, power)


def run_all(table: Iterable[Pairing], positions: int, seed: int, most: int) -> list[Result]:
    """Compare many pairings on all cores, with a progress bar."""
    work = list(table)
    results = []
    with ProcessPoolExecutor() as pool, Progress(*Progress.get_default_columns(), TimeElapsedColumn()) as progress:
        task = progress.add_task("comparing", total=len(work))
        for future in as_completed([pool.submit(p.run, positions, seed, most) for p in work]):
            results.append(future.result())
            progress.advance(task)
            for difference in results[-1].differences:
                progress.console.print(difference, markup=False, soft_wrap=True)
    return results


def main(argv: Sequence[str] | None = None) -> int:
    """Run a long comparison and say what it found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=200, help="positions a pairing")
    parser.add_argument(
        "--rules", choices=["printed", "revised", "aid"], action="append", help="rule sets, all by default"
    )
    parser.add_argument("--all-powers", action="store_true", help="all powers, not only the foundation's")
    parser.add_argument("--powers", nargs="*", help="only pairs in which one of these takes part")
    parser.add_argument("--tables", type=int, default=120, help="tables of three and of four players a rule set")
    parser.add_argument("--most", type=int, default=MOST_RESULTS, help="pass over positions with more outcomes")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(argv)
    powers = list(santorini.POWERS) if args.all_powers else FOUNDATION
    work: list[Pairing] = []
    for rules in args.rules or ["printed", "revised", "aid"]:
        work += pairings(powers, rules)
        if rules != "aid":
            work += several(powers, 3, args.tables, rules, args.seed)
            work += several(powers, 4, args.tables, rules, args.seed)
            work += fleeces(powers, rules)
    if args.powers:
        work = [p for p in work if set(args.powers) & {*p.powers, p.fleece}]
    results = run_all(work, args.positions, args.seed, args.most)
    differences = sum(len(r.differences) for r in results)
    positions, outcomes = sum(r.positions for r in results), sum(r.outcomes for r in results)
    large = sum(r.passed_over for r in results)
    print(f"{len(results)} pairings, {positions} positions, {outcomes} outcomes compared, {large} too large", end="")
    print(f", {differences} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
