"""kill -9 in the middle of running games; `python -m tests.server.crash --games 200` is the same with more of them."""

from __future__ import annotations

from pathlib import Path

from tests.server.crash import crash


def test_nothing_accepted_is_lost(tmp_path: Path) -> None:
    accepted, missing = crash(games=20, kills=2, seconds=0.5, data=tmp_path / "games.sqlite")
    assert missing == []
    assert accepted >= 20
