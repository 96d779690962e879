"""The computer opponent: decides for a seat, analyses positions, searches in the background.

>>> from santorini import Engine, Game, Limit
>>> game = Game("demeter", "pan", seed=1)
>>> with Engine(level=3, seed=1) as engine:
...     while len(game.turns) < 4:
...         decision = engine.play(game)
...         _ = decision.push(game)
>>> print(game.position.stage)
play
"""

from __future__ import annotations

import itertools
import random
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

from santorini._core import Position, Step
from santorini.engine import backends
from santorini.engine.answers import Analysis, Decision, analysis_of, decision_of
from santorini.engine.backends import Found, FoundLine, OnFound, Search, TreeSearch, score_of
from santorini.engine.draft_choice import draft_choices
from santorini.engine.ideas import a_few, considered
from santorini.engine.levels import TOP, Level, level
from santorini.engine.limit import Limit
from santorini.engine.line_choice import after, can_win_now, chosen, loses_at_once, wins_at_once
from santorini.engine.task import Task
from santorini.errors import EngineError, sentence
from santorini.game.game import Game
from santorini.game.outcome import outcome_of
from santorini.game.view import View
from santorini.setup.stages import DRAFT_STAGES

__all__ = ["Engine"]

T = TypeVar("T")

MOST_TURNS = 20_000
"""How many turns are tried to find one that does not lose at once."""
ALTERNATIVES = 16
"""How many lines to ask of the tree search."""
MOST_HASH = 65_536
MOST_THREADS = 256
MOST_LINES = 500


class Engine:
    """A computer player. Searches release the interpreter lock and can be started from any thread.

    An engine runs one search at a time; further requests wait. Levels below the top one play the same on every
    machine, and with a seed an engine repeats its decisions.

    With `cpu_time` a limit in seconds counts processor time of the searching thread, which is fair on a shared machine.
    `parameters` sets numbers of the search, which only a build for tuning allows (docs/engine.md).

    >>> from santorini import Engine, Game
    >>> game = Game("demeter", "pan", seed=1)
    >>> with Engine(level=2, seed=1) as engine:
    ...     while len(game.turns) < 3:
    ...         _ = engine.play(game).push(game)
    >>> print(*(turn.before.stage for turn in game.turns))
    place place play
    """

    def __init__(
        self,
        level: int | str | Level | None = None,
        *,
        hash_mb: int = 64,
        threads: int = 1,
        seed: int | None = None,
        network: bool | str | Path = True,
        cpu_time: bool = False,
        parameters: Mapping[str, int] | None = None,
    ) -> None:
        self.level = _level(level)
        self.hash_mb = _within("hash_mb", hash_mb, MOST_HASH)
        self.threads = _within("threads", threads, MOST_THREADS)
        self.network = network
        self.cpu_time = cpu_time
        self.parameters = dict(parameters or {})
        self.seed = random.SystemRandom().getrandbits(48) if seed is None else seed
        self._lock = threading.Lock()
        self._two_sided: Search | None = None
        self._trees: dict[int, TreeSearch] = {}
        # For each seat the position and the steps it was advised to play there, until what followed is observed.
        self._advised: dict[int, tuple[Position, tuple[Step, ...]]] = {}
        self._closed = False

    # -- asking --------------------------------------------------------------------------------------------------------

    def play(self, where: Game | View | Position, limit: Limit | None = None) -> Decision:
        """The decision of the seat that chooses next: a turn, a placement, a choice in the draft, a reaction.

        Given a game or a position, the engine looks only at that seat's view.
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
        """The best decisions of the seat that chooses next, at full strength whatever the level."""
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
        """Analyse in the background; without a limit, until stopped. `on_info` is called from that thread."""
        position, seat = _asked(where)
        lines = _within("lines", lines, MOST_LINES)
        until = limit or Limit()
        return self._begun(lambda task: self._analysed(position, seat, until, lines, on_info, task))

    def start_play(self, where: Game | View | Position, limit: Limit | None = None) -> Task[Decision]:
        """Decide in the background."""
        position, seat = _asked(where)
        return self._begun(lambda task: self._decided(position, seat, limit, task))

    def observe(self, view: View, played: Sequence[Step] = ()) -> None:
        """Show the engine what the seat sees now, to update its belief about what is hidden.

        `played` are the steps the seat itself has tried since. Calling this is optional, but what happened in between
        says more than the result alone. Without hidden information it does nothing.
        """
        if view.outcome is None and view.position.stage not in DRAFT_STAGES and not backends.searchable(view.position):
            with self._lock:
                steps = self._taken(view.position, view.seat)
                self._tree(view.seat).observe(view.position, view.seat, played or steps)

    def warm(self) -> None:
        """Allocate memory and read the weights now, so that the first search need not."""
        with self._lock:
            if not self._closed:
                self._alpha_beta()

    def clear(self) -> None:
        """Forget everything about the game so far, before a new one."""
        with self._lock:
            if self._two_sided is not None:
                self._two_sided.clear()
            self._trees.clear()
            self._advised.clear()

    def close(self) -> None:
        """Free the memory. The engine cannot be used afterwards."""
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

    # -- internals -----------------------------------------------------------------------------------------------------

    def _run(self, work: Callable[[Task[T]], T]) -> T:
        """Run it in its own thread and wait, so that Ctrl-C still works."""
        task = self._begun(work)
        try:
            return task.result()
        except KeyboardInterrupt:
            task.cancel()
            raise

    def _begun(self, work: Callable[[Task[T]], T]) -> Task[T]:
        def do(task: Task[T]) -> T:
            with task.turn(self._lock):
                if self._closed:
                    raise EngineError("engine/closed", sentence("engine-closed"))
                return work(task)

        return Task(do)

    def _decided(self, position: Position, seat: int, limit: Limit | None, task: Task[Decision]) -> Decision:
        rng = random.Random(f"{self.seed}/{position.text}")
        if (only := _only(position)) is not None:
            return Decision(seat, position, only)
        if position.stage in DRAFT_STAGES:
            found = _drafted(position, rng)
            level = self.level.focused if self.level.focus else self.level
            level = replace(level, softness=max(level.softness, 5.0), lines=max(level.lines, 4))
            return decision_of(position, seat, found, chosen(found, level, position, seat, rng))
        sure = "?" not in position.text  # the seat sees everything
        if self.level.careful and sure and (won := self._winning(position, seat, task)) is not None:
            return won
        level = self.level
        if level.focus and rng.random() < level.focus:
            level = level.focused
        found = self._thought_of(position, seat, level, limit, rng, task)
        line = chosen(found, level, position, seat, rng)
        if self.level.careful and sure and loses_at_once(after(position, line.steps), position.side(seat)):
            line = self._saving(position, seat, found, line, task)
        self._advised[seat] = (position, line.steps)
        return decision_of(position, seat, found, line)

    def _thought_of(
        self,
        position: Position,
        seat: int,
        level: Level,
        limit: Limit | None,
        rng: random.Random,
        task: Task[Decision],
    ) -> Found:
        """The lines that the level chooses from."""
        plain = backends.searchable(position)
        if level.ideas is not None and plain:
            return considered(position, seat, level.ideas, backends.judge(self.network), rng)
        # For the tree search, alternatives cost nothing.
        lines = level.lines if plain else MOST_LINES if level.ideas is not None else max(level.lines, ALTERNATIVES)
        found = self._searched(position, seat, _limits(position, level, limit), lines, None, task)
        return found if level.ideas is None else a_few(found, level.ideas, rng)

    def _winning(self, position: Position, seat: int, task: Task[Decision]) -> Decision | None:
        """A decision that wins now, if the core says there is one."""
        if not can_win_now(position, seat):
            return None
        if backends.searchable(position):
            found = self._searched(position, seat, Limit(depth=1), 1, None, task)
            if wins_at_once(position, seat, found.lines[0]):
                return replace(decision_of(position, seat, found, found.lines[0]), win_chance=1.0, wins_in=1)
        steps = next((tuple(turn.steps) for turn in position.turns() if turn.wins), None)
        return None if steps is None else Decision(seat, position, steps, score_of(1.0), 1.0, 1)

    def _saving(self, position: Position, seat: int, found: Found, line: FoundLine, task: Task[Decision]) -> FoundLine:
        """Another line that does not lose at once, if one is found."""
        if backends.searchable(position):
            return self._searched(position, seat, Limit(depth=2), 1, None, task).lines[0]
        side = position.side(seat)
        listed = (FoundLine(tuple(turn.steps), line.score, line.chance) for turn in position.turns())
        for other in itertools.islice(itertools.chain(found.lines, listed), MOST_TURNS):
            if not loses_at_once(after(position, other.steps), side):
                return other
        return line

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
            tell = None if on_info is None else lambda some: on_info(analysis_of(position, seat, some))
            found = self._searched(position, seat, limit, lines, tell, task, fresh=False)
        return analysis_of(position, seat, found)

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
        if isinstance(search, TreeSearch) and (steps := self._taken(position, seat)):
            # A level does not always play what the search thought best, so tell it what was played.
            search.observe(position, seat, steps)
        if fresh is None:
            fresh = not self.level.is_endless  # a level's decision must not depend on earlier searches
        if fresh and backends.searchable(position):
            search.clear()

        def tell(found: Found) -> None:
            if on_found is not None and found.lines:
                on_found(found)
            if task.stopped:
                search.stop()

        with task.searching(search):
            found = search.go(position, seat, limit, lines, tell)
        if not found.lines:
            raise EngineError("engine/nothing", sentence("engine-nothing", position=position.text))
        return found

    def _taken(self, now: Position, seat: int) -> tuple[Step, ...]:
        """The steps that the seat was advised to take, unless the position is still the same."""
        before, steps = self._advised.pop(seat, (now, ()))
        return () if before == now else steps

    def _search_for(self, position: Position, seat: int) -> Search:
        return self._alpha_beta() if backends.searchable(position) else self._tree(seat)

    def _alpha_beta(self) -> Search:
        if self._two_sided is None:
            few = 16 if (self.level.nodes or 0) > 50_000 else 2  # a small search needs little memory
            size = self.hash_mb if self.level.is_endless else min(self.hash_mb, few)
            self._two_sided = backends.two_sided(
                size, self.threads, self.network, cpu_time=self.cpu_time, parameters=self.parameters
            )
        return self._two_sided

    def _tree(self, seat: int) -> TreeSearch:
        if seat not in self._trees:
            self._trees[seat] = backends.tree(self.seed + seat, self.network, cpu_time=self.cpu_time)
        return self._trees[seat]


# -- what was asked ----------------------------------------------------------------------------------------------------


def _asked(where: Game | View | Position) -> tuple[Position, int]:
    """The view of the seat that chooses next, and the seat. The search gets to see nothing else of the game."""
    seat: int | None
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
    if position.awaits_luck:
        raise EngineError("engine/luck", sentence("engine-luck"))
    if seat is None or position.decider != seat:
        raise EngineError("engine/seat", sentence("engine-seat", what=seat, decider=position.decider))
    return (position if isinstance(where, View) else position.view(seat)), seat


def _level(key: int | str | Level | None) -> Level:
    return key if isinstance(key, Level) else level(key)


def _within(name: str, value: int, most: int) -> int:
    if type(value) is not int or not 1 <= value <= most:
        raise EngineError("engine/option", sentence("engine-option", name=name, what=value, most=most))
    return value


def _limits(position: Position, level: Level, limit: Limit | None) -> Limit:
    """The tighter of the level's limit and the one asked for."""
    asked = limit or Limit()
    if backends.searchable(position):
        nodes, depth = level.nodes, level.depth
    else:
        nodes, depth = level.iterations, None
    both = Limit(asked.seconds, _least(nodes, asked.nodes), _least(depth, asked.depth))
    return Limit(seconds=level.seconds) if both.is_none else both


def _least(one: int | None, other: int | None) -> int | None:
    return min((value for value in (one, other) if value is not None), default=None)


# -- what is answered --------------------------------------------------------------------------------------------------


def _only(position: Position) -> tuple[Step, ...] | None:
    """The remaining steps, if there is no choice."""
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
