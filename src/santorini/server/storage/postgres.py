"""Games in PostgreSQL, for any number of servers.

Servers tell each other of new events with NOTIFY, inside the transaction that stores them: nobody hears of an event
that is not stored. What only one of them may do is claimed with advisory locks, which PostgreSQL releases when the
process that holds them dies.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from select import select as select_files
from typing import Any

import psycopg
from sqlalchemy import Text, bindparam, create_engine, func, select
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.engine import URL, Connection

from santorini.server.storage.home import Batch, Home, Listening, Row, Unavailable, why

__all__ = ["PostgresHome"]

CHANNEL = "santorini"
UPGRADING = 7_265_310
"""The advisory lock that is held while the tables are changed."""

STORE = f"""
WITH there AS (SELECT id FROM games WHERE id = ANY(%(touched)s::text[]) ORDER BY id FOR UPDATE),
made AS (
    INSERT INTO games (id, created_at, touched_at, over, clocked)
    SELECT id, at, at, false, clocked
    FROM unnest(%(made)s::text[], %(made_at)s::float8[], %(clocked)s::bool[]) AS new (id, at, clocked)
),
noted AS (
    UPDATE games SET touched_at = now.at, over = games.over OR now.over
    FROM unnest(%(touched)s::text[], %(touched_at)s::float8[], %(over)s::bool[]) AS now (id, at, over)
    WHERE games.id = now.id AND games.id IN (SELECT id FROM there)
),
stored AS (
    INSERT INTO events (game, number, at, kind, data)
    SELECT game, number, at, kind, data
    FROM unnest(%(game)s::text[], %(number)s::int[], %(at)s::float8[], %(kind)s::text[], %(data)s::text[])
        AS new (game, number, at, kind, data)
    WHERE game = ANY(%(made)s::text[]) OR game IN (SELECT id FROM there)
),
told AS (SELECT count(pg_notify('{CHANNEL}', message)) FROM unnest(%(messages)s::text[]) AS message)
SELECT ARRAY(SELECT id FROM there), (SELECT count FROM told)
"""
"""Everything in one statement, which is one transaction and one round trip to the database. Games that are not found
have been deleted. Games are locked in the order of their ids, so that no two servers wait for each other.
"""

READ = """
SELECT game, number, at, data
FROM unnest(%(games)s::text[], %(firsts)s::int[]) AS wanted (id, first)
JOIN events ON game = id AND number >= first
ORDER BY game, number
"""

CONNECTING: dict[str, Any] = {
    "connect_timeout": 10,
    "application_name": "santorini",
    # A machine that has gone is noticed within some ten seconds, on both sides: ours gives up waiting for an answer,
    # and the database's lets go of what a lost server had claimed.
    "tcp_user_timeout": 10_000,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "options": "-c statement_timeout=10000 -c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 "
    "-c tcp_keepalives_count=3 -c synchronous_commit=on",
}
BY_KEY = "-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off"
"""Makes a statement that is prepared once find rows by their keys. Otherwise the plan that suits the empty tables of a
first start, which is to read them from end to end, would stay in use while they grow.
"""
AGAIN_SECONDS = 0.5
SIGN_SECONDS = 2.0
"""Seconds between two checks of a connection that only listens."""

log = logging.getLogger("santorini.server")


class PostgresHome(Home):
    """A database of PostgreSQL."""

    shared = True
    errors = (psycopg.Error, OSError)
    conflicts = (psycopg.errors.UniqueViolation,)
    outages = (psycopg.OperationalError, OSError)
    patience = 10.0

    def __init__(self, address: URL) -> None:
        address = address.set(drivername="postgresql+psycopg")
        # A connection is checked before use, so that the next command does not fail on one that an outage broke.
        super().__init__(create_engine(address, connect_args=CONNECTING, pool_pre_ping=True, pool_timeout=5))
        self._claims = _Claims(self.connect)
        self._writer, self._reader = _Line(self.connect), _Line(self.connect)

    def connect(self) -> psycopg.Connection[tuple[object, ...]]:
        """A new connection outside the pool, in autocommit mode."""
        _, how = self.engine.dialect.create_connect_args(self.engine.url)
        options = f"{CONNECTING['options']} {BY_KEY}"
        return psycopg.connect(**{**how, **CONNECTING, "options": options}, autocommit=True)

    def keep_others_out(self, connection: Connection) -> None:
        """Keep everybody else from changing the tables until the transaction ends."""
        connection.execute(select(func.pg_advisory_xact_lock(UPGRADING)))

    def store(self, batch: Batch) -> set[str]:
        """Store everything. Returns the games that no longer exist, of which nothing was stored."""
        touched, touched_at, over = _columns(batch.touched, 3)
        made, made_at, clocked = _columns(batch.made, 3)
        game, number, at, kind, data = _columns(batch.events, 5)
        values = {"touched": touched, "touched_at": touched_at, "over": over}
        values |= {"made": made, "made_at": made_at, "clocked": clocked}
        values |= {"game": game, "number": number, "at": at, "kind": kind, "data": data}
        values |= {"messages": list(batch.messages)}
        ((there, _),) = self._writer.ask(STORE, values)
        return {*touched} - {*there}

    def read(self, wanted: Mapping[str, int]) -> Sequence[Row]:
        """The events of some games, each from a given number on, in order."""
        return self._reader.ask(READ, {"games": list(wanted), "firsts": list(wanted.values())})

    def tell(self, connection: Connection, messages: Sequence[str]) -> None:
        """Tell all servers, once the transaction is stored."""
        message = func.unnest(bindparam("messages", list(messages), ARRAY(Text))).column_valued("message")
        connection.execute(select(func.pg_notify(CHANNEL, message)))

    def listen(self, heard: Callable[[Sequence[str]], None], connected: Callable[[], None]) -> Listening:
        """Receive in another thread what servers tell."""
        return _Ear(self.connect, heard, connected)

    def claim(self, what: str) -> bool:
        """Claim something that only one server may do, until it is released or this process dies. Was it free?"""
        return self._claims.take(what)

    def release(self, what: str) -> None:
        """Give up what was claimed."""
        self._claims.release(what)

    def is_outage(self, error: Exception) -> bool:
        """A deadlock is not an outage: each of the games can be written on its own."""
        return super().is_outage(error) and not isinstance(error, psycopg.errors.DeadlockDetected)

    def close(self) -> None:
        """Close all connections."""
        self._claims.close()
        self._writer.close()
        self._reader.close()
        super().close()


Connect = Callable[[], psycopg.Connection[tuple[object, ...]]]


class _Line:
    """A connection for one statement, which is prepared once: the pool and SQLAlchemy would cost more than it does."""

    def __init__(self, connect: Connect) -> None:
        self._connect = connect
        self._connection: psycopg.Connection[tuple[object, ...]] | None = None
        self._lock = threading.Lock()

    def ask(self, statement: str, values: Mapping[str, object]) -> list[Any]:
        """Execute the statement. Returns its rows."""
        with self._lock:
            if self._connection is not None and _has_something_to_say(self._connection):
                self._drop()  # an outage has broken it since its last use: nothing is lost
            if self._connection is None:
                self._connection = self._connect()
            try:
                return self._connection.execute(statement, values, prepare=True).fetchall()
            except psycopg.OperationalError:
                self._drop()
                raise

    def close(self) -> None:
        """Disconnect; the next statement connects again."""
        with self._lock:
            self._drop()

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _has_something_to_say(connection: psycopg.Connection[tuple[object, ...]]) -> bool:
    """Whether there is something to read though nothing was asked: the connection is ending or has ended."""
    return bool(select_files([connection.fileno()], [], [], 0)[0])


def _columns(rows: Sequence[Sequence[Any]], number: int) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)] if rows else [[] for _ in range(number)]


class _Claims:
    """Advisory locks on one connection. If it breaks, everything claimed through it is free again."""

    def __init__(self, connect: Connect) -> None:
        self._connect = connect
        self._held: set[str] = set()
        self._connection: psycopg.Connection[tuple[object, ...]] | None = None
        self._lock = threading.Lock()

    def take(self, what: str) -> bool:
        """Claim it. False if another server holds it, or if we already do."""
        with self._lock:
            if self._connection is None:
                self._connect_again()
            if what in self._held or not self._ask("SELECT pg_try_advisory_lock(%s)", what):
                return False
            self._held.add(what)
            return True

    def release(self, what: str) -> None:
        """Release what was claimed."""
        with self._lock, suppress(Unavailable):
            if what in self._held:
                self._held.discard(what)
                self._ask("SELECT pg_advisory_unlock(%s)", what)

    def close(self) -> None:
        """Release everything."""
        with self._lock:
            self._drop()

    def _ask(self, question: str, what: str) -> bool:
        assert self._connection is not None
        key = int.from_bytes(sha256(what.encode()).digest()[:8], signed=True)
        try:
            (answer,) = self._connection.execute(question, [key]).fetchone() or (False,)
        except psycopg.Error as error:
            self._drop()
            raise Unavailable(why(error)) from None
        return bool(answer)

    def _connect_again(self) -> None:
        try:
            self._connection, self._held = self._connect(), set()
        except psycopg.Error as error:
            raise Unavailable(why(error)) from None

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection, self._held = None, set()


class _Ear:
    """A thread that listens, and connects again when it has to."""

    def __init__(self, connect: Connect, heard: Callable[[Sequence[str]], None], connected: Callable[[], None]) -> None:
        self._connect, self._heard, self._connected = connect, heard, connected
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._listen_for_ever, name="listening", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop."""
        self._closing.set()
        self._thread.join()

    def _listen_for_ever(self) -> None:
        while not self._closing.is_set():
            try:
                self._listen()
            except (psycopg.Error, OSError) as error:
                log.error("the database is not heard: %s", why(error))
                self._closing.wait(AGAIN_SECONDS)

    def _listen(self) -> None:
        with self._connect() as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            self._connected()
            asked = time.monotonic()
            while not self._closing.is_set():
                # Returns everything that has arrived as soon as anything has.
                if told := [one.payload for one in connection.notifies(timeout=AGAIN_SECONDS, stop_after=1)]:
                    self._heard(told)
                if time.monotonic() - asked > SIGN_SECONDS:
                    connection.execute("SELECT 1")  # raises if the connection is broken
                    asked = time.monotonic()
