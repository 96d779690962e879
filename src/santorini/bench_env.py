"""How fast learning programs can play: batches and environments beside OpenSpiel's chess and breakthrough, in one run.

Random play, in decisions per second of processor time. Every round measures all of them; the best round of each counts.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import pyspiel

import santorini.open_spiel  # noqa: F401 - registers the game
from santorini.batch import Batch
from santorini.game.game import Game
from santorini.pettingzoo import santorini_v0

__all__ = ["run"]

ROUNDS = 5
SECONDS = 0.5
GAMES = 256
YARDSTICK = "OpenSpiel, breakthrough"

Row = dict[str, object]
Play = Callable[[], int]
"""Makes some decisions and returns how many."""


def run(rounds: int = ROUNDS, seconds: float = SECONDS) -> list[Row]:
    """Every figure, with its ratio to OpenSpiel's breakthrough."""
    players: dict[str, Play] = {
        "Batch, plain game, masks": _batch(observations=False),
        "Batch, plain game, masks and observations": _batch(observations=True),
        "Batch, random powers, masks": _batch(observations=False, powers="random"),
        "Batch, random powers, masks and observations": _batch(observations=True, powers="random"),
        "Game, plain game": _game(),
        "PettingZoo, plain game": _pettingzoo(),
        "OpenSpiel, python_santorini": _open_spiel("python_santorini"),
        YARDSTICK: _open_spiel("breakthrough"),
        "OpenSpiel, chess": _open_spiel("chess"),
    }
    best = dict.fromkeys(players, 0.0)
    for _ in range(rounds):
        for name, play in players.items():
            best[name] = max(best[name], _speed(play, seconds))
    return [
        {
            "name": name,
            "value": speed / 1e3,
            "unit": "k decisions/s",
            "ratio": speed / best[YARDSTICK],
            "bound": None,
            "note": f"{GAMES} games" if name.startswith("Batch") else "one game at a time",
        }
        for name, speed in best.items()
    ]


def _speed(play: Play, seconds: float) -> float:
    begin = time.process_time()
    made = 0
    while (taken := time.process_time() - begin) < seconds:
        made += play()
    return made / taken


def _batch(**options: Any) -> Play:
    batch = Batch(GAMES, seed=1, **options)

    def play() -> int:
        for _ in range(10):
            batch.step(batch.sample())
        return 10 * GAMES

    return play


def _game() -> Play:
    dice = random.Random(1)

    def play() -> int:
        game, made = Game("mortal", "mortal", seed=1), 0
        while steps := game.legal_steps:
            game.push_step(dice.choice(steps))
            made += 1
        return made

    return play


def _pettingzoo() -> Play:
    env = santorini_v0.env()

    def play() -> int:
        env.reset()
        made = 0
        for agent in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            over = termination or truncation
            env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
            made += not over
        return made

    return play


def _open_spiel(name: str) -> Play:
    game = pyspiel.load_game(name)
    dice = random.Random(1)

    def play() -> int:
        state, made = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(dice.choice(state.legal_actions()))
            made += 1
        return made

    return play
