"""Opening a database by its address."""

from __future__ import annotations

from sqlalchemy import update
from sqlalchemy.engine import Engine, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from santorini.server.storage.home import Home, Unavailable, why
from santorini.server.storage.schema import GAMES, bring_up_to_date
from santorini.server.storage.sqlite import SqliteHome

__all__ = ["open_home", "shown", "try_to_write"]


def open_home(url: str) -> Home:
    """A database that can be written. Raises `Unavailable` with a sentence that says why not."""
    try:
        home = _home(url)
        try:
            bring_up_to_date(home)
            try_to_write(home.engine)
        except BaseException:
            home.close()
            raise
    except (SQLAlchemyError, OSError, ImportError, ValueError) as error:
        raise Unavailable(why(error)) from None
    return home


def try_to_write(engine: Engine) -> None:
    """Raises if the database cannot be written."""
    with engine.begin() as connection:
        connection.execute(update(GAMES).where(GAMES.c.id == "").values(over=False))


def shown(url: str) -> str:
    """An address without its password."""
    try:
        return make_url(url).render_as_string()
    except (ArgumentError, ValueError):
        return "?"


def _home(url: str) -> Home:
    address = make_url(url)
    if address.get_backend_name() == "sqlite":
        return SqliteHome(address)
    if address.get_backend_name() == "postgresql":
        from santorini.server.storage.postgres import PostgresHome  # needs a package of its own

        return PostgresHome(address)
    raise ArgumentError(f"neither SQLite nor PostgreSQL: {address.drivername}")
