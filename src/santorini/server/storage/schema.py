"""The tables of the database, their version, and the steps from one version to the next.

A file of any version since 0.1.0 is brought up to date when it is opened; one of a later version is refused. A step is
a few lines of SQL, less than a migration library would need.
"""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    func,
    insert,
    inspect,
    select,
    update,
)
from sqlalchemy.engine import Connection

from santorini.server.storage.home import Home

__all__ = ["EVENTS", "GAMES", "SERVICE", "VERSION", "LaterVersionError", "bring_up_to_date"]

VERSION = 3

metadata = MetaData()
GAMES = Table(
    "games",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("created_at", Float, nullable=False),
    Column("touched_at", Float, nullable=False),  # of the last event
    Column("over", Boolean, nullable=False),
    Column("clocked", Boolean, nullable=False),
)
BY_TIME = Index("games_by_time", GAMES.c.touched_at)
EVENTS = Table(
    "events",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("data", Text, nullable=False),
)
SERVICE = Table(  # one row: since when at least one server has been up all the time, and when one was last seen
    "service",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("up_since", Float, nullable=False),
    Column("seen_at", Float, nullable=False),
)
SCHEMA = Table("schema", metadata, Column("version", Integer, primary_key=True))


class LaterVersionError(ValueError):
    """The database was written by a later version of the program."""


def bring_up_to_date(home: Home) -> None:
    """Make the tables, or change those of an earlier version, in one transaction."""
    with home.engine.begin() as connection:
        home.keep_others_out(connection)
        tables = inspect(connection).get_table_names()
        if "events" not in tables:
            metadata.create_all(connection)
            connection.execute(insert(SERVICE).values(id=1, up_since=0.0, seen_at=0.0))
            connection.execute(insert(SCHEMA).values(version=VERSION))
            return
        found = connection.execute(select(SCHEMA.c.version)).scalar_one() if "schema" in tables else 1
        if found > VERSION:
            raise LaterVersionError(f"its version is {found}, this program knows {VERSION}")
        for version in range(found + 1, VERSION + 1):
            STEPS[version](connection)
        if found < VERSION:
            connection.execute(update(SCHEMA).values(version=VERSION))


def _to_2(connection: Connection) -> None:
    """From 0.1.0: store the version, and when something last happened in a game, which 0.1.0 did not update."""
    SCHEMA.create(connection)
    connection.execute(insert(SCHEMA).values(version=2))
    last = select(func.max(EVENTS.c.at)).where(EVENTS.c.game == GAMES.c.id).scalar_subquery()
    connection.execute(update(GAMES).values(touched_at=func.coalesce(last, GAMES.c.touched_at)))
    BY_TIME.create(connection)


def _to_3(connection: Connection) -> None:
    """For several servers: store when one was up, which no server knows alone."""
    SERVICE.create(connection)
    connection.execute(insert(SERVICE).values(id=1, up_since=0.0, seen_at=0.0))


STEPS: dict[int, Callable[[Connection], None]] = {2: _to_2, 3: _to_3}
"""The step to each version from the previous one."""
