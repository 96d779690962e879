"""Games that differ only in a secret look the same until a step tells them apart, and that step is final."""

from __future__ import annotations

import pytest

from tests.server.house import House
from tests.server.secrets import LeakError, compare


def test_pairs_of_games_look_the_same(house: House) -> None:
    done = compare(house, 150, seed=2)
    assert done["undone"] > 10
    assert done["final"] > 10
    assert done["told"] > 0


def test_undo_as_a_probe_would_be_found(tmp_path_factory: pytest.TempPathFactory) -> None:
    probed = House(tmp_path_factory.mktemp("probe") / "games.sqlite", "--leak", "undo")
    try:
        with pytest.raises(LeakError, match="taken back"):
            compare(probed, 2000, seed=3)
    finally:
        probed.stop()
