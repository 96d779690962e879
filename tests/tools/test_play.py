"""`make play` opens the table before everything is built, and leaves nothing running."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from tools import play

MAKEFILE = """
build/.wasm:
\tfalse
build/.early:
\ttouch $@
build/.page:
\tsleep 300 & echo $$! > build/sleeper; echo building; wait
"""
SANTORINI = """#!/bin/sh
echo "$@" > build/asked
while [ ! -s build/sleeper ]; do [ -e build/.wasm ] && break; sleep 0.05; done
exit 3
"""


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository in which building the page takes minutes."""
    (tmp_path / "Makefile").write_text(MAKEFILE)
    for folder in ("build", ".venv/bin", "src/santorini/server/page"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "src/santorini/server/page/index.html").write_text("of an older core")
    command = tmp_path / ".venv/bin/santorini"
    command.write_text(SANTORINI)
    command.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(play, "ROOT", tmp_path)
    monkeypatch.setattr(play, "MAKE", ["make", "--no-print-directory", "--silent", "-C", str(tmp_path)])
    monkeypatch.setattr(sys, "argv", ["play.py", "--port", "8031"])
    return tmp_path


def runs(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().split()[2] != "Z"
    except FileNotFoundError:
        return False


def test_a_first_game_begins_while_the_page_is_built(root: Path) -> None:
    assert play.main() == 3, "what santorini ended with"
    assert (root / "build/asked").read_text() == "--port 8031\n"
    assert (root / "build/.early").exists()
    assert not (root / "src/santorini/server/page").exists()
    assert (root / "build/page.log").read_text().startswith("building\n")
    sleeper = int((root / "build/sleeper").read_text())
    until = time.monotonic() + 20
    while runs(sleeper):
        assert time.monotonic() < until, "the build goes on without the game"
        time.sleep(0.05)


def test_later_games_begin_with_the_whole_page(root: Path) -> None:
    for file in ("build/.wasm", "build/.page"):
        (root / file).touch()
    assert play.main() == 3
    assert not (root / "build/.early").exists()
    assert (root / "src/santorini/server/page/index.html").exists()


def test_a_page_that_cannot_be_built_ends_it(root: Path) -> None:
    os.truncate(root / "Makefile", 0)
    assert play.main() == 2
    assert not (root / "build/asked").exists()
