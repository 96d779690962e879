"""The pieces left in the box. This is information only: the supply never limits a build (rules A3)."""

from __future__ import annotations

from dataclasses import dataclass

from santorini._core import Position
from santorini.words.catalogue import Words

__all__ = ["BOX", "Supply", "supply"]

BOX = (22, 18, 14, 18)
"""The contents of the box: blocks of level 1, 2 and 3, domes."""

_KINDS = ("level_1", "level_2", "level_3", "domes")


@dataclass(frozen=True, slots=True)
class Supply:
    """How many pieces of each kind are left in the box.

    When a kind has run out, a complete tower can be replaced by a single dome on the ground. That frees one block of
    each level, and for every rule it is still a complete tower. `substituted` says how many towers were replaced this
    way. A negative number says how many pieces are missing even so; builds are legal all the same.

    >>> from santorini import Game, supply
    >>> left = supply(Game("pan", "atlas").position)
    >>> left.level_1, left.domes, left.enough
    (22, 18, True)
    """

    level_1: int
    level_2: int
    level_3: int
    domes: int
    substituted: int = 0

    @property
    def enough(self) -> bool:
        """Whether one box has enough pieces for this board."""
        return not self.missing

    @property
    def missing(self) -> dict[str, int]:
        """The kinds that are short, with the number of missing pieces."""
        left = {kind: getattr(self, kind) for kind in _KINDS}
        return {kind: -number for kind, number in left.items() if number < 0}

    def text(self, language: str | None = None) -> str:
        """The same in words: one line, plus one for substituted towers and one for missing pieces."""
        words = Words.load(language)
        lines = [words.text("supply.left", **{kind: max(getattr(self, kind), 0) for kind in _KINDS})]
        if self.substituted:
            lines.append(words.text("supply.substituted", number=self.substituted))
        if not self.enough:
            pieces = (words.text(f"supply.{kind}", number=number) for kind, number in self.missing.items())
            lines.append(words.text("supply.missing", pieces=", ".join(pieces)))
        return "\n".join(lines)


def supply(position: Position) -> Supply:
    """What is left in the box for a position, with as few towers substituted as possible.

    The pieces on Morpheus' card have no kind yet, so they are not subtracted.

    >>> from santorini import read_position, supply
    >>> supply(read_position("1230000000000000000000000/1/mortal:b3,d3/mortal:c2,c4"))
    Supply(level_1=19, level_2=16, level_3=13, domes=18, substituted=0)
    >>> print(supply(read_position("4444333333333330000000000/1/mortal:b1,d1/mortal:c1,e1")).text())
    Left in the box: 8 blocks of level 1, 4 of level 2, 0 of level 3, 14 domes.
    Complete towers shown as a single dome on the ground: 1.
    """
    heights, domes = position.heights, position.domes
    used = [sum(height >= level for height in heights) for level in (1, 2, 3)]
    towers = sum(position.height(square) == 3 for square in domes)
    short = max(u - b for u, b in zip(used, BOX[:3], strict=True))
    substituted = min(max(short, 0), towers)
    first, second, third = (b - u + substituted for u, b in zip(used, BOX[:3], strict=True))
    return Supply(first, second, third, BOX[3] - len(domes), substituted)
