"""The core and the independent reading agree on random positions (docs/verification.md has the long runs)."""

from pathlib import Path

import pytest

import santorini
from tests.comparison import FOUNDATION, Pairing, fleeces, pairings, several

POSITIONS = 200
MOST_RESULTS = 300
"""Larger turn sets are left to the long run: the reading is slow."""
ALL = list(santorini.POWERS)
TABLES = [
    *several(ALL, 3, 60, "printed", 7),
    *several(ALL, 4, 60, "printed", 7),
    *several(ALL, 3, 20, "revised", 8),
    *several(ALL, 4, 20, "revised", 8),
    *fleeces(ALL, "printed"),
    *fleeces(ALL, "revised"),
]
OTHER_RULES = [*pairings(FOUNDATION, "revised"), *pairings(FOUNDATION, "aid")]


def test_the_reading_knows_every_card() -> None:
    """Without this a new card would be read as no power, and every table with it would differ."""
    sources = [path for path in Path(__file__).parent.glob("*.py") if not path.name.startswith("test_")]
    reading = "".join(path.read_text(encoding="utf-8") for path in sources)
    unknown = [key for key in ALL if key != "mortal" and f'"{key}"' not in reading]
    assert not unknown, f"add {', '.join(unknown)} to tests/reading, from the words on the card (CONTRIBUTING.md)"


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
    agree(pairing, 15)


@pytest.mark.parametrize("rules", ["printed", "revised", "aid"])
@pytest.mark.parametrize("power", ALL)
def test_all_pairs_of_all_powers(power: str, rules: str) -> None:
    """Every pair, a few positions each; each pair is tested with the power that comes first."""
    for pairing in pairings(ALL, rules):
        if pairing.powers[0] == power:
            agree(pairing, 8 if rules == "printed" else 3)
