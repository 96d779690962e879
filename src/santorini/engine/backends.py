"""The searches of the core behind one interface.

Two sides and nothing hidden: alpha-beta (`Searcher`). Everything else: the tree search (`TreeSearch`), which gets only
a seat's view. Both return the same plain records.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from santorini import _core
from santorini._core import CoreError, Position, Step
from santorini.engine.limit import Limit
from santorini.errors import EngineError, sentence

__all__ = [
    "Found",
    "FoundLine",
    "OnFound",
    "ParameterRange",
    "Search",
    "TreeSearch",
    "chance_of",
    "judge",
    "parameter_ranges",
    "score_of",
    "searchable",
    "shipped_network",
    "tree",
    "two_sided",
]

_native: Any = _core

SCALE = 100.0
"""The score, in hundredths, at which the odds are e to 1."""

ENDLESS = 10**9
"""A time limit in milliseconds that is never reached."""

DEPTH_ITERATIONS = 500
"""Iterations of the tree search per turn of depth asked for; it has no depth itself."""


@dataclass(frozen=True, slots=True)
class FoundLine:
    """A decision, its value for the side that decides, and the turns that may follow."""

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
    """A search that keeps its memory between calls."""

    def go(self, position: Position, seat: int, limit: Limit, lines: int, on_found: OnFound | None) -> Found:
        """Search until a limit is reached or `stop` is called."""

    def stop(self) -> None:
        """Stop the running search, from any thread."""

    def clear(self) -> None:
        """Forget everything."""


def chance_of(score: int, wins_in: int | None = None) -> float:
    """The chance of winning that a score stands for.

    >>> chance_of(0), round(chance_of(100), 2), chance_of(0, wins_in=-2)
    (0.5, 0.73, 0.0)
    """
    if wins_in is not None:
        return 1.0 if wins_in > 0 else 0.0
    return 1 / (1 + math.exp(-max(-4000.0, min(4000.0, score)) / SCALE))


def score_of(chance: float) -> int:
    """The score that stands for a chance of winning.

    >>> score_of(0.5), chance_of(score_of(0.9)) > 0.89
    (0, True)
    """
    inside = max(1e-4, min(1 - 1e-4, chance))
    return round(SCALE * math.log(inside / (1 - inside)))


def _milliseconds(seconds: float | None) -> int:
    return 0 if seconds is None else max(1, round(seconds * 1000))


def _turns(turns: Sequence[Sequence[Step]]) -> tuple[tuple[Step, ...], ...]:
    return tuple(tuple(steps) for steps in turns)


@cache
def _network(file: str | None = None) -> Any:
    """A learned evaluation, from a file or the one shipped with the package.

    None if the package has none; then the handwritten evaluation is used.
    """
    if file is not None:
        try:
            return _native.Network(Path(file).read_bytes())
        except (OSError, ValueError):
            raise EngineError("engine/network", sentence("engine-network", file=file)) from None
    weights = files("santorini").joinpath("data/network.bin")
    return _native.Network(weights.read_bytes()) if weights.is_file() else None


def shipped_network() -> Any:
    """The network of the package, or None."""
    return _network()


def _weights(network: bool | str | Path) -> Any:
    if not network:
        return None
    return _network() if network is True else _network(str(network))


class _TwoSided:
    """Alpha-beta."""

    def __init__(
        self, hash_mb: int, threads: int, network: bool | str | Path, cpu_time: bool, parameters: Mapping[str, int]
    ) -> None:
        self._cpu_time = cpu_time
        try:
            self._searcher = _native.Searcher(
                hash_mb=hash_mb, threads=threads, network=_weights(network), parameters=dict(parameters)
            )
        except CoreError:
            what = ", ".join(f"{name}={value}" for name, value in parameters.items())
            raise EngineError("engine/parameter", sentence("engine-parameter", what=what)) from None

    def go(self, position: Position, seat: int, limit: Limit, lines: int, on_found: OnFound | None) -> Found:
        tell: Callable[[Any], None] | None = None
        if on_found is not None:

            def tell(result: Any) -> None:
                on_found(self._found(result))

        result = self._searcher.go(
            position,
            depth=limit.depth or 0,
            nodes=limit.nodes or 0,
            milliseconds=_milliseconds(limit.seconds),
            lines=lines,
            cpu_time=self._cpu_time,
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


class TreeSearch:
    """The tree search for one seat. It keeps a belief about what that seat cannot see."""

    def __init__(self, seed: int, network: bool | str | Path = True, *, cpu_time: bool = False) -> None:
        self._seed = seed
        self._cpu_time = cpu_time
        self._network = _weights(network)
        self.clear()

    def go(self, position: Position, seat: int, limit: Limit, lines: int, on_found: OnFound | None) -> Found:
        """Search until a limit is reached. A depth becomes a number of iterations."""
        begun = time.perf_counter()
        nodes = limit.nodes
        if limit.depth is not None and nodes is None and limit.seconds is None:
            nodes = DEPTH_ITERATIONS * limit.depth
        endless = nodes is None and limit.seconds is None
        result = self._search.go(
            position,
            seat,
            iterations=nodes or 0,
            milliseconds=ENDLESS if endless else _milliseconds(limit.seconds),
            lines=lines,
            cpu_time=self._cpu_time,
        )
        side = position.side(seat)
        turns = _split(result.principal_world, result.principal)
        found = Found(
            tuple(self._line(one, side, turns[1:] if number == 0 else ()) for number, one in enumerate(result.lines)),
            len(turns),
            result.iterations,
            time.perf_counter() - begun,
        )
        if result.certain and found.lines:
            found = replace(found, lines=(replace(found.lines[0], chance=1.0, wins_in=1), *found.lines[1:]))
        if on_found is not None:
            on_found(found)
        return found

    @staticmethod
    def _line(one: Any, side: int, more: tuple[tuple[Step, ...], ...]) -> FoundLine:
        steps, chance = tuple(one.steps), float(one.chances[side])
        return FoundLine(steps, score_of(chance), chance, None, (steps, *more))

    def observe(self, position: Position, seat: int, played: Sequence[Step]) -> None:
        """What the seat sees now, and the steps it has tried itself since the last observation."""
        self._search.observe(position, seat, list(played))

    def stop(self) -> None:
        """Stop the running search."""
        self._search.stop()

    def clear(self) -> None:
        """Forget everything."""
        self._search = _native.TreeSearch(seed=self._seed, network=self._network)


def _split(position: Position, steps: Sequence[Step]) -> tuple[tuple[Step, ...], ...]:
    """A sequence of steps, split into turns."""
    turns: list[tuple[Step, ...]] = []
    before, so_far = position, list[Step]()
    for step in steps:
        position = position.play(step)
        so_far.append(step)
        if before.turn_ended(position):
            turns.append(tuple(so_far))
            before, so_far = position, []
    return (*turns, tuple(so_far)) if so_far else tuple(turns)


def two_sided(
    hash_mb: int, threads: int, network: bool | str | Path, *, cpu_time: bool, parameters: Mapping[str, int]
) -> Search:
    """A new alpha-beta search."""
    return _TwoSided(hash_mb, threads, network, cpu_time, parameters)


def tree(seed: int, network: bool | str | Path = True, *, cpu_time: bool = False) -> TreeSearch:
    """A new tree search."""
    return TreeSearch(seed, network, cpu_time=cpu_time)


class ParameterRange(NamedTuple):
    """A parameter of the search that can be set, and its range."""

    name: str
    value: int
    least: int
    most: int


@cache
def parameter_ranges() -> tuple[ParameterRange, ...]:
    """The parameters of the search that can be set: none unless the core was built for tuning (`make tunable`)."""
    return tuple(ParameterRange(*one) for one in _core.search_parameters())


def judge(network: bool | str | Path = True) -> Callable[[Position], int]:
    """A function that scores a position between two turns for the side to move, without a search."""
    weights = _weights(network)
    return _native.handmade if weights is None else weights.evaluate  # type: ignore[no-any-return]


def searchable(position: Position) -> bool:
    """Whether alpha-beta can be used: two sides, nothing hidden, no luck."""
    return bool(_native.searchable(position))
