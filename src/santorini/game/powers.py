"""The cards as read-only records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from santorini import _core
from santorini.errors import SetupError, sentence
from santorini.game.reading import clean
from santorini.words.catalogue import RULE_SETS, Words, add_home_made

__all__ = ["POWERS", "Power", "ban", "entry", "make_power", "power", "vocabulary"]


@dataclass(frozen=True, slots=True)
class Power:
    """A card: its id, number and category, and with whom it may be played.

    >>> from santorini import power
    >>> power("pan")
    power('pan')
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
        """The name in the language in use."""
        return Words.load().power_name(self.id)

    def text(self, rules: str = "printed", language: str | None = None) -> str:
        """What the card says, in our own words, in the given language or the one in use."""
        return Words.load(language).power_text(self.id, rules)

    def __repr__(self) -> str:
        return f"power({self.id!r})"

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
    found = POWERS.get(key.lower()) or _home_made.get(key.lower())
    if found is None:
        raise SetupError("power", sentence("power", what=key))
    return found


_home_made: dict[str, Power] = {}


def make_power(
    key: str, says: Mapping[str, str | int | bool], *, like: str = "mortal", rules: str = "printed"
) -> Power:
    """Make a power from the vocabulary of the cards. From then on it can be played like any other.

    >>> from santorini import Game, make_power
    >>> sprinter = make_power("sprinter", {"move.climb": 2, "win.drop": 2}, like="artemis")
    >>> game = Game("sprinter", "pan")
    """
    key, rules = clean(key), clean(rules)
    words = [
        (clean(name), {True: "yes", False: "no"}[v] if isinstance(v, bool) else clean(str(v)))
        for name, v in says.items()
    ]
    try:
        _core.make_power(key, words, power(like).id, rules)
    except _core.CoreError as error:
        code, what = error.args
        raise SetupError(code, sentence(code, what=what)) from None
    add_home_made(key, ", ".join(f"{word}: {value}" for word, value in _core.entry(key, rules).items()))
    made = Power(key, 0, "home-made", (2, 3, 4), True, True, (), RULE_SETS)
    return _home_made.setdefault(key, made)


def vocabulary() -> dict[str, tuple[str, ...] | range]:
    """Every word a card may use, with its possible values.

    >>> from santorini import vocabulary
    >>> vocabulary()["build.builds"]
    ('one', 'elsewhere', 'onto_block', 'interior', 'stock')
    >>> vocabulary()["win.drop"]
    range(0, 4)
    """
    return {name: tuple(values) or range(most + 1) for name, values, most, _ in _core.vocabulary()}


def entry(key: str, rules: str = "printed") -> dict[str, str | int]:
    """A power in the words of the vocabulary: only those that differ from the plain game.

    >>> from santorini import entry
    >>> entry("pan")
    {'win.drop': 2}
    >>> entry("bia")
    {'setup.order': 'first', 'setup.where': 'perimeter', 'move.removes_behind': 'yes'}
    """
    return dict(_core.entry(power(key).id, rules))


def ban(one: str, other: str, rules: str = "printed") -> str | None:
    """Why two powers may not be played against each other: 'printed', 'advised', 'rule', or None if they may.

    >>> from santorini import ban
    >>> ban("hades", "pan"), ban("apollo", "pan")
    ('printed', None)
    """
    return _core.ban(power(one).id, power(other).id, rules) or None
