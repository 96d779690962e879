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


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("demeter:a1,b1/pan:d1,e1", ["demeter", "pan"]),
        ("circe[*]:a1,b1/pan:d1,e5", ["pan", "mortal"]),
        ("chaos[pan|apollo,atlas|demeter]:a1,b1/pan:d1,e1", ["pan", "pan"]),
        ("mortal:a1,b1/mortal:d1,e5/fleece=pan@b2", ["pan", "mortal"]),
    ],
)
def test_a_card_says_which_power_its_seat_holds_now(text: str, held: list[str]) -> None:
    cards = board(read_position(f"{EMPTY}/1/{text}"))["cards"]
    assert [card["held"] for card in cards] == held


def test_a_card_says_to_its_owner_that_others_do_not_see_the_workers() -> None:
    whole = read_position(f"{EMPTY}/1/pan:b3,d3/hecate:b4,e5")
    assert [card["hides"] for card in board(whole.view(2))["cards"]] == [False, True]
    seen = board(whole.view(1))
    assert ([card["hides"] for card in seen["cards"]], seen["hidden"]) == ([False, False], [2])
