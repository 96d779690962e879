"""Who can play in a match: levels, either evaluation at full strength, players without a search, programs.

Players that stand for people are in `_scripted.py`, programs in `_program.py`.
"""

from __future__ import annotations

import random
import shlex
import shutil
import time
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, Protocol

from santorini._core import Step
from santorini.arena._program import Options, PlayerError, Program
from santorini.arena._scripted import SCRIPTED, Habits, Scripted
from santorini.engine.backends import parameter_ranges
from santorini.engine.engine import Engine
from santorini.engine.levels import LEVELS, TOP, Level, level
from santorini.engine.limit import Limit
from santorini.errors import EngineError, sentence
from santorini.game.game import Game

__all__ = ["Options", "Player", "PlayerError", "check", "player"]


class Player(Protocol):
    """Decides for a seat."""

    @property
    def clock(self) -> str:
        """What a limit in seconds counts: `wall`, `thread` (its own processor time) or `process` (that of its process,
        stopped from outside)."""

    def begin(self, seed: int) -> None:
        """A new game begins."""

    def decide(self, game: Game, seat: int) -> Sequence[Step]:
        """The seat's decision. Raises PlayerError for a mistake that loses the game."""

    def observe(self, game: Game, seat: int, played: Sequence[Step]) -> None:
        """The seat has seen something happen; `played` are the steps it took itself."""

    def cpu(self) -> float | None:
        """Processor time it has used so far, in seconds; None where it cannot be read."""

    def close(self) -> None:
        """Release whatever the player holds."""


class _Level:
    """A level, or the top one with one of the two evaluations."""

    def __init__(
        self, level: Level, options: Options, network: bool | str, parameters: Mapping[str, int] | None = None
    ) -> None:
        self._limit = options.limit
        self.clock = "thread" if options.cpu_time else "wall"
        self._engine = Engine(
            level,
            hash_mb=options.hash_mb,
            threads=options.threads,
            seed=0,
            network=network,
            cpu_time=options.cpu_time,
            parameters=parameters,
        )

    def begin(self, seed: int) -> None:
        self._engine.seed = seed
        self._engine.clear()

    def decide(self, game: Game, seat: int) -> Sequence[Step]:
        return self._engine.play(game.view(seat), self._limit).steps

    def observe(self, game: Game, seat: int, played: Sequence[Step]) -> None:
        self._engine.observe(game.view(seat), played)

    def cpu(self) -> float | None:
        return time.process_time()  # players of one process think one after the other

    def close(self) -> None:
        self._engine.close()


class _Random:
    """Takes random legal steps."""

    clock = "wall"

    def __init__(self) -> None:
        self._seed = 0

    def begin(self, seed: int) -> None:
        self._seed = seed

    def decide(self, game: Game, seat: int) -> Sequence[Step]:
        luck = random.Random(f"{self._seed}/{seat}/{len(game.turns)}/{len(game.turn_in_progress)}")
        return [luck.choice(game.view(seat).legal_steps)]

    def observe(self, game: Game, seat: int, played: Sequence[Step]) -> None:
        pass

    def cpu(self) -> float | None:
        return 0.0

    def close(self) -> None:
        pass


EVALUATIONS = {"network": True, "handmade": False}
FRACTIONS = ("softness", "focus", "eagerness", "oversight", "seconds")
NUMBERS = {f.name: float if f.name in FRACTIONS else int for f in fields(Level)}
"""The fields of a level and their types. A match can change all but number and name."""
PARAMETERS = {one.name: one for one in parameter_ranges()}
"""The parameters of the search; empty except in a build for tuning."""
HABITS = tuple(f.name for f in fields(Habits))
"""The settings of a scripted player."""
SETTINGS = (
    "time",
    "network",
    "hash_mb",
    "threads",
    *(name for name in NUMBERS if name not in ("number", "name")),
    *PARAMETERS,
)


def check(spec: str) -> str:
    """A player's name as the result shows it. Raises an error for an unknown player."""
    name = spec.strip()
    if (known := _known(name)) is not None:
        base, _, settings = known
        _settings(settings, HABITS if base in SCRIPTED else SETTINGS)
        return f"{base}:{settings}" if settings else base
    try:
        words = shlex.split(name)
    except ValueError:
        words = []
    if not words or shutil.which(words[0]) is None:
        levels = ", ".join(one.name for one in LEVELS)
        raise EngineError("engine/player", sentence("engine-player", what=spec[:80], levels=levels))
    return name


def _known(name: str) -> tuple[str, Level | None, str] | None:
    """Name, level and settings of a built-in player, or None for a program."""
    base, _, settings = name.partition(":")
    base = base.strip().lower()
    if base == "random":
        return base, None, ""
    if base in SCRIPTED:
        return base, None, settings
    if base in EVALUATIONS:
        return base, TOP, settings
    try:
        one = level(base)
    except EngineError:
        return None
    return one.name, one, settings


def _settings(text: str, possible: Sequence[str]) -> dict[str, str]:
    """The settings in a text such as `softness=20,lines=8`."""
    found: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        key, _, value = part.partition("=")
        if key not in possible:
            raise EngineError("engine/setting", sentence("engine-setting", what=part[:40], known=", ".join(possible)))
        if key != "network":
            try:
                (int if key in PARAMETERS else NUMBERS.get(key, float))(value)
            except ValueError:
                raise EngineError("engine/setting", sentence("engine-number", name=key, what=value[:40])) from None
        found[key] = value
    return found


def player(spec: str, options: Options) -> Player:
    """The player with this name."""
    known = _known(check(spec))
    if known is None:
        return Program(spec, options)
    base, one, text = known
    if base in SCRIPTED:
        habits = {name: float(value) for name, value in _settings(text, HABITS).items()}
        return Scripted(replace(SCRIPTED[base], **habits))
    if one is None:
        return _Random()
    settings = _settings(text, SETTINGS)
    changes: dict[str, Any] = {name: NUMBERS[name](value) for name, value in settings.items() if name in NUMBERS}
    if "time" in settings:
        options = replace(options, limit=Limit(seconds=float(settings["time"])))
    options = replace(
        options,
        hash_mb=int(settings.get("hash_mb", options.hash_mb)),
        threads=int(settings.get("threads", options.threads)),
    )
    network = settings.get("network", EVALUATIONS.get(base, True))
    parameters = {name: int(value) for name, value in settings.items() if name in PARAMETERS}
    return _Level(replace(one, **changes) if changes else one, options, network, parameters)
