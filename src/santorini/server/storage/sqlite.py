"""Games in a file, for one server."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path

from sqlalchemy import create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.engine.interfaces import DBAPIConnection, DBAPICursor
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import PoolProxiedConnection

from santorini.server.storage.home import Batch, Home, Row

__all__ = ["SqliteHome", "sqlite_url"]


# Plain SQL on a connection that stays open: what SQLAlchemy does for every statement and every transaction costs more
# than the statements do. Many rows go into one statement: Python lets other threads run during each, and a busy event
# loop gives the interpreter back only milliseconds later.
TOUCH = (
    "UPDATE games SET touched_at = new.column2, over = over OR new.column3 "
    "FROM (VALUES {rows}) AS new WHERE id = new.column1"
)
MAKE = "INSERT INTO games (id, created_at, touched_at, over, clocked) VALUES {rows}"
IS_THERE = "SELECT id FROM games WHERE id = ?"
READ = "SELECT game, number, at, data FROM events WHERE game = ? AND number >= ? ORDER BY number"
STORE = "INSERT INTO events (game, number, at, kind, data) VALUES {rows}"
MOST_ROWS = 100
"""The most rows in one statement."""


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

    def read(self, wanted: Mapping[str, int]) -> list[Row]:
        """The events of some games, of each from a number on, in order."""
        with closing(self.engine.raw_connection()) as connection:
            cursor = connection.cursor()
            rows: list[Row] = []
            for game, first in wanted.items():
                cursor.execute(READ, [game, first])
                rows += cursor.fetchall()
            cursor.close()
        return rows

    def close(self) -> None:
        """Close all connections."""
        self._stop_writing()
        super().close()

    def _stop_writing(self) -> None:
        """Undo what is not committed and disconnect; the next write connects again."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None


def _store(connection: PoolProxiedConnection, batch: Batch) -> set[str]:
    cursor = connection.cursor()
    gone: set[str] = set()
    if _execute(cursor, TOUCH, batch.touched) != len(batch.touched):
        there = [cursor.execute(IS_THERE, [game]).fetchone() for game, _, _ in batch.touched]
        gone = {game for (game, _, _), found in zip(batch.touched, there, strict=True) if found is None}
    _execute(cursor, MAKE, [(game, at, at, False, clocked) for game, at, clocked in batch.made])
    _execute(cursor, STORE, [row for row in batch.events if row[0] not in gone])
    cursor.close()
    return gone


def _execute(cursor: DBAPICursor, statement: str, rows: Sequence[Sequence[object]]) -> int:
    """Execute a statement for all rows. Returns how many it has changed."""
    changed = 0
    for first in range(0, len(rows), MOST_ROWS):
        part = rows[first : first + MOST_ROWS]
        marks = ", ".join(["(" + ", ".join("?" * len(part[0])) + ")"] * len(part))
        cursor.execute(statement.format(rows=marks), [value for row in part for value in row])
        changed += cursor.rowcount
    return changed


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
