"""Counts of positions (tests/perft/*.perft): one wrong legal turn anywhere changes a number.

Renew with `python -m tests.perft` and read the difference.
"""

import pytest

import santorini
from santorini._core import testing
from tests.perft.counts import LISTED, Row, all_rows, split

ROWS = all_rows()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_counts(row: Row) -> None:
    position = santorini.read_position(row.position)
    for depth, expected in enumerate(row.counts, start=1):
        count = position.perft(depth)
        if count == expected and count <= LISTED:
            count = testing.listed_perft(position, depth)  # the slow way agrees
        if count != expected:
            head = f"{row.file}.perft, line {row.line}: {count} positions after {depth} turns, not {expected}"
            drawing = santorini.drawing(position)
            pytest.fail(f"{head}\n{row.position}\n\n{drawing}\n\n{split(position, depth)}", pytrace=False)


def test_positions_are_written_as_the_library_writes_them() -> None:
    for row in ROWS:
        assert santorini.read_position(row.position).text == row.position, f"{row.file}.perft, line {row.line}"


def test_the_beginner_game() -> None:
    """The numbers every Santorini program agrees on."""
    start = "0000000000000000000000000/1/mortal:b3,d3/mortal:c4,c2"
    row = next(r for r in ROWS if r.position == start)
    assert row.counts == (68, 5156, 350208, 24545388, 1578268436)
