"""The board after a turn is the board before it, changed by the effects of the turn and nothing else."""

import random

from hypothesis import given
from hypothesis import strategies as st

import santorini
from santorini import Position, Turn
from santorini._core import testing
from tests.properties.walks import anywhere, at_rest, every_power, play_on, prefixes, sample, seats, some_turns
from tests.random_games import Table, board_laws

Draw = st.DataObject
MOST_TOKENS = {"charybdis": 2, "clio": 3, "europa": 1}


def _lawful(position: Position) -> None:
    """Invariants of every position."""
    board_laws(position)
    for seat in seats(position):
        power = position.power(seat)
        assert len(position.workers(seat)) <= 4
        assert len(position.tokens(seat)) <= MOST_TOKENS.get(power, 0)
        if power == "clio":
            assert len(position.tokens(seat)) + position.number(seat) <= 3, "three coins"
    assert set(position.women(1)) <= set(position.workers(1))


def _explained(turn: Turn) -> None:
    before, after = turn.before, turn.after
    table, effects = Table.of(before), turn.effects
    for effect in effects:
        table.apply(before, effect)
    expected = Table.of(after)
    assert table.blocks == expected.blocks
    assert table.domes == expected.domes
    assert table.workers == expected.workers
    if any(kind == "lose" for kind, *_ in effects):
        assert expected.tokens <= table.tokens  # the loser's are gone
    else:
        assert +table.tokens == +expected.tokens
    wins = [who for kind, _, _, who in effects if kind == "win"]
    assert testing.is_decided(after) == bool(wins)
    assert not wins or [after.side(who + 1) for who in wins] == [after.side(after.winner or 0)]


@every_power
@given(data=st.data())
def test_effects_explain_the_board(power: str, data: Draw) -> None:
    position = data.draw(at_rest(power))
    _lawful(position)
    for turn in sample(some_turns(position)[0], 25):
        _lawful(turn.after)
        _explained(turn)
        for now in prefixes(position, turn):
            _lawful(now)


@every_power
@given(data=st.data())
def test_single_steps_have_the_effects_of_the_turn(power: str, data: Draw) -> None:
    position = data.draw(anywhere(power))
    for turn in sample(some_turns(position)[0], 5):
        now, effects = position, []
        for step in turn.steps:
            effects += now.effects(step)
            now = now.play(step)
        assert effects == turn.effects


@every_power
@given(data=st.data())
def test_random_games_end_and_replay(power: str, data: Draw) -> None:
    """A3, Q5: with an unlimited supply, a game of random turns fills the board and ends."""
    start = data.draw(at_rest(power))
    rng = random.Random(data.draw(st.integers(0, 2**32 - 1)))
    position = start
    for _ in range(60):
        position = play_on(position, rng, 10)
        _lawful(position)
        if santorini.Game.from_position(position).is_over:
            break
    else:
        assert {position.power(s) for s in seats(position)} & {"ares", "siren", "morpheus", "medea"}, position.text
