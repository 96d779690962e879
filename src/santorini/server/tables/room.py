"""A table in memory, with its connections, timers and other things that are not stored."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from santorini.server.tables import events
from santorini.server.tables.guests import Guest
from santorini.server.tables.journal import Stored, Unreadable
from santorini.server.tables.table import Table

__all__ = ["Room", "replayed"]


class Room:
    """A table and who is at it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.guests: set[Guest] = set()
        self.elsewhere: dict[str, tuple[frozenset[int], int]] = {}
        """The seats and the number of watchers that are connected to other servers, by server."""
        self.thinking: asyncio.Task[None] | None = None
        self.queued = False  # the computer waits for a place to think
        self.address = ""  # who looked at it last, and when
        self.looked_at = float("-inf")
        self.timer: asyncio.TimerHandle | None = None
        self.unsure = False  # the journal may have events that we lack: a write failed, and we do not know how far
        self.unread = 0  # the last event that another server has stored, if no guest here could see anything of it
        self.lost = False  # it is no longer kept up to date

    @property
    def present_here(self) -> frozenset[int]:
        """The seats whose players are connected to this server."""
        return frozenset(seat for guest in self.guests if guest.role.kind == "seat" for seat in guest.role.seats)

    @property
    def present(self) -> frozenset[int]:
        """The seats whose players are connected."""
        return self.present_here.union(*(seats for seats, _ in self.elsewhere.values()))

    @property
    def watchers_here(self) -> int:
        """How many watch on this server."""
        return sum(guest.role.kind != "seat" for guest in self.guests)

    @property
    def watchers(self) -> int:
        """How many watch."""
        return self.watchers_here + sum(watchers for _, watchers in self.elsewhere.values())

    @property
    def heard_of(self) -> int:
        """The last event that we know of: all up to here are applied, or show nothing to our guests."""
        return max(self.table.events, self.unread)

    @property
    def behind(self) -> bool:
        """Does the journal have events that the table lacks, or may it?"""
        return self.unsure or self.unread > self.table.events

    @property
    def idle(self) -> bool:
        """May it be dropped from memory?"""
        return not (self.guests or self.thinking or self.lock.locked() or self.table.due() is not None)


async def replayed(game: str, stored: Sequence[Stored]) -> Table:
    """The table that the stored events lead to. Raises `Unreadable`, whatever is wrong with them."""
    first = stored[0]
    if not isinstance(first.event, events.Created):
        raise Unreadable(f"event 1 is {first.event.kind}")
    number = 1
    try:
        table = Table(game, first.event, first.at)
        for number, one in enumerate(stored[1:], 2):
            table.apply(one.event, one.at)
            if number % 50 == 0:
                await asyncio.sleep(0)  # a long game must not hold up the others
    except Exception as error:  # noqa: BLE001  a game that cannot be replayed must not harm the others
        # Without the message of the error, which may hold a secret.
        raise Unreadable(f"event {number}, {stored[number - 1].event.kind}: {type(error).__name__}") from None
    return table
