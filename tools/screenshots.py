"""Pictures of the main screens: 360, 768, 1440 and 2560 pixels wide, by day and by night.

    python tools/screenshots.py --readme
    python tools/screenshots.py [FOLDER] [--only NAME] [--width W] [--theme light|dark] [--lang de]

Starts a server of its own on a free port, sets up positions through the API and photographs them. `--readme` renews
docs/table.jpg instead.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, ViewportSize, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tests.browser.served import Served, chromium

README = Path("docs/table.jpg")
SIZES = {360: 740, 768: 1024, 1440: 900, 2560: 1440}
# A position with a bit of everything: all levels, both kinds of dome, Athena's restriction in force.
MIDGAME = "1201000310123400z12001010/1/demeter:b3,d2/athena[^]:c4,e4"
TALES: dict[str, dict[str, object]] = {
    "middle": {"position": MIDGAME},
    "tokens": {"position": "1200000310100400120001010/1/charybdis[b2,d4]:b4,d2/clio[1|c1,e1]:c5,a3"},
    "plain": {"powers": {"choose": "free", "powers": ["hephaestus", "pan"]}},
    "fleece": {"fleece": {"power": "apollo"}},
    "four": {"powers": {"choose": "free", "powers": ["apollo", "atlas", "pan", "hermes"]}},
    "draft": {"powers": {"choose": "draft"}},
}


def game(page: Page, served: Served, tale: str) -> None:
    """Create a game against the computer and open it."""
    wish = TALES[tale]
    others = 3 if tale == "four" else 1
    open_game(
        page, served, {"seats": [{"kind": "here", "name": "Ann"}, *[{"kind": "computer", "level": 3}] * others], **wish}
    )


def open_game(page: Page, served: Served, wish: dict[str, object]) -> None:
    """Create a game, store its token in this page, and open it."""
    created = served.post("/api/games", wish)
    kept = {**created, "role": "seat", "title": "Ann – Computer", "over": False, "at": 1}
    page.evaluate("kept => localStorage.setItem('santorini.games', JSON.stringify([kept]))", kept)
    page.goto(f"{served.url}/#/game/{created['game']}")
    page.wait_for_selector(".bar")


def screens(served: Served) -> dict[str, Callable[[Page], object]]:
    """The screens by name, each with the function that opens it."""

    def at(path: str, wait: str) -> Callable[[Page], object]:
        def show(page: Page) -> None:
            page.goto(f"{served.url}/#/{path}")
            page.wait_for_selector(wait)

        return show

    def picked(page: Page) -> None:
        game(page, served, "middle")
        page.locator('[data-square="b3"]').dispatch_event("click")

    def menu(page: Page) -> None:
        game(page, served, "middle")
        page.locator(".tool").last.click()

    def text(page: Page) -> None:
        game(page, served, "middle")
        page.keyboard.press("t")
        page.wait_for_selector(".text-view")

    def end(page: Page) -> None:
        game(page, served, "middle")
        page.get_by_role("button", name="This game").click()
        page.locator(".menu .button").last.click()
        page.locator("dialog .button.warn").click()
        page.wait_for_selector(".end")

    def match(page: Page) -> None:
        page.goto(f"{served.url}/#/powers")
        page.click(".match summary")
        page.click(".suggest")
        page.locator(".suggested .button").scroll_into_view_if_needed()

    def waiting(page: Page) -> None:
        open_game(page, served, {"seats": [{"kind": "here", "name": "Ann"}, {"kind": "friend"}]})

    return {
        "home": at("", ".play-now"),
        "new": at("new", "form"),
        "learn": at("learn", ".power-row"),
        "lesson": at("learn/your_build", ".task"),
        "lesson-power": at("learn/aphrodite", ".task"),
        "match": match,
        "rules": at("rules", ".rule"),
        "rule": at("rules/move", ".rule"),
        "powers": at("powers", ".power-row"),
        "power": at("powers/aphrodite", "dialog[open]"),
        "settings": at("settings", ".settings"),
        "game": picked,
        "placing": lambda page: game(page, served, "plain"),
        "tokens": lambda page: game(page, served, "tokens"),
        "fleece": lambda page: game(page, served, "fleece"),
        "four": lambda page: game(page, served, "four"),
        "draft": lambda page: game(page, served, "draft"),
        "menu": menu,
        "text": text,
        "end": end,
        "waiting": waiting,
    }


def main() -> int:
    """Take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", default="build/screenshots", type=Path)
    parser.add_argument("--only", action="append", help="a screen; may be given several times")
    parser.add_argument("--width", action="append", type=int)
    parser.add_argument("--theme", action="append", choices=("light", "dark"))
    parser.add_argument("--board", default="3d", choices=("2d", "3d"))
    parser.add_argument("--lang", default="en")
    parser.add_argument("--readme", action="store_true", help="renew the picture in README.md")
    args = parser.parse_args()
    if args.readme:
        args.only, args.width, args.theme = ["game"], [1440], ["light"]
    args.folder.mkdir(parents=True, exist_ok=True)
    with Served() as served, sync_playwright() as playwright:
        browser = chromium(playwright, webgl=args.board == "3d")
        for name, show in screens(served).items():
            if args.only and name not in args.only:
                continue
            for width in args.width or SIZES:
                for theme in args.theme or ("light", "dark"):
                    viewport: ViewportSize = {"width": width, "height": SIZES.get(width, 900)}
                    context = browser.new_context(viewport=viewport, device_scale_factor=0.75 if args.readme else 1)
                    page = context.new_page()
                    page.goto(served.url)
                    wishes = {"board": args.board, "theme": theme, "language": args.lang, "motion": "off"}
                    page.evaluate("wishes => localStorage.setItem('santorini.settings', wishes)", json.dumps(wishes))
                    page.reload()
                    show(page)
                    if page.locator(".canvas3d").count():
                        page.wait_for_selector(".canvas3d.ready")
                    page.wait_for_timeout(900)
                    extra = ("" if args.board == "3d" else "-flat") + ("" if args.lang == "en" else f"-{args.lang}")
                    file = args.folder / f"{name}-{width}-{theme}{extra}.png"
                    if args.readme:
                        file = README
                        page.screenshot(path=file, type="jpeg", quality=82)
                    else:
                        page.screenshot(path=file)
                    print(file)
                    context.close()
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
