"""Counting turns in bulk agrees with listing them."""

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import santorini
from santorini._core import testing
from tests.comparison import Pairing
from tests.properties.walks import at_rest, every_power, placed, play_on

SIMPLE = [p.id for p in santorini.POWERS.values() if p.category in {"none", "simple"}]
PAIRS = [*itertools.combinations(SIMPLE, 2), ("mortal", "mortal")]


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
@given(seed=st.integers(0, 2**32 - 1), turns=st.integers(0, 12))
def test_simple_gods(pair: tuple[str, str], seed: int, turns: int) -> None:
    rng = random.Random(seed)
    position = play_on(placed(Pairing(pair), rng), rng, turns)
    for depth in (1, 2):
        bulk = testing.bulk_perft(position, depth)
        if bulk is not None:
            assert bulk == testing.listed_perft(position, depth), f"depth {depth}: {position.text}"
            assert bulk == position.perft(depth)


@every_power
@given(data=st.data())
def test_every_power(power: str, data: st.DataObject) -> None:
    position = data.draw(at_rest(power))
    bulk = testing.bulk_perft(position, 1)
    if bulk is not None:
        assert bulk == testing.listed_perft(position, 1), position.text


def test_the_beginner_game_is_counted_in_bulk() -> None:
    start = santorini.read_position("0000000000000000000000000/1/mortal:b3,d3/mortal:c2,c4")
    assert testing.bulk_perft(start, 3) == testing.listed_perft(start, 3) == testing.bare_perft(start, 3) == 350208
