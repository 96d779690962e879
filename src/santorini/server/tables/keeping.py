"""Looking after the file of games: a copy of it while the server runs, putting a copy back, the games as records."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from santorini.server.storage.database import open_home
from santorini.server.storage.home import Unavailable, why
from santorini.server.storage.sqlite import sqlite_url
from santorini.server.tables.journal import Journal, Unreadable
from santorini.server.tables.room import replayed
from santorini.server.views import replay

__all__ = ["backup", "restore", "write_records"]


def backup(data: Path, to: Path) -> None:
    """A consistent copy of the games, also while a server writes to them. Raises `Unavailable`."""
    if not data.is_file():
        raise Unavailable(os.strerror(2))
    try:
        descriptor = os.open(to, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        os.close(descriptor)
        with closing(sqlite3.connect(data)) as source, closing(sqlite3.connect(to)) as target:
            source.backup(target)
            target.execute("PRAGMA journal_mode=DELETE")  # one file, without a second beside it
            _check(target)
    except (OSError, sqlite3.Error) as error:
        raise Unavailable(why(error)) from None


def restore(copy: Path, data: Path) -> None:
    """Put a copy where there is no file yet. Raises `Unavailable`."""
    part = data.with_name(data.name + ".part")
    try:
        if data.exists():
            raise FileExistsError(17, os.strerror(17))
        data.parent.mkdir(parents=True, exist_ok=True)
        part.unlink(missing_ok=True)
        backup(copy, part)
        open_home(sqlite_url(part)).close()  # brought up to date, or refused
        with closing(sqlite3.connect(part)) as database:
            database.execute("PRAGMA journal_mode=DELETE")
        part.rename(data)
    except OSError as error:
        raise Unavailable(why(error)) from None
    finally:
        part.unlink(missing_ok=True)


def write_records(database: str, folder: Path, note: Callable[[str], None]) -> int:
    """Write every game as a record into a folder. Returns how many; `note` is told of those that cannot be read.

    The records hold every secret: a new folder is readable by its owner alone.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    journal = Journal(database)
    written = 0
    try:
        for game in journal.games():
            try:
                table = asyncio.run(replayed(game, journal.stored(game)))
            except Unreadable as error:
                note(f"{game}: {error}")
                continue
            record = table.settled.record(**replay.headers_of(table))
            (folder / f"{game}.san").write_text(record.text(), encoding="utf-8")
            written += 1
    finally:
        journal.close()
    return written


def _check(database: sqlite3.Connection) -> None:
    (found,) = database.execute("PRAGMA integrity_check").fetchone()
    if found != "ok":
        raise sqlite3.DatabaseError(found)
