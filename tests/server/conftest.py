"""One real server for each process of tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.house import House


@pytest.fixture(scope="session")
def _house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    served = House(tmp_path_factory.mktemp("house") / "games.sqlite")
    yield served
    served.stop()


@pytest.fixture
def house(_house: House) -> Iterator[House]:
    yield _house
    _house.close_clients()
