"""Santorini for Gymnasium: one learner against a level, a policy or itself. Needs the extra ``gym``.

Importing this registers ``santorini/Santorini-v0`` for `gymnasium.make`; ``santorini.gym:santorini/Santorini-v0``
imports it automatically.

>>> import gymnasium, santorini.gym
>>> env = gymnasium.make("santorini/Santorini-v0", opponent="random", powers=("demeter", "pan"))
>>> observation, info = env.reset(seed=1)
>>> observation, reward, terminated, truncated, info = env.step(int(info["action_mask"].argmax()))
>>> reward, terminated
(0.0, False)
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, ClassVar, Literal

from santorini import encoding
from santorini._core import Position
from santorini.draw.drawing import drawing
from santorini.errors import IllegalTurnError, sentence
from santorini.game.game import Game
from santorini.game.outcome import outcome_of
from santorini.setup.payoff import payoffs
from santorini.setup.starts import start_positions

try:
    import gymnasium
except ModuleNotFoundError:
    raise ModuleNotFoundError(sentence("extra", extra="gym")) from None

import numpy as np
from gymnasium import spaces

from santorini.draw.pixels import board_pixels
from santorini.engine.engine import Engine
from santorini.engine.levels import level

__all__ = ["SantoriniEnv"]

Policy = Callable[[np.ndarray[Any, Any], np.ndarray[Any, Any]], int]
"""Chooses an action from an observation and the mask of legal actions."""


class SantoriniEnv(gymnasium.Env[np.ndarray[Any, Any], Any]):
    """A game in which the environment plays all seats but the learner's.

    `opponent` is `"random"`, the name of a level (`santorini.LEVELS`), a function from observation and mask to an
    action, or `"self"`: then the learner decides for all seats, and the reward is that of the seat that acted last.
    An illegal action raises `gymnasium.error.InvalidAction`; with `illegal="lose"` it loses the game instead, for
    learners that cannot use masks.
    `seat` is the learner's; None draws one for every game. The other options are those of `santorini.Batch`: powers,
    players, rules, fleece, draft and so on. The mask of legal actions is in the info, as `action_mask`, and
    `action_masks()` returns it, which is where sb3-contrib looks for it.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["human", "ansi", "rgb_array"], "render_fps": 2}  # type: ignore[misc]

    def __init__(
        self,
        opponent: str | Policy = "random",
        *,
        seat: int | None = 1,
        render_mode: str | None = None,
        max_decisions: int | None = None,
        illegal: Literal["raise", "lose"] = "raise",
        **options: Any,
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode is one of {', '.join(self.metadata['render_modes'])}, not {render_mode!r}")
        self.render_mode = render_mode
        self._opponent = opponent
        self._engine = (
            None if callable(opponent) or opponent in ("random", "self") else Engine(level(opponent), hash_mb=8, seed=0)
        )
        self._starts = start_positions(**options)
        self._wanted_seat = seat
        self._max_decisions = max_decisions
        self._illegal_loses = illegal == "lose"
        self._gave_up = False
        players = min(position.players for position in self._starts)
        if seat is not None and not 1 <= seat <= players:
            raise ValueError(sentence("not-seat", what=seat, players=players))
        self.observation_space = spaces.Box(0, 1, (encoding.OBSERVATION,), np.uint8)
        self.action_space = spaces.Discrete(encoding.ACTIONS)
        self._luck = random.Random()
        self._game = Game.from_position(self._starts[0], seed=0)
        self._seat = seat or 1
        self._decisions = 0

    @property
    def position(self) -> Position:
        """The true position."""
        return self._game.position

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray[Any, Any], dict[str, Any]]:
        """Begin a game and play up to the learner's first decision."""
        super().reset(seed=seed)
        if seed is not None:
            self._luck = random.Random(seed)
        while True:
            start = self._luck.choice(self._starts)
            self._game = Game.from_position(start, seed=self._luck.getrandbits(48))
            self._seat = self._wanted_seat or self._luck.randint(1, start.players)
            self._decisions = 0
            self._gave_up = False
            if self._engine is not None:
                self._engine.clear()
                self._engine.seed = self._luck.getrandbits(48)
            self._play_others()
            if self._learner_decides():
                return self._observation(), self._info()

    def step(self, action: Any) -> tuple[np.ndarray[Any, Any], float, bool, bool, dict[str, Any]]:
        """Play the learner's action, then the others' until the learner decides again."""
        if not self._learner_decides():
            raise gymnasium.error.ResetNeeded(sentence("action-over"))
        try:
            chosen = encoding.step(self.position, int(action))
        except IllegalTurnError as error:
            if not self._illegal_loses:
                raise gymnasium.error.InvalidAction(str(error)) from None
            self._gave_up = True
            return self._observation(), -1.0, True, False, self._info()
        acted = self._seat
        self._game.push_step(chosen)
        self._decisions += 1
        self._play_others()
        earned = payoffs(self.position)
        out = self._is_out(acted)
        terminated = earned is not None or out
        reward = earned[acted - 1] if earned is not None else -1 / (self.position.players - 1) if out else 0.0
        limit = self._max_decisions is not None and self._decisions >= self._max_decisions
        truncated = not terminated and (limit or not self._learner_decides())
        if self.render_mode == "human":
            self.render()
        return self._observation(), reward, terminated, truncated, self._info()

    def action_masks(self) -> np.ndarray[Any, Any]:
        """Which actions are legal now."""
        if not self._learner_decides():
            return np.zeros(encoding.ACTIONS, np.bool_)
        return encoding.mask(self.position)

    def _is_out(self, seat: int) -> bool:
        return self._opponent != "self" and self.position.is_out(seat)

    def _learner_decides(self) -> bool:
        return self.position.decider == self._seat and not self._game.is_over and not self._gave_up

    def _play_others(self) -> None:
        while not self._game.is_over and not self._is_out(self._seat):
            if self.position.awaits_luck:
                self._game.draw()
                continue
            seat = self.position.decider
            if seat is None or not (legal := encoding.legal_actions(self.position)):
                return
            if self._opponent == "self":
                self._seat = seat
                return
            if seat == self._seat:
                return
            self._play_other(seat, legal)

    def _play_other(self, seat: int, legal: list[int]) -> None:
        if self._engine is not None:
            self._engine.play(self._game).push(self._game)
        elif callable(self._opponent):
            mask = encoding.mask(self.position)
            action = int(self._opponent(encoding.observe(self.position, seat), mask))
            self._game.push_step(encoding.step(self.position, action))
        else:
            self._game.push_step(encoding.step(self.position, self._luck.choice(legal)))

    def _observation(self) -> np.ndarray[Any, Any]:
        return encoding.observe(self.position, self._seat)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().view(np.int8), "seat": self._seat}

    def close(self) -> None:
        """Free the opponent's memory."""
        if self._engine is not None:
            self._engine.close()

    def render(self) -> Any:
        """The board as a text, as pixels, or printed (human)."""
        if self.render_mode == "rgb_array":
            return board_pixels(self.position)
        text = drawing(self.position, outcome_of(self.position))
        if self.render_mode == "human":
            print(text)
        return text if self.render_mode == "ansi" else None


gymnasium.register("santorini/Santorini-v0", entry_point="santorini.gym:SantoriniEnv")
