"""A player at the table, who sees what the page shows, and uses the mouse, the keyboard or typed turns.

The rules core says which turn to play in the position that the server shows this seat; how it is played is up to the
page.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from santorini import read_position
from tests.browser.served import Served

__all__ = ["PATIENCE", "Player", "good_turn"]

PATIENCE = 60_000  # milliseconds; a loaded machine is slow, not wrong

WISHES: dict[str, object] = {"board": "2d", "motion": "off", "sounds": False, "language": "en"}


def good_turn(text: str, luck: random.Random) -> Any:
    """A turn that wins, or one that lets nobody win at once and climbs; good enough to end a game soon."""
    position = read_position(text)
    best, best_value = None, -1.0
    for turn in position.turns():
        if turn.wins:
            return turn
        after = turn.after
        heights = [after.height(square) for square in after.workers(position.to_move)]
        value = sum(heights) + max(heights, default=0) + luck.random()
        if value <= best_value:
            continue
        if not after.is_over and any(reply.wins for reply in after.turns()):
            value -= 10
        if value > best_value or best is None:
            best, best_value = turn, value
    assert best is not None
    return best


class Player:
    """A browser context of its own: another person, another device."""

    def __init__(
        self,
        browser: Browser,
        served: Served,
        *,
        width: int = 1200,
        height: int = 800,
        wishes: Mapping[str, object] | None = None,
        **context: Any,
    ) -> None:
        self.served = served
        # The tests look at what is served, not at what a service worker has kept (tests/browser/site.py looks at that).
        context = {"service_workers": "block", "viewport": {"width": width, "height": height}, **context}
        self.context: BrowserContext = browser.new_context(**context)
        self.context.set_default_timeout(PATIENCE)
        self.problems: list[str] = []
        self.asked: list[str] = []
        self.luck = random.Random(7)
        first = json.dumps({**WISHES, **(wishes or {})})
        # Only at first: what is set on the page later stays.
        remember = f"localStorage.setItem('santorini.settings', {json.dumps(first)})"
        self.context.add_init_script(f"if (!localStorage.getItem('santorini.settings')) {remember}")
        self.page: Page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on(
            "console", lambda said: self.problems.append(said.text) if "Content Security" in said.text else None
        )
        self.page.on("request", lambda request: self.asked.append(request.url))
        expect.set_options(timeout=PATIENCE)

    def close(self) -> None:
        """Leave; the page must not have had an error."""
        self.context.close()
        assert self.problems == [], f"trouble: {self.problems}"

    # -- going places ------------------------------------------------------------------------------------------------

    def open(self, path: str = "") -> Player:
        """Open a screen."""
        self.page.goto(f"{self.served.url}/#/{path}")
        return self

    def sit(self, wish: Mapping[str, object]) -> str:
        """Make a game over HTTP, as its host, and open it; the id of the game."""
        created = self.served.post("/api/games", wish)
        self.open("settings")
        kept = {**created, "role": "seat", "title": "", "over": False, "at": 1}
        self.page.evaluate("kept => localStorage.setItem('santorini.games', JSON.stringify([kept]))", kept)
        self.open(f"game/{created['game']}")
        self.ready()
        return str(created["game"])

    # -- looking -----------------------------------------------------------------------------------------------------

    @property
    def foot(self) -> Locator:
        """The foot of the table, which carries the version it shows."""
        return self.page.locator(".foot")

    def ready(self) -> None:
        """The table is there, and nothing is moving."""
        expect(self.page.locator(".foot[data-shown=yes]")).to_be_visible()

    @property
    def version(self) -> str:
        """The version of the state on the screen."""
        return self.foot.get_attribute("data-version") or ""

    @property
    def awaits(self) -> str:
        """step, confirm or nothing."""
        return self.foot.get_attribute("data-awaits") or ""

    @property
    def over(self) -> bool:
        """Is the end shown?"""
        return self.page.locator(".end").count() > 0

    def square(self, name: str) -> Locator:
        """The button of a square."""
        return self.page.locator(f'[data-square="{name}"]')

    def targets(self) -> list[str]:
        """The squares that can be tapped now."""
        return [found.get_attribute("data-square") or "" for found in self.page.locator(".grid .can").all()]

    def says(self, text: str | re.Pattern[str]) -> None:
        """The bar says it, sooner or later."""
        expect(self.page.locator(".bar-text")).to_have_text(text)

    def state(self) -> Any:
        """What the server tells this seat, over HTTP with the key the page keeps."""
        return self.page.evaluate(
            """async () => {
                const id = location.hash.split('/')[2];
                const kept = JSON.parse(localStorage['santorini.games']).find(game => game.game === id);
                const answer = await fetch(`/api/games/${id}`, { headers: { Authorization: `Bearer ${kept.token}` } });
                return answer.json();
            }"""
        )

    def wait_to_decide(self) -> bool:
        """Wait until it is this player's turn (true) or the game is over (false)."""
        self.page.wait_for_selector(".foot[data-awaits=step] .bar.mine, .foot[data-awaits=confirm] .bar.mine, .end")
        self.ready()
        return not self.over

    # -- doing -------------------------------------------------------------------------------------------------------

    def changed(self, before: str) -> None:
        """Wait until the server has answered with another version, and it is shown."""
        self.page.wait_for_selector(f".foot[data-shown=yes]:not([data-version='{before}'])")

    def tap(self, name: str) -> None:
        """Tap a square with the mouse."""
        self.square(name).click()

    def play(self, step: Any) -> None:
        """Play one step with the mouse: pick the worker where that is needed, tap the square, say which is meant."""
        before = self.version
        if step.kind in ("done", "pass", "use", "aim", "begin"):
            self.page.click(f'[data-step="{step}"]')
            self.changed(before)
            return
        if step.at and self.square(step.at).get_attribute("aria-selected") != "true" and step.at in self.targets():
            self.tap(step.at)
        self.tap(step.to)
        self.settle(str(step), before)

    def settle(self, step: str, before: str) -> None:
        """Answer which step is meant, if that is asked, and wait."""
        self.page.wait_for_selector(f".which, .foot[data-shown=yes]:not([data-version='{before}'])")
        if self.page.locator(".which").count() and self.version == before:
            self.page.click(f'.which [data-step="{step}"]')
        self.changed(before)

    def end_turn(self) -> None:
        """End the turn where it does not end by itself."""
        if self.over or self.page.locator(".end-turn").count() == 0:
            return
        before = self.version
        self.page.click(".end-turn")
        self.page.wait_for_selector(f".end, .foot:not([data-version='{before}'])")

    def play_turn(self, position: str | None = None) -> None:
        """A whole good turn by mouse, in this position, or in the one that the seat sees."""
        for step in good_turn(position or self.state()["board"]["position"], self.luck).steps:
            if step.kind == "done":
                break
            self.play(step)
        self.end_turn()
