"""Every screen in every language, at phone width: nothing is left in English and nothing sticks out."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from santorini import Words
from tests.browser.player import Player

Come = Callable[..., Player]
LOCALES = Path(__file__).parent.parent.parent / "src" / "santorini" / "locales"
SCREENS = ["", "new", "learn", "learn/move", "learn/hypnus", "rules", "powers", "powers/aphrodite", "settings", "open"]
TABLE = {
    "seats": [{"kind": "here", "name": "Ann"}, {"kind": "computer", "level": 1}],
    "position": "1201000310123400z12001010/1/demeter:b3,d2/athena[^]:c4,e4",
}
TERMINAL = ("cli.", "play.")
"""Texts that the page never shows, so that one of their words may be a word of another language."""

OTHERS = ["de", "fr", "it", "nl", "ru"]


def texts(table: dict[str, object], path: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from texts(value, f"{path}{key}.")
        elif isinstance(value, str):
            yield f"{path}{key}", value


@cache
def catalogue(language: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for file in (LOCALES / f"{language}.toml", LOCALES / "page" / f"{language}.toml"):
        found |= dict(texts(tomllib.loads(file.read_text(encoding="utf-8"))))
    return found


def left_in_english(shown: str, language: str) -> list[str]:
    """Lines on the screen that are an English text which this language says differently."""
    own = catalogue(language)
    spoken = set(own.values())
    foreign = {
        text
        for key, text in catalogue("en").items()
        if len(text) > 3 and own.get(key) != text and text not in spoken and not key.startswith(TERMINAL)
    }
    return sorted({line.strip() for line in shown.splitlines()} & foreign)


def test_english_would_be_noticed() -> None:
    """The check below can fail."""
    assert left_in_english("Spielen\nGoddess of the Harvest\n", "de") == ["Goddess of the Harvest"]


@pytest.mark.parametrize("language", ["en", *OTHERS])
def test_every_screen(player: Come, language: str) -> None:
    ann = player(width=360, height=740, wishes={"language": language})
    ann.sit(TABLE)
    for screen in [None, *SCREENS]:
        if screen is not None:
            ann.open(screen)
            ann.page.wait_for_selector("main *")
        ann.page.wait_for_function("language => document.documentElement.lang.startsWith(language)", arg=language)
        assert ann.page.evaluate("document.documentElement.scrollWidth") <= 360, screen
        if language != "en":
            assert left_in_english(ann.page.inner_text("body"), language) == [], screen


@pytest.mark.parametrize("language", ["en", *OTHERS])
def test_the_page_counts_as_the_package_does(player: Come, language: str) -> None:
    """`Intl` there and Babel here choose the same plural form."""
    ann = player(wishes={"language": language})
    ann.open("powers")
    ann.page.wait_for_selector(".power-list > li")
    words = Words(language, catalogue(language))
    name = words.power_name("pan")
    for search in ("", name[:1], name[:2], name):
        ann.page.get_by_role("searchbox").fill(search)
        count, said = ann.page.evaluate(
            "[document.querySelectorAll('.power-list > li').length, document.querySelector('p.quiet').innerText]"
        )
        assert said == words.text("page.powers.count", count=count)
