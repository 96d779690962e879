"""The plan of a training run: a small TOML file, so that every run can be told apart and repeated."""

from __future__ import annotations

import tomllib
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

__all__ = ["Games", "Learning", "Plan", "Teaching", "read_plan"]


@dataclass(frozen=True)
class Games:
    """Self-play: how long, how deep, and which games."""

    seconds: float = 60.0
    nodes: int = 500
    seed: int = 1
    plain: float = 0.2
    teams: float = 0.04
    fleece: float = 0.04
    lone: float = 0.08
    """The share of games of a power against none."""
    revised: float = 0.4
    aid: float = 0.06
    opening: int = 6
    stray: float = 0.06
    """The share of turns that are played at random, whatever they do to the result."""
    side: float = 0.0
    """The share of turns at which a separate game branches off with a random turn, so that games differ and no result
    is spoilt by a random turn."""
    asides: bool = False
    """Whether positions beside the games are recorded, too, for a teacher to judge."""
    leaves: int = 0
    """How many of the positions that each search evaluated are recorded, too .."""
    leaf_nodes: int = 400
    """.. each judged by a search of this many nodes; none: for a teacher to judge."""
    network: str = ""
    """Weights that play; none: the hand-made evaluation does."""


@dataclass(frozen=True)
class Learning:
    """Gradient descent on the examples."""

    seconds: float = 60.0
    """None: the run plays games, or brings up a teacher, for a later one."""
    batch: int = 16384
    rate: float = 2e-3
    trust: float = 0.5
    """How much of the aim is the search's score; the rest is who won."""
    scale: float = 100.0
    """The score that wins about three games of four, for the evaluation that played."""
    seed: int = 1
    start: str = ""
    """Weights to continue from; none: from scratch."""
    asides: float = 0.6
    """The share of positions beside the games in what is learnt from, where a teacher or a search has judged them."""


@dataclass(frozen=True)
class Teaching:
    """A large network that learns first and judges positions for the small one; no seconds, no teacher."""

    seconds: float = 0.0
    channels: int = 128
    blocks: int = 6
    batch: int = 4096
    rate: float = 1e-3
    start: str = ""
    """An earlier teacher to continue from; none: from scratch."""
    looks: int = 2
    """In how many of the eight symmetries it judges a position: 1, 2, 4 or 8."""
    weight: float = 0.7
    """How much of the small network's aim is the teacher's judgement, where there is a result as well."""


@dataclass(frozen=True)
class Plan:
    """One run: games, then learning. `examples` are folders of earlier games to learn from as well."""

    name: str
    games: Games = field(default_factory=Games)
    learning: Learning = field(default_factory=Learning)
    teacher: Teaching = field(default_factory=Teaching)
    examples: tuple[str, ...] = ()

    def told(self) -> dict[str, Any]:
        """The plan as plain data, for the log."""
        return asdict(self)


def read_plan(path: Path) -> Plan:
    """Read a plan; an unknown key or a wrong type is named.

    >>> read_plan(Path("no such file"))
    Traceback (most recent call last):
    FileNotFoundError: ...
    """
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    parts: dict[str, type[Games] | type[Learning] | type[Teaching]] = {
        "games": Games,
        "learning": Learning,
        "teacher": Teaching,
    }
    read: dict[str, Any] = {"name": str(data.pop("name", path.stem)), "examples": tuple(data.pop("examples", ()))}
    for part, kind in parts.items():
        given = data.pop(part, {})
        known = kind.__dataclass_fields__
        for key, value in given.items():
            if key not in known:
                raise ValueError(f"{path}: {part}.{key}: {', '.join(known)}")
            if not isinstance(value, type(known[key].default)) and not (
                isinstance(known[key].default, float) and isinstance(value, int)
            ):
                raise ValueError(f"{path}: {part}.{key}: {type(known[key].default).__name__}")
        read[part] = kind(**given)
    if data:
        raise ValueError(f"{path}: {', '.join(data)}: {', '.join(('name', 'examples', *parts))}")
    return Plan(**read)
