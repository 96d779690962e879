"""The events of all games in a database. When `append` returns, its events are safely on disk.

One thread writes. Everything that is waiting when it is ready goes into one transaction, so that games share a sync.
"""

from __future__ import annotations

import asyncio
import os
import queue
import threading
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError
from sqlalchemy import create_engine, delete, event, insert, select, update
from sqlalchemy.engine import URL, Connection, Engine, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from santorini.server.tables.events import EVENT, Event
from santorini.server.tables.schema import EVENTS, GAMES, LaterVersionError, bring_up_to_date

__all__ = ["Conflict", "Journal", "Stored", "Unavailable", "Unreadable", "open_database", "sqlite_url", "why"]

MOST_AT_ONCE = 500

T = TypeVar("T")


class Conflict(Exception):  # noqa: N818
    """Another server has written to this game."""


class Unavailable(Exception):  # noqa: N818
    """The database cannot be read or written now."""


class Unreadable(Exception):  # noqa: N818
    """The stored events of a game make no game that this version understands."""


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
    done: Future[None] = field(default_factory=Future)


def sqlite_url(file: Path) -> str:
    """The database URL of a SQLite file."""
    return f"sqlite:///{file}"


class Journal:
    """All events of all games, append only."""

    def __init__(self, url: str) -> None:
        """Open the database, or make a new one. Raises `Unavailable` with a sentence."""
        self._engine = open_database(url)
        self._waiting: queue.SimpleQueue[_Writing | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write_all, name="journal", daemon=True)
        self._writer.start()

    async def append(
        self, game: str, first: int, at: float, happened: Sequence[Event], *, over: bool, clocked: bool
    ) -> None:
        """Store events, numbered from `first`. When this returns they are on the disk."""
        writing = _Writing(game, first, at, happened, over, clocked)
        self._waiting.put(writing)
        await asyncio.wrap_future(writing.done)

    async def read(self, game: str) -> list[Stored]:
        """The events of a game in order; none if there is no such game. Raises `Unreadable`."""
        return await asyncio.to_thread(self._asked, lambda: self.stored(game))

    async def try_to_write(self) -> None:
        """Raises `Unavailable` if the database cannot be written."""
        await asyncio.to_thread(self._asked, lambda: _try_to_write(self._engine))

    async def forget(self, before: float, keep: Collection[str]) -> list[str]:
        """Delete games in which nothing has happened since then, except some. Returns which."""
        return await asyncio.to_thread(self._asked, lambda: self._forget(before, keep))

    def games(self) -> list[str]:
        """The ids of all games, the oldest first."""
        with self._engine.connect() as connection:
            return list(connection.execute(select(GAMES.c.id).order_by(GAMES.c.created_at)).scalars())

    def close(self) -> None:
        """Write what is waiting, and stop."""
        self._waiting.put(None)
        self._writer.join()
        self._engine.dispose()

    # -- inside ----------------------------------------------------------------------------------------------------

    def _asked(self, question: Callable[[], T]) -> T:
        try:
            return question()
        except (SQLAlchemyError, OSError) as error:
            raise Unavailable(why(error)) from None

    def stored(self, game: str) -> list[Stored]:
        """As `read`, for callers that may wait."""
        columns = (EVENTS.c.number, EVENTS.c.at, EVENTS.c.data)
        wanted = select(*columns).where(EVENTS.c.game == game).order_by(EVENTS.c.number)
        with self._engine.connect() as connection:
            rows = connection.execute(wanted).all()
        stored = []
        for expected, (number, at, data) in enumerate(rows, 1):
            if number != expected:
                raise Unreadable(f"event {expected} is missing")
            try:
                stored.append(Stored(at, EVENT.validate_json(data)))
            except ValidationError as error:
                raise Unreadable(f"event {number}: {error.errors(include_input=False)[0]['type']}") from None
        return stored

    def _forget(self, before: float, keep: Collection[str]) -> list[str]:
        with self._engine.connect() as connection:
            old = select(GAMES.c.id).where(GAMES.c.touched_at < before).order_by(GAMES.c.touched_at)
            gone = [game for game in connection.execute(old).scalars() if game not in keep]
        for first in range(0, len(gone), MOST_AT_ONCE):  # a little at a time: a command may be waiting
            part = gone[first : first + MOST_AT_ONCE]
            with self._engine.begin() as connection:
                connection.execute(delete(EVENTS).where(EVENTS.c.game.in_(part)))
                connection.execute(delete(GAMES).where(GAMES.c.id.in_(part)))
        return gone

    def _write_all(self) -> None:
        while (one := self._waiting.get()) is not None:
            batch, stop = [one], False
            while len(batch) < MOST_AT_ONCE:
                try:
                    more = self._waiting.get_nowait()
                except queue.Empty:
                    break
                if more is None:
                    stop = True
                    break
                batch.append(more)
            self._write(batch)
            if stop:
                return

    def _write(self, batch: list[_Writing]) -> None:
        try:
            self._commit(batch)
        except (SQLAlchemyError, OSError) as error:
            if len(batch) > 1:  # one bad game must not make the others fail
                for writing in batch:
                    self._write([writing])
                return
            failure = Conflict() if isinstance(error, IntegrityError) else Unavailable(why(error))
            batch[0].done.set_exception(failure)
        else:
            for writing in batch:
                writing.done.set_result(None)

    def _commit(self, batch: list[_Writing]) -> None:
        with self._engine.begin() as connection:
            rows = [
                {"game": w.game, "number": number, "at": w.at, "kind": e.kind, "data": e.model_dump_json()}
                for w in batch
                for number, e in enumerate(w.events, w.first)
            ]
            if rows:
                connection.execute(insert(EVENTS), rows)
            for writing in batch:
                self._note_game(connection, writing)

    def _note_game(self, connection: Connection, writing: _Writing) -> None:
        kept: dict[str, float | bool] = {"touched_at": writing.at}
        if writing.first == 1:
            new = {"id": writing.game, "created_at": writing.at, "over": False, "clocked": writing.clocked}
            connection.execute(insert(GAMES), [new | kept])
            return
        if writing.over:
            kept["over"] = True
        connection.execute(update(GAMES).where(GAMES.c.id == writing.game).values(**kept))


def open_database(url: str) -> Engine:
    """A database that can be written. Raises `Unavailable` with a sentence that says why not."""
    try:
        address = make_url(url)
        if address.get_backend_name() == "sqlite" and address.database:
            _own_file(Path(address.database))
        engine = _engine(address)
        try:
            bring_up_to_date(engine)
            _try_to_write(engine)
        except BaseException:
            engine.dispose()
            raise
    except (SQLAlchemyError, OSError, ImportError, LaterVersionError) as error:
        raise Unavailable(why(error)) from None
    return engine


def _try_to_write(engine: Engine) -> None:
    with engine.begin() as connection:
        connection.execute(update(GAMES).where(GAMES.c.id == "").values(over=False))


def why(error: Exception) -> str:
    """What is wrong with a database, in one sentence."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    told = getattr(error, "orig", None) or error
    return (str(told).strip().splitlines() or [type(error).__name__])[0]


def _own_file(file: Path) -> None:
    """The file of games holds every secret: nobody but its owner may read it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if os.fstat(descriptor).st_mode & 0o007:
            os.fchmod(descriptor, 0o600)
    finally:
        os.close(descriptor)


def _engine(url: URL) -> Engine:
    engine = create_engine(url)
    if engine.dialect.name == "sqlite":

        @event.listens_for(engine, "connect")
        def _set_up(connection: DBAPIConnection, _record: object) -> None:
            cursor = connection.cursor()
            # WAL: readers never wait for the writer. FULL: a commit is on the disk even if the power fails.
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000"):
                cursor.execute(f"PRAGMA {pragma}")
            cursor.close()

    return engine
