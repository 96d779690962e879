"""How difficult puzzles are: which levels of the computer opponent solve them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from santorini._core import Position
from santorini.engine.engine import Engine
from santorini.engine.levels import LEVELS
from santorini.game.reading import read_position
from santorini.pool import open_pool
from santorini.puzzles.puzzle import MOST_DIFFICULT, Puzzle

__all__ = ["difficulty", "rate"]

TRIES = 4
"""How often a level that plays by chance tries a puzzle."""


def difficulty(position: Position, right: Sequence[str]) -> int:
    """How many levels do not find a right turn: 1 (almost all do) to 8. The top level, which has time, is left out.

    >>> from santorini import read_position
    >>> difficulty(read_position("0003200000000000000000000/1/mortal:e5,a1/mortal:a5,b1"), ["e5-d5#"])
    1
    """
    outcomes = {position.read_turn(text)[0].after for text in right}
    missed = 0.0
    for level in LEVELS:
        if level.is_endless:
            continue
        tries = TRIES if level.softness else 1
        for seed in range(tries):
            with Engine(level, hash_mb=4, seed=seed) as engine:
                missed += (engine.play(position).after not in outcomes) / tries
    return min(MOST_DIFFICULT, 1 + round(missed))


class _Rater:
    """The worker of the pool. Positions travel as text."""

    def play(self, task: tuple[str, tuple[str, ...]], thinking: Callable[[int], None]) -> int:
        position, right = task
        return difficulty(read_position(position), right)

    def close(self) -> None:
        """Nothing is held."""


def rate(puzzles: Sequence[Puzzle], processes: int = 1) -> Iterator[Puzzle]:
    """The puzzles with their difficulty estimated anew, as they get done."""
    tasks = {(puzzle.position.text, puzzle.solution): puzzle for puzzle in puzzles}
    with open_pool(_Rater, (), processes) as pool:
        unrated = lambda task, seat, status: tasks[task].difficulty  # noqa: E731
        for task, found in pool.run(tasks, unrated, lambda: None):
            yield replace(tasks[task], difficulty=found)
