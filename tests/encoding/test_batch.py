"""Batches of games: the same rules as single games, with arrays around them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from santorini import Batch, Game, IllegalTurnError, SantoriniError, SetupError, encoding, read_position
from santorini.setup.payoff import payoffs


def played(batch: Batch, steps: int = 300) -> list[bytes]:
    """What the arrays hold along random games."""
    seen = []
    for _ in range(steps):
        batch.step(batch.sample())
        arrays = (batch.masks, batch.observations, batch.seats, batch.rewards, batch.terminated, batch.decisions)
        seen.append(b"".join(array.tobytes() for array in arrays))
    return seen


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"powers": ("chaos", "hecate")},
        {"powers": "random", "rules": "revised"},
        {"powers": "random", "players": 3, "among": ["pan", "atlas", "demeter", "moerae"], "first": None},
        {"powers": ("apollo", "demeter", "pan", "atlas")},
        {"fleece": "demeter"},
        {"draft": True},
    ],
    ids=str,
)
def test_rows_show_their_games(options: dict[str, Any]) -> None:
    batch = Batch(12, seed=5, max_decisions=300, **options)
    finished = 0
    for _ in range(250):
        batch.step(batch.sample())
        finished += int(batch.terminated.sum())
        assert np.allclose(batch.rewards.sum(axis=1), 0)
        assert np.array_equal(batch.rewards.any(axis=1), batch.terminated)
        for game in range(len(batch)):
            position = batch.position(game)
            assert position.decider == batch.seats[game]
            assert np.array_equal(batch.masks[game], encoding.mask(position))
            assert np.array_equal(batch.observations[game], encoding.observe(position, int(batch.seats[game])))
    assert finished


def test_threads_change_nothing() -> None:
    options: dict[str, Any] = {"powers": "random", "among": ["chaos", "pan", "hecate", "nemesis"], "any_pair": True}
    assert played(Batch(70, seed=3, **options)) == played(Batch(70, seed=3, threads=3, **options))


def test_the_seed_decides() -> None:
    one, again, other = (Batch(4, powers=("chaos", "pan"), seed=seed) for seed in (1, 1, 2))
    assert played(one) == played(again) != played(other)


def test_arrays_are_shared_and_stay() -> None:
    batch = Batch(3, seed=1)
    masks, observations = batch.masks, np.from_dlpack(batch.observations)
    before = observations.copy()
    batch.step(batch.sample())
    assert not np.array_equal(observations, before)
    assert np.shares_memory(observations, batch.observations)
    assert batch.masks is masks
    del batch
    assert masks.sum()  # the arrays keep their memory


def test_actions_are_taken_from_any_array_of_whole_numbers() -> None:
    for actions in ([0, 1], np.array([0, 1], np.uint8), np.array([0, 9, 1, 9])[::2], np.array([0, 1], np.int32)):
        batch = Batch(2, seed=1)
        batch.step(actions)
        assert [batch.position(game).workers(1) for game in range(2)] == [["a1"], ["b1"]]


def test_a_game_can_be_left_alone() -> None:
    batch = Batch(2, seed=1)
    batch.step([-1, 3])
    assert batch.decisions.tolist() == [0, 1]


def test_games_begin_anew_at_once() -> None:
    batch = Batch(1, starts=[read_position("0000032000000000000000000/1/mortal:b4,d3/mortal:c1,e1")], seed=1)
    winner = next(a for a in batch.legal_actions(0) if encoding.play(batch.position(0), a).is_over)
    batch.step([winner])
    assert batch.terminated[0]
    assert batch.rewards.tolist() == [[1, -1]]
    assert batch.seats[0] == 1
    assert batch.decisions[0] == 0
    assert batch.masks[0].any()


def test_without_reset_a_finished_game_waits() -> None:
    batch = Batch(4, seed=2, auto_reset=False)
    while batch.seats.any():
        batch.step(batch.sample())
        for game in np.flatnonzero(batch.terminated):
            assert tuple(batch.rewards[game]) == payoffs(batch.position(int(game)))
    assert not batch.masks.any()
    assert batch.sample().tolist() == [-1] * 4
    batch.step([-1] * 4)
    with pytest.raises(IllegalTurnError, match="game 0: the game is over"):
        batch.step([0] * 4)
    batch.reset()
    assert batch.masks.all(axis=0).any()


def test_long_games_are_cut_off() -> None:
    batch = Batch(5, seed=1, max_decisions=6)
    for decision in range(1, 13):
        batch.step(batch.sample())
        assert batch.truncated.all() == (decision % 6 == 0)
        assert not batch.terminated.any()
        assert not batch.rewards.any()


def test_three_players_share_one_win() -> None:
    batch = Batch(8, powers=("pan", "atlas", "demeter"), seed=4)
    while not batch.terminated.any():
        batch.step(batch.sample())
    won = batch.rewards[batch.terminated][0]
    assert sorted(won.tolist()) == [-0.5, -0.5, 1.0]


def test_teams_win_together() -> None:
    batch = Batch(8, powers=("pan", "atlas", "demeter", "apollo"), seed=4)
    while not batch.terminated.any():
        batch.step(batch.sample())
    won = batch.rewards[batch.terminated][0]
    assert won[0] == won[2] == -won[1] == -won[3]


def test_a_batch_can_be_tried_out_on_a_copy() -> None:
    batch = Batch(6, powers=("demeter", "pan"), seed=1)
    for _ in range(20):
        batch.step(batch.sample())
    trial = Batch(6, powers=("demeter", "pan"), seed=2, observations=False, auto_reset=False)
    trial.copy_from(batch)
    assert np.array_equal(trial.masks, batch.masks)
    kept = batch.masks.copy()
    for _ in range(10):
        trial.step(trial.sample())
    assert np.array_equal(batch.masks, kept)
    with pytest.raises(SantoriniError, match="only a batch of 6 games with at most 2 players"):
        trial.copy_from(Batch(5))


def test_a_position_can_be_put_into_a_game() -> None:
    batch = Batch(2, seed=1)
    position = read_position("0000000000000000000000000/2/demeter:b3,d3/pan:c2,c4")
    batch.put(1, position)
    assert batch.position(1) == position
    assert batch.seats.tolist() == [1, 2]
    with pytest.raises(SantoriniError, match="3 powers are too many for 2 players"):
        batch.put(0, Game("pan", "atlas", "demeter").position)
    with pytest.raises(IndexError):
        batch.put(2, position)


def test_an_illegal_action_stops_the_whole_step() -> None:
    batch = Batch(3, seed=1)
    for actions in ([0, 0, 475], [0, 0, -2], [0, 0, 2**40]):
        with pytest.raises(IllegalTurnError, match=r"game 2: action .* is not legal here; .*; nothing was played"):
            batch.step(actions)
    assert batch.decisions.tolist() == [0, 0, 0]


@pytest.mark.parametrize(
    "actions", [[0, 0], [[0, 0, 0]], [0.0, 0.0, 0.0], ["a", "b", "c"], [True, True, False], None, 7], ids=str
)
def test_other_things_are_no_actions(actions: object) -> None:
    with pytest.raises(SantoriniError, match="takes an array of 3 whole numbers"):
        Batch(3).step(actions)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"games": 0}, "games must be a whole number of at least 1, not 0"),
        ({"games": 2.5}, "games must be a whole number"),
        ({"games": 2, "threads": 0}, "threads must be a whole number of at least 1"),
        ({"games": 2, "seed": -1}, "seed must be a whole number of at least 0"),
        ({"games": 2, "max_decisions": -1}, "max_decisions must be a whole number of at least 0"),
        ({"games": 2, "starts": []}, "needs at least one position"),
        ({"games": 2, "powers": ("pan", "zorro")}, "'zorro' is not a power"),
        ({"games": 2, "powers": "pan"}, "'pan' is not a power"),
        ({"games": 2, "powers": ("hades", "pan")}, "are a banned pairing"),
        ({"games": 2, "powers": "random", "among": ["hades", "pan"]}, "no powers for 2 players are left"),
        ({"games": 2, "rules": "mine"}, "is not a rule set"),
        ({"games": 2, "players": 5}, "there are 2, 3 or 4 players"),
    ],
)
def test_impossible_batches(options: dict[str, Any], message: str) -> None:
    with pytest.raises(SetupError, match=message):
        Batch(**options)


def test_scribbling_into_the_arrays_changes_no_game() -> None:
    batch, untouched = (Batch(5, powers=("demeter", "pan"), seed=1) for _ in range(2))
    for _ in range(100):
        actions = untouched.sample()
        untouched.step(actions)
        batch.step(actions)
        batch.seats[:] = 77
        batch.observations[:] = 255
        batch.masks[:] = True
        batch.decisions[:] = 2**31 - 1
        assert [batch.position(i) for i in range(5)] == [untouched.position(i) for i in range(5)]
