"""Rotating or mirroring the board rotates or mirrors the legal turns."""

from hypothesis import given
from hypothesis import strategies as st

from tests.properties.walks import anywhere, every_power, seats, some_turns

Draw = st.DataObject

BACK = [0, 1, 2, 3, 4, 6, 5, 7]
"""The inverse of each symmetry: a quarter turn and its opposite; all others are their own."""


@every_power
@given(data=st.data(), symmetry=st.integers(1, 7))
def test_turned_positions_have_turned_outcomes(power: str, data: Draw, symmetry: int) -> None:
    position = data.draw(anywhere(power))
    turned = position.turned(symmetry)
    assert len(turned.steps()) == len(position.steps())
    turns, whole = some_turns(position)
    if whole:
        assert {turn.after.turned(symmetry) for turn in turns} == {turn.after for turn in turned.turns()}
    else:
        here = {turn.after.turned(symmetry) for turn in turns[:5]}
        assert all(any(t.after == p for t in turned.turns()) for p in here) or len(here) == 5


@every_power
@given(data=st.data(), symmetry=st.integers(0, 7))
def test_turning_back(power: str, data: Draw, symmetry: int) -> None:
    position = data.draw(anywhere(power))
    turned = position.turned(symmetry)
    assert turned.turned(BACK[symmetry]) == position
    assert sorted(turned.heights) == sorted(position.heights)
    for seat in (0, *seats(position)):
        assert turned.view(seat) == position.view(seat).turned(symmetry)
