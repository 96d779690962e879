"""One real server for each process of tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from santorini.server.storage.sqlite import sqlite_url
from tests.server.house import House
from tests.server.postgres import Postgres


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("house") / "games.sqlite")
    yield house
    house.stop()


@pytest.fixture
def house(served: House) -> Iterator[House]:
    yield served
    served.close_clients()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """PostgreSQL, started when the first test needs it."""
    server = Postgres()
    yield server
    server.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a new database, once of each kind."""
    if request.param == "sqlite":
        return sqlite_url(tmp_path / "games.sqlite")
    server = request.getfixturevalue("postgres")
    assert isinstance(server, Postgres)
    return server.database()
