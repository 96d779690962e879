"""The computer players: when it is their choice and somebody waits for it, they think, on one server only."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from santorini.server.protocol.messages import Thinking
from santorini.server.protocol.refusal import Refusal
from santorini.server.storage.home import Unavailable
from santorini.server.tables.events import Event
from santorini.server.tables.journal import Journal
from santorini.server.tables.room import Room
from santorini.server.tables.table import Table
from santorini.server.thinking.pool import Mind, Question, ignore
from santorini.server.thinking.seen import seen_by

__all__ = ["Computers"]

AGAIN_SECONDS = 2.0
"""Seconds until the computer tries again after it could not play."""

CLAIM_SECONDS = 0.5
"""Seconds between two attempts to claim the computer's turn, while another server holds it."""

Decide = Callable[[Table], Sequence[Event]]

log = logging.getLogger("santorini.server")


class Computers:
    """All computer players of a server."""

    def __init__(
        self,
        journal: Journal,
        thinkers: Mind,
        awaited: Callable[[Room], bool],
        refresh: Callable[[Room], Awaitable[None]],
        act: Callable[[Room, Decide], Awaitable[object]],
    ) -> None:
        self._journal, self._thinkers = journal, thinkers
        self._awaited, self._refresh, self._act = awaited, refresh, act
        self.places = thinkers.places

    def drive(self, room: Room) -> None:
        """If it is the computer's choice, and somebody waits for it, start its search."""
        if room.thinking is None and self._decides(room):
            room.thinking = asyncio.create_task(self._think(room))

    async def advise(self, address: str, view: str, seat: int, level: int) -> list[str]:
        """What the computer would play, for somebody who is not in a game."""
        async with self.places.place(address, "", level):
            return await self._thinkers.choose(Question(view, seat, level))

    async def think_for(
        self, table: Table, seat: int, level: int, queued: Callable[[bool], None] = ignore
    ) -> list[str]:
        """What the computer would play on the seat. Where there are secrets it needs to know what the seat has seen."""
        looks = seen_by(table.settled, seat) if table.final_turns else []
        return await self._thinkers.choose(Question(table.view(seat).text, seat, level, table.id, looks), queued)

    # -- internals -------------------------------------------------------------------------------------------------

    def _decides(self, room: Room) -> bool:
        table = room.table
        decides = table.status == "playing" and table.is_computer(table.decider)
        return decides and not room.lost and self._awaited(room)

    async def _think(self, room: Room) -> None:
        table, seat = room.table, room.table.decider
        try:
            self._tell(room, seat, True)
            while self._decides(room):
                seat = table.decider
                try:
                    if not await self._think_alone(room):
                        await asyncio.sleep(CLAIM_SECONDS)  # another server thinks; if it dies, we take over
                except (Refusal, Unavailable) as why:
                    log.warning("game %s: the computer could not play: %s", table.id, why)
                    await asyncio.sleep(AGAIN_SECONDS)
        finally:
            room.thinking, room.queued = None, False
            self._tell(room, seat, False)

    async def _think_alone(self, room: Room) -> bool:
        """Think and play, if no other server does."""
        if not self._journal.shared:
            await self._play(room)
            return True
        if not await self._journal.claim(room.table.id):
            return False
        try:
            await self._refresh(room)  # another server may have played
            if self._decides(room):
                await self._play(room)
        finally:
            await self._journal.release(room.table.id)
        return True

    async def _play(self, room: Room) -> None:
        table, seat = room.table, room.table.decider
        version, level = table.public, table.seats[seat - 1].level or 1
        tell = partial(self._queue, room)
        async with self.places.place(room.address, table.id, level, tell):
            steps = await self.think_for(table, seat, level, tell)
        await self._act(room, lambda table: _chosen(table, seat, version, steps))

    def _queue(self, room: Room, queued: bool) -> None:
        room.queued = queued
        self._tell(room, room.table.decider, True)

    def _tell(self, room: Room, seat: int, thinking: bool) -> None:
        for guest in list(room.guests):
            guest.tell(Thinking(type="thinking", seat=seat, thinking=thinking, queued=room.queued))


def _chosen(table: Table, seat: int, version: int, steps: Sequence[str]) -> Sequence[Event]:
    if table.public != version or table.decider != seat:
        return []  # something has happened meanwhile
    if played := table.computer_plays(seat, steps):
        return played
    if table.awaits_confirm:
        return table.may_confirm(seat)
    # The engine gave no answer: play anything legal, so that the game goes on.
    return table.computer_plays(seat, [str(random.choice(table.view(seat).steps()))])
