"""What a database has to do for the journal. Tables and queries are the same everywhere; the rest is here.

`database.open_home` opens the one that an address names.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import IntegrityError, InterfaceError, OperationalError

__all__ = ["Home", "Listening", "Unavailable", "why"]


class Unavailable(Exception):  # noqa: N818
    """The database cannot be read or written now."""


class Listening(Protocol):
    """Listens until it is closed."""

    def close(self) -> None:
        """Stop."""


class Home:
    """A database that is open."""

    shared = False
    """May other servers use it at the same time?"""

    patience = 0.0
    """Seconds without a sign of any server after which all of them count as down."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def keep_others_out(self, connection: Connection) -> None:
        """Until the transaction ends nobody else changes the tables."""

    def tell(self, connection: Connection, messages: Sequence[str]) -> None:
        """Tell all servers, once the transaction is stored."""

    def listen(self, heard: Callable[[str], None], connected: Callable[[], None]) -> Listening | None:
        """Hear, in another thread, what servers tell. `connected`: from now on nothing is missed; before, perhaps."""

    def claim(self, what: str) -> bool:
        """Claim something that only one server may do, until it is released or this process dies. Was it free?"""
        return True

    def release(self, what: str) -> None:
        """Give up what was claimed."""

    def is_conflict(self, error: Exception) -> bool:
        """Did somebody else store the same event?"""
        return isinstance(error, IntegrityError)

    def is_outage(self, error: Exception) -> bool:
        """Would every other statement fail as well?"""
        return isinstance(error, OperationalError | InterfaceError | OSError)

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()


def why(error: Exception) -> str:
    """What is wrong with a database, in one sentence."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    told = getattr(error, "orig", None) or error
    return (str(told).strip().splitlines() or [type(error).__name__])[0]
