"""Learning the game: the rulebook, the gallery of cards, the lessons."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from santorini import rulebook
from tests.browser.player import Player

Come = Callable[..., Player]


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
