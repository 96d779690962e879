"""The pieces left in the box, for show: the supply never limits a build and never changes the board (rules A3)."""

from __future__ import annotations

from dataclasses import dataclass

from santorini._core import Position
from santorini.words.catalogue import Words

__all__ = ["BOX", "Supply", "supply"]

BOX = (22, 18, 14, 18)
"""What the box holds: blocks of level 1, 2 and 3, domes."""

_KINDS = ("level_1", "level_2", "level_3", "domes")


@dataclass(frozen=True, slots=True)
class Supply:
    """How many pieces of each kind are left in the box, once `substituted` complete towers stand as a lone dome.

    Where a kind has run out, a complete tower is taken off and a dome put on the ground in its place: that gives back
    a block of each level and no dome. It is still a complete tower for every rule. A number below zero says how many
    pieces are missing even so; they are built all the same.
    """

    level_1: int
    level_2: int
    level_3: int
    domes: int
    substituted: int = 0

    @property
    def enough(self) -> bool:
        """Can the board be shown with the pieces of one box?"""
        return not self.missing

    @property
    def missing(self) -> dict[str, int]:
        """The kinds of which the box has too few, and how many more there would have to be."""
        left = {kind: getattr(self, kind) for kind in _KINDS}
        return {kind: -number for kind, number in left.items() if number < 0}

    def text(self, language: str | None = None) -> str:
        """The same in words: one line, and one more for each thing that is out of the ordinary."""
        words = Words.load(language)
        lines = [words.text("supply.left", **{kind: max(getattr(self, kind), 0) for kind in _KINDS})]
        if self.substituted:
            lines.append(words.text("supply.substituted", number=self.substituted))
        if not self.enough:
            pieces = (words.text(f"supply.{kind}", number=number) for kind, number in self.missing.items())
            lines.append(words.text("supply.missing", pieces=", ".join(pieces)))
        return "\n".join(lines)


def supply(position: Position) -> Supply:
    """What is left in the box beside this board; with as few towers substituted as will do.

    The pieces on Morpheus' card are a number without a kind, and are not taken off.

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
