"""Santorini for OpenSpiel: importing this registers the game ``python_santorini``. Needs the extra ``openspiel``.

Parameters are those of `santorini.Batch` as OpenSpiel writes them: `powers` with + between the names, `players`,
`rules`, `fleece`, `draft`; `position` starts from a position text, and a game is drawn after `max_length` decisions.

>>> import pyspiel, santorini.open_spiel
>>> game = pyspiel.load_game("python_santorini(powers=demeter+pan)")
>>> state = game.new_initial_state()
>>> state.apply_action(state.legal_actions()[0])
>>> print(state.observation_string(0))
0000000000000000000000000/1/demeter:a1/pan/setup=place
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, Self

from santorini import encoding
from santorini._core import Position
from santorini.errors import sentence
from santorini.game.reading import read_position
from santorini.setup.payoff import payoffs
from santorini.setup.starts import start_positions

try:
    import pyspiel
except ModuleNotFoundError:
    raise ModuleNotFoundError(sentence("extra", extra="openspiel")) from None

import numpy as np

__all__ = ["SantoriniGame", "SantoriniState"]

CHANCE = next(group for group in encoding.GROUPS if group.name == "chance")

GAME_TYPE = pyspiel.GameType(
    short_name="python_santorini",
    long_name="Santorini",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=4,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={
        "powers": "",
        "players": 2,
        "rules": "printed",
        "fleece": "",
        "draft": "",
        "position": "",
        "max_length": 2000,
    },
)


class SantoriniGame(pyspiel.Game):  # type: ignore[misc]
    """The game with its parameters."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**GAME_TYPE.parameter_specification, **(params or {})}
        self.start = _start(given)
        self.max_length = int(given["max_length"])
        info = pyspiel.GameInfo(
            num_distinct_actions=encoding.ACTIONS,
            max_chance_outcomes=CHANCE.size,
            num_players=self.start.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.max_length,
        )
        super().__init__(GAME_TYPE, info, params or {})

    def new_initial_state(self) -> SantoriniState:
        """The state in which a game begins."""
        return SantoriniState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> SantoriniObserver:
        """What a player observes: the arrays of santorini.encoding, and the view as text."""
        if params:
            raise pyspiel.SpielError(f"observers of python_santorini take no parameters, not {params}")
        perfect_recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return SantoriniObserver(perfect_recall)


class Made(NamedTuple):
    """The position after a decision, and what was decided before: an immutable list that states share."""

    position: Position
    seat: int | None
    action: int
    before: Made | None

    def path(self) -> Iterator[Made]:
        """All decisions, the last one first."""
        at: Made | None = self
        while at is not None:
            yield at
            at = at.before

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self


class SantoriniState(pyspiel.State):  # type: ignore[misc]
    """A position with the decisions that led to it."""

    def __init__(self, game: SantoriniGame) -> None:
        super().__init__(game)
        self._now = Made(game.start, None, 0, None)
        self._left = game.max_length
        self._legal: list[int] | None = None

    @property
    def position(self) -> Position:
        """The true position."""
        return self._now.position

    def current_player(self) -> int:
        """The seat that decides, from 0 on, or luck, or nobody."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        seat = self.position.decider
        return int(pyspiel.PlayerId.CHANCE) if seat is None else seat - 1

    def is_terminal(self) -> bool:
        """Whether the game is over: won, cut off, or stuck in a set-up that cannot go on."""
        return self._left <= 0 or not self._choices()

    def returns(self) -> list[float]:
        """What the game is worth to each player; 0 while it goes on."""
        earned = payoffs(self.position)
        return list(earned) if earned is not None else [0.0] * self.position.players

    def _choices(self) -> list[int]:
        if self._legal is None:
            self._legal = sorted(set(encoding.legal_actions(self.position)))
        return self._legal

    def _legal_actions(self, player: int) -> list[int]:
        return self._choices()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The cards that luck may turn up, by the number of their power."""
        choices = self._choices()
        return [(action - CHANCE.first, 1 / len(choices)) for action in choices]

    def _apply_action(self, action: int) -> None:
        seat = self.position.decider
        number = action + CHANCE.first if seat is None else action
        self._now = Made(encoding.play(self.position, number), seat, number, self._now)
        self._left -= seat is not None
        self._legal = None

    def _action_to_string(self, player: int, action: int) -> str:
        return encoding.name(action + CHANCE.first if player == pyspiel.PlayerId.CHANCE else action)

    def information(self, player: int) -> str:
        """All that the player has seen and done, as a text."""
        seat = player + 1
        lines: list[str] = []
        for made in reversed(list(self._now.path())):
            if made.seat == seat:
                lines.append(f"> {encoding.name(made.action)}")
            seen = made.position.view(seat).text
            if not lines or lines[-1] != seen:  # the player cannot know of a decision that changed nothing visible
                lines.append(seen)
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.position.text


class SantoriniObserver:
    """Fills the tensor of an observation."""

    def __init__(self, perfect_recall: bool) -> None:
        self._perfect_recall = perfect_recall
        self.tensor = np.zeros(encoding.OBSERVATION, np.float32)
        planes = len(encoding.PLANES) * 25
        self.dict = {"planes": self.tensor[:planes].reshape(-1, 5, 5), "facts": self.tensor[planes:]}

    def set_from(self, state: SantoriniState, player: int) -> None:
        """Observe the state as the player."""
        self.tensor[:] = encoding.observe(state.position, player + 1)

    def string_from(self, state: SantoriniState, player: int) -> str:
        """What the player sees, or has seen, as text."""
        if self._perfect_recall:
            return state.information(player)
        return state.position.view(player + 1).text


def _start(given: dict[str, Any]) -> Position:
    if text := str(given["position"]):
        return read_position(text)
    powers = [name for name in str(given["powers"]).split("+") if name]
    draft = str(given["draft"])
    if draft not in ("", "challenger", "passing"):
        raise pyspiel.SpielError(sentence("draft", what=draft, known="challenger, passing"))
    try:
        return start_positions(
            powers or None,
            players=len(powers) or int(given["players"]),
            rules=str(given["rules"]),
            fleece=str(given["fleece"]) or None,
            draft=draft or False,  # type: ignore[arg-type]
        )[0]
    except ValueError as error:
        raise pyspiel.SpielError(str(error)) from None


pyspiel.register_game(GAME_TYPE, SantoriniGame)
