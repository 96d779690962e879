"""The core and the independent reading agree on random positions of every pair (docs/verification.md has the long runs)."""

import pytest

from tests.comparison import FOUNDATION, Pairing, fleeces, pairings, several

POSITIONS = 200
MOST_RESULTS = 300
"""Larger turn sets are left to the long run: the reading is slow."""
TABLES = [
    *several(FOUNDATION, 3, 40, "printed", 7),
    *several(FOUNDATION, 4, 40, "printed", 7),
    *fleeces(FOUNDATION, "printed"),
]
OTHER_RULES = [*pairings(FOUNDATION, "revised"), *pairings(FOUNDATION, "aid")]


def agree(pairing: Pairing, positions: int) -> None:
    result = pairing.run(positions, seed=1, most=MOST_RESULTS)
    assert not result.differences, "\n".join(result.differences)
    assert result.positions >= positions, f"only {result.positions} positions, {result.passed_over} were too large"


@pytest.mark.parametrize("pairing", list(pairings(FOUNDATION)), ids=lambda p: p.name)
def test_every_pair(pairing: Pairing) -> None:
    agree(pairing, POSITIONS)


@pytest.mark.parametrize("pairing", OTHER_RULES, ids=lambda p: p.name)
def test_other_rule_sets(pairing: Pairing) -> None:
    agree(pairing, 10)


@pytest.mark.parametrize("pairing", TABLES, ids=lambda p: p.name)
def test_three_four_players_and_the_fleece(pairing: Pairing) -> None:
    agree(pairing, 30)
