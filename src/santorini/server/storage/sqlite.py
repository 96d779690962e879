"""Games in a file, for one server."""

from __future__ import annotations

import os
from pathlib import Path

from sqlalchemy import Update, create_engine, event, insert, update
from sqlalchemy.engine import URL
from sqlalchemy.engine.interfaces import DBAPIConnection

from santorini.server.storage.home import Batch, Home
from santorini.server.storage.schema import EVENTS, GAMES

__all__ = ["SqliteHome", "sqlite_url"]


EVENT = ("game", "number", "at", "kind", "data")


def sqlite_url(file: Path) -> str:
    """The database URL of a SQLite file."""
    return f"sqlite:///{file}"


class SqliteHome(Home):
    """A file that is readable by its owner alone."""

    def __init__(self, address: URL) -> None:
        if address.database:
            _own(Path(address.database))
        super().__init__(create_engine(address))
        event.listen(self.engine, "connect", _set_up)

    def store(self, batch: Batch) -> set[str]:
        """Store everything. Returns the games that are not there any more: nothing of theirs was stored."""
        with self.engine.begin() as connection:
            gone = {
                game
                for game, at, over in batch.touched
                if not connection.execute(_touch(game, at, over)).rowcount  # in SQLite nobody can delete it meanwhile
            }
            made = [
                {"id": game, "created_at": at, "touched_at": at, "over": False, "clocked": clocked}
                for game, at, clocked in batch.made
            ]
            if made:
                connection.execute(insert(GAMES), made)
            rows = [dict(zip(EVENT, row, strict=True)) for row in batch.events if row[0] not in gone]
            if rows:
                connection.execute(insert(EVENTS), rows)
        return gone


def _touch(game: str, at: float, over: bool) -> Update:
    touched = update(GAMES).where(GAMES.c.id == game).values(touched_at=at)
    return touched.values(over=True) if over else touched


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
