"""kill -9 in the middle of running games; `python -m tests.server.crash --games 200` is the same with more of them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.server.crash import crash


def test_nothing_accepted_is_lost(tmp_path: Path) -> None:
    # In a thread of its own: a browser test in the same process keeps an event loop in this one.
    with ThreadPoolExecutor(1) as alone:
        asked = alone.submit(crash, games=20, kills=2, seconds=0.5, data=tmp_path / "games.sqlite")
        accepted, missing = asked.result()
    assert missing == []
    assert accepted >= 20
