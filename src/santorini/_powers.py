"""The cards as read-only records."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from santorini import _core
from santorini._errors import SetupError, sentence
from santorini._words import Words

__all__ = ["POWERS", "Power", "ban", "power"]


@dataclass(frozen=True, slots=True)
class Power:
    """A card: who it is and with whom it may be played.

    >>> from santorini import power
    >>> power("pan")
    Power('pan')
    >>> print(power("pan").name, power("pan").banned)
    Pan ('hades',)
    """

    id: str
    number: int
    category: str
    players: tuple[int, ...]
    fleece: bool
    fleece_revised: bool
    banned: tuple[str, ...]
    rules: tuple[str, ...]

    @property
    def name(self) -> str:
        """The English name."""
        return Words.load("en").power_name(self.id)

    def text(self, rules: str = "printed", language: str = "en") -> str:
        """What the card says, in our own words."""
        return Words.load(language).power_text(self.id, rules)

    def __repr__(self) -> str:
        return f"Power({self.id!r})"

    def __str__(self) -> str:
        return f"{self.number} {self.name}: {self.text()}"


@cache
def _all() -> dict[str, Power]:
    powers: dict[str, Power] = {}
    for card in _core.cards():
        banned = tuple(b for b in card["banned"].split(",") if b)
        powers[card["id"]] = Power(
            card["id"],
            card["number"],
            card["category"],
            tuple(card["players"]),
            card["fleece"],
            card["fleece_revised"],
            banned,
            tuple(card["rules"]),
        )
    return powers


POWERS: dict[str, Power] = _all()
"""Every card by its id, `mortal` (no power) first."""


def power(key: str) -> Power:
    """The card with this id.

    >>> from santorini import power
    >>> power("Demeter").number
    5
    """
    found = POWERS.get(key.lower())
    if found is None:
        raise SetupError("power", sentence("power", what=key))
    return found


def ban(one: str, other: str, rules: str = "printed") -> str | None:
    """Why two powers are not played against each other: 'printed', 'advised', 'rule', or None if they may be.

    >>> from santorini import ban
    >>> ban("hades", "pan"), ban("apollo", "pan")
    ('printed', None)
    """
    return _core.ban(power(one).id, power(other).id, rules) or None
