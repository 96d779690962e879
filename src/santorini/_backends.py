"""The searches of the core behind one face.

Two sides and nothing hidden: alpha-beta (`Searcher`). Everything else: the tree search (`TreeSearch`), which is given a
seat's view and nothing more. What they answer is put into the same plain records.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from santorini import _core
from santorini._core import Position, Step

__all__ = ["Found", "FoundLine", "OnFound", "Search", "chance_of", "score_of", "searchable", "tree", "two_sided"]

_native: Any = _core

SCALE = 150.0
"""Hundredths of score at which the chances are e to 1."""


@dataclass(frozen=True, slots=True)
class FoundLine:
    """A decision that was found, how good it is for the side that decides, and what may follow."""

    steps: tuple[Step, ...]
    score: int
    chance: float
    wins_in: int | None = None
    pv: tuple[tuple[Step, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """What a search has found so far, the best line first."""

    lines: tuple[FoundLine, ...]
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0


OnFound = Callable[[Found], None]


class Search(Protocol):
    """A search that keeps what it learned between calls."""

    def go(
        self,
        position: Position,
        seat: int,
        *,
        depth: int | None,
        nodes: int | None,
        seconds: float | None,
        lines: int,
        on_found: OnFound | None,
    ) -> Found:
        """Search until a limit is reached or `stop` is called."""

    def stop(self) -> None:
        """End the search that runs, from any thread."""

    def clear(self) -> None:
        """Forget everything."""


def chance_of(score: int, wins_in: int | None = None) -> float:
    """The chance to win that a score stands for.

    >>> chance_of(0), round(chance_of(150), 2), chance_of(0, wins_in=-2)
    (0.5, 0.73, 0.0)
    """
    if wins_in is not None:
        return 1.0 if wins_in > 0 else 0.0
    return 1 / (1 + math.exp(-max(-4000.0, min(4000.0, score)) / SCALE))


def score_of(chance: float) -> int:
    """The score that stands for a chance to win.

    >>> score_of(0.5), chance_of(score_of(0.9)) > 0.89
    (0, True)
    """
    inside = max(1e-4, min(1 - 1e-4, chance))
    return round(SCALE * math.log(inside / (1 - inside)))


def _milliseconds(seconds: float | None) -> int:
    return 0 if seconds is None else max(1, round(seconds * 1000))


def _turns(turns: Sequence[Sequence[Step]]) -> tuple[tuple[Step, ...], ...]:
    return tuple(tuple(steps) for steps in turns)


class _TwoSided:
    """Alpha-beta."""

    def __init__(self, hash_mb: int, threads: int, network: bool) -> None:
        self._searcher = _native.Searcher(hash_mb=hash_mb, threads=threads, network=network)

    def go(
        self,
        position: Position,
        seat: int,
        *,
        depth: int | None,
        nodes: int | None,
        seconds: float | None,
        lines: int,
        on_found: OnFound | None,
    ) -> Found:
        tell: Callable[[Any], None] | None = None
        if on_found is not None:

            def tell(result: Any) -> None:
                on_found(self._found(result))

        result = self._searcher.go(
            position,
            depth=depth or 0,
            nodes=nodes or 0,
            milliseconds=_milliseconds(seconds),
            lines=lines,
            on_info=tell,
        )
        return self._found(result)

    @staticmethod
    def _found(result: Any) -> Found:
        lines = tuple(
            FoundLine(tuple(one.steps), one.score, chance_of(one.score, one.wins_in), one.wins_in, _turns(one.pv))
            for one in result.lines
        )
        return Found(lines, result.depth, result.nodes, result.seconds)

    def stop(self) -> None:
        self._searcher.stop()

    def clear(self) -> None:
        self._searcher.clear()


class _Tree:
    """The tree search for one seat: it keeps a belief about what that seat cannot see."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._search = _native.TreeSearch(seed=seed)

    def go(
        self,
        position: Position,
        seat: int,
        *,
        depth: int | None,
        nodes: int | None,
        seconds: float | None,
        lines: int,
        on_found: OnFound | None,
    ) -> Found:
        result = self._search.go(
            position, seat, iterations=nodes or 0, milliseconds=_milliseconds(seconds), lines=lines
        )
        found = self._found(result)
        if on_found is not None:
            on_found(found)
        return found

    @staticmethod
    def _found(result: Any) -> Found:
        best = FoundLine(tuple(result.steps), score_of(result.win_chance), result.win_chance, None, _turns(result.line))
        others = (
            FoundLine(tuple(one.steps), score_of(one.win_chance), one.win_chance)
            for one in result.alternatives
            if tuple(one.steps) != best.steps
        )
        return Found((best, *others), len(best.pv), result.visits, result.seconds)

    def observe(self, position: Position) -> None:
        self._search.observe(position)

    def stop(self) -> None:
        self._search.stop()

    def clear(self) -> None:
        self._search = _native.TreeSearch(seed=self._seed)


def two_sided(hash_mb: int, threads: int, network: bool) -> Search:
    """A new alpha-beta search."""
    return _TwoSided(hash_mb, threads, network)


def tree(seed: int) -> _Tree:
    """A new tree search."""
    return _Tree(seed)


def searchable(position: Position) -> bool:
    """Has the position two sides and nothing hidden or random: can alpha-beta be used?"""
    return bool(_native.searchable(position))
