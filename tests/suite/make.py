"""Makes the suite: positions from random games of many pairings, each settled by trying everything.

    .venv/bin/python -m tests.suite.make

The engine's search takes no part. A turn is right if `_core.Prover` proves it, and wrong if it refutes it;
where it gives up, the position is passed over.
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed

from santorini import POWERS, Game, Position, Turn, suits
from santorini._core import Prover, testing
from tests.suite.positions import Problem, read, write

LEFT_OUT = {"gaea", "chaos", "dionysus", "hecate", "moerae", "tartarus"}
"""Powers with hidden information, luck, choices of others within a turn, or additional turns: none is judged."""

KINDS = ("win 1", "win 2", "win 3", "win 4", "save")
MOST_WINNING = 4
MOST_TURNS = 400
BUDGET = 60_000
"""Positions that a proof may take: a second or so."""
EFFORT = 1_500_000
"""Positions that all proofs for one power may take together."""


def powers() -> list[str]:
    """The powers that take part."""
    return [key for key in POWERS if key not in LEFT_OUT]


def likely_turn(position: Position, dice: random.Random) -> Turn | None:
    """A turn as a hurried player might choose it: up rather than down, and no obvious gift to the opponent."""
    best: tuple[float, Turn] | None = None
    for _ in range(8):
        turn = testing.random_turn(position, dice.getrandbits(48))
        if not turn.steps:
            return None
        after = turn.after
        if after.is_over:
            continue
        own = sum(after.height(square) for square in after.workers(position.to_move))
        worth = own + dice.random() - (3 if after.at_rest and after.has_win() else 0)
        if best is None or worth > best[0]:
            best = (worth, turn)
    return best[1] if best else None


def games(pair: tuple[str, str], seed: int) -> Iterator[Position]:
    """Late positions of a game."""
    dice = random.Random(f"{pair}/{seed}")
    game = Game(*pair, seed=seed)
    least = dice.randint(10, 24)
    for number in range(70):
        if game.is_over:
            return
        if game.position.stage != "play":
            turn: Turn | None = testing.random_turn(game.position, dice.getrandbits(48))
        else:
            turn = likely_turn(game.position, dice)
        if turn is None:
            return
        game.push(turn)
        now = game.position
        if number >= least and now.stage == "play" and not now.extra and game.outcome() is None:
            yield now


# -- settling ----------------------------------------------------------------------------------------------------------


def settle(position: Position, prover: Prover) -> Problem | None:
    """The problem that a position poses, if it is one."""
    if position.count_turns() > MOST_TURNS:
        return None
    for turns in (1, 2, 3, 4):
        won = prover.wins(position, turns)
        if won is None:
            return None
        if won:
            return _winning(position, turns, prover)
    return _saving(position, prover)


def _winning(position: Position, turns: int, prover: Prover) -> Problem | None:
    right = []
    every = position.turn_list()
    for turn in every:
        after = turn.after
        if after.is_over:
            wins: bool | None = turn.wins
        else:
            wins = not after.has_turn() or (turns > 1 and prover.loses(after, turns - 1))
        if wins is None:
            return None
        if wins:
            right.append(turn.text)
            if len(right) > MOST_WINNING:
                return None
    return Problem(f"win {turns}", position, tuple(right)) if 4 * len(right) <= len(every) else None


def _saving(position: Position, prover: Prover) -> Problem | None:
    right, at_once = [], 0
    every = position.turn_list()
    for turn in every:
        after = turn.after
        if after.is_over or (after.has_turn() and after.has_win()):
            at_once += 1
            continue
        if not after.has_turn():
            return None
        loses = prover.wins(after, 2)
        if loses is None:
            return None
        if not loses:
            right.append(turn.text)
            if len(right) > MOST_WINNING:
                return None
    if not right or len(every) < 8 or 2 * at_once < len(every) or 5 * len(right) > len(every):
        return None
    return Problem("save", position, tuple(right))


# -- all of it ---------------------------------------------------------------------------------------------------------


def search(key: str, seed: int, wanted: int, effort: int, budget: int, kind: str | None) -> list[Problem]:
    """Problems in which the side with this power has to find something, of as many kinds as possible."""
    dice = random.Random(f"{key}/{seed}")
    found: list[Problem] = []
    kinds: Counter[str] = Counter()
    others = [other for other in powers() if other != key and suits((key, other)) is None]
    for number in itertools.count():
        if len(found) >= wanted or effort <= 0:
            break
        effort -= 1000  # the game itself
        other = dice.choice(others) if number % 3 else "mortal"
        pair = (key, other) if dice.random() < 0.5 else (other, key)
        for position in games(pair, seed * 1000 + number):
            if position.power(position.to_move) != key:
                continue
            prover = Prover(budget)
            problem = settle(position, prover)
            effort -= prover.total
            # Quick wins are plenty in random games: the long ones are taken where they are found.
            if problem is None or kinds[problem.kind] >= (1 if problem.kind in ("win 1", "win 2") else 2):
                continue
            if kind not in (None, problem.kind):
                continue
            kinds[problem.kind] += 1
            found.append(problem)
            break
    return found


def main() -> int:
    """Make the suite again."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--wanted", type=int, default=5, help="problems for each power")
    parser.add_argument("--effort", type=int, default=EFFORT, help="positions looked at for each power at most")
    parser.add_argument("--budget", type=int, default=BUDGET, help="positions that one proof may take")
    parser.add_argument("--kind", choices=KINDS, help="only these")
    parser.add_argument("--powers", help="only for these, separated by commas")
    parser.add_argument("--add", action="store_true", help="keep the positions that are there")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, help="processes; as many as there are processors if nothing is said")
    args = parser.parse_args()
    from rich.progress import Progress

    with ProcessPoolExecutor(args.jobs) as pool, Progress() as progress:
        keys = args.powers.split(",") if args.powers else powers()
        task = progress.add_task("searching", total=len(keys))
        settings = (args.seed, args.wanted, args.effort, args.budget, args.kind)
        jobs = [pool.submit(search, key, *settings) for key in keys]
        problems: list[Problem] = read() if args.add else []
        for job in as_completed(jobs):
            problems += job.result()
            progress.advance(task)
            write(problems)
    kinds = Counter(problem.kind for problem in problems)
    print(f"{len(problems)} positions, {len({problem.power for problem in problems})} powers:", end=" ")
    print(", ".join(f"{kinds[kind]} {kind}" for kind in KINDS))
    return 0


if __name__ == "__main__":
    sys.exit(main())
