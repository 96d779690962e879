"""Positions and steps as arrays of numbers, for learning programs: one encoding for all powers, stages and players.

An action is a number below `ACTIONS`. An observation is what one seat may know, as `OBSERVATION` zeros and ones: first
planes of the board, then facts. docs/encoding.md lists both, number by number.

>>> from santorini import Game, encoding
>>> position = Game("demeter", "pan").position
>>> encoding.name(encoding.legal_actions(position)[0])
'place a1'
>>> int(encoding.mask(position).sum())
25
>>> position = encoding.play(position, 7)
>>> encoding.observe(position, 1).shape == (encoding.OBSERVATION,)
True
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple

from santorini import _core
from santorini._core import Position, Step
from santorini._core import encoding as _encoding
from santorini.errors import IllegalTurnError, SetupError, sentence

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "ACTIONS",
    "FACTS",
    "GROUPS",
    "OBSERVATION",
    "PLANES",
    "VERSION",
    "ActionGroup",
    "action",
    "facts",
    "legal_actions",
    "mask",
    "name",
    "observe",
    "planes",
    "play",
    "step",
    "turned_actions",
    "turned_observations",
]


class ActionGroup(NamedTuple):
    """The numbers of one kind of step: from ``first`` on, ``size`` of them."""

    name: str
    first: int
    size: int


VERSION: int = _encoding.VERSION
"""Raised whenever a number changes its meaning."""
ACTIONS: int = _encoding.ACTIONS
"""How many actions there are."""
OBSERVATION: int = _encoding.OBSERVATION
"""How many values an observation has."""
GROUPS = tuple(ActionGroup(*group) for group in _encoding.action_groups())
"""The actions in groups, in order."""
PLANES = tuple(_encoding.plane_names())
"""What each plane of 5 x 5 values shows; the first value is a1, the second b1."""
FACTS = tuple(_encoding.fact_names())
"""What each value after the planes says."""


def action(position: Position, step: Step) -> int:
    """The number of a legal step.

    >>> from santorini import Game, encoding
    >>> game = Game("mortal", "mortal")
    >>> encoding.action(game.position, game.legal_steps[3])
    3
    """
    try:
        return _encoding.action_of(position, step)
    except _core.CoreError:
        possible = ", ".join(str(other) for other in position.steps()[:24])
        hint = sentence("hint-steps", steps=possible)
        raise IllegalTurnError(
            "turn/illegal", sentence("illegal", text=str(step), what=str(step), hint=hint, position=position.view(0))
        ) from None


def step(position: Position, action: int) -> Step:
    """The legal step with this number.

    >>> from santorini import Game, encoding
    >>> encoding.step(Game("mortal", "mortal").position, 475)
    Traceback (most recent call last):
    santorini.errors.IllegalTurnError: action 475 (done) is not legal here; legal: 0 (place a1), ...
    """
    found = _encoding.step_of(position, action) if 0 <= action < ACTIONS else None
    if found is None:
        raise illegal(position, action)
    return found


def play(position: Position, action: int) -> Position:
    """The position after the action."""
    after = _encoding.play(position, action) if 0 <= action < ACTIONS else None
    if after is None:
        raise illegal(position, action)
    return after


def illegal(position: Position, action: int) -> IllegalTurnError:
    """The error for an action that cannot be chosen, naming some that can."""
    if not (legal := legal_actions(position)):
        return IllegalTurnError("action-over", sentence("action-over"))
    shown = ", ".join(f"{one} ({name(one)})" for one in legal[:8]) + (", …" if len(legal) > 8 else "")
    known = name(action) if 0 <= action < ACTIONS else "?"
    return IllegalTurnError("action", sentence("action", what=action, name=known, legal=shown))


def legal_actions(position: Position) -> list[int]:
    """The numbers of the legal steps; none when the game is over. Where luck decides, they are its outcomes."""
    return _encoding.legal(position)


def mask(position: Position) -> NDArray[np.bool_]:
    """Which actions are legal, one value for each."""
    try:
        return _encoding.mask(position)
    except TypeError:
        needs_numpy()
        raise


def name(action: int) -> str:
    """What the action is, without a position: `move b3 n`, `exchange a1 c3`."""
    return _encoding.action_name(action)


def observe(position: Position, seat: int) -> NDArray[np.uint8]:
    """What the seat may know. `position` can be the true one: nothing hidden from the seat gets in."""
    try:
        return _encoding.observe(position, seat)
    except _core.CoreError:
        raise SetupError("not-seat", sentence("not-seat", what=seat, players=position.players)) from None
    except TypeError:
        needs_numpy()
        raise


def planes(observations: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The planes of an observation, or of an array of them, as (..., plane, rank, file), without a copy.

    >>> from santorini import Game, encoding
    >>> encoding.planes(encoding.observe(Game("pan", "atlas").position, 1)).shape
    (26, 5, 5)
    """
    board = observations[..., : len(PLANES) * 25]
    return board.reshape(*board.shape[:-1], len(PLANES), 5, 5)


def facts(observations: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The facts of an observation, or of an array of them, without a copy."""
    return observations[..., len(PLANES) * 25 :]


def turned_actions(values: NDArray[np.generic], symmetry: int) -> NDArray[np.generic]:
    """Values by action (a mask, a policy), for the board rotated or mirrored as `Position.turned` does it."""
    return _turned(values, _encoding.action_symmetry(symmetry))


def turned_observations(values: NDArray[np.generic], symmetry: int) -> NDArray[np.generic]:
    """An observation, or an array of them, with the board rotated or mirrored."""
    return _turned(values, _encoding.observation_symmetry(symmetry))


def needs_numpy() -> None:
    """Raise an error that names the extra to install if NumPy is missing."""
    if find_spec("numpy") is None:
        raise ModuleNotFoundError(sentence("extra", extra="env")) from None


def _turned(values: NDArray[np.generic], places: NDArray[np.int32]) -> NDArray[np.generic]:
    turned = values.copy()
    turned[..., places] = values
    return turned
