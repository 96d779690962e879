"""The computer opponent: decides for a seat, analyses a position, searches in the background.

>>> from santorini import Engine, Game, Limit
>>> game = Game("demeter", "pan", seed=1)
>>> with Engine(level=3, seed=1) as engine:
...     while len(game.turns) < 4:
...         decision = engine.play(game)
...         _ = decision.push(game)
>>> game.position.stage
'play'
"""

from __future__ import annotations

import itertools
import math
import random
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

from santorini._core import CoreError, Position, Step
from santorini.engine import backends
from santorini.engine.backends import Found, FoundLine, OnFound, Search, TreeSearch, score_of
from santorini.engine.draft_choice import draft_choices
from santorini.engine.levels import TOP, Level, level
from santorini.engine.line_choice import after, can_win_now, chosen, loses_at_once, wins_at_once
from santorini.engine.task import Task
from santorini.errors import EngineError, sentence
from santorini.game.game import Game, View, outcome_of
from santorini.setup.stages import DRAFT_STAGES

__all__ = ["Analysis", "AnalysisLine", "Decision", "Engine", "Limit"]

T = TypeVar("T")

MOST_TURNS = 20_000
"""How many turns are looked through for one that saves."""
ALTERNATIVES = 16
"""How many lines the tree search is asked for."""
MOST_HASH = 65_536
MOST_THREADS = 256
MOST_LINES = 500


@dataclass(frozen=True, slots=True)
class Limit:
    """When a search ends: at the first of these that is reached. None: this does not end it.

    >>> Limit(seconds=0.5, depth=6)
    Limit(seconds=0.5, nodes=None, depth=6)
    >>> Limit(nodes=0)
    Traceback (most recent call last):
    santorini.errors.EngineError: 0 is no limit for nodes; give a number above 0
    """

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None

    def __post_init__(self) -> None:
        for name in ("seconds", "nodes", "depth"):
            value = getattr(self, name)
            if value is None:
                continue
            whole = isinstance(value, int) or name == "seconds"
            if isinstance(value, bool) or not whole or not math.isfinite(value) or not 0 < value < 2**40:
                raise EngineError("engine/limit", sentence("engine-limit", what=value, name=name))

    @property
    def is_none(self) -> bool:
        """Does nothing end it?"""
        return self.seconds is None and self.nodes is None and self.depth is None

    @classmethod
    def clock(cls, left: float, increment: float = 0.0) -> Limit:
        """The time to take for one turn with so many seconds left on the clock, and so many more after each turn."""
        share = left / 18 + 0.8 * increment
        return cls(seconds=max(0.01, min(share, 0.8 * left)))


@dataclass(frozen=True, slots=True)
class AnalysisLine:
    """A decision with what it is worth to the side that decides, and the turns that may follow.

    `score` is in hundredths, above 0 good. `wins_in` is proven: wins in so many own turns; below 0, loses.
    """

    turn: str
    steps: tuple[Step, ...]
    score: int
    win_chance: float
    wins_in: int | None
    depth: int
    pv: tuple[str, ...]
    result: str


@dataclass(frozen=True, slots=True)
class Analysis:
    """What a search has found, the best line first."""

    position: Position
    seat: int
    lines: tuple[AnalysisLine, ...]
    depth: int
    nodes: int
    seconds: float

    @property
    def best(self) -> AnalysisLine:
        """The best line."""
        return self.lines[0]

    def to_dict(self) -> dict[str, object]:
        """Plain data, as `santorini analyse --json` prints it (docs/engine.md)."""
        return {
            "position": self.position.text,
            "seat": self.seat,
            "depth": self.depth,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 3),
            "lines": [
                {
                    "turn": line.turn,
                    "result": line.result,
                    "score": line.score,
                    "win_chance": round(line.win_chance, 4),
                    "wins_in": line.wins_in,
                    "depth": line.depth,
                    "pv": list(line.pv),
                }
                for line in self.lines
            ],
        }


@dataclass(frozen=True, slots=True)
class Decision:
    """What a seat decides, from the position it saw. `text` is the turn, or the part of it that is the seat's."""

    seat: int
    position: Position
    steps: tuple[Step, ...]
    score: int | None = None
    win_chance: float | None = None
    wins_in: int | None = None
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0

    @property
    def text(self) -> str:
        """The decision as a turn text."""
        return self.position.turn_of(self.steps).text

    @property
    def after(self) -> Position:
        """The position that the seat expects after it."""
        return self.position.turn_of(self.steps).after

    def push(self, game: Game) -> tuple[Step, ...]:
        """Play it, as far as the choice stays with the seat: a hidden worker may cut it short. The steps played."""
        played: list[Step] = []
        turns = len(game.turns)
        for step in self.steps:
            if game.seat_to_decide != self.seat or len(game.turns) != turns:
                break
            played.append(game.push_step(step))
        return tuple(played)


class Engine:
    """A computer player. Searches do not hold the interpreter, and may be asked for from any thread.

    One engine searches one thing at a time: what is asked for meanwhile waits. A level below the top one is the same on
    every machine, and with a seed it decides the same again.
    """

    def __init__(
        self,
        level: int | str | Level | None = None,
        *,
        hash_mb: int = 64,
        threads: int = 1,
        seed: int | None = None,
        network: bool | str | Path = True,
    ) -> None:
        self.level = _level(level)
        self.hash_mb = _within("hash_mb", hash_mb, MOST_HASH)
        self.threads = _within("threads", threads, MOST_THREADS)
        self.network = network
        self.seed = random.SystemRandom().getrandbits(48) if seed is None else seed
        self._lock = threading.Lock()
        self._two_sided: Search | None = None
        self._trees: dict[int, TreeSearch] = {}
        self._advised: dict[int, tuple[Step, ...]] = {}  # what a seat was told to play, until it is seen to have been
        self._closed = False

    # -- asking --------------------------------------------------------------------------------------------------------

    def play(self, where: Game | View | Position, limit: Limit | None = None) -> Decision:
        """What the seat whose choice it is does: a turn, a placement, a choice of the draft, a reaction.

        Given a game or a position, only the view of that seat is looked at.
        """
        position, seat = _asked(where)
        return self._run(lambda task: self._decided(position, seat, limit, task))

    def analyse(
        self,
        where: Game | View | Position,
        limit: Limit | None = None,
        *,
        lines: int = 1,
        on_info: Callable[[Analysis], None] | None = None,
    ) -> Analysis:
        """The best decisions of the seat whose choice it is, at full strength whatever the level."""
        position, seat = _asked(where)
        lines = _within("lines", lines, MOST_LINES)
        until = Limit(seconds=TOP.seconds) if limit is None or limit.is_none else limit
        return self._run(lambda task: self._analysed(position, seat, until, lines, on_info, task))

    def start(
        self,
        where: Game | View | Position,
        limit: Limit | None = None,
        *,
        lines: int = 1,
        on_info: Callable[[Analysis], None] | None = None,
    ) -> Task[Analysis]:
        """Analyse in the background; without a limit until it is stopped. `on_info` is called from that thread."""
        position, seat = _asked(where)
        lines = _within("lines", lines, MOST_LINES)
        until = limit or Limit()
        return self._begun(lambda task: self._analysed(position, seat, until, lines, on_info, task))

    def start_play(self, where: Game | View | Position, limit: Limit | None = None) -> Task[Decision]:
        """Decide in the background."""
        position, seat = _asked(where)
        return self._begun(lambda task: self._decided(position, seat, limit, task))

    def observe(self, view: View, played: Sequence[Step] = ()) -> None:
        """Tell what the seat of a view sees now, so that its belief about what it cannot see follows the game.

        `played` are the steps it has tried itself since. Not needed, but what happened in between says more than its
        result. Where everything is open, nothing is done.
        """
        if view.outcome is None and view.position.stage not in DRAFT_STAGES and not backends.searchable(view.position):
            with self._lock:
                steps = played or self._advised.get(view.seat, ())
                self._advised.pop(view.seat, None)
                self._tree(view.seat).observe(view.position, view.seat, steps)

    def warm(self) -> None:
        """Take the memory and read the weights now, so that the first search has all of its time."""
        with self._lock:
            if not self._closed:
                self._alpha_beta()

    def clear(self) -> None:
        """Forget what was learned: a new game begins."""
        with self._lock:
            if self._two_sided is not None:
                self._two_sided.clear()
            self._trees.clear()
            self._advised.clear()

    def close(self) -> None:
        """Give the memory back. The engine cannot be asked any more."""
        with self._lock:
            self._closed = True
            self._two_sided = None
            self._trees.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Engine {self.level.name}>"

    # -- inside --------------------------------------------------------------------------------------------------------

    def _run(self, work: Callable[[Task[T]], T]) -> T:
        """Do it in a thread of its own and wait: Ctrl-C is heard meanwhile."""
        task = self._begun(work)
        try:
            return task.result()
        except KeyboardInterrupt:
            task.cancel()
            raise

    def _begun(self, work: Callable[[Task[T]], T]) -> Task[T]:
        task: Task[T] = Task()

        def do() -> T:
            with task.turn(self._lock):
                if self._closed:
                    raise EngineError("engine/closed", sentence("engine-closed"))
                return work(task)

        task.begin(do)
        return task

    def _decided(self, position: Position, seat: int, limit: Limit | None, task: Task[Decision]) -> Decision:
        rng = random.Random(f"{self.seed}/{position.text}")
        if (only := _only(position)) is not None:
            return Decision(seat, position, only)
        if position.stage in DRAFT_STAGES:
            found = _drafted(position, rng)
            level = replace(self.level, softness=max(self.level.softness, 5.0), lines=max(self.level.lines, 4))
            return _decision(position, seat, found, chosen(found, level, position, seat, rng))
        sure = "?" not in position.text  # nothing is hidden from the seat
        if self.level.careful and sure and (won := self._winning(position, seat, task)) is not None:
            return won
        # The tree search knows its alternatives anyway.
        lines = self.level.lines if backends.searchable(position) else max(self.level.lines, ALTERNATIVES)
        found = self._searched(position, seat, self._within(position, limit), lines, None, task)
        line = chosen(found, self.level, position, seat, rng)
        if self.level.careful and sure and loses_at_once(after(position, line.steps), position.side(seat)):
            line = self._saving(position, seat, found, line, task)
        self._advised[seat] = line.steps
        return _decision(position, seat, found, line)

    def _winning(self, position: Position, seat: int, task: Task[Decision]) -> Decision | None:
        """The decision that wins now, if the core knows that there is one."""
        if not can_win_now(position, seat):
            return None
        if backends.searchable(position):
            found = self._searched(position, seat, Limit(depth=1), 1, None, task)
            if wins_at_once(position, seat, found.lines[0]):
                return replace(_decision(position, seat, found, found.lines[0]), win_chance=1.0, wins_in=1)
        steps = next((tuple(turn.steps) for turn in position.turns() if turn.wins), None)
        return None if steps is None else Decision(seat, position, steps, score_of(1.0), 1.0, 1)

    def _saving(self, position: Position, seat: int, found: Found, line: FoundLine, task: Task[Decision]) -> FoundLine:
        """Another line that does not lose at once, if a full look at what the opponent can do finds one."""
        if backends.searchable(position):
            return self._searched(position, seat, Limit(depth=2), 1, None, task).lines[0]
        side = position.side(seat)
        listed = (FoundLine(tuple(turn.steps), line.score, line.chance) for turn in position.turns())
        for other in itertools.islice(itertools.chain(found.lines, listed), MOST_TURNS):
            if not loses_at_once(after(position, other.steps), side):
                return other
        return line

    def _within(self, position: Position, limit: Limit | None) -> Limit:
        """The limit of the level, and the one asked for if that is tighter."""
        own, asked = self.level, limit or Limit()
        if backends.searchable(position):
            nodes, depth = own.nodes, own.depth
        else:
            nodes, depth = own.iterations, None
        both = Limit(asked.seconds, _least(nodes, asked.nodes), _least(depth, asked.depth))
        return Limit(seconds=own.seconds) if both.is_none else both

    def _analysed(
        self,
        position: Position,
        seat: int,
        limit: Limit,
        lines: int,
        on_info: Callable[[Analysis], None] | None,
        task: Task[Analysis],
    ) -> Analysis:
        if position.stage in DRAFT_STAGES:
            found = _drafted(position, random.Random(self.seed))
            found = replace(found, lines=found.lines[:lines])
        else:
            tell = None if on_info is None else lambda some: on_info(_analysis(position, seat, some))
            found = self._searched(position, seat, limit, lines, tell, task, fresh=False)
        return _analysis(position, seat, found)

    def _searched(
        self,
        position: Position,
        seat: int,
        limit: Limit,
        lines: int,
        on_found: OnFound | None,
        task: Task[Any],
        fresh: bool | None = None,
    ) -> Found:
        search = self._search_for(position, seat)
        if isinstance(search, TreeSearch) and seat in self._advised:
            # A level does not always play what the search thought best: it has to be told.
            search.observe(position, seat, self._advised.pop(seat))
        if fresh is None:
            fresh = not self.level.is_endless  # what a level decides does not depend on what it saw before
        if fresh and backends.searchable(position):
            search.clear()

        def tell(found: Found) -> None:
            if on_found is not None and found.lines:
                on_found(found)
            if task.stopped:
                search.stop()

        with task.searching(search):
            found = search.go(
                position,
                seat,
                depth=limit.depth,
                nodes=limit.nodes,
                seconds=limit.seconds,
                lines=lines,
                on_found=tell,
            )
        if not found.lines:
            raise EngineError("engine/nothing", sentence("engine-nothing", position=position.text))
        return found

    def _search_for(self, position: Position, seat: int) -> Search:
        return self._alpha_beta() if backends.searchable(position) else self._tree(seat)

    def _alpha_beta(self) -> Search:
        if self._two_sided is None:
            few = 16 if (self.level.nodes or 0) > 50_000 else 2  # a level that looks at little remembers little
            size = self.hash_mb if self.level.is_endless else min(self.hash_mb, few)
            self._two_sided = backends.two_sided(size, self.threads, self.network)
        return self._two_sided

    def _tree(self, seat: int) -> TreeSearch:
        if seat not in self._trees:
            self._trees[seat] = backends.tree(self.seed + seat, self.network)
        return self._trees[seat]


# -- what was asked ----------------------------------------------------------------------------------------------------


def _asked(where: Game | View | Position) -> tuple[Position, int]:
    """The view of the seat that is to choose, and the seat. Nothing else of the game goes on from here."""
    if isinstance(where, View):
        position, seat = where.position, where.seat
        outcome = where.outcome
    else:
        position = where.position if isinstance(where, Game) else where
        if not isinstance(position, Position):
            raise TypeError(f"expected a game, a view or a position, not {type(where).__name__}")
        seat, outcome = position.decider, outcome_of(position)
    if outcome is not None:
        raise EngineError("engine/over", sentence("engine-over", position=position.view(0).text))
    if position.decider == -1:
        raise EngineError("engine/luck", sentence("engine-luck"))
    if position.decider != seat or seat < 1:
        raise EngineError("engine/seat", sentence("engine-seat", what=seat, decider=position.decider))
    return (position if isinstance(where, View) else position.view(seat)), seat


def _level(key: int | str | Level | None) -> Level:
    return key if isinstance(key, Level) else level(key)


def _within(name: str, value: int, most: int) -> int:
    if type(value) is not int or not 1 <= value <= most:
        raise EngineError("engine/option", sentence("engine-option", name=name, what=value, most=most))
    return value


def _least(one: int | None, other: int | None) -> int | None:
    return min((value for value in (one, other) if value is not None), default=None)


# -- what is answered --------------------------------------------------------------------------------------------------


def _only(position: Position) -> tuple[Step, ...] | None:
    """The steps that are left where there is no choice."""
    steps, now = [], position
    while True:
        possible = now.steps()
        if len(possible) != 1:
            return None
        steps.append(possible[0])
        now = now.play(possible[0])
        if position.turn_ended(now) or now.decider != position.decider:
            return tuple(steps)


def _drafted(position: Position, rng: random.Random) -> Found:
    choices = draft_choices(position, rng)
    return Found(tuple(FoundLine((step,), score_of(chance), chance) for step, chance in choices))


def _decision(position: Position, seat: int, found: Found, line: FoundLine) -> Decision:
    return Decision(
        seat, position, line.steps, line.score, line.chance, line.wins_in, found.depth, found.nodes, found.seconds
    )


def _analysis(position: Position, seat: int, found: Found) -> Analysis:
    lines = []
    for line in found.lines:
        texts, first = _written(position, (line.steps, *line.pv[1:]))
        lines.append(
            AnalysisLine(
                texts[0],
                line.steps,
                line.score,
                line.chance,
                line.wins_in,
                found.depth,
                texts,
                first.text,
            )
        )
    return Analysis(position, seat, tuple(lines), found.depth, found.nodes, found.seconds)


def _written(position: Position, turns: Sequence[Sequence[Step]]) -> tuple[tuple[str, ...], Position]:
    """Turn texts one after the other, and the position after the first."""
    texts: list[str] = []
    first = now = position
    for steps in turns:
        try:
            turn = now.turn_of(list(steps))
        except CoreError:  # what is only believed need not be possible on the view
            break
        texts.append(turn.text)
        now = turn.after
        if len(texts) == 1:
            first = now
    return tuple(texts), first
