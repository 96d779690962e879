"""Learning the game: the rulebook, the gallery of cards, the lessons."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from santorini import POWERS, Position, entry, read_position, rulebook
from santorini.lessons.lessons import Lesson, LessonTask, lessons
from tests.browser.player import Player

Come = Callable[..., Player]
GODS = [power for power in POWERS.values() if power.number]


def test_the_rulebook_is_read_and_searched(player: Come) -> None:
    ann = player()
    ann.open("rules")
    book = rulebook("en")
    expect(ann.page.locator(".rule")).to_have_count(len(book.sections) + 1)
    expect(ann.page.locator(".rule-picture .board2d")).to_have_count(sum(len(s.pictures) for s in book.sections))
    expect(ann.page.locator(".glossary dt")).to_have_count(len(book.glossary))
    ann.page.get_by_role("searchbox").fill("passing")
    expect(ann.page.locator(".rule")).to_have_count(1)
    expect(ann.page.locator(".rule mark")).to_have_text("Passing")
    ann.page.get_by_role("searchbox").fill("parking")
    expect(ann.page.locator(".rulebook [role=status]")).to_be_visible()
    ann.open("rules/fleece")
    expect(ann.page.locator("#fleece h2")).to_be_in_viewport()


def test_cards_and_refusals_lead_to_the_rule(player: Come) -> None:
    ann = player()
    ann.open("powers/theseus")
    links = ann.page.locator("dialog .rule-link")
    expect(links).to_have_text(["Using a power", "When powers act", "Heroes"])
    links.last.click()
    expect(ann.page.locator("dialog").last).to_contain_text("once per game, by its owner alone")
    here = [{"kind": "here", "name": "Ann"}, {"kind": "here", "name": "Ben"}]
    ann.sit({"seats": here, "position": "0000000000020000000000000/1/mortal:a3,e1/mortal:e5,d5"})
    ann.wait_to_decide()
    ann.tap("a3")
    ann.tap("b3")
    expect(ann.page.locator(".bubble.why")).to_contain_text("too high")
    ann.page.locator(".bubble.why .rule-link").click()
    expect(ann.page.locator("dialog[open] h2")).to_have_text("Moving")
    ann.page.keyboard.press("Escape")
    expect(ann.page.locator("dialog")).to_have_count(0)
    ann.page.locator(".bubble.why .rule-link").click()
    ann.page.get_by_role("link", name="The whole rulebook").click()
    expect(ann.page.locator("#move h2")).to_be_in_viewport()


def test_the_rulebook_in_another_language(player: Come) -> None:
    ann = player(wishes={"language": "de"})
    ann.open("rules")
    expect(ann.page.locator("h1")).to_have_text(rulebook("de").title)
    expect(ann.page.locator("#move")).to_contain_text(re.compile(rulebook("de").section("move").text[0][:20]))


# -- gallery -------------------------------------------------------------------------------------------------------


def test_the_gallery_is_filtered(player: Come) -> None:
    ann = player()
    ann.open("powers")
    rows = ann.page.locator(".power-row")
    expect(rows).to_have_count(len(GODS))
    ann.page.get_by_text("More filters").click()
    numbers = {
        ("Moment", "win"): None,
        ("Players", "4"): sum(4 in power.players for power in GODS),
        ("Golden Fleece", "with"): sum(power.fleece for power in GODS),
        ("Secrets", "with"): sum("setup.secret" in entry(power.id) for power in GODS),
        ("Luck", "with"): 1,
        ("Rule set", "aid"): sum("aid" in power.rules for power in GODS),
    }
    for (label, value), number in numbers.items():
        select = ann.page.locator(".more-filters").get_by_label(label)
        first = select.input_value()
        select.select_option(value)
        if number is None:
            expect(ann.page.locator(".power-row", has_text="Pan")).to_be_visible()
            expect(ann.page.locator(".power-row", has_text="Apollo")).to_have_count(0)
        else:
            expect(rows).to_have_count(number)
        select.select_option(first)
    for category in ("Simple god", "Advanced god", "Golden Fleece god", "Hero"):
        ann.page.get_by_role("radio", name=category, exact=True).check(force=True)
        expect(rows).to_have_count(
            {"Simple god": 10, "Advanced god": 20, "Golden Fleece god": 15, "Hero": 10}[category]
        )
    ann.page.get_by_role("radio", name="All", exact=True).check(force=True)
    ann.page.get_by_role("searchbox").fill("harvest")
    expect(rows).to_have_count(1)


def test_a_card_shows_bans_clarifications_and_an_example(player: Come) -> None:
    ann = player()
    ann.open("powers/hades")
    dialog = ann.page.locator("dialog")
    dialog.get_by_text("Not with:").click()
    expect(dialog.locator(".bans li")).to_have_text("Hades and Pan: the cards themselves ban this pairing.")
    expect(dialog.locator(".full-card li").first).to_be_visible()
    expect(dialog.locator(".example .board2d")).to_be_visible()
    dialog.get_by_role("link", name="Try it").click()
    expect(ann.page.locator('.task[data-lesson="hades"]')).to_be_visible()


def test_powers_that_go_together_are_suggested(player: Come) -> None:
    ann = player()
    ann.open("powers")
    match = ann.page.locator(".match")
    match.get_by_text("Powers that go together").click()
    match.get_by_role("radio", name="3").check(force=True)
    match.get_by_label("Power of seat 2").select_option("pan")
    match.get_by_role("button", name="Suggest powers").click()
    expect(match.locator(".power-name")).to_have_count(3)
    expect(match.locator(".power-name").nth(1)).to_have_text("Pan")
    match.get_by_label("Power of seat 1").select_option("hades")
    match.get_by_role("button", name="Suggest powers").click()
    expect(match.locator(".refused")).to_contain_text(re.compile("Hades"))
    match.get_by_label("Power of seat 1").select_option("")
    match.get_by_role("radio", name="2").check(force=True)
    match.get_by_role("button", name="Suggest powers").click()
    match.get_by_role("button", name="Play with these").click()
    ann.ready()
    expect(ann.page.locator(".card")).to_have_count(2)


# -- lessons -------------------------------------------------------------------------------------------------------

TAUGHT = [lesson for lesson in lessons().values() if lesson.kind != "power"]
OF_POWERS = [lesson for lesson in lessons().values() if lesson.kind == "power"]
PARTS = 5
"""The number of parts in which the lessons of the powers are played: each has one browser context for its lessons."""


def do_task(ann: Player, lesson: Lesson, number: int, task: LessonTask, position: Position) -> Position:
    """Do what the task asks for. Returns the position from which the next one continues."""
    ann.page.wait_for_selector(f'.task[data-lesson="{lesson.id}"][data-task="{number}"]')
    turn = position.read_turn(task.turns[0], whole=False)[0] if task.turns else None
    if task.goal == "watch":  # it is played for the learner
        expect(ann.page.locator(".end")).to_be_visible(timeout=30_000)
        ann.page.click(".onward")
        return position
    ann.wait_to_decide()
    for step in turn.steps if turn else ():
        if step.kind != "done":
            ann.play(step)
    if task.goal == "why":
        if task.origin and ann.square(task.origin).get_attribute("aria-selected") != "true":
            ann.tap(task.origin)
            expect(ann.square(task.origin)).to_have_attribute("aria-selected", "true")
        ann.tap(str(task.square))
        expect(ann.page.locator(".bubble.why")).to_be_visible()
    elif ann.page.locator(".end").count() == 0:
        # Some turns end with their last step; others are ended by hand.
        ann.page.wait_for_selector(".end-turn:enabled, .end")
        if ann.page.locator(".end").count() == 0:
            ann.page.click(".end-turn")
    expect(ann.page.locator(".end")).to_have_attribute("data-reached", "yes")
    ann.page.click(".onward")
    if turn is None or task.answer is None:
        return position
    return turn.after.read_turn(task.answer)[0].after


def learn(ann: Player, lesson: Lesson) -> None:
    """A lesson from its first task to its last."""
    ann.open(f"learn/{lesson.id}")
    position: Position | None = None
    for number, task in enumerate(lesson.tasks):
        position = read_position(task.position) if task.position else position
        assert position is not None
        position = do_task(ann, lesson, number, task, position)


def test_every_lesson_of_the_tutorial(player: Come) -> None:
    ann = player()
    ann.open("learn")
    ann.page.get_by_role("link", name="Begin").click()
    for lesson in TAUGHT:
        learn(ann, lesson)
    ann.open("learn")
    expect(ann.page.locator(".tick")).to_have_count(len(TAUGHT))


@pytest.mark.parametrize("part", range(PARTS))
def test_the_lesson_of_every_power(player: Come, part: int) -> None:
    ann = player()
    mine = OF_POWERS[part::PARTS]
    for lesson in mine:
        learn(ann, lesson)
    ann.open("learn")
    expect(ann.page.locator(".tick")).to_have_count(len(mine))


def play_otherwise(ann: Player) -> Position:
    """Play a turn in a lesson that does not do its task. Returns the position after it."""
    ann.open("learn/your_build")
    ann.wait_to_decide()
    position, turn = read_position(str(lessons()["your_build"].tasks[0].position)), "b3-b4 +c3"
    for step in position.read_turn(turn, whole=False)[0].steps:
        ann.play(step)
    ann.page.click(".end-turn")
    return position.read_turn(turn)[0].after


def test_a_task_done_otherwise_is_tried_again(player: Come) -> None:
    ann = player()
    play_otherwise(ann)
    expect(ann.page.locator(".end")).to_have_attribute("data-reached", "no")
    ann.page.get_by_role("button", name="Try again").click()
    ann.wait_to_decide()
    expect(ann.page.locator(".end")).to_have_count(0)
    expect(ann.square("b3")).to_have_attribute("aria-label", re.compile("your worker"))
    ann.page.get_by_role("button", name="Skip").click()
    expect(ann.page.locator(".task")).to_have_attribute("data-task", "1")


def test_a_wrong_try_is_answered_on_the_board(player: Come) -> None:
    ann = player()
    ann.open("learn/close")
    ann.wait_to_decide()
    expect(ann.page.locator(".task-text")).to_have_text("The opponent is about to win. Stop it.")
    for step in read_position(str(lessons()["close"].tasks[0].position)).read_turn("a4-a3 +a2")[0].steps:
        ann.play(step)
    if ann.page.locator(".end").count() == 0:
        ann.page.click(".end-turn")
    expect(ann.page.locator(".end")).to_have_attribute("data-reached", "no")
    expect(ann.page.locator(".end")).to_contain_text("The answer: d2 up to d1")


def test_the_solution_is_shown_on_request_and_gives_its_reason(player: Come) -> None:
    ann = player()
    ann.open("learn/apollo")
    ann.wait_to_decide()
    expect(ann.page.locator(".task-good")).not_to_be_empty()
    ann.page.click(".show-me")
    expect(ann.page.locator(".end")).to_have_attribute("data-reached", "yes", timeout=30_000)
    expect(ann.page.locator(".end")).to_contain_text("Without Apollo you would have")
    ann.page.click(".onward")
    expect(ann.page.locator(".task")).to_have_attribute("data-part", "mistake")


def test_a_lesson_about_secrets_shows_both_sides(player: Come) -> None:
    ann = player()
    ann.open("learn/hecate")
    ann.wait_to_decide()
    expect(ann.page.locator(".other-side .picture")).to_be_visible()
