"""The fifteen levels of the computer opponent, as a table.

Levels are limited by ideas, depth, nodes and iterations, not by seconds, so that they play the same on every machine.
Only the last one uses all the time it is given. The numbers are tuned with `santorini arena` (docs/strength.md).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

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
    ideas: int | None = None
    """How many turns, picked at random, it considers. It judges each by the board after it; None: it searches."""
    softness: float = 0.0
    """The difference in score, in hundredths, that makes a turn e times less likely; 0 plays the best one."""
    focus: float = 0.0
    """How often it concentrates: then it searches as deep as its `nodes` allow, whatever its `depth`, and plays the
    best turn it finds."""
    eagerness: float = 0.0
    """What a worker one level higher is worth to it, in hundredths, whatever the search says: it climbs too early."""
    oversight: float = 0.0
    """How often it overlooks that an opponent can win next. It looks near its own workers first, so that it overlooks a
    win far from them more often; it overlooks its own win half as often. 0 from level 5 up."""
    seconds: float | None = None
    """How long it thinks if no limit is given."""

    @property
    def careful(self) -> bool:
        """Whether it takes every immediate win and prevents every immediate loss it can."""
        return self.oversight == 0

    @property
    def is_endless(self) -> bool:
        """Whether it uses all the time it is given."""
        return self.seconds is not None

    @property
    def focused(self) -> Level:
        """The level as it plays when it concentrates."""
        return replace(self, depth=None, lines=1, softness=0.0, focus=0.0)

    def title(self, language: str = "en") -> str:
        """The name to show to people."""
        return Words.load(language).text(f"level.{self.number}")


LEVELS: tuple[Level, ...] = (
    Level(1, "fisherman", ideas=2, iterations=100, softness=350, eagerness=40, oversight=1.0),
    Level(2, "shepherd", ideas=3, iterations=100, softness=74, eagerness=40, oversight=0.92),
    Level(3, "potter", ideas=6, iterations=100, softness=58, eagerness=30, oversight=0.7),
    Level(4, "mason", ideas=12, iterations=160, softness=44, eagerness=10, oversight=0.42),
    Level(5, "sailor", ideas=120, iterations=400, softness=66),
    Level(6, "architect", depth=2, nodes=20_000, iterations=800, lines=24, softness=255),
    Level(7, "oracle", depth=2, nodes=20_000, iterations=1_600, lines=16, softness=130),
    Level(8, "hero", depth=2, nodes=12_000, iterations=2_000, lines=16, softness=130, focus=0.28),
    Level(9, "olympian", depth=2, nodes=30_000, iterations=6_000, lines=16, softness=130, focus=0.55),
    Level(10, "centaur", depth=2, nodes=30_000, iterations=6_000, lines=16, softness=130, focus=0.75),
    Level(11, "sphinx", depth=2, nodes=30_000, iterations=6_000, lines=16, softness=130, focus=0.9),
    Level(12, "giant", nodes=30_000, iterations=6_000),
    Level(13, "hydra", nodes=150_000, iterations=8_000),
    Level(14, "cerberus", nodes=650_000, iterations=15_000),
    Level(15, "titan", seconds=2.0),
)
TOP = LEVELS[-1]


def level(key: int | str | None) -> Level:
    """The level with this number or name; None is the top one.

    >>> from santorini import level
    >>> level("Titan").number, level("3").name
    (15, 'potter')
    >>> level(16)
    Traceback (most recent call last):
    santorini.errors.EngineError: there is no level '16'; use 1 to 15 or fisherman, shepherd, potter, ...
    """
    if key is None:
        return TOP
    wanted = str(key).strip().lower()
    for one in LEVELS:
        if wanted in (str(one.number), one.name):
            return one
    names = ", ".join(one.name for one in LEVELS)
    raise EngineError("engine/level", sentence("engine-level", what=str(key)[:40], most=len(LEVELS), names=names))
