"""A stand-in for the searches of the core: looks one turn ahead, listens to `stop`, and answers in the same shape.

With it, tests of the code around the searches know every score and do not depend on the strength of the searches.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from santorini import Position, Step
from santorini.engine import backends


@dataclass
class Line:
    steps: list[Step]
    score: int
    wins_in: int | None = None
    pv: list[list[Step]] = field(default_factory=list)


@dataclass
class Result:
    lines: list[Line]
    depth: int
    nodes: int
    seconds: float


def worth(position: Position, seat: int) -> int:
    """How much higher the side stands than the others, in hundredths."""
    total = 0
    for other in range(1, position.players + 1):
        height = sum(position.height(square) for square in position.workers(other))
        total += 20 * height if position.side(other) == position.side(seat) else -20 * height
    return total


def judged(position: Position, seat: int) -> list[Line]:
    """Every decision, the best first."""
    lines = []
    for turn in position.turns():
        after = turn.after
        wins_in: int | None = None
        score = worth(after, seat)
        if after.winner is not None:
            wins_in = 1 if after.side(after.winner) == after.side(seat) else -1
        elif (
            after.stage == "play"
            and after.at_rest
            and after.side(after.to_move) != after.side(seat)
            and after.has_win()
        ):
            wins_in = -1
        if wins_in is not None:
            score = 30_000 * wins_in
        lines.append(Line(list(turn.steps), score, wins_in, [list(turn.steps)]))
        if len(lines) == 400:
            break
    return sorted(lines, key=lambda line: -line.score)


class Searcher:
    """Alpha-beta of depth one."""

    made: list[Searcher] = []  # noqa: RUF012

    def __init__(self, hash_mb: int = 64, threads: int = 1, network: object = None, parameters: object = None) -> None:
        self.hash_mb, self.threads, self.network, self.parameters = hash_mb, threads, network, parameters
        self.asked: list[tuple[Position, dict[str, Any]]] = []
        self.busy = 0
        self.most_busy = 0
        self._stop = threading.Event()
        Searcher.made.append(self)

    def go(
        self,
        position: Position,
        *,
        depth: int = 0,
        nodes: int = 0,
        milliseconds: int = 0,
        lines: int = 1,
        cpu_time: bool = False,
        on_info: Callable[[Result], None] | None = None,
    ) -> Result:
        self._stop.clear()
        self.busy += 1
        self.most_busy = max(self.most_busy, self.busy)
        self.asked.append((position, {"depth": depth, "nodes": nodes, "milliseconds": milliseconds, "lines": lines}))
        self.cpu_time = cpu_time
        found = judged(position, position.decider or 0)
        result = Result(found[:lines], 1, len(found), 0.001)
        if on_info is not None:
            on_info(result)
        if not depth and not nodes:  # a search that goes on until its time is up
            end = time.monotonic() + milliseconds / 1000
            while not self._stop.wait(0.001) and (not milliseconds or time.monotonic() < end):
                pass
        self.busy -= 1
        return result

    def stop(self) -> None:
        self._stop.set()

    def clear(self) -> None:
        pass


@dataclass
class TreeLine:
    steps: tuple[Step, ...]
    chances: list[float]
    visits: int


@dataclass
class TreeResult:
    lines: list[TreeLine]
    principal: tuple[Step, ...]
    principal_world: Position
    iterations: int
    certain: bool = False


class TreeSearch:
    """The tree search; remembers what it was shown."""

    seen: list[tuple[Position, int]] = []  # noqa: RUF012
    observed: list[tuple[Position, int]] = []  # noqa: RUF012

    def __init__(self, seed: int = 0, max_nodes: int = 0, network: object = None) -> None:
        self.seed = seed

    def go(
        self,
        position: Position,
        seat: int,
        iterations: int = 0,
        milliseconds: int = 0,
        lines: int = 1,
        cpu_time: bool = False,
    ) -> TreeResult:
        TreeSearch.seen.append((position, seat))
        found = []
        for one in judged(position, seat)[:lines]:
            chances = [0.0, 0.0, 0.0]
            chances[position.side(seat)] = backends.chance_of(one.score, one.wins_in)
            found.append(TreeLine(tuple(one.steps), chances, 10))
        return TreeResult(found, found[0].steps, position, iterations)

    def observe(self, position: Position, seat: int, played: Sequence[Step] = ()) -> None:
        TreeSearch.observed.append((position, seat))

    def stop(self) -> None:
        pass


HIDING = {"hecate", "moerae", "tartarus", "chaos"}


def searchable(position: Position) -> bool:
    return position.players != 3 and not HIDING & {position.power(s + 1) for s in range(position.players)}


class Weights(str):
    """A network that judges by height."""

    __slots__ = ()

    def evaluate(self, position: Position) -> int:
        return worth(position, position.to_move)


NETWORK = Weights("the network")


class Native:
    """What the package looks for in the core."""

    Searcher = Searcher
    TreeSearch = TreeSearch
    Network = staticmethod(lambda weights: Weights(f"a network of {len(weights)} bytes"))
    searchable = staticmethod(searchable)
    handmade = staticmethod(lambda position: worth(position, position.to_move))


def put_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use the stand-in in this process."""
    Searcher.made = []
    TreeSearch.seen, TreeSearch.observed = [], []
    monkeypatch.setattr(backends, "_native", Native)
    monkeypatch.setattr(backends, "_network", lambda file=None: NETWORK)


if __name__ == "__main__":  # the command line with the stand-in
    import sys

    from santorini.cli import main

    backends._native = Native
    sys.exit(main())
