"""The PettingZoo environment, by PettingZoo's own tests and by ours."""

from __future__ import annotations

import random
import sys
from itertools import count
from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

from santorini import SetupError, encoding, read_position
from santorini.pettingzoo import santorini_v0

TABLES: dict[str, dict[str, Any]] = {
    "plain": {},
    "apollo, demeter": {"powers": ("apollo", "demeter")},
    "hermes, persephone": {"powers": ("hermes", "persephone")},
    "hecate, artemis": {"powers": ("hecate", "artemis")},
    "tartarus, atlas": {"powers": ("tartarus", "atlas")},
    "moerae, hypnus": {"powers": ("moerae", "hypnus")},
    "chaos, gaea": {"powers": ("chaos", "gaea")},
    "nemesis, medea": {"powers": ("nemesis", "medea")},
    "odysseus, polyphemus": {"powers": ("odysseus", "polyphemus")},
    "circe, aeolus~revised": {"powers": ("circe", "aeolus~revised")},
    "dionysus, clio": {"powers": ("dionysus", "clio")},
    "random": {"powers": "random"},
    "the Golden Fleece": {"fleece": "terpsichore"},
    "draft": {"draft": True},
    "three players": {"powers": ("pan", "atlas", "siren")},
    "three players, hidden": {"powers": ("hecate", "atlas", "chaos")},
    "four players": {"powers": ("apollo", "demeter", "pan", "atlas")},
}
# What api_test says about every environment with a mask that it does not know by name.
KNOWN = [
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
    "ignore:Action mask numpy array is all zeros",
]
every_table = pytest.mark.parametrize("options", TABLES.values(), ids=TABLES)


@every_table
@pytest.mark.filterwarnings(*KNOWN)
def test_the_api(options: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    api_test(santorini_v0.env(**options), num_cycles=150)
    assert "Passed API test" in capsys.readouterr().out


@every_table
def test_the_seed(options: dict[str, Any]) -> None:
    seed_test(lambda: santorini_v0.env(**options), num_cycles=100)


@every_table
def test_rendering(options: dict[str, Any]) -> None:
    render_test(lambda render_mode=None: santorini_v0.env(render_mode=render_mode, **options))


@every_table
def test_performance(
    options: dict[str, Any], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its clock is replaced: five seconds pass in two hundred cycles, however fast this machine is."""
    clock = SimpleNamespace(time=count(0, 0.025).__next__)
    monkeypatch.setattr(sys.modules[performance_benchmark.__module__], "time", clock)
    performance_benchmark(santorini_v0.env(**options))
    assert "Finished performance benchmark" in capsys.readouterr().out


def play(env: Any, seed: int) -> dict[str, float]:
    """A random game; what each agent got in all."""
    dice = random.Random(seed)
    env.reset(seed=seed)
    earned = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        earned[agent] += reward
        over = termination or truncation
        env.step(None if over else dice.choice(np.flatnonzero(observation["action_mask"]).tolist()))
    return earned


@every_table
def test_rewards_add_up(options: dict[str, Any]) -> None:
    for seed in range(3):
        earned = play(santorini_v0.env(**options), seed)
        assert sum(earned.values()) == pytest.approx(0)
        assert max(earned.values()) == 1


def test_teams_earn_together() -> None:
    earned = play(santorini_v0.env(powers=("apollo", "demeter", "pan", "atlas")), 1)
    assert earned["seat_1"] == earned["seat_3"] == -earned["seat_2"] == -earned["seat_4"]


def test_who_is_out_leaves_and_the_others_go_on() -> None:
    for seed in range(60):
        env = santorini_v0.env(powers=("pan", "atlas", "siren"))
        env.reset(seed=seed)
        dice = random.Random(seed)
        for agent in env.agent_iter():
            observation, reward, termination, _, _ = env.last()
            if termination and len(env.agents) == 3 and not all(env.terminations.values()):
                assert reward == -0.5
                env.step(None)
                assert agent not in env.agents
                assert len(env.agents) == 2
                return
            env.step(None if termination else dice.choice(np.flatnonzero(observation["action_mask"]).tolist()))
    pytest.fail("nobody was eliminated")


@every_table
def test_max_cycles_cuts_the_game_off(options: dict[str, Any]) -> None:
    env = santorini_v0.env(max_cycles=7, **options)
    env.reset(seed=1)
    decisions = 0
    for _ in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        assert not termination
        assert truncation == (decisions == 7)
        assert reward == 0
        decisions += not truncation
        env.step(None if truncation else int(observation["action_mask"].argmax()))
    assert decisions == 7


def test_agents_see_only_what_their_seat_may_know() -> None:
    env = santorini_v0.raw_env(powers=("hecate", "pan"))
    env.reset(seed=1)
    while env.position.stage != "play":
        env.step(encoding.legal_actions(env.position)[0])
    for seat in (1, 2):
        seen = env.observe(f"seat_{seat}")["observation"]
        assert np.array_equal(seen, encoding.observe(env.position.view(seat), seat))
    planes = encoding.planes(env.observe("seat_2")["observation"])
    assert not planes[encoding.PLANES.index("workers.next")].any()
    waiting = "seat_2" if env.agent_selection == "seat_1" else "seat_1"
    assert not env.observe(waiting)["action_mask"].any()


def test_a_mask_that_is_ignored_ends_the_game() -> None:
    env = santorini_v0.env()
    env.reset(seed=1)
    env.last()
    env.step(475)
    assert env.terminations == {"seat_1": True, "seat_2": True}
    assert env.rewards["seat_1"] == -1


def test_the_environment_alone_refuses_with_gymnasiums_exception() -> None:
    env = santorini_v0.raw_env()
    env.reset(seed=1)
    for action in (475, -1, 10**6, None):
        with pytest.raises(gymnasium.error.InvalidAction):
            env.step(action)
    assert env.position == read_position("0000000000000000000000000/1/mortal/mortal/setup=place")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"powers": ("pan", "zorro")}, "'zorro' is not a power"),
        ({"powers": ("hades", "pan")}, "are a banned pairing"),
        ({"players": 7}, "there are 2, 3 or 4 players"),
    ],
)
def test_wrong_options(options: dict[str, Any], message: str) -> None:
    with pytest.raises(SetupError, match=message):
        santorini_v0.env(**options)


def test_a_wrong_render_mode() -> None:
    with pytest.raises(ValueError, match="render_mode is one of human, ansi, rgb_array, not 'smoke'"):
        santorini_v0.env(render_mode="smoke")
