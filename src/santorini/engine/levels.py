"""The ten levels of the computer opponent, as a table.

Levels are limited by depth, nodes and iterations, not by seconds, so that they play the same on every machine. Only
the last one uses all the time it is given. The numbers are tuned with `santorini arena` (docs/strength.md).
"""

from __future__ import annotations

from dataclasses import dataclass

from santorini.errors import EngineError, sentence
from santorini.words.catalogue import Words

__all__ = ["LEVELS", "TOP", "Level", "level"]


@dataclass(frozen=True, slots=True)
class Level:
    """How far a level searches and how strictly it chooses.

    >>> from santorini import level
    >>> level(3).name == level("potter").name
    True
    """

    number: int
    name: str
    depth: int | None = None
    """Turns it looks ahead, counting both sides."""
    nodes: int | None = None
    """Positions it may search if nothing is hidden."""
    iterations: int | None = None
    """Iterations of the tree search, for hidden information, luck and three sides."""
    lines: int = 1
    """How many of the best turns it chooses from."""
    softness: float = 0.0
    """The difference in score, in hundredths, that makes a turn e times less likely; 0 plays the best one."""
    oversight: float = 0.0
    """How often it overlooks that a turn wins or loses at once. 0 from level 3 up."""
    seconds: float | None = None
    """How long it thinks if no limit is given."""

    @property
    def careful(self) -> bool:
        """Whether it takes every immediate win and prevents every immediate loss it can."""
        return self.oversight == 0

    @property
    def is_endless(self) -> bool:
        """Whether it uses all the time it is given."""
        return self.nodes is None and self.depth is None

    def title(self, language: str = "en") -> str:
        """The name to show to people."""
        return Words.load(language).text(f"level.{self.number}")


LEVELS: tuple[Level, ...] = (
    Level(1, "fisherman", depth=1, nodes=3_000, iterations=20, lines=24, softness=90, oversight=0.45),
    Level(2, "shepherd", depth=1, nodes=3_000, iterations=40, lines=16, softness=40, oversight=0.15),
    Level(3, "potter", depth=2, nodes=3_000, iterations=80, lines=12, softness=24),
    Level(4, "mason", depth=2, nodes=3_000, iterations=160, lines=6, softness=7),
    Level(5, "sailor", nodes=3_000, iterations=400, lines=3, softness=2),
    Level(6, "architect", nodes=9_000, iterations=1_000),
    Level(7, "oracle", nodes=30_000, iterations=2_500),
    Level(8, "hero", nodes=100_000, iterations=6_000),
    Level(9, "olympian", nodes=350_000, iterations=20_000),
    Level(10, "titan", seconds=2.0),
)
TOP = LEVELS[-1]


def level(key: int | str | None) -> Level:
    """The level with this number or name; None is the top one.

    >>> from santorini import level
    >>> level("Titan").number, level("3").name
    (10, 'potter')
    >>> level(11)
    Traceback (most recent call last):
    santorini.errors.EngineError: there is no level '11'; use 1 to 10 or fisherman, shepherd, potter, ...
    """
    if key is None:
        return TOP
    wanted = str(key).strip().lower()
    for one in LEVELS:
        if wanted in (str(one.number), one.name):
            return one
    names = ", ".join(one.name for one in LEVELS)
    raise EngineError("engine/level", sentence("engine-level", what=str(key)[:40], most=len(LEVELS), names=names))
