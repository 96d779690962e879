"""All tables: opened from the journal when somebody comes, changed one event at a time, announced to their guests.

The order is always the same: the table says which events a command leads to, the journal stores them, the table
applies them, and only then are clients told. Other servers may do the same with the same game. The journal takes only
one event of each number: the server that comes second reads what came first, and decides again.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress

from santorini.server.protocol import requests
from santorini.server.protocol.messages import ChatSaid, Presence, Present, Refused, ServerMessage
from santorini.server.protocol.refusal import Refusal
from santorini.server.storage.home import Unavailable
from santorini.server.tables import events
from santorini.server.tables.computers import Computers
from santorini.server.tables.events import Event
from santorini.server.tables.guests import Guest
from santorini.server.tables.journal import Conflict, Journal, Unreadable
from santorini.server.tables.neighbours import Neighbours
from santorini.server.tables.room import Room, replayed
from santorini.server.tables.setting_up import NewTokens, created, next_game
from santorini.server.tables.table import Role, Table
from santorini.server.tables.tokens import digest, new_game_id, new_token
from santorini.server.thinking.pool import Mind
from santorini.server.views import table_state
from santorini.server.web.config import Config
from santorini.server.web.limits import Buckets
from santorini.server.web.metrics import Metrics

__all__ = ["Hall", "Room"]

MOST_ROOMS = 5000
"""How many tables stay in memory. Beyond that, those without clients are dropped and reread when needed."""

log = logging.getLogger("santorini.server")


class Hall:
    """All tables of a server."""

    def __init__(self, config: Config, journal: Journal, thinkers: Mind) -> None:
        self.config, self.journal, self.thinkers = config, journal, thinkers
        self.computers = Computers(journal, thinkers, self._awaited, self.refresh, self.act)
        limits = config.limits
        self.now = config.now
        self.creations = Buckets(limits.creations, config.now)
        self.attempts = Buckets(limits.attempts, config.now)
        self.requests = Buckets(limits.requests, config.now)
        self.chatting = Buckets(limits.chat, config.now)
        self.hinting = Buckets(limits.hints, config.now)
        self.address_messages = Buckets(limits.address_messages, config.now)
        self.game_messages = Buckets(limits.game_messages, config.now)
        self._sockets: Counter[str] = Counter()
        self._rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Task[Room | None]] = {}
        self._set_aside: set[str] = set()  # games that cannot be read
        self._forgetting: asyncio.Task[None] | None = None
        self.metrics = Metrics()
        self.neighbours = Neighbours(journal, self._rooms, config.now, self.refresh, self._tell_presence)
        self._tasks: set[asyncio.Task[object]] = set()

    # -- coming and going ------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Listen to other servers, and forget old games, if that is configured. Raises `Unavailable`."""
        await self.neighbours.start()
        if self.config.keep_days:
            self._forgetting = asyncio.create_task(self._forget_for_ever())

    async def close(self) -> None:
        """Stop searches and timers, and disconnect everybody."""
        for room in self._rooms.values():
            if room.timer is not None:
                room.timer.cancel()
            if room.thinking is not None:
                room.thinking.cancel()
            for guest in room.guests:
                guest.close()
        if self._forgetting is not None:
            self._forgetting.cancel()
        unfinished = [*self._tasks, *(room.thinking for room in self._rooms.values() if room.thinking is not None)]
        if unfinished:
            await asyncio.wait(unfinished, timeout=5)
        await self.neighbours.close()
        self._rooms.clear()

    async def open(self, game: str) -> Room | None:
        """The room of a game as it is stored now; None if there is no such game. Refuses one that cannot be read."""
        if (room := self._rooms.get(game)) is not None:
            if self.journal.shared or room.unsure:
                await self.refresh(room)
            return room
        if game not in self._opening:
            self._opening[game] = asyncio.create_task(self._open(game))
        try:
            return await asyncio.shield(self._opening[game])
        finally:
            self._opening.pop(game, None)

    async def create(self, new: requests.NewGame, address: str = "") -> tuple[Room, str, str, dict[int, str]]:
        """A new table: the room, the host's token, the watch token and the invites by seat."""
        token, watch = new_token(), new_token()
        invites = {n: new_token() for n, seat in enumerate(new.seats, 1) if isinstance(seat, requests.Friend)}
        hashes = NewTokens(digest(token), digest(watch), {seat: digest(invite) for seat, invite in invites.items()})
        room = await self._begin(new_game_id(), created(new, hashes), address)
        return room, token, watch, invites

    async def enter(self, room: Room, guest: Guest, seen: int | None) -> None:
        """Add a client and send it everything it may know."""
        self._keep_places(room, guest)
        async with room.lock:
            if room.lost:
                raise Refusal("busy")
            while room.behind:
                await self._catch_up(room)  # nobody here could see what is new, but the new guest may
            first = not room.guests
            room.guests.add(guest)
            room.address = guest.address
            guest.tell_state(room.table, self._around(room), full=True, seen=seen)
            self._announce_presence(room, asks=first)
        self.computers.drive(room)

    @contextmanager
    def counted(self, address: str) -> Iterator[bool]:
        """Count a socket of an address while it is open. False: the address has too many."""
        self._sockets[address] += 1
        try:
            yield self._sockets[address] <= self.config.limits.address_sockets
        finally:
            self._sockets[address] -= 1
            if not self._sockets[address]:
                del self._sockets[address]

    async def arrive(self, room: Room, role: Role) -> None:
        """A player has come. The first time this is stored: from then on the seat is theirs."""
        if role.kind == "seat" and room.table.may_arrive(role.seats):
            await self.act(room, lambda table: table.may_arrive(role.seats))

    def look(self, room: Room, address: str) -> None:
        """Somebody asks about the table without a socket: for a while, the computer's turn counts as awaited."""
        room.address, room.looked_at = address, self.now()
        self.computers.drive(room)

    def leave(self, room: Room, guest: Guest) -> None:
        """Remove a client."""
        room.guests.discard(guest)
        self._announce_presence(room)
        if room.thinking is not None and room.queued and not self._awaited(room):
            room.thinking.cancel()

    async def forget(self, days: float) -> int:
        """Delete the games in which nothing has happened for `days` days. Returns how many."""
        busy = {game for game, room in self._rooms.items() if not room.idle}
        gone = await self.journal.forget(self.now() - days * 86_400, busy)
        for game in gone:
            if (room := self._rooms.pop(game, None)) is not None:
                room.lost = True
        return len(gone)

    def figures(self) -> dict[str, float]:
        """What there is at this moment, for the metrics."""
        guests = [guest for room in self._rooms.values() for guest in room.guests]
        return {
            "games_in_memory": len(self._rooms),
            "games_set_aside": len(self._set_aside),
            "sockets": sum(self._sockets.values()),
            "sockets_of_players": sum(guest.role.kind == "seat" for guest in guests),
            "addresses": len(self._sockets),
            "thinking": self.computers.places.running,
            "thinking_queued": self.computers.places.waiting,
        }

    async def _forget_for_ever(self) -> None:
        while True:
            try:
                if number := await self.forget(self.config.keep_days or 0):
                    log.warning("%d games were deleted: nothing has happened in them for too long", number)
            except Unavailable as why:
                log.error("old games could not be deleted: %s", why)
            await asyncio.sleep(3600)

    # -- changing --------------------------------------------------------------------------------------------------

    async def act(self, room: Room, decide: Callable[[Table], Sequence[Event]]) -> Sequence[Event]:
        """Make a change. `decide` is called while nothing else can change; its events are stored, then announced.

        Once started it is completed, even if the client has gone.
        """
        begun = time.perf_counter()
        task = asyncio.ensure_future(self._decide(room, decide))
        task.add_done_callback(lambda _: self.metrics.took(time.perf_counter() - begun))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def rematch(self, room: Room) -> None:
        """The same table again."""
        table = room.table
        if not table.over:
            raise Refusal("not-over")
        if table.rematch is not None:
            return
        kept = [
            events.SeatKept(kind=s.kind, name=s.name, level=s.level, holder=s.holder, invite=None) for s in table.seats
        ]
        following = await self._begin(
            new_game_id(), next_game(table.created, kept, table.host, table.watch), room.address
        )

        def link(table: Table) -> Sequence[Event]:
            return [] if table.rematch is not None else [events.Rematched(game=following.table.id)]

        await self.act(room, link)

    def around(self, room: Room) -> table_state.Around:
        """What is not stored: who is connected, who is thinking, the time."""
        return self._around(room)

    # -- internals -------------------------------------------------------------------------------------------------

    async def _open(self, game: str) -> Room | None:
        if game in self._set_aside:
            raise Refusal("gone")
        try:
            stored = await self.journal.read(game)
            if not stored:
                return None
            table = await replayed(game, stored)
        except Unavailable as why:
            log.error("game %s: the database cannot be read: %s", game, why)
            raise Refusal("busy") from None
        except Unreadable as why:
            log.error("game %s cannot be read and is set aside: %s", game, why)
            self._set_aside.add(game)
            raise Refusal("gone") from None
        room = Room(table)
        if self.journal.shared:
            room = self._keep(room)
            await self.refresh(room)  # nobody told us of what was stored before we kept it
            await self.check_clock(room)
        else:
            if table.due() is not None:
                # Clocks run only while the game is in memory. After a restart this one has stood still until now.
                await self._happen(room, [events.Resumed()], self.now())
            room = self._keep(room)
        return room

    async def _begin(self, game: str, first: events.Created, address: str) -> Room:
        at = self.now()
        room = Room(Table(game, first, at))  # before it is stored: a table that cannot be built must not be stored
        await self._store(game, 1, at, [first], first.asked.clock is not None)
        self._keep(room)
        self.metrics.created += 1
        self._wind(room)
        self.look(room, address)
        return room

    def _keep(self, room: Room) -> Room:
        if len(self._rooms) >= MOST_ROOMS:
            for game in [game for game, kept in self._rooms.items() if kept.idle][: MOST_ROOMS // 10]:
                self._rooms.pop(game).lost = True
        return self._rooms.setdefault(room.table.id, room)

    async def refresh(self, room: Room) -> None:
        """Bring a room up to date with what other servers have stored."""
        async with room.lock:
            await self._catch_up(room)
        self.computers.drive(room)

    async def _catch_up(self, room: Room) -> bool:
        """Apply what other servers have stored. Was there anything?"""
        table = room.table
        if room.lost:
            raise Refusal("busy")
        try:
            stored = await self.journal.read(table.id, table.events)  # from the last one that we have
            for one in stored[1:]:
                table.apply(one.event, one.at)
        except Unavailable as why:
            log.error("game %s: the database cannot be read: %s", table.id, why)
            raise Refusal("busy") from None
        except Exception as error:  # noqa: BLE001  it is read again as a whole, and set aside if that fails too
            log.error("game %s cannot be brought up to date: %s", table.id, type(error).__name__)
            self._lose(room)
            raise Refusal("busy") from None
        if not stored:
            self._lose(room)  # it was deleted
            raise Refusal("unknown-game")
        room.unsure = False
        if len(stored) > 1:
            self._wind(room)
            self._announce(room, [one.event for one in stored[1:]])
        return len(stored) > 1

    async def _decide(self, room: Room, decide: Callable[[Table], Sequence[Event]]) -> Sequence[Event]:
        async with room.lock:
            if room.behind:
                await self._catch_up(room)
            while True:
                try:
                    happened = await self._act(room, decide)
                    break
                except Conflict:
                    if not await self._catch_up(room):
                        raise Refusal("busy") from None
                except Refusal:
                    # What looks wrong to us may be right: the client may know more than we do, from another server.
                    if not self.journal.shared or room.unsure or not await self._catch_up(room):
                        raise
        self.computers.drive(room)
        return happened

    async def _act(self, room: Room, decide: Callable[[Table], Sequence[Event]]) -> Sequence[Event]:
        table, at = room.table, self.now()
        if table.stood_still(self.neighbours.up_since):
            await self._happen(room, [events.Resumed()], at)
        elif flag := table.time_is_up(at):
            await self._happen(room, flag, at)
        happened = list(decide(table))
        if happened:
            await self._happen(room, happened, at)
        return happened

    async def _happen(self, room: Room, happened: Sequence[Event], at: float) -> None:
        table = room.table
        if room.lost:
            raise Refusal("busy")
        clocked, was_over = table.clock is not None, table.over
        happened = [events.read_back(event) for event in happened]
        try:
            await self._store(table.id, table.events + 1, at, happened, clocked)
        except Refusal:
            room.unsure = True
            raise
        try:
            for event in happened:
                table.apply(event, at)
        except Exception:
            self._lose(room)  # it is read again from what is stored
            raise
        self.metrics.events.update(event.kind for event in happened)
        self._wind(room)
        self._announce(room, happened)
        if table.over and not was_over:
            with suppress(Refusal):  # only a mark for listings: everybody has been told, and the event is stored
                await self._store(table.id, table.events + 1, at, [], clocked, over=True)

    async def _store(
        self, game: str, first: int, at: float, happened: Sequence[Event], clocked: bool, over: bool = False
    ) -> None:
        try:
            await self.journal.append(game, first, at, happened, over=over, clocked=clocked)
        except Unavailable as why:
            log.error("game %s: the database cannot be written: %s", game, why)
            raise Refusal("busy") from None

    def _keep_places(self, room: Room, guest: Guest) -> None:
        """Refuse a client if there is no place for it. Every player has places of their own, and so do watchers."""
        limits = self.config.limits
        if guest.role.kind == "seat":
            full = sum(other.token_hash == guest.token_hash for other in room.guests) >= limits.player_sockets
        else:
            full = sum(other.role.kind != "seat" for other in room.guests) >= limits.watcher_sockets
        if full:
            raise Refusal("full")

    def _lose(self, room: Room) -> None:
        """Drop our copy of a game, so that it is read again."""
        room.lost = True
        self._rooms.pop(room.table.id, None)
        for guest in room.guests:
            guest.close()

    def _announce(self, room: Room, happened: Sequence[Event]) -> None:
        around = self._around(room)
        reseated = any(isinstance(one, events.Sat | events.Left | events.Moved | events.Invited) for one in happened)
        for guest in list(room.guests):
            if reseated and not guest.seated(room.table):
                guest.tell(Refused(type="error", id=None, **Refusal("unknown-game").problem))
                guest.close()
                continue
            guest.tell_state(room.table, around)
        if said := sum(isinstance(event, events.Chatted) for event in happened):
            for chat in table_state.chat(room.table)[-said:]:
                self._tell_players(room, ChatSaid(type="chat", **chat))

    def _tell_players(self, room: Room, message: ServerMessage) -> None:
        for guest in list(room.guests):
            if guest.role.kind == "seat":
                guest.tell(message)

    def _announce_presence(self, room: Room, *, asks: bool = False) -> None:
        """Tell guests and other servers that somebody has come to this server, or left it."""
        self._tell_presence(room)
        self.neighbours.tell(room, asks=asks)

    def _tell_presence(self, room: Room) -> None:
        present = room.present
        seats = [
            Present(seat=number, present=seat.kind == "computer" or number in present)
            for number, seat in enumerate(room.table.seats, 1)
        ]
        for guest in list(room.guests):
            guest.tell(Presence(type="presence", seats=seats, watchers=room.watchers))

    def _awaited(self, room: Room) -> bool:
        """Is anybody looking at the table, or has anybody recently?"""
        return bool(room.guests) or self.now() - room.looked_at < self.config.limits.look_seconds

    def _around(self, room: Room) -> table_state.Around:
        # The task still runs while it announces the turn it has played; by then it may be somebody else's choice.
        decider = room.table.decider
        thinking = decider if room.thinking is not None and room.table.is_computer(decider) else 0
        return table_state.Around(self.now(), room.present, thinking, room.queued)

    # -- clocks ----------------------------------------------------------------------------------------------------

    def _wind(self, room: Room) -> None:
        """Set the alarm for the moment when the running clock runs out."""
        if room.timer is not None:
            room.timer.cancel()
            room.timer = None
        if (due := room.table.due()) is None:
            return
        wait = max(0.0, due - self.now()) + 0.01
        room.timer = asyncio.get_running_loop().call_later(wait, self._ring, room)

    def _ring(self, room: Room) -> None:
        room.timer = None
        task = asyncio.ensure_future(self.check_clock(room))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def check_clock(self, room: Room) -> None:
        """End the game of a seat that has run out of time."""
        await self.act(room, lambda table: [])
        if room.timer is None:
            self._wind(room)  # the alarm was early
