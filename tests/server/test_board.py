"""A board as plain data: what a page draws without knowing the rules."""

import pytest

from santorini import read_position
from santorini.server.views.board import board

EMPTY = "0" * 25


@pytest.mark.parametrize(
    ("text", "forbidden", "points"),
    [
        ("aeolus[sw]:a1,b1/pan:d1,e1", "sw", "ne"),
        ("aeolus[sw]:a1,b1/pan:d1,e1/rules=revised", "sw", "ne"),
        ("aeolus[ne]:a1,b1/pan:d1,e1/rules=aid", "ne", "ne"),
        ("aeolus:a1,b1/pan:d1,e1/rules=revised", None, None),
        ("siren[e]:a1,b1/pan:d1,e1", "e", "e"),
    ],
)
def test_a_token_points_where_its_owner_laid_it(text: str, forbidden: str | None, points: str | None) -> None:
    """The wind blows where the token points, and moves against it are closed; the player aid names those instead."""
    aim = board(read_position(f"{EMPTY}/1/{text}"))["cards"][0]["aim"]
    assert aim is not None
    assert (aim["direction"], aim["points"]) == (forbidden, points)
