"""Who may think next. The processes are few; short thinking goes first, and nobody gets more than their share.

One place is kept for short thinking, so that a level that answers at once never waits behind one that takes its time.
Among the rest, whoever has lately used the least time of the processes comes first: by address, then by game.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

__all__ = ["SHORT_LEVEL", "Places"]

SHORT_LEVEL = 5
"""Up to this level the computer answers in a fraction of a second."""

HALF_LIFE = 30.0
"""Seconds after which time spent thinking counts half."""

MOST_KEYS = 10_000


@dataclass(eq=False)
class _Waiting:
    address: str
    game: str
    long: bool
    number: int
    ready: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Places:
    """Places at the processes, given out one by one."""

    def __init__(self, long: int, clock: Callable[[], float] = time.monotonic, *, short: int = 1) -> None:
        self._long, self._all = long, long + short
        self._clock = clock
        self._running = self._running_long = 0
        self._waiting: list[_Waiting] = []
        self._spent: dict[str, tuple[float, float]] = {}  # seconds, and when they were last brought up to date
        self._asked = 0

    @property
    def waiting(self) -> int:
        """How many wait."""
        return len(self._waiting)

    @property
    def running(self) -> int:
        """How many think."""
        return self._running

    def resize(self, long: int, short: int) -> None:
        """Change the number of places for anything, and of those kept for short thinking."""
        self._long, self._all = long, long + short
        self._give_out()

    @asynccontextmanager
    async def place(
        self, address: str, game: str, level: int, queued: Callable[[bool], None] = lambda queued: None
    ) -> AsyncIterator[None]:
        """A place to think. `queued` is told if there is a wait, and when it is over."""
        self._asked += 1
        asking = _Waiting(address, game, level > SHORT_LEVEL, self._asked)
        self._waiting.append(asking)
        self._give_out()
        waits = not asking.ready.done()
        if waits:
            queued(True)
        try:
            await asking.ready
        except asyncio.CancelledError:
            if asking in self._waiting:
                self._waiting.remove(asking)
            else:
                self._leave(asking)
            raise
        if waits:
            queued(False)
        begun = self._clock()
        try:
            yield
        finally:
            self._note(asking, self._clock() - begun)
            self._leave(asking)

    # -- internals -------------------------------------------------------------------------------------------------

    def _give_out(self) -> None:
        while self._waiting and self._running < self._all:
            may = [one for one in self._waiting if not one.long or self._running_long < self._long]
            if not may:
                return
            chosen = min(may, key=self._rank)
            self._waiting.remove(chosen)
            self._running += 1
            self._running_long += chosen.long
            chosen.ready.set_result(None)

    def _rank(self, one: _Waiting) -> tuple[bool, float, float, int]:
        return one.long, self._used(f"from {one.address}"), self._used(f"game {one.game}"), one.number

    def _used(self, key: str) -> float:
        seconds, at = self._spent.get(key, (0.0, 0.0))
        return seconds * math.exp2(-max(0.0, self._clock() - at) / HALF_LIFE)

    def _note(self, one: _Waiting, seconds: float) -> None:
        if len(self._spent) >= MOST_KEYS:
            self._spent = {key: kept for key, kept in self._spent.items() if self._used(key) > 0.01}
            if len(self._spent) >= MOST_KEYS:  # forget what the shares were, to bound the memory
                self._spent.clear()
        for key in (f"from {one.address}", f"game {one.game}"):
            self._spent[key] = (self._used(key) + seconds, self._clock())

    def _leave(self, one: _Waiting) -> None:
        self._running -= 1
        self._running_long -= one.long
        self._give_out()
