"""The game as a PettingZoo environment: one agent per seat, one decision per step.

>>> from santorini.pettingzoo import santorini_v0
>>> env = santorini_v0.env(powers=("demeter", "pan"))
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     over = termination or truncation
...     env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
"""

from __future__ import annotations

import random
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from santorini import encoding
from santorini._core import Position
from santorini.draw.drawing import drawing
from santorini.draw.pixels import board_pixels
from santorini.errors import IllegalTurnError
from santorini.game.outcome import outcome_of
from santorini.setup.payoff import payoffs
from santorini.setup.starts import start_positions

__all__ = ["env", "raw_env"]

Observation = dict[str, Any]


def env(**options: Any) -> AECEnv:
    """The environment with PettingZoo's usual wrappers: an illegal action ends the game and costs its agent 1."""
    environment: Any = raw_env(**options)
    environment = wrappers.TerminateIllegalWrapper(environment, illegal_reward=-1)
    environment = wrappers.AssertOutOfBoundsWrapper(environment)
    return wrappers.OrderEnforcingWrapper(environment)


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801 - the name that PettingZoo expects
    """The environment alone. Options are those of `santorini.Batch`: powers, players, rules, fleece, draft and so on.

    An agent is told what its seat may know, and the mask of its legal actions if it decides next. Luck is drawn from
    the seed of `reset`. `max_cycles` ends a game after that many decisions.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["human", "ansi", "rgb_array"],
        "name": "santorini_v0",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(self, render_mode: str | None = None, max_cycles: int | None = None, **options: Any) -> None:
        super().__init__()
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode is one of {', '.join(self.metadata['render_modes'])}, not {render_mode!r}")
        self.render_mode = render_mode
        self._max_cycles = max_cycles
        self._starts = start_positions(**options)
        seats = max(position.players for position in self._starts)
        self.possible_agents = [f"seat_{seat}" for seat in range(1, seats + 1)]
        observed = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, (encoding.OBSERVATION,), np.uint8),
                "action_mask": spaces.Box(0, 1, (encoding.ACTIONS,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, observed)
        self.action_spaces = {agent: spaces.Discrete(encoding.ACTIONS) for agent in self.possible_agents}
        self._luck = random.Random()
        self._position = self._starts[0]

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent observes: `observation` and `action_mask`."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """All actions there are (docs/encoding.md)."""
        return self.action_spaces[agent]

    @property
    def position(self) -> Position:
        """The true position."""
        return self._position

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game."""
        if seed is not None:
            self._luck = random.Random(seed)
        self._position = self._luck.choice(self._starts)
        self._cycles = 0
        self.agents = [agent for agent in self.possible_agents if _seat(agent) <= self._position.players]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._draw_luck()
        self.agent_selection = f"seat_{self._position.decider}"

    def observe(self, agent: str) -> Observation:
        """What the agent's seat may know."""
        seat = _seat(agent)
        decides = agent == self.agent_selection and self._position.decider == seat
        if decides and not (self.terminations[agent] or self.truncations[agent]):
            mask = encoding.mask(self._position).view(np.int8)
        else:
            mask = np.zeros(encoding.ACTIONS, np.int8)
        return {"observation": encoding.observe(self._position, seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play the action of the selected agent."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        try:
            if action is None:
                raise gymnasium.error.InvalidAction("None is for agents that are out of the game")
            self._position = encoding.play(self._position, int(action))
        except IllegalTurnError as error:
            raise gymnasium.error.InvalidAction(str(error)) from None
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._draw_luck()
        self._cycles += 1
        self._tell()
        self._accumulate_rewards()
        self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def _tell(self) -> None:
        """Who won, who is out, who decides next."""
        self.rewards = dict.fromkeys(self.agents, 0.0)
        earned = payoffs(self._position)
        for agent in self.agents:
            seat = _seat(agent)
            if earned is not None or self._position.is_out(seat):
                self.rewards[agent] = earned[seat - 1] if earned is not None else -1 / (self._position.players - 1)
                self.terminations[agent] = True
        seat_to_decide = self._position.decider
        if earned is None and (seat_to_decide is None or not encoding.legal_actions(self._position)):
            self.truncations = dict.fromkeys(self.agents, True)  # a set-up that cannot go on
        elif earned is None and self._max_cycles is not None and self._cycles >= self._max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        if seat_to_decide is not None:
            self.agent_selection = f"seat_{seat_to_decide}"

    def _draw_luck(self) -> None:
        while self._position.awaits_luck:
            self._position = encoding.play(self._position, self._luck.choice(encoding.legal_actions(self._position)))

    def render(self) -> str | np.ndarray[Any, Any] | None:
        """The board as a text, as pixels, or printed (human)."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render_mode; give one when the environment is made")
            return None
        if self.render_mode == "rgb_array":
            return board_pixels(self._position)
        text = drawing(self._position, outcome_of(self._position))
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """There is nothing to close."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


def _seat(agent: str) -> int:
    return int(agent.removeprefix("seat_"))
