"""Whole games in a real browser: by mouse, by keyboard, by typing, and between two people."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, expect

from tests.browser.player import Player, good_turn
from tests.browser.served import Served
from tests.server.postgres import Postgres

Come = Callable[..., Player]
AGAINST_LEVEL_1 = {"seats": [{"kind": "here", "name": "Ann"}, {"kind": "computer", "level": 1}]}
TURNS = 60


def test_a_game_by_mouse(player: Come) -> None:
    ann = player()
    ann.open("new")
    ann.page.fill("input[maxlength='40']", "Ann")
    ann.page.locator("input[type=range]").fill("1")
    ann.page.get_by_role("radio", name="None", exact=True).check(force=True)
    expect(ann.page.locator(".sheet-foot p")).to_have_text("Ann against Computer · Fisherman; no powers; no clock.")
    ann.page.get_by_role("button", name="Start").click()
    ann.ready()
    for _ in range(TURNS):
        if not ann.wait_to_decide():
            break
        ann.play_turn()
    expect(ann.page.locator(".end h2")).to_have_text(re.compile("won"))
    expect(ann.page.locator(".end p")).not_to_be_empty()

    # Step through what was played.
    ann.page.get_by_role("button", name="Review").click()
    ann.page.get_by_role("button", name="To the beginning").click()
    expect(ann.page.locator(".bar-text")).to_have_text("The beginning")
    ann.page.keyboard.press("ArrowRight")
    expect(ann.page.locator(".bar-text")).to_contain_text("1. Ann: Worker on")


def test_a_game_by_keyboard_alone(player: Come) -> None:
    ann = player()
    ann.sit(AGAINST_LEVEL_1)
    keys = ann.page.keyboard

    def go(square: str) -> None:
        """Go to a square with the arrow keys; the label that is read aloud names it."""
        if ann.page.evaluate("document.activeElement.dataset.square || ''") == "":
            keys.press("ArrowUp")
        here = ann.page.evaluate("document.activeElement.dataset.square")
        for _ in range(abs(ord(square[0]) - ord(here[0]))):
            keys.press("ArrowRight" if square[0] > here[0] else "ArrowLeft")
        for _ in range(abs(int(square[1]) - int(here[1]))):
            keys.press("ArrowUp" if square[1] > here[1] else "ArrowDown")
        focused = ann.page.locator(":focus")
        expect(focused).to_have_attribute("data-square", square)
        expect(focused).to_have_attribute("aria-label", re.compile(f"^{square}: "))

    def play(step: Any) -> None:
        before = ann.version
        if step.at and ann.square(step.at).get_attribute("aria-selected") != "true" and step.at in ann.targets():
            go(step.at)
            keys.press("Enter")
        go(step.to)
        keys.press("Enter")
        ann.changed(before)

    # A step is taken back by its letter.
    ann.wait_to_decide()
    before = ann.version
    go("b3")
    keys.press("Enter")
    ann.changed(before)
    before = ann.version
    keys.press("u")
    ann.changed(before)
    expect(ann.page.locator(".b2-worker")).to_have_count(0)

    for _ in range(TURNS):
        if not ann.wait_to_decide():
            break
        for step in good_turn(ann.state()["board"]["position"], ann.luck).steps:
            play(step)
        before = ann.version
        keys.press("e")
        ann.page.wait_for_selector(f".end, .foot:not([data-version='{before}'])")
    expect(ann.page.locator(".end h2")).to_have_text(re.compile("won"))
    # The live region has said so too.
    expect(ann.page.locator("#live")).to_contain_text("won")


def test_a_game_in_the_text_view(player: Come) -> None:
    ann = player(wishes={"textView": True})
    ann.sit(AGAINST_LEVEL_1)
    lines = ann.page.locator(".text-lines")

    def type_in(text: str) -> None:
        ann.page.fill("input[name=command]", text)
        ann.page.keyboard.press("Enter")

    type_in("say")
    expect(lines).to_contain_text("All squares are bare ground.")
    type_in("steps")
    expect(lines).to_contain_text("*a1")
    type_in("c3-c9")
    expect(lines).to_contain_text("c3-c9 is not possible now")
    for _ in range(TURNS):
        if not ann.wait_to_decide():
            break
        before = ann.version
        type_in(good_turn(ann.state()["board"]["position"], ann.luck).text)
        ann.page.wait_for_selector(f".end, .foot:not([data-version='{before}'])")
    type_in("c3")
    expect(lines).to_contain_text("c3: ")
    expect(lines).to_contain_text("won")
    expect(ann.page.locator(".end h2")).to_be_visible()


def test_two_people_by_link_with_a_reload_and_a_power_cut(flat: Browser) -> None:
    with Served() as served:
        ann, ben = Player(flat, served), Player(flat, served)
        ann.open("new/friend")
        ann.page.fill("input[maxlength='40']", "Ann")
        ann.page.get_by_role("radio", name="None", exact=True).check(force=True)
        ann.page.get_by_role("button", name="Make the link").click()
        link = ann.page.locator("[data-invite='2']").input_value()
        assert link.startswith(f"{served.url}/#/join/")

        ben.page.goto(link)
        expect(ben.page.get_by_role("heading")).to_have_text("Ann invites you to a game")
        ben.page.fill("input[maxlength='40']", "<b>Ben</b>")
        ben.page.get_by_role("button", name="Sit down").click()
        ben.ready()
        expect(ann.page.locator(".waiting")).to_have_count(0)
        # A hostile name is a text like any other.
        expect(ann.page.locator(".cards-others .card-name")).to_have_text("<b>Ben</b>")

        # A seat is taken once.
        eve = Player(flat, served)
        eve.page.goto(link)
        expect(eve.page.locator(".join")).to_contain_text("The seat is taken")
        eve.close()

        def turns(count: int) -> None:
            for _ in range(count):
                for somebody in (ann, ben):
                    assert somebody.wait_to_decide()
                    somebody.play_turn()

        turns(2)
        assert ann.wait_to_decide()
        step = good_turn(ann.state()["board"]["position"], ann.luck).steps[0]
        ann.play(step)  # the middle of a turn
        before = ann.state()["board"]["position"]
        ben.page.reload()
        ben.ready()
        served.kill()
        expect(ann.page.locator(".foot .notice")).to_be_visible()
        served.start()
        expect(ann.page.locator(".foot .notice")).to_have_count(0)
        assert ann.state()["board"]["position"] == before
        ann.play_turn()
        assert ben.wait_to_decide()
        ben.play_turn()
        turns(1)

        # Chat, shown as text; then Ann gives up, with a confirmation.
        ben.page.get_by_role("button", name="Chat", exact=True).click()
        ben.page.fill(".chat input", "<script>alert(1)</script> well played")
        ben.page.keyboard.press("Enter")
        expect(ann.page.locator(".count")).to_have_text("1")
        ann.page.get_by_role("button", name="Chat", exact=True).click()
        expect(ann.page.locator(".chat-lines")).to_contain_text("<script>alert(1)</script> well played")
        ann.page.keyboard.press("Escape")
        expect(ann.page.locator("dialog")).to_have_count(0)
        ann.page.get_by_role("button", name="This game").click()
        ann.page.get_by_role("button", name="Resign").click()
        ann.page.locator("dialog .button.warn").click()
        expect(ann.page.locator(".end h2")).to_have_text("<b>Ben</b> won.")
        expect(ann.page.locator(".end p")).to_have_text("Ann resigned.")
        ben.page.keyboard.press("Escape")
        expect(ben.page.locator("dialog")).to_have_count(0)
        expect(ben.page.locator(".end h2")).to_have_text("You won!")

        # Again: both find the new table.
        ann.page.get_by_role("button", name="Rematch").click()
        ann.page.wait_for_selector(".end", state="detached")
        ben.page.get_by_role("button", name="To the rematch").click()
        ben.page.wait_for_selector(".end", state="detached")
        assert ann.page.url == ben.page.url
        ann.close()
        ben.close()


def test_two_people_on_two_servers_play_to_the_end_while_one_is_restarted(flat: Browser) -> None:
    postgres = Postgres()
    try:
        database = postgres.database()
        with Served(database) as one, Served(database) as other:
            ann, ben = Player(flat, one), Player(flat, other)
            ann.open("new/friend")
            ann.page.get_by_role("radio", name="None", exact=True).check(force=True)
            ann.page.get_by_role("button", name="Make the link").click()
            link = ann.page.locator("[data-invite='2']").input_value()
            ben.page.goto(link.replace(one.url, other.url))
            ben.page.get_by_role("button", name="Sit down").click()
            ben.ready()
            expect(ann.page.locator(".waiting")).to_have_count(0)
            for turn in range(TURNS):
                if not ann.wait_to_decide():
                    break
                ann.play_turn()
                if turn == 2:  # Ann's server stops; Ben plays on, and Ann sees it when her server is back
                    one.stop()
                    expect(ann.page.locator(".foot .notice")).to_be_visible()
                if not ben.wait_to_decide():
                    break
                ben.play_turn()
                if turn == 2:
                    one.start()
                    expect(ann.page.locator(".foot .notice")).to_have_count(0)
            for somebody in (ann, ben):
                expect(somebody.page.locator(".end h2")).to_have_text(re.compile("won"))
            assert ann.state()["board"]["position"] == ben.state()["board"]["position"]
            ann.close()
            ben.close()
    finally:
        postgres.close()
