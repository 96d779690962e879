"""The Gymnasium environment, by Gymnasium's own checker and by ours."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import santorini.gym
from santorini import EngineError, SetupError, encoding

NAME = "santorini/Santorini-v0"
THREE = ("pan", "atlas", "siren")


class Masked(gymnasium.ActionWrapper[Any, Any, Any], gymnasium.utils.RecordConstructorArgs):
    """Maps any number to a legal action, for a checker that does not use masks."""

    def __init__(self, env: Any) -> None:
        gymnasium.utils.RecordConstructorArgs.__init__(self)
        super().__init__(env)

    def action(self, action: Any) -> Any:
        legal = np.flatnonzero(self.env.unwrapped.action_masks())  # type: ignore[attr-defined]
        return legal[int(action) % len(legal)]


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"opponent": "potter"},
        {"opponent": "self", "powers": ("hecate", "pan")},
        {"opponent": lambda observation, mask: int(mask.argmax()), "powers": "random"},
        {"opponent": "random", "powers": THREE, "seat": 2},
        {"opponent": "random", "powers": ("apollo", "demeter", "pan", "atlas"), "seat": None},
        {"opponent": "random", "draft": True},
    ],
    ids=["random", "level", "self", "policy", "three players", "four players", "draft"],
)
def test_gymnasiums_own_checks(options: dict[str, Any]) -> None:
    env = gymnasium.make(NAME, disable_env_checker=True, render_mode="rgb_array", illegal="lose", **options)
    check_env(env.unwrapped)
    with pytest.warns(UserWarning, match="different from the unwrapped version"):
        check_env(Masked(env.unwrapped))
    env.close()


def play(env: Any, seed: int) -> float:
    """A random game; the sum of the rewards."""
    _, info = env.reset(seed=seed)
    env.action_space.seed(seed)
    earned = 0.0
    while True:
        _, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
        earned += float(reward)
        if terminated or truncated:
            return earned


def test_a_level_beats_random_play() -> None:
    env = gymnasium.make(NAME, opponent="potter", powers=("demeter", "pan"), seat=None)
    assert sum(play(env, seed) for seed in range(6)) == -6
    env.close()


def test_random_play_wins_sometimes() -> None:
    env = gymnasium.make(NAME)
    earned = [play(env, seed) for seed in range(30)]
    assert set(earned) == {1, -1}


def test_the_seed_decides() -> None:
    def texts(seed: int) -> list[str]:
        env: Any = gymnasium.make(NAME, opponent="shepherd", powers=("chaos", "pan")).unwrapped
        _, info = env.reset(seed=seed)
        seen = []
        for _ in range(8):
            seen.append(env.position.text)
            _, _, terminated, _, info = env.step(int(info["action_mask"].argmax()))
            if terminated:
                break
        return seen

    assert texts(3) == texts(3) != texts(4)


def test_against_itself_the_learner_decides_for_all() -> None:
    env: Any = gymnasium.make(NAME, opponent="self", powers=THREE)
    _, info = env.reset(seed=1)
    env.action_space.seed(1)
    seats = {info["seat"]}
    while True:
        _, reward, terminated, _, info = env.step(env.action_space.sample(info["action_mask"]))
        if terminated:
            break
        seats.add(info["seat"])
    assert seats == {1, 2, 3}
    assert reward == 1  # the last to act has won; only a player who cannot move loses without acting


def test_long_games_are_cut_off() -> None:
    env: Any = gymnasium.make(NAME, max_decisions=3)
    _, info = env.reset(seed=1)
    ends = []
    for _ in range(3):
        _, _, terminated, truncated, info = env.step(int(info["action_mask"].argmax()))
        ends.append((terminated, truncated))
    assert ends == [(False, False), (False, False), (False, True)]


def test_an_illegal_action_may_lose_instead() -> None:
    env: Any = gymnasium.make(NAME, illegal="lose")
    env.reset(seed=1)
    _, reward, terminated, truncated, info = env.step(475)
    assert (reward, terminated, truncated) == (-1, True, False)
    assert not info["action_mask"].any()
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.unwrapped.step(0)


def test_masks_where_sb3_looks_for_them() -> None:
    env: Any = gymnasium.make(NAME).unwrapped
    env.reset(seed=1)
    assert np.array_equal(env.action_masks(), encoding.mask(env.position))


def test_wrong_actions_raise_gymnasiums_exceptions() -> None:
    env: Any = gymnasium.make(NAME).unwrapped
    env.reset(seed=1)
    for action in (475, -1, 10**6):
        with pytest.raises(gymnasium.error.InvalidAction, match="is not legal here; legal: 0"):
            env.step(action)
    env._game.push("*a1 *b1")
    env._game.push("*a5 *b5")
    env._game.resign(1)
    with pytest.raises(gymnasium.error.ResetNeeded, match="the game is over"):
        env.step(0)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"opponent": "zorro"}, EngineError, "there is no level 'zorro'"),
        ({"powers": ("hades", "pan")}, SetupError, "are a banned pairing"),
        ({"seat": 3}, ValueError, "there is no seat 3; use 1 to 2"),
        ({"render_mode": "smoke"}, ValueError, "render_mode is one of"),
    ],
)
def test_wrong_options(options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        santorini.gym.SantoriniEnv(**options)
