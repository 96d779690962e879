"""Reading what was written gives the same value."""

import pickle
import random

from hypothesis import given
from hypothesis import strategies as st

import santorini
from santorini import Position, read_position
from santorini._core import testing
from tests.properties.walks import anywhere, at_rest, every_power, sample, seats, some_turns, tables

Draw = st.DataObject


@every_power
@given(data=st.data())
def test_position_text(power: str, data: Draw) -> None:
    position = data.draw(anywhere(power))
    again = read_position(position.text)
    assert again == position
    assert again.text == position.text
    assert (hash(again), again.hash) == (hash(position), position.hash)
    assert [str(s) for s in again.steps()] == [str(s) for s in position.steps()]


@every_power
@given(data=st.data())
def test_views(power: str, data: Draw) -> None:
    position = data.draw(anywhere(power))
    for seat in (0, *seats(position)):
        view = position.view(seat)
        assert read_position(view.text) == view
        assert pickle.loads(pickle.dumps(view)) == view
        assert view.view(seat) == view


@every_power
@given(data=st.data())
def test_repr_rebuilds(power: str, data: Draw) -> None:
    position = data.draw(anywhere(power))
    assert eval(repr(position), {"Position": Position}) == position
    game = santorini.Game.from_position(position)
    assert eval(repr(game), {"Game": santorini.Game}).position == game.position


@every_power
@given(data=st.data())
def test_turn_text(power: str, data: Draw) -> None:
    position = data.draw(anywhere(power))
    for turn in some_turns(position)[0]:
        read, complete = position.read_turn(turn.text)
        assert complete, turn.text
        assert read.after == turn.after, turn.text


@every_power
@given(data=st.data())
def test_pickles(power: str, data: Draw) -> None:
    position = data.draw(anywhere(power))
    assert pickle.loads(pickle.dumps(position)) == position
    for turn in sample(some_turns(position)[0], 5):
        again = pickle.loads(pickle.dumps(turn))
        assert (again.before, again.after, again.text) == (turn.before, turn.after, turn.text)
        assert again == turn
        assert hash(again) == hash(turn)


@every_power
@given(data=st.data())
def test_short_form(power: str, data: Draw) -> None:
    """The short form loses nothing of a position that it can express."""
    position = data.draw(at_rest(power))
    heights, to_move, *rest = position.text.split("/")
    seats_only = [part for part in rest if "=" not in part]
    sexes_of_others = any(
        part.partition("]")[0].rpartition(";")[2].rpartition("[")[2].startswith("f") for part in seats_only
    )
    if (
        not sexes_of_others
        and position.players == 2
        and position.rules == "printed"
        and not position.shared
        and not position.is_over
    ):
        plain = "/".join([heights.translate(str.maketrans("xyz", "444")), to_move, *seats_only])
        assert read_position(plain).text == plain
        assert read_position(read_position(plain).short) == read_position(plain)


@every_power
@given(data=st.data())
def test_taking_back(power: str, data: Draw) -> None:
    table = data.draw(tables(power))
    rng = random.Random(data.draw(st.integers(0, 2**32 - 1)))
    game = table.game(rng.getrandbits(32))
    seen, begun = [game.position], len(game.turns)
    for _ in range(data.draw(st.integers(1, 12))):
        if game.is_over:
            break
        turn = testing.random_turn(game.position, rng.getrandbits(32))
        before = game.copy()
        within = [game.position]
        for step in turn.steps:
            game.push_step(step)
            within.append(game.position)
        assert game.position == turn.after
        assert before.position == seen[-1], "a copy is independent"
        assert before.push(turn.text).after == turn.after
        # Take back the last step of the turn, then play it again.
        game.pop()
        assert game.position == seen[-1]
        for step in turn.steps[:-1]:
            game.push_step(step)
        for position in reversed(within[:-2]):
            game.pop_step()
            assert game.position == position
        game.push(turn)
        seen.append(game.position)
    while len(game.turns) > begun:
        assert game.position == seen.pop()
        game.pop()
    assert [game.position] == seen
