"""Steps are exactly the prefixes of complete turns (B3.1, B3.2), and every outcome is listed once."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from santorini import Position
from tests.properties.walks import anywhere, at_rest, every_power, prefixes, sample, some_turns, tables

Draw = st.DataObject

FEW = 60
"""Sets of turns up to this size are also walked step by step."""


@every_power
@given(data=st.data())
def test_no_dead_end(power: str, data: Draw) -> None:
    """Whatever steps are chosen, the turn can be completed, unless the game is over."""
    start = data.draw(at_rest(power))
    rng = random.Random(data.draw(st.integers(0, 2**32 - 1)))
    now, steps = start, 0
    while not now.is_over:
        choices = now.steps()
        assert choices or now == start, f"stuck in the middle of a turn: {now.text}"
        assert len(set(choices)) == len(choices)
        if not choices:
            assert not start.has_turn()
            break
        now, steps = now.play(rng.choice(choices)), steps + 1
        if start.turn_ended(now):
            break
        assert steps < 200


@every_power
@settings(max_examples=settings().max_examples * 8)
@given(data=st.data())
def test_set_up_goes_on(power: str, data: Draw) -> None:
    """Whatever is chosen during set-up, the game begins."""
    rng = random.Random(data.draw(st.integers(0, 2**32 - 1)))
    position = data.draw(tables(power)).game(rng.getrandbits(32)).position
    while position.stage != "play":
        choices = position.steps()
        assert choices, f"set-up is stuck: {position.text}"
        # The first square too: corners and edges leave the least room for placing.
        position = position.play(rng.choice([*choices, choices[0], choices[-1]]))


@every_power
@given(data=st.data())
def test_listed_turns_are_made_of_offered_steps(power: str, data: Draw) -> None:
    position = data.draw(anywhere(power))
    turns, _ = some_turns(position)
    for turn in sample(turns, 8):
        now = position
        for step in turn.steps:
            assert step in now.steps(), f"{turn.text}: {step} is not offered in {now.text}"
            assert not position.turn_ended(now) or now == position
            now = now.play(step)
        assert now == turn.after
        assert position.turn_ended(now)
        assert [*prefixes(position, turn)][-1] == turn.after
        assert position.turn_of(turn.steps) == turn


@every_power
@given(data=st.data())
def test_no_outcome_twice(power: str, data: Draw) -> None:
    position = data.draw(anywhere(power))
    turns, whole = some_turns(position)
    assert len({turn.after for turn in turns}) == len(turns)
    assert len({turn.text for turn in turns}) == len(turns)
    assert bool(turns) == position.has_turn()
    if whole:
        assert len(turns) == position.count_turns()
        # The list has another order than the turns one by one, and may reach an outcome by other steps, equally many.
        listed = position.turn_list()
        assert {t.after: len(t.steps) for t in listed} == {t.after: len(t.steps) for t in turns}
        assert len({t.text for t in listed}) == len(turns)
        # A reaction by which an opponent falls into the Abyss is not something that the seat to move can bring about.
        assert position.has_win() == any(turn.wins and not turn.text.rstrip("#").endswith(")") for turn in turns)


@every_power
@given(data=st.data())
def test_steps_reach_what_is_listed(power: str, data: Draw) -> None:
    position = data.draw(anywhere(power))
    turns, whole = some_turns(position, FEW)
    if whole:
        listed = {turn.after: turn.text for turn in turns}
        walked = _walked(position)
        assert walked.keys() == listed.keys(), [
            *(f"only walked: {text} -> {p.text}" for p, text in walked.items() if p not in listed),
            *(f"only listed: {text} -> {p.text}" for p, text in listed.items() if p not in walked),
        ]


def _walked(position: Position) -> dict[Position, str]:
    """Every outcome reached by single steps."""
    found: dict[Position, str] = {}
    open_ends, seen = [(position, "")], {position}
    while open_ends:
        now, text = open_ends.pop()
        for step in now.steps():
            after, steps = now.play(step), f"{text} {step}"
            if position.turn_ended(after):
                found.setdefault(after, steps)
            elif after not in seen:
                seen.add(after)
                open_ends.append((after, steps))
    return found
