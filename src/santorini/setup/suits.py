"""Which powers can be played together."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from santorini import _core
from santorini.errors import SetupError, sentence
from santorini.game.powers import Power

__all__ = ["Reason", "because", "player_counts", "refuse", "suits"]


class Reason(NamedTuple):
    """Why powers cannot be played together: a code for programs and a sentence for people.

    >>> from santorini import suits
    >>> suits(["pan", "pan"])
    Reason(code='power-twice', message='...')
    """

    code: str
    message: str


def player_counts(one: Power, rules: str = "printed") -> tuple[int, ...]:
    """The numbers of players the card can be played with (D2); the player aid is for two."""
    return tuple(n for n in one.players if n == 2 or rules != "aid")


def suits(
    powers: Iterable[str], rules: str = "printed", any_pair: bool = False, *, players: int | None = None
) -> Reason | None:
    """Why these powers cannot be played together, or None if they can. `Game` refuses exactly the same.

    With `players`, they may be only some of the powers in a game for that many.

    >>> from santorini import suits
    >>> suits(["apollo", "pan"])
    >>> suits(["hades", "pan"]).code
    'ban'
    >>> suits(["hades", "pan"], any_pair=True)
    >>> suits(["clio"], players=4).message
    'clio is not played with 4 players'
    """
    keys = [key.lower() for key in powers]
    count = len(keys) if players is None else players
    try:
        _core.together(keys, rules, any_pair, count)
    except _core.CoreError as error:
        code, what = error.args
        one, _, other = what.partition(",")
        return because(code, what=what, one=one, other=other, players=count)
    return None


def because(code: str, **values: object) -> Reason:
    """The reason with its sentence from the catalogue."""
    return Reason(code, sentence(code, **values))


def refuse(code: str, **values: object) -> SetupError:
    """The error for a reason."""
    return SetupError(*because(code, **values))
