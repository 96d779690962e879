"""The ladder and the games of a device: what is suggested after a game, and what is remembered of it."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.player import Player

Come = Callable[..., Player]

WIN = "0003200000000000000000000/1/pan:e5,a1/atlas:a5,b1"
KEPT = "localStorage.getItem('santorini.games')"
EARLIER = """earlier => {
    const now = JSON.parse(localStorage.getItem('santorini.games'));
    localStorage.setItem('santorini.games', JSON.stringify([...now, ...JSON.parse(earlier)]));
}"""


def sit(ann: Player, level: int) -> None:
    ann.sit({"seats": [{"kind": "here"}, {"kind": "computer", "level": level}], "position": WIN})


def win(ann: Player) -> None:
    ann.tap("e5")
    ann.tap("d5")
    expect(ann.page.locator(".end")).to_contain_text("You won!")


def test_after_two_wins_a_stronger_opponent_is_suggested(player: Come) -> None:
    ann = player()
    sit(ann, 1)
    win(ann)
    expect(ann.page.locator(".end p")).to_have_text("You moved up to level 3.")
    suggested = ann.page.get_by_role("button", name=re.compile("A stronger opponent"))
    expect(suggested).to_have_count(0)
    before = ann.page.evaluate(KEPT)
    sit(ann, 1)
    ann.page.evaluate(EARLIER, before)
    win(ann)
    expect(suggested).to_have_text("A stronger opponent: Shepherd")
    suggested.click()
    expect(ann.page.locator(".cards-others")).to_contain_text("Computer · Shepherd")


def test_after_a_loss_an_easier_opponent_is_suggested_unless_the_level_is_kept(player: Come) -> None:
    for wishes, offers in (({}, 1), ({"keepLevel": True}, 0)):
        ann = player(wishes=wishes)
        sit(ann, 3)
        ann.page.get_by_role("button", name="This game").click()
        ann.page.get_by_role("button", name="Resign").click()
        ann.page.locator("dialog .button.warn").click()
        expect(ann.page.locator(".end")).to_contain_text("You resigned.")
        expect(ann.page.get_by_role("button", name="An easier opponent: Shepherd")).to_have_count(offers)


def test_your_games(player: Come) -> None:
    ann = player()
    sit(ann, 2)
    win(ann)
    ann.open("games")
    row = ann.page.locator(".game-row")
    expect(row).to_contain_text("You (Pan) – Computer (Atlas)")
    expect(row).to_contain_text("won")
    expect(ann.page.locator(".results")).to_contain_text("Shepherd1 of 1 won")
    ann.page.get_by_role("radio", name="Lost").check(force=True)
    expect(row).to_have_count(0)
    ann.page.get_by_role("radio", name="All").check(force=True)
    ann.page.get_by_role("searchbox").fill("atl")
    expect(row).to_have_count(1)
    row.get_by_role("button", name="Delete").click()
    ann.page.locator("dialog .button.warn").click()
    expect(row).to_have_count(0)


def test_a_first_visit_offers_to_learn(player: Come) -> None:
    ann = player()
    ann.open()
    expect(ann.page.locator(".play-now").first).to_contain_text("Fisherman")
    ann.page.get_by_role("link", name=re.compile("New here")).click()
    expect(ann.page.locator(".task")).to_be_visible()
    sit(ann, 1)
    ann.open()
    expect(ann.page.get_by_role("link", name=re.compile("New here"))).to_have_count(0)


def test_a_hint_is_shown_and_said(player: Come) -> None:
    ann = player()
    sit(ann, 1)
    ann.page.get_by_role("button", name="Hint").click()
    ann.says(re.compile(r"^Hint: e5 (up|down) to .*, and wins\. That wins\.$"))  # Pan may also win by falling
    expect(ann.square("e5")).to_have_attribute("aria-selected", "true")
    expect(ann.page.locator(".b2-trail")).to_have_count(1)
    expect(ann.page.locator(".b2-ghost")).to_have_count(1)


def test_the_turn_can_be_started_again_and_told_in_notation(player: Come) -> None:
    ann = player()
    position = f"{'0' * 25}/1/demeter:b3,d3/mortal:c2,c4"
    ann.sit({"seats": [{"kind": "here"}, {"kind": "here"}], "position": position})
    for square in ("b3", "b4", "b5"):
        before = ann.version
        ann.tap(square)
        if square != "b3":
            ann.changed(before)
    expect(ann.page.locator(".log")).to_contain_text("b3 to b4, builds level 1 on b5")
    ann.page.get_by_role("button", name="Start again").click()
    expect(ann.page.locator(".log .so-far")).to_have_count(0)
    ann.says("Move a worker.")
    ann.open("settings")
    ann.page.get_by_role("switch", name=re.compile("notation")).check(force=True)
    ann.page.go_back()
    ann.ready()
    ann.tap("b3")
    ann.tap("b4")
    expect(ann.page.locator(".log .so-far")).to_contain_text("b3-b4")
