"""Games in a file, for one server."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from sqlalchemy import create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import PoolProxiedConnection

from santorini.server.storage.home import Batch, Home

__all__ = ["SqliteHome", "sqlite_url"]


# Written out, for a connection that stays open: what SQLAlchemy does for every statement and every transaction costs
# more than the statements do.
TOUCH = "UPDATE games SET touched_at = ?, over = over OR ? WHERE id = ?"
MAKE = "INSERT INTO games (id, created_at, touched_at, over, clocked) VALUES (?, ?, ?, 0, ?)"
IS_THERE = "SELECT id FROM games WHERE id = ?"
STORE = "INSERT INTO events (game, number, at, kind, data) VALUES (?, ?, ?, ?, ?)"


def sqlite_url(file: Path) -> str:
    """The database URL of a SQLite file."""
    return f"sqlite:///{file}"


class SqliteHome(Home):
    """A file that is readable by its owner alone."""

    errors = (sqlite3.Error, SQLAlchemyError, OSError)
    conflicts = (sqlite3.IntegrityError,)
    outages = (sqlite3.OperationalError, SQLAlchemyError, OSError)

    def __init__(self, address: URL) -> None:
        if address.database:
            _own(Path(address.database))
        super().__init__(create_engine(address))
        event.listen(self.engine, "connect", _set_up)
        self._writer: PoolProxiedConnection | None = None

    def store(self, batch: Batch) -> set[str]:
        """Store everything. Returns the games that are not there any more: nothing of theirs was stored."""
        if self._writer is None:
            self._writer = self.engine.raw_connection()
        try:
            gone = _store(self._writer, batch)
            self._writer.commit()
        except self.errors:
            self._stop_writing()
            raise
        return gone

    def close(self) -> None:
        """Close all connections."""
        self._stop_writing()
        super().close()

    def _stop_writing(self) -> None:
        """What is not committed is undone. The next time connect again."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None


def _store(connection: PoolProxiedConnection, batch: Batch) -> set[str]:
    cursor = connection.cursor()
    gone: set[str] = set()
    if batch.touched:
        cursor.executemany(TOUCH, [(at, over, game) for game, at, over in batch.touched])
        if cursor.rowcount != len(batch.touched):
            there = [cursor.execute(IS_THERE, [game]).fetchone() for game, _, _ in batch.touched]
            gone = {game for (game, _, _), found in zip(batch.touched, there, strict=True) if found is None}
    if batch.made:
        cursor.executemany(MAKE, [(game, at, at, clocked) for game, at, clocked in batch.made])
    if rows := [row for row in batch.events if row[0] not in gone]:
        cursor.executemany(STORE, rows)
    cursor.close()
    return gone


def _set_up(connection: DBAPIConnection, _record: object) -> None:
    cursor = connection.cursor()
    # WAL: readers never wait for the writer. FULL: a commit is on the disk even if the power fails.
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _own(file: Path) -> None:
    """The file of games holds every secret: nobody but its owner may read it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if os.fstat(descriptor).st_mode & 0o007:
            os.fchmod(descriptor, 0o600)
    finally:
        os.close(descriptor)
