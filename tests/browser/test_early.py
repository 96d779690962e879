"""The page of a first game, built before its core has been compiled: `make play` begins with it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.player import Player
from tests.browser.served import Served
from tests.browser.site import ROOT, bundle


def test_a_first_game_and_then_the_whole_page(
    player: Callable[..., Player], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    early, whole = tmp_path / "early", tmp_path / "page"
    bundle("early", early)
    assert not list(early.rglob("*.wasm"))

    monkeypatch.setenv("SANTORINI_SERVE", f"{sys.executable} -m tests.server.serve --page {whole}")
    with Served() as served:
        ann = player(served=served)
        ann.sit({"seats": [{"kind": "here", "name": "Ann"}, {"kind": "computer", "level": 1}]})
        for _ in range(2):
            assert ann.wait_to_decide()
            ann.play_turn()
        for screen in ("puzzles", "game/local-a1", "study"):
            ann.open(screen)
            expect(ann.page.get_by_text("still being prepared")).to_be_visible()

        whole.symlink_to(ROOT / "src/santorini/server/page")  # now it has been built
        ann.page.get_by_role("button", name="Try again").click()
        expect(ann.page.locator(".study")).to_be_visible()
