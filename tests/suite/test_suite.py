"""The suite of positions with a known best turn: is it what it says, and does the engine find it?"""

from __future__ import annotations

import pytest

from santorini import Engine, Limit, Position
from santorini._core import Prover
from tests.suite.hard import Judge
from tests.suite.make import LEFT_OUT, settle
from tests.suite.positions import HARD, HARD_HEAD, HEAD, Problem, read

SUITE = read()
DIFFICULT = read(file=HARD)
EASY = [problem for problem in SUITE if problem.is_immediate or problem.kind == "win 2"]


def name(problem: Problem) -> str:
    return f"{problem.kind}, {problem.position.text}"


def test_the_suite_is_large_and_wide() -> None:
    assert len(SUITE) >= 150
    assert len({problem.power for problem in SUITE}) >= 40
    kinds = {problem.kind for problem in SUITE}
    assert kinds == {"win 1", "win 2", "win 3", "win 4", "save"}
    assert len({problem.position for problem in SUITE}) == len(SUITE)
    assert not any(LEFT_OUT & set(problem.powers) for problem in SUITE)


def test_it_is_written_as_it_is_read() -> None:
    text = HEAD + "\n".join(problem.line() for problem in SUITE) + "\n"
    assert read(text) == SUITE


def loses(position: Position, turns: int) -> bool:
    """The same as the prover says, in plain words: whatever the side to move does, it loses within this many turns."""
    every = position.turn_list()
    return not any(turn.wins for turn in every) and all(wins(turn.after, turns) for turn in every)


def wins(position: Position, turns: int) -> bool:
    """Some turn wins, leaves the opponent without one, or leads to where the opponent loses."""
    every = position.turn_list()
    return any(turn.wins for turn in every) or any(
        not turn.after.has_turn() or (turns > 1 and loses(turn.after, turns - 1))
        for turn in every
        if not turn.after.is_over
    )


@pytest.mark.parametrize(
    "problem", [p for p in SUITE if p.kind == "win 1"] + [p for p in SUITE if p.kind == "win 2"][:8], ids=name
)
def test_short_wins_are_what_they_say(problem: Problem) -> None:
    """Settled again without the prover."""
    turns = int(problem.kind[4:])
    assert turns == 1 or not wins(problem.position, turns - 1)
    right = {
        turn.after
        for turn in problem.position.turn_list()
        if turn.wins
        or (not turn.after.is_over and (not turn.after.has_turn() or (turns > 1 and loses(turn.after, turns - 1))))
    }
    assert right == problem.outcomes


@pytest.mark.parametrize("problem", SUITE[:: max(1, len(SUITE) // 20)], ids=name)
def test_a_sample_is_settled_alike_again(problem: Problem) -> None:
    again = settle(problem.position, Prover(400_000))
    assert again is not None
    assert (again.kind, again.outcomes) == (problem.kind, problem.outcomes)


def test_the_prover_gives_up_when_it_takes_too_long() -> None:
    start = "0000000000000000000000000/1/mortal:b3,d3/mortal:c2,c4"
    assert Prover(1000).wins(Position.read(start), 4) is None
    assert Prover(100_000).wins(Position.read(start), 1) is False


# -- where 0.1.0 errs --------------------------------------------------------------------------------------------------


def test_the_hard_positions_are_many_and_well_formed() -> None:
    assert len(DIFFICULT) >= 15
    assert len({problem.position for problem in DIFFICULT}) == len(DIFFICULT)
    assert len({power for problem in DIFFICULT for power in problem.powers}) >= 15
    assert read(HARD_HEAD + "\n".join(problem.line() for problem in DIFFICULT) + "\n") == DIFFICULT
    for problem in DIFFICULT:
        assert not LEFT_OUT & set(problem.powers)
        assert problem.kind in ("hold", "avoid", "better", "worse") or int(problem.kind.removeprefix("win ")) >= 2
        assert 0 < len(problem.outcomes) == len(problem.turns) < problem.position.count_turns()


PROVEN = [problem for problem in DIFFICULT if problem.kind not in ("better", "worse")]


@pytest.mark.parametrize("problem", PROVEN[:: max(1, len(PROVEN) // 12)], ids=name)
def test_a_sample_of_hard_claims_is_proven_again(problem: Problem) -> None:
    """Turns that win or lose as the kind says; one of each position."""
    every = problem.position.turn_list()
    listed = [turn for turn in every if turn.after in problem.outcomes]
    claimed = [turn for turn in every if turn.after not in problem.outcomes] if problem.kind == "hold" else listed
    judge = Judge(2_000_000)
    judge.look(problem.position, judge.nodes)
    value = judge.value_after(problem.position, claimed[0].after, 3_000_000)
    assert value is not None
    assert (value > 0) == problem.kind.startswith("win")


# -- the engine --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("problem", EASY[:: max(1, len(EASY) // 30)], ids=name)
def test_the_engine_finds_the_easy_ones(problem: Problem) -> None:
    with Engine(hash_mb=4, seed=1) as engine:
        decision = engine.play(problem.position, Limit(nodes=200_000))
    assert problem.solved_by(decision.steps), decision.text


@pytest.mark.parametrize("level", [5, 6, 7])
def test_middle_levels_miss_nothing_immediate(level: int) -> None:
    """A win now is taken, and a loss now is stopped; which of the turns that do is the level's own choice."""
    with Engine(level, seed=level) as engine:
        for problem in [p for p in SUITE if p.is_immediate][level::6]:
            decision = engine.play(problem.position)
            assert problem.survives(decision.steps), name(problem)
