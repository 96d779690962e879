"""The other servers on the same database: what they store, who is connected to them, whether they are there.

A server hears of new events and reads them. If it misses something, it notices within seconds: it compares the
number of events of its games with the database now and then, and whenever its connection was lost.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress

from santorini.server.protocol.refusal import Refusal
from santorini.server.storage.home import Listening, Unavailable
from santorini.server.tables.journal import Journal
from santorini.server.tables.news import News
from santorini.server.tables.room import Room

__all__ = ["Neighbours"]

COMPARE_SECONDS = 2.0
"""Seconds between two comparisons of the games in memory with the database; each also signals that we are up."""

SILENCE = 10.0
"""Seconds without a sign after which a server counts as gone, and with it the clients that were connected to it."""

log = logging.getLogger("santorini.server")


class Neighbours:
    """What is told to the other servers and heard from them."""

    def __init__(
        self,
        journal: Journal,
        rooms: Mapping[str, Room],
        now: Callable[[], float],
        refresh: Callable[[Room], Awaitable[None]],
        tell_presence: Callable[[Room], None],
    ) -> None:
        self._journal, self._rooms, self._now = journal, rooms, now
        self._refresh, self._tell_presence = refresh, tell_presence
        self.up_since = float("-inf")
        """Since when there has been a server all the time."""
        self._signs: dict[str, float] = {}
        self._listening: Listening | None = None
        self._comparing: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._wake = asyncio.Event()

    async def start(self) -> None:
        """Begin to listen. Raises `Unavailable`."""
        if not self._journal.shared:
            return
        self.up_since = await self._journal.give_a_sign(self._now())
        loop = asyncio.get_running_loop()
        self._listening = self._journal.listen(
            lambda told: _in(loop, self._hear_all, told), lambda: _in(loop, self._wake.set)
        )
        self._comparing = asyncio.create_task(self._compare_for_ever())

    async def close(self) -> None:
        """Tell the others that we stop, and stop."""
        if self._listening is None or self._comparing is None:
            return
        self._journal.tell(News(server=self._journal.server, gone=True))
        self._comparing.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.wait([self._comparing, *self._tasks])
        await asyncio.to_thread(self._listening.close)

    def tell(self, room: Room, *, asks: bool = False) -> None:
        """Tell the other servers who is connected here; with `asks`, ask them the same."""
        self._journal.tell(
            News(
                server=self._journal.server,
                game=room.table.id,
                seats=tuple(sorted(room.present_here)),
                watchers=room.watchers_here,
                asks=asks,
            )
        )

    # -- internals -------------------------------------------------------------------------------------------------

    def _hear_all(self, told: Sequence[News]) -> None:
        for news in told:
            self._hear(news)

    def _hear(self, news: News) -> None:
        self._signs[news.server] = time.monotonic()
        if news.gone and not news.game:
            self._gone({news.server})
            return
        room = self._rooms.get(news.game)
        if room is None:
            return
        if (news.number > room.table.events or news.gone) and not room.idle:
            # An idle one is brought up to date when somebody asks for it.
            if _shows_nothing(room, news):
                room.unread = news.number
            else:
                self._start(self._catch_up(room))
        if news.seats is not None:
            self._note(room, news.server, frozenset(news.seats), news.watchers)
        if news.asks and room.guests:
            self.tell(room)

    def _note(self, room: Room, server: str, seats: frozenset[int], watchers: int) -> None:
        before = room.elsewhere.get(server, (frozenset(), 0))
        if seats or watchers:
            room.elsewhere[server] = seats, watchers
        else:
            room.elsewhere.pop(server, None)
        if before != (seats, watchers):
            self._tell_presence(room)

    def _gone(self, servers: set[str]) -> None:
        for server in servers:
            self._signs.pop(server, None)
        for room in self._rooms.values():
            for server in servers & room.elsewhere.keys():
                self._note(room, server, frozenset(), 0)

    def _start(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _catch_up(self, room: Room) -> None:
        with suppress(Refusal):  # whoever is there is told, or tries again
            await self._refresh(room)

    async def _compare_for_ever(self) -> None:
        while True:
            connected = self._wake.is_set()
            self._wake.clear()
            try:
                await self._compare(connected)
            except Unavailable as why:
                log.error("the games cannot be compared with the database: %s", why)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), COMPARE_SECONDS)

    async def _compare(self, connected: bool) -> None:
        self.up_since = await self._journal.give_a_sign(self._now())
        self._journal.tell(News(server=self._journal.server))
        now = time.monotonic()
        self._gone({server for server, at in self._signs.items() if now - at > SILENCE})
        busy = {game: room for game, room in self._rooms.items() if not room.idle}
        last = await self._journal.last(busy)
        for game, room in busy.items():
            if last.get(game) != room.heard_of:
                await self._catch_up(room)
            if connected and room.guests:
                self.tell(room, asks=True)


def _shows_nothing(room: Room, news: News) -> bool:
    """Are the new events the very next ones, and only unconfirmed steps of a player who is not connected here?

    They are read together with the first event that our guests can see: a turn is read once, not step by step.
    """
    return bool(news.only) and news.only not in room.present_here and news.first == room.heard_of + 1


def _in(loop: asyncio.AbstractEventLoop, call: Callable[..., None], *args: Sequence[News]) -> None:
    """Call it in the thread of the loop, unless the loop has ended."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(call, *args)
