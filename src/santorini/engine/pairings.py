"""Which power beats which, for the draft.

`data/pairings.json`, if present, holds the results of games of the engine against itself:

    {"rules": {"printed": {
        "powers": {"pan": [won, games]}, "pairs": {"pan atlas": [won, games]}, "first": [won, games]}}}

`pairs` counts the games that the first power won against the second, `powers` those of a power against all others,
`first` those won by the seat that began. With few games, the estimate stays near the prior.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from santorini.game.powers import POWERS

__all__ = ["Pairings", "pairings"]

_WEIGHT = 12.0
"""How many games the prior is worth."""

_PRIOR = {"none": 0.40, "simple": 0.52, "advanced": 0.50, "golden fleece": 0.50, "hero": 0.45, "home-made": 0.50}
"""The prior by category: having no power is a disadvantage, and a hero's power works only once."""


class Pairings:
    """Chances of powers against each other.

    >>> known = Pairings({"pairs": {"pan atlas": [90, 100]}})
    >>> known.chance("pan", ["atlas"]) > 0.8, known.chance("atlas", ["pan"]) < 0.2
    (True, True)
    """

    def __init__(self, table: Mapping[str, Any]) -> None:
        self._powers: Mapping[str, Sequence[float]] = table.get("powers", {})
        self._pairs: Mapping[str, Sequence[float]] = table.get("pairs", {})
        won, games = table.get("first", (0, 0))
        self.first: float = (won + 0.5 * _WEIGHT) / (games + _WEIGHT)
        """The chance of winning for the seat that begins."""

    def strength(self, power: str) -> float:
        """The chance of a power against any other."""
        card = POWERS.get(power)
        prior = _PRIOR[card.category if card else "home-made"]
        won, games = self._powers.get(power, (0, 0))
        return (won + prior * _WEIGHT) / (games + _WEIGHT)

    def against(self, one: str, other: str) -> float:
        """The chance of one power against another."""
        mine, theirs = self.strength(one), self.strength(other)
        prior = mine * (1 - theirs) / (mine * (1 - theirs) + theirs * (1 - mine))
        won, games = self._pairs.get(f"{one} {other}", (0, 0))
        lost, more = self._pairs.get(f"{other} {one}", (0, 0))
        return (won + more - lost + prior * _WEIGHT) / (games + more + _WEIGHT)

    def chance(self, own: str, others: Sequence[str]) -> float:
        """The mean chance of a power against those of the other side."""
        return sum(self.against(own, other) for other in others) / len(others) if others else self.strength(own)


@cache
def pairings(rules: str = "printed") -> Pairings:
    """The results for a rule set; without the file, the prior alone."""
    source = files("santorini").joinpath("data/pairings.json")
    try:
        tables = json.loads(source.read_text(encoding="utf-8"))["rules"]
        return Pairings(tables.get(rules) or tables.get("printed") or {})
    except FileNotFoundError:
        return Pairings({})
