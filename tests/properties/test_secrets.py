"""A step whose outcome depends on what its player cannot see is known as such, from the view alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from santorini import POWERS, Game, Position, entry, read_position
from santorini._core import CoreError, TreeSearch
from tests.properties.walks import anywhere, every_power

Draw = st.DataObject
SECRET = [key for key in POWERS if "setup.secret" in entry(key)]


def told(position: Position, seat: int) -> dict[str, bool]:
    """For each step of the seat: does it depend on secrets?"""
    return {str(step): position.depends_on_secrets(step, seat) for step in position.view(seat).steps()[:25]}


@pytest.mark.parametrize("power", SECRET)
@given(data=st.data())
def test_what_ran_into_something_depended_on_it(power: str, data: Draw) -> None:
    position = data.draw(anywhere(power))
    seat = position.decider
    if seat is None:
        return
    view = position.view(seat)
    for step in view.steps()[:25]:
        expected, found = view.play(step).view(seat).text, position.play(step).view(seat).text
        if expected != found:
            assert position.depends_on_secrets(step, seat), (position.text, step)


@pytest.mark.parametrize("power", SECRET)
@given(data=st.data())
def test_the_answer_is_the_same_in_every_world(power: str, data: Draw) -> None:
    position = data.draw(anywhere(power))
    seat = position.decider
    if seat is None or position.stage != "play":
        return
    search = TreeSearch(seed=1)
    search.observe(position.view(seat), seat)
    for world, _ in search.worlds[:: max(1, len(search.worlds) // 3)]:
        if world.view(seat).text == position.view(seat).text:
            assert told(world, seat) == told(position, seat), (position.text, world.text)


@every_power
@given(data=st.data())
def test_without_secrets_nothing_depends_on_them(power: str, data: Draw) -> None:
    position = data.draw(anywhere(power))
    seat = position.decider
    if seat is not None and position.view(seat) == position:
        assert not any(told(position, seat).values()), position.text


def test_by_hand() -> None:
    abyss = read_position("0000000000000000000000000/1/pan:b3,d3/tartarus[c1]:a5,e5")
    assert all(told(abyss, 1).values()), "any space may be the Abyss"
    moved = abyss.play(next(step for step in abyss.steps() if str(step) == "b3-b4"))
    assert not any(told(moved, 1).values()), "a build falls into nothing"
    fate = read_position("0000100000000000000000000/1/pan:b3,d3/moerae[a1]:a5,e4,e1")
    assert not any(told(fate, 1).values()), "nobody can win here"
    with pytest.raises(CoreError):
        abyss.depends_on_secrets(abyss.steps()[0], 3)


def test_the_last_choice_of_the_passing_draft_depends_on_the_other_hand() -> None:
    game = Game(players=2, rules="aid", draft=True, seed=1)
    found = []
    while game.position.stage in ("discard", "keep"):
        seat = game.position.decider or 0
        found.append((str(game.position.stage), *{*told(game.position, seat).values()}))
        game.push_step(game.position.view(seat).steps()[0])
    # The exchange of the hands shows the second player the other's cards; so does the choice that turns both up.
    assert found == [("discard", False)] * 3 + [("discard", True), ("keep", False), ("keep", True)]
