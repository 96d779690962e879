"""Every screen at every size: nothing to tap is covered or cut, in any language."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.served import Served

SIZES = ["360x640", "390x844", "844x390", "768x1024", "1024x768", "1440x900", "2560x1440"]
LANGUAGES = ["en", "de", "fr", "it", "nl", "ru"]
HERE = {"kind": "here"}
COMPUTER = {"kind": "computer", "level": 1}
POSITION = "1201000310123400z12001010/1/prometheus:b3,d2/clio[1|c1,e1]:c4,e4"
WIN = "0003200000000000000000000/1/charon:e5,a1/europa:a5,b1"
HIDDEN = Path(__file__).with_name("covered.js").read_text(encoding="utf-8")


def game(page: Page, served: Served, wish: dict[str, Any]) -> str:
    """Create a game, keep its token in this page, and open it."""
    created = served.post("/api/games", wish)
    kept = {**created, "role": "seat", "title": "", "over": False, "at": 1}
    page.evaluate("kept => localStorage.setItem('santorini.games', JSON.stringify([kept]))", kept)
    page.goto(f"{served.url}/#/game/{created['game']}")
    page.wait_for_selector(".foot[data-shown=yes] .bar, .foot .draft")
    return str(created["game"])


def table(page: Page, served: Served) -> None:
    game(page, served, {"seats": [HERE, COMPUTER], "position": POSITION})


def four(page: Page, served: Served) -> None:
    powers = {"choose": "free", "powers": ["charon", "hermes", "aeolus", "europa"]}
    game(page, served, {"seats": [HERE, HERE, HERE, HERE], "powers": powers})


def placing(page: Page, served: Served) -> None:
    """The longest text of a card, which is there until the first turn."""
    game(page, served, {"seats": [HERE, COMPUTER], "powers": {"choose": "free", "powers": ["charybdis", "pan"]}})


def draft(page: Page, served: Served) -> None:
    game(page, served, {"seats": [HERE, HERE], "powers": {"choose": "draft"}})


def free(page: Page, served: Served) -> None:
    page.goto(f"{served.url}/#/new/computer")
    page.locator('label:has(input[name="powers"][value="free"])').click()
    page.locator(".power-button").first.click()
    page.wait_for_selector(".dialog .picker")


def new(page: Page, served: Served) -> None:
    page.goto(f"{served.url}/#/new/computer")
    page.wait_for_selector(".sheet-foot")


def end(page: Page, served: Served) -> str:
    name = game(page, served, {"seats": [HERE, COMPUTER], "position": WIN})
    for square in ("e5", "d5"):
        page.locator(f'[data-square="{square}"]').dispatch_event("click")
    page.wait_for_selector(".end")
    return name


def replay(page: Page, served: Served) -> None:
    name = end(page, served)
    page.goto(f"{served.url}/#/replay/{name}")
    page.wait_for_selector(".replay-bar")


def lesson(page: Page, served: Served) -> None:
    page.goto(f"{served.url}/#/learn/charon")
    page.wait_for_selector(".foot[data-shown=yes] .bar")


SCREENS = {
    "table": table,
    "four": four,
    "placing": placing,
    "draft": draft,
    "new": new,
    "end": end,
    "replay": replay,
    "lesson": lesson,
}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("show", SCREENS.values(), ids=SCREENS)
def test_nothing_is_covered_or_cut(
    flat: Browser, served: Served, size: str, show: Callable[[Page, Served], object]
) -> None:
    width, height = map(int, size.split("x"))
    context = flat.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
    page = context.new_page()
    page.goto(served.url)
    found = {}
    for language in LANGUAGES:
        settings = f'{{"language": "{language}", "board": "2d"}}'
        page.evaluate("kept => localStorage.setItem('santorini.settings', kept)", settings)
        page.goto("about:blank")
        page.goto(served.url)
        page.wait_for_selector(f"html[lang={language}] .home")
        show(page, served)
        page.wait_for_timeout(100)  # the board moves when the panels have been measured
        if faults := page.evaluate(HIDDEN):
            found[language] = faults
    context.close()
    assert found == {}


def opened(browser: Browser, served: Served, size: str, language: str) -> Page:
    """The page on a screen of this size, in this language, with the flat board."""
    width, height = map(int, size.split("x"))
    page = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce").new_page()
    page.goto(served.url)
    settings = f'{{"language": "{language}", "board": "2d"}}'
    page.evaluate("kept => localStorage.setItem('santorini.settings', kept)", settings)
    page.reload()
    return page


@pytest.mark.parametrize("size", ["360x800", "390x844"])
def test_the_board_stays_where_it_is_while_a_turn_is_played(flat: Browser, served: Served, size: str) -> None:
    """The bar grows and shrinks with what is to be chosen; the square under a finger must not become another one."""
    page = opened(flat, served, size, "fr")
    table(page, served)
    bars, boards = set(), set()
    assert page.locator(".cards-others .card-name").inner_text() == "Ordinateur"
    for square in (None, "b3", "a3", "a4"):
        if square:
            page.click(f'[data-square="{square}"]')
        if page.locator(".which").count():
            page.locator(".which button").last.click()
        page.wait_for_timeout(200)  # it would move when the panels have been measured
        box = page.locator('[data-square="c3"]').bounding_box()
        bar = page.locator(".bar").bounding_box()
        assert box
        assert bar
        boards.add((round(box["x"]), round(box["y"]), round(box["width"])))
        bars.add(round(bar["height"]))
    page.context.close()
    assert len(bars) > 1, "the bar did not change; the test shows nothing"
    assert len(boards) == 1


@pytest.mark.parametrize("size", SIZES)
def test_the_board_stays_where_it_is_when_the_direction_pad_comes(flat: Browser, served: Served, size: str) -> None:
    """And when it goes. It has room of its own, or that of the player's card, and covers nothing; a small phone lacks a
    little height."""
    page = opened(flat, served, size, "fr")
    game(page, served, {"seats": [HERE, COMPUTER], "position": f"{'0' * 25}/1/aeolus:c3,a1/clio:e1,e5"})
    boards = []
    for square in (None, "c3", "c4", "c5"):
        if square:
            page.click(f'[data-square="{square}"]')
        page.wait_for_timeout(200)  # it would move when the panels have been measured
        box = page.locator('[data-square="a1"]').bounding_box()
        assert box
        boards.append(box)
    assert page.locator(".compass-key").count() == 8
    assert page.evaluate(HIDDEN) == []
    page.locator(".compass-key").first.click()
    page.locator(".foot[data-awaits=confirm][data-shown=yes]").wait_for()
    page.wait_for_timeout(200)
    box = page.locator('[data-square="a1"]').bounding_box()
    assert box
    boards.append(box)
    assert boards[:3] == boards[:1] * 3
    if size == "360x640":
        assert all(board["width"] > 0.85 * boards[0]["width"] for board in boards)
    else:
        assert boards[3:] == boards[:1] * 2
    page.context.close()


@pytest.mark.parametrize(("size", "room"), [("360x640", False), ("390x844", True), ("844x390", True)])
def test_a_phone_shows_what_the_own_power_does_until_the_first_turn(
    flat: Browser, served: Served, size: str, room: bool
) -> None:
    """Nobody knows the cards at first; afterwards a tap opens them, and each says so."""
    page = opened(flat, served, size, "de")
    wish = {"seats": [HERE, COMPUTER], "powers": {"choose": "free", "powers": ["pan", "atlas"]}}
    game(page, served, wish)
    assert page.locator(".cards-own .card-text").is_visible() == room
    assert not page.locator(".cards-others .card-text").is_visible()
    sign = "face => getComputedStyle(face, '::after').content"
    assert page.locator(".card-face").evaluate_all(f"faces => faces.map({sign})") == ['"?"', '"?"']
    for square in ("b2", "d4"):
        page.click(f'[data-square="{square}"]')
        page.locator(f'[data-square="{square}"]:not(.can)').wait_for()
    page.locator(".end-turn").click()
    page.get_by_text("Einen Arbeiter bewegen.").first.wait_for()
    assert not page.locator(".card-text").is_visible()
    page.context.close()


@pytest.mark.parametrize("size", ["360x640", "390x844", "768x1024"])
def test_a_reason_why_not_lies_over_nothing_upright(flat: Browser, served: Served, size: str) -> None:
    """It takes the place of the player's card, which nobody needs to read then; a long one as well as a short one."""
    page = opened(flat, served, size, "ru")
    game(page, served, {"seats": [HERE, COMPUTER], "position": f"{'0' * 25}/1/pan:b3,e1/aphrodite:c3,e5"})
    page.click('[data-square="b3"]')
    before = page.locator('[data-square="a1"]').bounding_box()
    for square, reason in (("a3", "рядом с одним из них"), ("e4", "e4 слишком далеко")):
        page.click(f'[data-square="{square}"]')
        page.locator(".bubble.why", has_text=reason).wait_for()
        page.wait_for_timeout(200)  # the board would move when the panels have been measured
        assert page.locator('[data-square="a1"]').bounding_box() == before
        assert not page.locator(".cards-own .card").is_visible()
        assert page.evaluate(HIDDEN) == []
    page.keyboard.press("Escape")
    page.locator(".cards-own .card").wait_for()
    page.context.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_small_phone_shows_the_board_at_the_end(flat: Browser, served: Served, language: str) -> None:
    """The last position is what one wants to see then; the panel must not squeeze it into a corner."""
    page = opened(flat, served, "360x640", language)
    end(page, served)
    page.wait_for_timeout(200)  # the board moves when the panels have been measured
    square = page.locator('[data-square="a1"]').bounding_box()
    assert square
    assert square["width"] >= 40
    page.context.close()


@pytest.mark.parametrize("show", [draft, free], ids=["draft", "free choice"])
def test_a_phone_has_one_row_of_filters(flat: Browser, served: Served, show: Callable[[Page, Served], object]) -> None:
    """So that the list of powers has the screen; a key changes the filter, and it has a name."""
    context = flat.new_context(viewport={"width": 360, "height": 640}, reduced_motion="reduce")
    page = context.new_page()
    page.goto(served.url)
    for language in LANGUAGES:
        page.evaluate("kept => localStorage.setItem('santorini.settings', kept)", f'{{"language": "{language}"}}')
        page.goto("about:blank")
        page.goto(served.url)
        page.wait_for_selector(f"html[lang={language}] .home")
        show(page, served)
        boxes = [one.bounding_box() for one in page.locator(".picker-filters > *").all()]
        assert len(boxes) == 2
        assert len({box["y"] for box in boxes if box}) == 1
        assert all(box["width"] >= 100 and box["height"] >= 44 for box in boxes if box)
        few, filters = page.locator(".picker-row").count(), page.locator(".picker-filters select")
        assert filters.get_attribute("aria-label")
        filters.focus()
        page.keyboard.press("ArrowDown")
        page.wait_for_function("few => document.querySelectorAll('.picker-row').length < few", arg=few)
    context.close()
