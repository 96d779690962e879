"""What a database has to do for the journal. The tables are the same everywhere; what differs is behind this interface.

`database.open_home` opens the one that an address names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from sqlalchemy.engine import Connection, Engine

__all__ = ["Batch", "Home", "Listening", "Row", "Unavailable", "why"]


class Unavailable(Exception):  # noqa: N818
    """The database cannot be read or written now."""


@dataclass(frozen=True)
class Batch:
    """What goes into one transaction: lines of the tables, and messages to all servers."""

    events: Sequence[tuple[str, int, float, str, str]]
    """Game, number, time, kind and data."""
    made: Sequence[tuple[str, float, bool]]
    """New games: id, time, and whether they have a clock."""
    touched: Sequence[tuple[str, float, bool]]
    """Other games: id, time, and whether they are over now."""
    messages: Sequence[str]


Row = tuple[str, int, float, str]
"""A stored event: game, number, time and data."""


class Listening(Protocol):
    """Listens until it is closed."""

    def close(self) -> None:
        """Stop."""


class Home:
    """A database that is open."""

    shared = False
    """May other servers use it at the same time?"""

    errors: tuple[type[Exception], ...]
    """What is raised when something cannot be stored."""

    conflicts: tuple[type[Exception], ...]
    """What is raised when somebody else has stored the same event."""

    outages: tuple[type[Exception], ...]
    """What is raised when nothing can be stored."""

    patience = 0.0
    """Seconds without a sign of any server after which all of them count as down."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.reading = engine.execution_options(isolation_level="AUTOCOMMIT")
        """For single queries: there is no transaction to begin and to end."""

    def keep_others_out(self, connection: Connection) -> None:
        """Keep everybody else from changing the tables until the transaction ends."""

    def store(self, batch: Batch) -> set[str]:
        """Store everything. Returns the games that no longer exist, of which nothing was stored."""
        raise NotImplementedError

    def read(self, wanted: Mapping[str, int]) -> Sequence[Row]:
        """The events of some games, each from a given number on, in order."""
        raise NotImplementedError

    def tell(self, connection: Connection, messages: Sequence[str]) -> None:
        """Tell all servers, once the transaction is stored."""

    def listen(self, heard: Callable[[Sequence[str]], None], connected: Callable[[], None]) -> Listening | None:
        """Receive in another thread what servers tell. Until `connected` is called, messages may be missed."""

    def claim(self, what: str) -> bool:
        """Claim something that only one server may do, until it is released or this process dies. Was it free?"""
        return True

    def release(self, what: str) -> None:
        """Give up what was claimed."""

    def is_outage(self, error: Exception) -> bool:
        """Would every other statement fail as well?"""
        return isinstance(error, self.outages)

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()


def why(error: Exception) -> str:
    """What is wrong with a database, in one sentence."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    told = getattr(error, "orig", None) or error
    return (str(told).strip().splitlines() or [type(error).__name__])[0]
