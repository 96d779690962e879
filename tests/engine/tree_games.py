"""Plays the tree search against players that choose at random, and counts what it wins.

Run as a program for many games; `tests/engine/test_tree.py` plays a sample.

    .venv/bin/python -m tests.engine.tree_games --games 200 --iterations 100
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from collections.abc import Collection, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import repeat

from rich.progress import Progress, TimeElapsedColumn

from santorini import POWERS, Position
from santorini._core import TreeSearch

SECRETIVE = ("hecate", "moerae", "tartarus", "chaos")
"""Powers that hide something, or depend on luck."""

MOST_STEPS = 4000
"""No draw rule exists (Q26); nobody here plays that long on purpose."""


@dataclass(frozen=True)
class Match:
    """Who sits where, and which seats the search plays."""

    powers: tuple[str, ...]
    searching: tuple[int, ...]
    first: int = 1
    rules: str = "printed"


def start(powers: Sequence[str], first: int = 1, rules: str = "printed") -> Position:
    """The beginning of a game; an error if these powers are not played together."""
    return Position.start(list(powers), rules, "", [], first, False, "")


def decide(search: TreeSearch, position: Position, seat: int, iterations: int) -> Position:
    """The position after the search's decision: its steps, as far as the truth lets them be played."""
    result = search.go(position, seat, iterations=iterations)
    now = position
    for step in result.steps:
        if now != position and (now.is_over or now.decider != seat or position.turn_ended(now)):
            break
        if now != position and step not in now.steps():
            break  # something hidden made it impossible: the seat decides again
        now = now.play(step)
    return now


def play(match: Match, seed: int, iterations: int) -> int:
    """The seat that wins a game (of a team: one of its seats), 0 for a game without end."""
    chance = random.Random(seed)
    position = start(match.powers, match.first, match.rules)
    searches = {seat: TreeSearch(seed=seed) for seat in match.searching}
    for _ in range(MOST_STEPS):
        if position.winner is not None:
            return position.winner
        seat = position.decider
        steps = position.steps()
        if seat in searches:
            position = decide(searches[seat], position, seat, iterations)
        else:
            position = position.play(chance.choice(steps))
    return 0


def draw(kind: str, chance: random.Random) -> Match:
    """A game of that kind: `plain`, `two`, `three`, `four`, or the name of a power that the search holds or faces."""
    players = {"three": 3, "four": 4}.get(kind, 2)
    pool = sorted(power for power, card in POWERS.items() if players in card.players and power != "mortal")
    while True:
        powers = ["mortal", "mortal"] if kind == "plain" else chance.sample(pool, players)
        if kind in POWERS:
            powers[chance.randrange(2)] = kind
        try:
            start(powers)
        except ValueError:
            continue
        seat = chance.randrange(players) + 1
        searching = (seat, (seat + 1) % 4 + 1) if players == 4 else (seat,)
        return Match(tuple(powers), searching, chance.randrange(players) + 1)


def wins(match: Match, seed: int, iterations: int) -> bool:
    """Does the side of the search win?"""
    winner = play(match, seed, iterations)
    position = start(match.powers)
    return winner != 0 and position.side(winner) == position.side(match.searching[0])


def interval(won: int, games: int) -> tuple[float, float]:
    """Where the true share lies, at 95% (Wilson)."""
    z, share = 1.96, won / games
    middle = share + z * z / (2 * games)
    spread = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return (middle - spread) / (1 + z * z / games), (middle + spread) / (1 + z * z / games)


def main(arguments: Collection[str] | None = None) -> int:
    """Play and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100, help="of each kind")
    parser.add_argument("--iterations", type=int, default=100, help="a decision")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", nargs="+", default=["plain", "two", *SECRETIVE, "three", "four"])
    options = parser.parse_args(None if arguments is None else list(arguments))
    lines = []
    with Progress(*Progress.get_default_columns(), TimeElapsedColumn()) as progress, ProcessPoolExecutor() as workers:
        for kind in options.kinds:
            chance = random.Random(f"{kind} {options.seed}")
            matches = [draw(kind, chance) for _ in range(options.games)]
            task = progress.add_task(kind, total=len(matches))
            won = 0
            for result in workers.map(wins, matches, range(options.games), repeat(options.iterations)):
                won += result
                progress.advance(task)
            low, high = interval(won, options.games)
            lines.append(f"{kind:10} {won:5}/{options.games}  {won / options.games:6.1%}  ({low:.1%} to {high:.1%})")
    sys.stdout.write("\n".join(lines) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
