"""Positions for the property tests: random games of every power and rule set, with two to four players."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache

import pytest
from hypothesis import assume, note
from hypothesis import strategies as st

import santorini
from santorini import Position, Turn
from santorini._core import testing
from tests.comparison import Pairing, _raised

every_power = pytest.mark.parametrize("power", list(santorini.POWERS))

DEEP = 12
"""The longest walk, in turns."""

MANY = 400
"""Sets of turns with more outcomes are not listed in full: Heracles has thousands."""


@cache
def tables_with(power: str) -> tuple[tuple[str, int], ...]:
    """The rule sets and numbers of players in which a power occurs; 1 stands for the Golden Fleece variant."""
    card = santorini.power(power)
    found = [(rules, players) for rules in card.rules for players in card.players if rules != "aid" or players == 2]
    if card.fleece:
        found.append(("printed", 1))
    if card.fleece_revised:
        found.append(("revised", 1))
    return tuple(found)


@cache
def partners(power: str, rules: str, players: int) -> tuple[str, ...]:
    """The powers that can be in a game with this one, including banned pairs that have defined rules."""
    others = (p for p in santorini.POWERS.values() if rules in p.rules and p.id != power)
    fitting = [p.id for p in others if (players in p.players) and (players == 2 or p.id != "mortal")]
    return tuple(p for p in fitting if santorini.ban(power, p, rules) != "rule")


@st.composite
def tables(draw: st.DrawFn, power: str) -> Pairing:
    """A game in which the power takes part, in any seat."""
    rules, players = draw(st.sampled_from(tables_with(power)))
    if players == 1:
        return Pairing(("mortal", "mortal"), rules, power)
    others = st.sampled_from(partners(power, rules, players))
    cards = [power, *draw(st.lists(others, min_size=players - 1, max_size=players - 1, unique=True))]
    return Pairing(tuple(draw(st.permutations(cards))), rules)


def play_on(position: Position, rng: random.Random, turns: int) -> Position:
    """The position after `turns` random turns, avoiding turns that end the game where possible."""
    for _ in range(turns):
        tries = [testing.random_turn(position, rng.getrandbits(32)) for _ in range(3)]
        turn = next((t for t in tries if not t.after.is_over), tries[0])
        if not turn.steps:
            break
        position = turn.after
    return position


def placed(table: Pairing, rng: random.Random) -> Position:
    """The start of play, often on a board that already has buildings."""
    position = table.game(rng.getrandbits(32)).position
    while position.stage != "play":
        turn = testing.random_turn(position, rng.getrandbits(32))
        assume(turn.steps)  # test_prefix_law.py tests that set-up can always continue
        position = turn.after
    return _raised(position, rng)


def step_on(position: Position, rng: random.Random, steps: int) -> Position:
    """The position after `steps` random steps, at most to the end of the turn."""
    now = position
    for _ in range(steps):
        choices = now.steps()
        if not choices:
            break
        after = now.play(rng.choice(choices))
        if position.turn_ended(after):
            break
        now = after
    return now


@st.composite
def at_rest(draw: st.DrawFn, power: str) -> Position:
    """A position between two turns."""
    table = draw(tables(power))
    rng = random.Random(draw(st.integers(0, 2**32 - 1)))
    position = play_on(placed(table, rng), rng, draw(st.integers(0, DEEP)))
    note(f"{table.name}: {position.text}")
    return position


@st.composite
def anywhere(draw: st.DrawFn, power: str) -> Position:
    """A position in set-up, between two turns, or in the middle of one."""
    table = draw(tables(power))
    rng = random.Random(draw(st.integers(0, 2**32 - 1)))
    steps = draw(st.integers(0, 6))
    if draw(st.integers(0, 4)) == 0:
        position = table.game(rng.getrandbits(32)).position
        for _ in range(draw(st.integers(0, 4))):
            if position.stage != "play":
                position = testing.random_turn(position, rng.getrandbits(32)).after
    else:
        position = play_on(placed(table, rng), rng, draw(st.integers(0, DEEP)))
    position = step_on(position, rng, steps)
    note(f"{table.name}: {position.text}")
    return position


def some_turns(position: Position, most: int = MANY) -> tuple[list[Turn], bool]:
    """The first legal turns, and whether these are all of them."""
    turns: list[Turn] = []
    for turn in position.turns():
        if len(turns) == most:
            return turns, False
        turns.append(turn)
    return turns, True


def seats(position: Position) -> range:
    return range(1, position.players + 1)


def prefixes(position: Position, turn: Turn) -> Iterator[Position]:
    """The positions during a turn, including the first and the last."""
    yield position
    for step in turn.steps:
        position = position.play(step)
        yield position


def sample(turns: Sequence[Turn], number: int) -> list[Turn]:
    """A few items, spread over the whole list."""
    return [turns[i * len(turns) // number] for i in range(min(number, len(turns)))] if turns else []
