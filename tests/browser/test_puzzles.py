"""Puzzles in the page: a wrong answer is refuted, a right one accepted to the end, the solution shown."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from santorini.puzzles.puzzle import Puzzle, shipped
from tests.browser.player import Player

Come = Callable[..., Player]


def choose(page: Page, theme: str) -> Puzzle:
    """Ask for a puzzle of a theme: which one it is."""
    page.get_by_label("Theme").select_option(theme)
    page.get_by_role("button", name="Next puzzle").click()
    shown = page.locator("[data-puzzle]")
    position = shown.get_attribute("data-puzzle")
    (puzzle,) = [one for one in shipped() if one.position.text == position]
    return puzzle


def play(ann: Player, puzzle: Puzzle, text: str) -> None:
    """Make a turn of moves and builds by its steps."""
    turn, _ = puzzle.position.read_turn(text)
    for step in turn.steps:
        for square in (step.at, step.to):
            if square and ann.square(square).get_attribute("aria-selected") != "true":
                ann.square(square).click()


def rating(page: Page) -> int:
    """The visitor's rating, as it is shown."""
    return int("".join(filter(str.isdigit, page.locator(".puzzle-rating").inner_text())))


def verdict(ann: Player, wanted: str) -> None:
    expect(ann.page.locator(f"[data-verdict={wanted}]")).to_be_visible(timeout=60_000)


def test_solving_and_failing(player: Come) -> None:
    ann = player()
    ann.open("puzzles")
    ann.page.wait_for_selector("[data-puzzle]")
    ann.page.get_by_label("Power").select_option("mortal")
    puzzle = choose(ann.page, "win 1")
    wrong = next(
        turn.text for turn in puzzle.position.turn_list() if not turn.wins and turn.text not in puzzle.solution
    )
    play(ann, puzzle, wrong)
    verdict(ann, "wrong")
    play(ann, puzzle, puzzle.solution[0])
    verdict(ann, "solved")
    expect(ann.page.locator(".study-task")).to_contain_text("In a row: 0")
    after_a_miss = rating(ann.page)
    assert after_a_miss < 1500
    puzzle = choose(ann.page, "win 1")
    play(ann, puzzle, puzzle.solution[0])
    verdict(ann, "solved")
    expect(ann.page.locator(".study-task")).to_contain_text("In a row: 1")
    assert rating(ann.page) > after_a_miss
    ann.page.reload()
    assert rating(ann.page) > after_a_miss


def test_a_longer_win_goes_on_after_the_first_turn(player: Come) -> None:
    ann = player()
    ann.open("puzzles")
    ann.page.wait_for_selector("[data-puzzle]")
    ann.page.get_by_label("Power").select_option("mortal")
    puzzle = choose(ann.page, "win 2")
    play(ann, puzzle, puzzle.solution[0])
    verdict(ann, "right")
    expect(ann.page.locator(".study-task")).to_contain_text("Win in 1 turn.")


def test_the_solution_is_shown_and_can_be_analysed(player: Come) -> None:
    ann = player(width=360, height=640, has_touch=True, is_mobile=True)
    ann.open("puzzles")
    ann.page.wait_for_selector("[data-puzzle]")
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 360
    puzzle = choose(ann.page, "save")
    ann.page.get_by_role("button", name="Show me").click()
    verdict(ann, "shown")
    expect(ann.page.locator(".study-task")).to_contain_text(puzzle.solution[0])
    ann.page.get_by_role("button", name="Analyse").click()
    expect(ann.page.locator(".study")).to_have_attribute("data-position", puzzle.position.text)


def test_the_task_is_seen_without_scrolling(player: Come) -> None:
    ann = player(width=1280, height=800)
    ann.open("puzzles")
    ann.page.wait_for_selector("[data-puzzle]")
    expect(ann.page.get_by_role("button", name="Show me")).to_be_in_viewport(ratio=1)


def test_a_full_storage_says_so_and_the_page_goes_on(player: Come) -> None:
    ann = player()
    ann.context.add_init_script(
        "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError') }"
    )
    ann.open("puzzles")
    ann.page.wait_for_selector("[data-puzzle]")
    ann.page.get_by_role("button", name="Show me").click()
    notice = ann.page.get_by_role("alert")
    expect(notice).to_contain_text("This browser keeps nothing for this page")
    notice.get_by_role("button", name="Close").click()
    expect(notice).to_have_count(0)
    missed = rating(ann.page)
    assert missed < 1500
    ann.page.get_by_role("button", name="Next puzzle").click()
    assert rating(ann.page) == missed
