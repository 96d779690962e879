"""One real server for each process of tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.house import House


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("house") / "games.sqlite")
    yield house
    house.stop()


@pytest.fixture
def house(served: House) -> Iterator[House]:
    yield served
    served.close_clients()
