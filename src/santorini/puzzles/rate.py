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

__all__ = ["Rater", "rate"]

TRYING = 9
"""How many levels try: those above solve almost every puzzle, and take long."""
TRIES = 2
"""How often a level with random choices tries a puzzle."""


class Rater:
    """Lets the levels of the computer opponent try puzzles: the worker of the pool."""

    def __init__(self) -> None:
        self._engines = [Engine(level, hash_mb=1, seed=0) for level in LEVELS[:TRYING]]

    def difficulty(self, position: Position, right: Sequence[str]) -> int:
        """How many levels do not find a right turn: 1 (almost all do) to 8.

        >>> from santorini import read_position
        >>> rater = Rater()
        >>> rater.difficulty(read_position("0003200000000000000000000/1/mortal:e5,a1/mortal:a5,b1"), ["e5-d5#"])
        1
        >>> rater.close()
        """
        outcomes = {position.read_turn(text)[0].after for text in right}
        missed = 0.0
        for engine in self._engines:
            engine.clear()
            tries = TRIES if engine.level.softness else 1
            for engine.seed in range(tries):
                missed += (engine.play(position).after not in outcomes) / tries
        return min(MOST_DIFFICULT, 1 + round(missed))

    def play(self, task: tuple[str, tuple[str, ...]], thinking: Callable[[int], None]) -> int:
        """The difficulty of one puzzle. Positions travel as text."""
        position, right = task
        return self.difficulty(read_position(position), right)

    def close(self) -> None:
        """Free the memory."""
        for engine in self._engines:
            engine.close()


def rate(puzzles: Sequence[Puzzle], processes: int = 1) -> Iterator[Puzzle]:
    """The puzzles with their difficulty estimated again, as they are finished."""
    tasks = {(puzzle.position.text, puzzle.solution): puzzle for puzzle in puzzles}
    with open_pool(Rater, (), processes) as pool:
        unrated = lambda task, seat, status: tasks[task].difficulty  # noqa: E731
        for task, found in pool.run(tasks, unrated, lambda: None):
            yield replace(tasks[task], difficulty=found)
