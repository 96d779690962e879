"""Which powers can be played together."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from santorini.errors import SetupError, sentence
from santorini.game.powers import Power, ban, power
from santorini.words.catalogue import RULE_SETS

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
    if not 2 <= count <= 4:
        return because("players")
    if len(keys) > count:
        return because("too-many-powers", what=len(keys), players=count)
    if rules not in RULE_SETS:
        return because("rules", what=rules)
    seated: list[str] = []
    for seat, key in enumerate(keys):
        name, mark, edition = key.partition("~")  # the card of another rule set: limus~revised
        edition = edition if mark else rules
        if edition not in RULE_SETS:
            return because("rules", what=edition)
        try:
            one = power(name)
        except SetupError as error:
            return Reason(error.code, str(error))
        if edition not in one.rules:
            return because("power-in-rules", what=key)
        if count not in player_counts(one, edition):
            return because("power-players", what=key, players=count)
        for before, other in enumerate(seated):
            if one.id == other and one.id != "mortal":
                return because("power-twice", what=key)
            why = ban(one.id, other, rules)
            if why == "rule" or (why is not None and not any_pair):
                return because("ban-rule" if why == "rule" else "ban", one=keys[before], other=keys[seat])
        seated.append(one.id)
    return None


def because(code: str, **values: object) -> Reason:
    """The reason with its sentence from the catalogue."""
    return Reason(code, sentence(code, **values))


def refuse(code: str, **values: object) -> SetupError:
    """The error for a reason."""
    return SetupError(*because(code, **values))
