"""Tunes the parameters of the search by playing games (SPSA), in a build whose parameters can be set (`make tunable`).

    python -m tools.tune static_margin late_base --log runs/tune.jsonl --iterations 5000 --time 0.02

In each iteration all parameters are moved a little, each up or down at random; one player gets them moved this way,
the other the opposite way. They play a round, and the parameters follow the winner by a small step. As many iterations
are played at once as there are processors, each from the values learnt by the time it began. Every iteration is a line
of the log; the same command continues an existing log. At the end, edit `core/search/parameters.h` by hand, and check
in a match that the new values beat the old ones.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import random
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from santorini import Limit
from santorini.arena._match import Games, Match
from santorini.arena._players import Options
from santorini.engine.backends import ParameterRange, parameter_ranges
from santorini.pool import cores, open_pool

ROOT = Path(__file__).resolve().parent.parent
TUNABLE = ROOT / "build/tune/python"
"""A Python that finds the core whose parameters can be set."""

KEPT = ("iterations", "rounds", "rate", "time", "nodes", "cpu_time", "hash", "powers", "rules", "openings", "seed")
"""What a log must have been made with to be continued."""

ALPHA, GAMMA = 0.602, 0.101  # how steps and moves shrink (Spall's usual values)


@dataclass
class Spsa:
    """Simultaneous perturbation: where the parameters are, how they are moved next, and what a result changes.

    `moves` is how far each parameter is moved at the last iteration, `rate` the share of it by which the parameter then
    follows a point won, both as in fishtest. Values are fractions here; players get whole numbers, rounded at random so
    that small steps count.
    """

    ranges: Mapping[str, ParameterRange]
    iterations: int
    rate: float = 0.02
    moves: Mapping[str, float] = field(default_factory=dict)
    seed: int = 0
    values: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.values = {name: float(one.value) for name, one in self.ranges.items()} | self.values

    def move(self, name: str, number: int) -> float:
        """How far a parameter is moved in an iteration, counted from 1."""
        one = self.ranges[name]
        last = self.moves.get(name, max(1.0, (one.most - one.least) / 20))
        return float(last * (self.iterations / number) ** GAMMA)

    def step(self, name: str, number: int) -> float:
        """How far a parameter follows one point of an iteration."""
        last = self.rate * self.move(name, self.iterations) ** 2
        slow = 0.1 * self.iterations  # keeps the first steps small
        return float(last * ((slow + self.iterations) / (slow + number)) ** ALPHA / self.move(name, number))

    def directions(self, number: int) -> dict[str, int]:
        """Up or down for each parameter; the same again for the same iteration."""
        dice = random.Random(f"{self.seed}/{number}/directions")
        return {name: dice.choice((-1, 1)) for name in self.ranges}

    def proposed(self, number: int) -> tuple[dict[str, int], dict[str, int]]:
        """The values of both players."""
        dice = random.Random(f"{self.seed}/{number}/rounding")
        ways = self.directions(number)
        both: list[dict[str, int]] = []
        for sign in (1, -1):
            one = {}
            for name, limits in self.ranges.items():
                value = self.values[name] + sign * ways[name] * self.move(name, number)
                whole = int(value // 1) + (dice.random() < value % 1)
                one[name] = max(limits.least, min(limits.most, whole))
            both.append(one)
        return both[0], both[1]

    def learn(self, number: int, result: float) -> None:
        """Follow a result: games won minus games lost by the first player."""
        ways = self.directions(number)
        for name, limits in self.ranges.items():
            value = self.values[name] + self.step(name, number) * ways[name] * result
            self.values[name] = max(limits.least, min(limits.most, value))


class Trial(NamedTuple):
    """An iteration to be played: two sets of values against each other."""

    number: int
    first: tuple[tuple[str, int], ...]
    second: tuple[tuple[str, int], ...]


Play = Callable[[Iterator[Trial]], Iterable[tuple[Trial, float]]]
"""Plays trials, perhaps several at once. The result of each is games won minus games lost by the first player."""


def tune(spsa: Spsa, settings: Mapping[str, object], log: Path, play: Play) -> None:
    """Run the iterations that the log lacks."""
    head = {"tune": 2, "settings": dict(settings)}
    done: set[int] = set()
    if log.exists():
        lines = [json.loads(line) for line in log.read_text(encoding="utf-8").split("\n")[:-1]]
        if not lines or lines[0] != head:
            raise ValueError(f"{log} was made with other settings: {json.dumps(lines[0] if lines else None)}")
        done = {line["iteration"] for line in lines[1:]}
        if done:
            spsa.values = dict(lines[-1]["values"])
        log.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")  # drops a broken last line
    else:
        log.parent.mkdir(parents=True, exist_ok=True)
        log.write_text(json.dumps(head) + "\n", encoding="utf-8")

    def trials() -> Iterator[Trial]:
        for number in range(1, spsa.iterations + 1):
            if number not in done:
                first, second = spsa.proposed(number)
                yield Trial(number, tuple(first.items()), tuple(second.items()))

    for trial, result in play(trials()):
        spsa.learn(trial.number, result)
        values = {name: round(value, 4) for name, value in spsa.values.items()}
        spsa.values = dict(values)  # what a continued log would begin with
        line = {"iteration": trial.number, "first": dict(trial.first), "second": dict(trial.second)}
        with log.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line | {"result": result, "values": values}) + "\n")
        shown = " ".join(f"{name} {value:.1f}" for name, value in values.items())
        print(f"{trial.number}/{spsa.iterations} {result:+g}  {shown}", file=sys.stderr, flush=True)


class Duels:
    """Plays trials in the arena, each with an opening of its own: a worker of the pool."""

    def __init__(self, match: Match, rounds: int) -> None:
        self._match = match
        self._rounds = rounds

    def play(self, trial: Trial, thinking: Callable[[int], None]) -> float:
        """The rounds of a trial."""
        first, second = (
            f"network:{','.join(f'{name}={value}' for name, value in one)}" for one in (trial.first, trial.second)
        )
        seed = self._match.seed * 1_000_000 + trial.number
        games = Games(replace(self._match, sides=(first, second), seed=seed))
        try:
            jobs = itertools.product(range(self._rounds), range(2))
            return sum(2 * games.play(job, thinking).score - 1 for job in jobs)
        finally:
            games.close()

    def close(self) -> None:
        """Nothing is held from one trial to the next."""


def by_games(args: argparse.Namespace) -> Play:
    """Plays with the arena: as many trials at once as there are processors."""
    match = Match(
        ("network", "network"),
        Options(Limit(args.time, args.nodes), args.hash, 1, args.cpu_time),
        args.powers,
        rules=args.rules,
        openings=args.openings,
        seed=args.seed,
    )

    def play(trials: Iterator[Trial]) -> Iterator[tuple[Trial, float]]:
        with open_pool(Duels, (match, args.rounds), args.concurrency) as pool:
            yield from pool.run(trials, _crashed, lambda: None)

    return play


def _crashed(trial: Trial, seat: int, status: int | None) -> float:
    raise ValueError(
        f"the search ended by itself (exit status {status}) with {dict(trial.first if seat == 1 else trial.second)}"
    )


def ranges_of(names: Sequence[str], known: Sequence[ParameterRange]) -> dict[str, ParameterRange]:
    """The parameters of these names; all if none is named."""
    found = {one.name: one for one in known}
    for name in names:
        if name not in found:
            raise ValueError(f"there is no parameter {name!r}; there are {', '.join(found)}")
    return {name: found[name] for name in names or found}


def main(argv: Sequence[str] | None = None) -> int:
    """Tune."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parameters", nargs="*", metavar="PARAMETER", help="what to tune (default: everything)")
    parser.add_argument("--log", type=Path, required=True)
    parser.add_argument("--iterations", type=int, default=5000)
    parser.add_argument("--rounds", type=int, default=1, help="rounds of two games in an iteration")
    parser.add_argument("--rate", type=float, default=0.02)
    parser.add_argument("--move", action="append", default=[], metavar="NAME=SIZE", help="how far one is moved")
    parser.add_argument("--time", type=float, metavar="SECONDS")
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--cpu-time", action="store_true")
    parser.add_argument("--hash", type=int, default=16)
    parser.add_argument("--powers", default="plain")
    parser.add_argument("--rules", default="printed")
    parser.add_argument("--openings", default="book")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--concurrency", type=int, default=cores())
    args = parser.parse_args(argv)
    if args.time is None and args.nodes is None:
        parser.error("give --time or --nodes")
    if not parameter_ranges():
        if not TUNABLE.exists() or sys.flags.no_site:  # this is that Python already
            parser.error("this build has constants: run `make tunable` first")
        os.execv(TUNABLE, [str(TUNABLE), "-m", "tools.tune", *(argv or sys.argv[1:])])
    try:
        moves = {name: float(size) for name, _, size in (text.partition("=") for text in args.move)}
        ranges = ranges_of(args.parameters, parameter_ranges())
        settings = {name: getattr(args, name) for name in KEPT} | {"parameters": list(ranges), "moves": moves}
        tune(Spsa(ranges, args.iterations, args.rate, moves, args.seed), settings, args.log, by_games(args))
    except ValueError as error:
        parser.error(str(error))
    except KeyboardInterrupt:
        print("stopped; the same command goes on", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
