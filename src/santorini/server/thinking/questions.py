"""Questions for thinkers on other machines, in PostgreSQL: procrastinate's queue, and the answers beside it.

Everything is in a namespace of its own, so that a thinker may be given rights to it and to nothing else: it sees the
questions, which hold what one seat may know, and no game. Nothing in it outlives a question. What another version of
procrastinate has left is therefore dropped and made again, and needs no migrations.
"""

from __future__ import annotations

import json
import logging
from hashlib import sha256
from importlib.metadata import version

import psycopg
from procrastinate import App, PsycopgConnector
from procrastinate.schema import SchemaManager
from psycopg import sql
from psycopg.conninfo import make_conninfo
from sqlalchemy.engine import make_url

from santorini.server.storage.home import Unavailable, why
from santorini.server.storage.postgres import CONNECTING, UPGRADING
from santorini.server.thinking.pool import Question

__all__ = [
    "ANSWERED",
    "LONG",
    "PATIENCE",
    "SHORT",
    "SIGN_SECONDS",
    "TASK",
    "is_prepared",
    "name_of",
    "open_queue",
    "prepare",
    "written",
]

NAMESPACE = "thinking"
TASK = "think"
SHORT, LONG = "short", "long"
"""The queues. Every thinker keeps a process that takes only short questions."""

ANSWERED = "santorini_answered"
"""The channel that announces the name of a question when its answer is stored."""

SIGN_SECONDS = 1.0
"""Seconds between two signs of a thinker."""

PATIENCE = 6.0
"""Seconds without a sign after which a thinker counts as gone, and its questions go to others."""

TABLES = """
CREATE TABLE answers (
    question text PRIMARY KEY,
    steps text[] NOT NULL,
    at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE thinkers (
    id text PRIMARY KEY,
    places integer NOT NULL,
    seen_at timestamptz NOT NULL DEFAULT now()
);
"""
STATE = f"procrastinate {version('procrastinate')}, tables 1"
"""The comment on the namespace if its tables are those of this version."""


def written(question: Question) -> str:
    """A question as text."""
    return json.dumps(question._asdict())


def name_of(question: str) -> str:
    """The same question has the same name, whichever server asks it: its answer serves them all."""
    return sha256(question.encode()).hexdigest()


def open_queue(url: str, connections: int) -> App:
    """The queue, still to be opened (`App.open_async`)."""
    logging.getLogger("psycopg.pool").setLevel(logging.CRITICAL)  # whoever asks reports an outage
    return App(connector=PsycopgConnector(conninfo=_conninfo(url), min_size=1, max_size=connections, timeout=10.0))


def is_prepared(url: str) -> bool:
    """Can thinkers of this version work? Raises `Unavailable`."""
    try:
        with psycopg.connect(_conninfo(url)) as connection:
            return _state(connection) == STATE
    except (psycopg.Error, OSError) as error:
        raise Unavailable(why(error)) from None


def prepare(url: str) -> None:
    """Make the tables, if they are not there. Raises `Unavailable`."""
    try:
        with psycopg.connect(_conninfo(url)) as connection:
            connection.execute("SELECT pg_advisory_xact_lock(%s)", [UPGRADING])
            if _state(connection) == STATE:
                return
            name = sql.Identifier(NAMESPACE)
            connection.execute(sql.SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(name))
            connection.execute(sql.SQL("CREATE SCHEMA {}").format(name))
            connection.execute(SchemaManager.get_schema())
            connection.execute(TABLES)
            connection.execute(sql.SQL("COMMENT ON SCHEMA {} IS {}").format(name, STATE))
    except (psycopg.Error, OSError) as error:
        raise Unavailable(why(error)) from None


def _state(connection: psycopg.Connection[tuple[object, ...]]) -> object:
    found = connection.execute(
        "SELECT obj_description(oid, 'pg_namespace') FROM pg_namespace WHERE nspname = %s", [NAMESPACE]
    ).fetchone()
    return found and found[0]


def _conninfo(url: str) -> str:
    plain = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    options = f"{CONNECTING['options']} -c search_path={NAMESPACE}"
    return make_conninfo(plain, **{**CONNECTING, "options": options})
