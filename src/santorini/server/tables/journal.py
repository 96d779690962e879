"""The events of all games in a database. When `append` returns, its events are safely on disk.

One thread writes. Everything that is waiting when it is ready goes into one transaction, so that games share a sync.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

from pydantic import ValidationError
from sqlalchemy import case, delete, func, select, update
from sqlalchemy.exc import SQLAlchemyError

from santorini.server.storage.database import open_home, try_to_write
from santorini.server.storage.home import Batch, Listening, Row, Unavailable, why
from santorini.server.storage.schema import EVENTS, GAMES, SERVICE
from santorini.server.tables.events import EVENT, Event, only_seen_by
from santorini.server.tables.news import News, new_server
from santorini.server.tables.waiting import MOST_AT_ONCE, all_that_wait, answer

__all__ = ["Conflict", "Journal", "Stored", "Unreadable"]

ASKING = 2
"""Threads, and connections, for queries about all games; one more of each writes events, and one reads them."""

T = TypeVar("T")


class Conflict(Exception):  # noqa: N818
    """Another server has written to this game, or deleted it."""


class Unreadable(Exception):  # noqa: N818
    """This version cannot make a game of the stored events."""


@dataclass(frozen=True)
class Stored:
    """An event as it was stored."""

    at: float
    event: Event


@dataclass
class _Writing:
    game: str
    first: int
    at: float
    events: Sequence[Event]
    over: bool
    clocked: bool
    done: asyncio.Future[None]


@dataclass
class _Reading:
    game: str
    first: int
    done: asyncio.Future[list[Stored]]


class Journal:
    """All events of all games, append only."""

    def __init__(self, url: str) -> None:
        """Open the database, or make a new one. Raises `Unavailable` with a sentence."""
        self.server = new_server()
        self._home = open_home(url)
        self._engine = self._home.engine
        self._asked = ThreadPoolExecutor(ASKING, "asking")
        self._to_write: queue.SimpleQueue[_Writing | News | None] = queue.SimpleQueue()
        self._to_read: queue.SimpleQueue[_Reading | None] = queue.SimpleQueue()
        self._threads = [
            threading.Thread(target=self._write_all, name="writing", daemon=True),
            threading.Thread(target=self._read_all, name="reading", daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    @property
    def shared(self) -> bool:
        """May other servers write to it?"""
        return self._home.shared

    async def append(
        self, game: str, first: int, at: float, happened: Sequence[Event], *, over: bool, clocked: bool
    ) -> None:
        """Store events, numbered from `first`. When this returns they are on the disk."""
        done = asyncio.get_running_loop().create_future()
        self._to_write.put(_Writing(game, first, at, happened, over, clocked, done))
        await done

    async def read(self, game: str, first: int = 1) -> list[Stored]:
        """The events of a game in order, from a number on; empty if there are none. Raises `Unreadable`."""
        done: asyncio.Future[list[Stored]] = asyncio.get_running_loop().create_future()
        self._to_read.put(_Reading(game, first, done))
        return await done

    async def last(self, games: Collection[str]) -> dict[str, int]:
        """The number of the last event of each of these games, if the game exists."""
        return await self._ask(lambda: self._last(games))

    async def try_to_write(self) -> None:
        """Raises `Unavailable` if the database cannot be written."""
        await self._ask(lambda: try_to_write(self._engine))

    async def forget(self, before: float, keep: Collection[str]) -> list[str]:
        """Delete games in which nothing has happened since then, except those to keep. Returns those deleted."""
        return await self._ask(lambda: self._forget(before, keep))

    async def give_a_sign(self, at: float) -> float:
        """Note that a server is up. Returns since when there has been one all the time."""
        return await self._ask(lambda: self._give_a_sign(at))

    async def claim(self, game: str) -> bool:
        """Claim the computer's turns in a game. False: another server has done so."""
        return await self._ask(lambda: self._home.claim(game))

    async def release(self, game: str) -> None:
        """Give up the claim."""
        await self._ask(lambda: self._home.release(game))

    def tell(self, news: News) -> None:
        """Tell the other servers something that is not stored."""
        if self.shared:
            self._to_write.put(news)

    def listen(self, heard: Callable[[list[News]], None], connected: Callable[[], None]) -> Listening | None:
        """Receive in another thread what other servers tell. Until `connected` is called, messages may be missed."""

        def understood(texts: Sequence[str]) -> None:
            told = [news for text in texts if (news := News.read(text)) is not None and news.server != self.server]
            if told:
                heard(told)

        return self._home.listen(understood, connected)

    def games(self) -> list[str]:
        """The ids of all games, the oldest first."""
        with self._engine.connect() as connection:
            return list(connection.execute(select(GAMES.c.id).order_by(GAMES.c.created_at)).scalars())

    def close(self) -> None:
        """Write what is waiting, and stop."""
        self._to_write.put(None)
        self._to_read.put(None)
        for thread in self._threads:
            thread.join()
        self._asked.shutdown()
        self._home.close()

    # -- internals -------------------------------------------------------------------------------------------------

    async def _ask(self, question: Callable[[], T]) -> T:
        def asked() -> T:
            try:
                return question()
            except (SQLAlchemyError, OSError) as error:
                raise Unavailable(why(error)) from None

        return await asyncio.get_running_loop().run_in_executor(self._asked, asked)

    def stored(self, game: str, first: int = 1) -> list[Stored]:
        """As `read`, for callers that may block."""
        try:
            rows = self._home.read({game: first})
        except self._home.errors as error:
            raise Unavailable(why(error)) from None
        return _understood(rows, first)

    def _last(self, games: Collection[str]) -> dict[str, int]:
        found: dict[str, int] = {}
        last = select(func.max(EVENTS.c.number)).where(EVENTS.c.game == GAMES.c.id).scalar_subquery().label("last")
        for part in _parts(list(games)):
            with self._home.reading.connect() as connection:
                rows = connection.execute(select(GAMES.c.id, last).where(GAMES.c.id.in_(part)))
                found |= {row.id: row.last for row in rows}
        return found

    def _give_a_sign(self, at: float) -> float:
        down = SERVICE.c.seen_at < at - self._home.patience
        since = case((down, at), else_=SERVICE.c.up_since)
        with self._engine.begin() as connection:
            connection.execute(update(SERVICE).values(up_since=since, seen_at=at))
            return float(connection.execute(select(SERVICE.c.up_since)).scalar_one())

    def _forget(self, before: float, keep: Collection[str]) -> list[str]:
        with self._engine.connect() as connection:
            old = select(GAMES.c.id).where(GAMES.c.touched_at < before).order_by(GAMES.c.touched_at)
            gone = [game for game in connection.execute(old).scalars() if game not in keep]
        for part in _parts(gone):  # a little at a time: a command may be waiting
            with self._engine.begin() as connection:
                connection.execute(delete(EVENTS).where(EVENTS.c.game.in_(part)))
                connection.execute(delete(GAMES).where(GAMES.c.id.in_(part)))
                self._home.tell(connection, [News(server=self.server, game=game, gone=True).text for game in part])
        return gone

    def _read_all(self) -> None:
        for batch in all_that_wait(self._to_read):
            wanted: dict[str, int] = {}
            for one in batch:
                wanted[one.game] = min(one.first, wanted.get(one.game, one.first))
            try:
                rows = self._home.read(wanted)
            except Exception as error:  # noqa: BLE001  whoever waits is told, whatever it is, and the thread goes on
                answer([(one.done, Unavailable(why(error))) for one in batch])
                continue
            found: defaultdict[str, list[Row]] = defaultdict(list)
            for row in rows:
                found[row[0]].append(row)
            answer([(one.done, self._read(one, found[one.game])) for one in batch])

    def _read(self, asked: _Reading, rows: Sequence[Row]) -> list[Stored] | Unreadable:
        try:
            return _understood([row for row in rows if row[1] >= asked.first], asked.first)
        except Unreadable as error:
            return error
        except Exception as error:  # noqa: BLE001  one game that is spoiled must not keep others from being read
            return Unreadable(type(error).__name__)

    def _write_all(self) -> None:
        batches: Iterator[list[_Writing | News]] = all_that_wait(self._to_write)
        for batch in batches:
            told = [one for one in batch if isinstance(one, News)]
            # Every server in the same order, or two of them may wait for each other.
            self._write(sorted((one for one in batch if isinstance(one, _Writing)), key=lambda w: w.game), told)

    def _write(self, batch: list[_Writing], told: list[News]) -> None:
        try:
            gone = self._home.store(self._lines(batch, told))
        except Exception as error:  # noqa: BLE001  whoever waits is told, whatever it is, and the thread goes on
            # One bad game must not make the others fail.
            if len(batch) > 1 and not self._home.is_outage(error):
                self._write([], told)
                for writing in batch:
                    self._write([writing], [])
                return
            conflict = isinstance(error, self._home.conflicts)
            answer([(writing.done, Conflict() if conflict else Unavailable(why(error))) for writing in batch])
        else:
            answer([(writing.done, Conflict() if writing.game in gone else None) for writing in batch])

    def _lines(self, batch: list[_Writing], told: list[News]) -> Batch:
        written = [self._news(w) for w in batch if w.events] if self.shared else []
        return Batch(
            events=[
                (w.game, number, w.at, e.kind, e.model_dump_json())
                for w in batch
                for number, e in enumerate(w.events, w.first)
            ],
            made=[(w.game, w.at, w.clocked) for w in batch if w.first == 1],
            touched=[(w.game, w.at, w.over) for w in batch if w.first != 1],
            messages=[news.text for news in (*told, *written)],
        )

    def _news(self, written: _Writing) -> News:
        last = written.first + len(written.events) - 1
        only = only_seen_by(written.events)
        return News(server=self.server, game=written.game, number=last, first=written.first, only=only)


def _understood(rows: Sequence[Row], first: int) -> list[Stored]:
    stored = []
    for expected, (_, number, at, data) in enumerate(rows, first):
        if number != expected:
            raise Unreadable(f"event {expected} is missing")
        try:
            stored.append(Stored(at, EVENT.validate_json(data)))
        except ValidationError as error:
            raise Unreadable(f"event {number}: {error.errors(include_input=False)[0]['type']}") from None
    return stored


def _parts(games: Sequence[str]) -> list[Sequence[str]]:
    return [games[first : first + MOST_AT_ONCE] for first in range(0, len(games), MOST_AT_ONCE)]
