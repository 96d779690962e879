"""A server and a browser for each process of tests; without a browser the tests fail and are not skipped."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.browser.player import Player
from tests.browser.served import Served, chromium


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def flat(playwright: Playwright) -> Iterator[Browser]:
    """A browser without WebGL."""
    browser = chromium(playwright)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def spatial(playwright: Playwright) -> Iterator[Browser]:
    """A browser with WebGL, drawn in software."""
    browser = chromium(playwright, webgl=True)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def served() -> Iterator[Served]:
    with Served() as running:
        yield running


@pytest.fixture
def player(flat: Browser, served: Served) -> Iterator[Callable[..., Player]]:
    """Makes players; they are closed at the end, and none of their pages may have had an error."""
    people: list[Player] = []

    def come(**wishes: Any) -> Player:
        somebody = Player(wishes.pop("browser", flat), wishes.pop("served", served), **wishes)
        people.append(somebody)
        return somebody

    yield come
    for somebody in people:
        somebody.close()
