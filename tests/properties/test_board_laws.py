"""The board after a turn is the board before it and what the effects say, nothing else."""

import random
from collections import Counter
from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

import santorini
from santorini import Position, Turn
from santorini._core import testing
from tests.properties.walks import anywhere, at_rest, every_power, play_on, prefixes, sample, seats, some_turns

Draw = st.DataObject
SQUARES = [f"{file}{rank}" for rank in "12345" for file in "abcde"]
MOST_TOKENS = {"charybdis": 2, "clio": 3, "europa": 1}


@dataclass
class Table:
    """What lies on the table, changed by one effect after the other."""

    blocks: dict[str, int]
    domes: set[str]
    workers: dict[int, set[str]]
    tokens: Counter[str]

    @classmethod
    def of(cls, position: Position) -> "Table":
        return cls(
            dict(zip(SQUARES, position.heights, strict=True)),
            set(position.domes),
            {position.side(s): set(position.workers(s)) for s in seats(position)},
            Counter(t for s in seats(position) for t in position.tokens(s)),
        )

    def apply(self, before: Position, effect: tuple[str, str | None, str | None, int]) -> None:
        kind, at, to, who = effect
        match kind:
            case "move" | "force":
                assert at in self.workers[who], effect
                assert to is not None
                self.workers[who].remove(at)
                self.workers[who].add(to)
            case "place":
                assert to is not None
                assert to not in {w for side in self.workers.values() for w in side}
                assert self.blocks[to] == 0
                self.workers[who].add(to)
            case "remove":
                assert at in self.workers[who], effect
                self.workers[who].remove(at)
            case "build":
                assert to is not None
                assert to not in self.domes
                assert self.blocks[to] < 3
                self.blocks[to] += 1
            case "dome":
                assert to is not None
                assert to not in self.domes
                self.domes.add(to)
            case "unbuild":
                assert to is not None
                assert to not in self.domes
                assert self.blocks[to] > 0
                self.blocks[to] -= 1
            case "token":
                assert to is not None
                self.tokens[to] += 1
            case "untoken":
                assert at is not None
                assert self.tokens[at] > 0
                self.tokens[at] -= 1
            case "lose" if before.players == 3:
                self.workers[before.side(who + 1)].clear()
            case _:
                assert kind in {"conflict", "win", "lose", "draw"}


def _lawful(position: Position) -> None:
    """What holds on every board."""
    workers = [w for s in seats(position) if position.players < 4 or s < 3 for w in position.workers(s)]
    assert len(set(workers)) == len(workers), "two workers on a square"
    assert not set(workers) & set(position.domes), "a worker on a dome"
    assert position.ram not in workers
    assert position.ram is None or (position.height(position.ram) == 0 and position.ram not in position.domes)
    for seat in seats(position):
        power = position.power(seat)
        assert len(position.workers(seat)) <= 4
        assert len(position.tokens(seat)) <= MOST_TOKENS.get(power, 0)
        assert not set(position.tokens(seat)) & set(position.domes), "a token on a dome"
        if power == "europa":
            assert not set(position.tokens(seat)) & set(workers), "a worker on Talus"
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
    """A3, Q5: with no limit to the supply a game of random turns fills the board, and ends."""
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
