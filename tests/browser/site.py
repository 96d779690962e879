"""The page as plain files under a sub-path, without any server of ours, and somebody who plays there."""

from __future__ import annotations

import json
import subprocess
import threading
from collections.abc import Mapping
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from santorini import Game
from tests.browser.player import Player

__all__ = ["LocalPlayer", "Site", "bundle"]

ROOT = Path(__file__).parents[2]
PATH = "/games/santorini"


def bundle(mode: str, folder: Path) -> None:
    """Build a page into a folder. Tests do it side by side, so nothing is written beside that folder."""
    command = ["tools/page.sh", "bundle", "--mode", mode, "--logLevel", "error", "--outDir", str(folder)]
    subprocess.run([*command, "--emptyOutDir"], check=True, cwd=ROOT)


class _Files(SimpleHTTPRequestHandler):
    def translate_path(self, path: str) -> str:
        """Only what lies under the sub-path is there."""
        inside = path.removeprefix(PATH) if path.startswith(f"{PATH}/") else "/nowhere"
        return super().translate_path(inside)

    def log_request(self, code: object = "", size: object = "") -> None:
        """Do not log requests."""

    def log_error(self, *args: Any) -> None:
        """Nor errors."""


class _IsolatedFiles(_Files):
    def end_headers(self) -> None:
        """Add the headers that let a page share memory with its workers."""
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        super().end_headers()


class Site:
    """What `make site` builds, served by Python's own web server."""

    def __init__(self, folder: Path, *, isolated: bool = False) -> None:
        self.folder = folder
        files = partial(_IsolatedFiles if isolated else _Files, directory=str(folder))
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), files)
        self.url = f"http://127.0.0.1:{self.server.server_port}{PATH}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self) -> None:
        """Stop answering."""
        self.server.shutdown()
        self.server.server_close()


class LocalPlayer(Player):
    """Somebody whose games are in the browser."""

    def __init__(self, browser: Browser, site: Site, **wishes: Any) -> None:
        # A site has an address like a server, and nothing else.
        super().__init__(browser, site, service_workers="allow", **wishes)  # type: ignore[arg-type]

    def sit(self, wish: Mapping[str, object]) -> str:
        """Make a game with the form for new ones; the id of the game."""
        self.open("settings")
        self.page.evaluate("wish => localStorage.setItem('santorini.wish', JSON.stringify(wish))", wish)
        kinds = {seat["kind"] for seat in wish["seats"]}  # type: ignore[attr-defined]
        self.open("new/computer" if "computer" in kinds else "new/here")
        self.page.locator(".new button[type=submit]").click()
        self.ready()
        return self.page.url.split("/")[-1]

    def game(self) -> Game:
        """The game as the browser keeps it, unconfirmed steps included."""
        stored = json.loads(
            self.page.evaluate(
                """() => new Promise((resolve, reject) => {
                    const opening = indexedDB.open('santorini');
                    opening.onerror = reject;
                    opening.onsuccess = () => {
                        const asked = opening.result.transaction('games').objectStore('games')
                            .get(location.hash.split('/')[2]);
                        asked.onsuccess = () => { opening.result.close(); resolve(JSON.stringify(asked.result)); };
                    };
                })"""
            )
        )
        game = Game.from_position(Game.from_text(stored["created"]["start"]).start)
        happened = [one["event"] for one in stored["events"]]
        for event in happened:
            if event["kind"] in ("step", "luck"):
                game.push_step(event["step"])
        return game

    def state(self) -> Any:
        """What the seat that decides may see."""
        position = self.game().position
        return {"board": {"position": position.view(position.decider or 0).text}}
