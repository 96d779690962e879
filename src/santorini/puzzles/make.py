"""Makes puzzles: from games of the engine against itself, each settled by the exhaustive prover.

The search only proposes positions; what is right in them is proven (settle.py). The games are played by workers
(santorini.pool), in this process or in several; what they find is collected here.
"""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from santorini import _core
from santorini._core import Position
from santorini.game.game import Game
from santorini.game.powers import POWERS, entry
from santorini.game.reading import read_position
from santorini.pool import open_pool
from santorini.puzzles.puzzle import THEMES, Puzzle, read_puzzles, write_puzzles
from santorini.puzzles.rate import Rater
from santorini.puzzles.settle import Settler
from santorini.setup.suits import suits

__all__ = ["Maker", "possible_powers", "unsuited"]

GAME_NODES = 1_000
LINES = 3
OPENING = 6
MOST_TURNS = 90
FARTHEST = 4
"""How many turns of the winner's own the longest wins take."""
PLAIN = "mortal"
FEW = 20
"""Powers with fewer puzzles than this come first."""
SAVE_EVERY = 2.0
"""Seconds between two saves."""


def unsuited() -> dict[str, str]:
    """The powers that cannot have puzzles because the prover cannot judge them, and why."""
    found = {}
    for key in POWERS:
        says = entry(key)
        if "setup.secret" in says:
            found[key] = "hidden"
        elif "setup.deck" in says:
            found[key] = "luck"
        elif "everyone.place_on_dome" in says:
            found[key] = "reaction"
        elif "power.again" in says:
            found[key] = "additional turn"
    return found


def possible_powers() -> list[str]:
    """The powers that can have puzzles."""
    without = unsuited()
    return [key for key in POWERS if key not in without]


# -- games -------------------------------------------------------------------------------------------------------------


class Task(NamedTuple):
    """A game to be played, and which themes are wanted for which power."""

    powers: tuple[str, str]
    seed: int
    wanted: tuple[tuple[str, tuple[str, ...]], ...]


class Found(NamedTuple):
    """A puzzle, as it is sent from one process to another."""

    position: str
    solution: tuple[str, ...]
    theme: str
    difficulty: int


class Games:
    """Plays games and settles what looks like a puzzle: the worker of the pool."""

    def __init__(self) -> None:
        self._searcher = _core.Searcher(hash_mb=1)
        self._rater = Rater()

    def play(self, task: Task, thinking: Callable[[int], None]) -> list[Found]:
        """The puzzles of one game, at most one of each theme for a power: two from one game would look alike."""
        wanted = {power: set(themes) for power, themes in task.wanted}
        found = []
        for position, lines in self._moments(task):
            themes = wanted.get(position.power(position.to_move), set())
            settler: Settler | None = None
            for theme in _promised(position, lines):
                if theme not in themes:
                    continue
                settler = settler or Settler(position)
                if right := settler.right(theme):
                    themes.remove(theme)
                    found.append(Found(position.text, right, theme, self._rater.difficulty(position, right)))
                    break
        return found

    def close(self) -> None:
        """Free the memory."""
        self._rater.close()

    def _moments(self, task: Task) -> Iterator[tuple[Position, list[_core.Line]]]:
        """Positions of a quick, slightly careless game of the engine against itself, with the lines it considered."""
        dice = random.Random(f"{task.powers}/{task.seed}")
        position = Game(*task.powers, seed=task.seed).position
        for number in range(MOST_TURNS):
            if position.is_over:
                return
            if position.stage != "play" or number < OPENING or not _core.searchable(position):
                turn = _core.testing.random_turn(position, dice.getrandbits(48))
                if not turn.steps:
                    return
                position = turn.after
                continue
            lines = self._searcher.go(position, nodes=GAME_NODES, lines=LINES).lines
            if not lines:
                return
            if position.at_rest and not position.extra:
                yield position, lines
            likely = lines[:2] if dice.random() < 0.7 else lines
            position = position.turn_of(list(dice.choice(likely).steps)).after


def _promised(position: Position, lines: list[_core.Line]) -> Iterator[str]:
    """The themes that the search suggests, the rarer ones first. Only these are settled."""
    wins_in = lines[0].wins_in
    if _core.wins_now(position):
        yield "win 1"
    elif wins_in is not None and 0 < wins_in <= FARTHEST:
        # If even the last line wins as fast, there are more right turns than a puzzle may have.
        if len(lines) == LINES and lines[-1].wins_in is not None and 0 < lines[-1].wins_in <= wins_in:
            return
        if lines[1:] and lines[1].wins_in is None:
            yield "keep"
        yield f"win {wins_in}"
    elif _core.is_threatened(position):
        yield "save"


# -- a set -------------------------------------------------------------------------------------------------------------


class _TimeUpError(Exception):
    pass


@dataclass
class Maker:
    """A set in the making. It is saved every few seconds; a second file beside it counts the games played."""

    file: Path
    wanted: int
    seed: int = 1
    most_games: int = 150
    shares: dict[str, float] = field(
        default_factory=lambda: {"win 1": 0.15, "win 2": 0.3, "win 3": 0.3, "win 4": 0.2, "keep": 0.2, "save": 0.25}
    )
    """The largest share of each theme among the puzzles of a power."""

    def __post_init__(self) -> None:
        self._next = Path(f"{self.file}.next.json")
        puzzles = read_puzzles(self.file.read_text(encoding="utf-8")) if self.file.is_file() else []
        self._puzzles = {puzzle.canonical: puzzle for puzzle in puzzles}
        self.games: dict[str, int] = json.loads(self._next.read_text()) if self._next.is_file() else {}
        self._counts = Counter((puzzle.power, puzzle.theme) for puzzle in puzzles)

    def __len__(self) -> int:
        return len(self._puzzles)

    @property
    def puzzles(self) -> list[Puzzle]:
        """The puzzles so far."""
        return list(self._puzzles.values())

    def count(self, power: str) -> int:
        """How many there are for a power."""
        return sum(self._counts[power, theme] for theme in THEMES)

    def run(
        self,
        powers: list[str],
        processes: int = 1,
        seconds: float | None = None,
        tell: Callable[[], None] | None = None,
    ) -> None:
        """Play games until all powers have enough puzzles or have used up their games, or the time is up."""
        until = None if seconds is None else time.monotonic() + seconds

        def look_at_the_clock() -> None:
            if until is not None and time.monotonic() > until:
                raise _TimeUpError

        saved = 0.0
        try:
            with open_pool(Games, (), processes) as pool:
                for _, found in pool.run(self._tasks(powers), lambda task, seat, status: [], look_at_the_clock):
                    for one in found:
                        self._take(one)
                    if time.monotonic() > saved + SAVE_EVERY:
                        self.save()
                        saved = time.monotonic()
                    if tell is not None:
                        tell()
        except (KeyboardInterrupt, _TimeUpError):
            pass  # games in progress are given up
        finally:
            self.save()

    def save(self) -> None:
        """Write the puzzles and the numbers of games."""
        for path, text in (
            (self.file, write_puzzles(self.puzzles)),
            (self._next, json.dumps(self.games, sort_keys=True) + "\n"),
        ):
            draft = path.with_name(f".{path.name}.new")
            draft.write_text(text, encoding="utf-8")
            draft.replace(path)

    def _tasks(self, powers: list[str]) -> Iterator[Task]:
        """Game after game, most of them for the powers that have the fewest puzzles. Both players' turns count."""
        possible = possible_powers()
        while open_powers := [key for key in powers if self._is_open(key)]:
            number = sum(self.games.values())
            dice = random.Random(f"{self.seed}/{number}")
            key = self._scarce(open_powers, dice)
            if dice.random() < (0.5 if key == PLAIN else 0.25):
                other = PLAIN
            else:
                partners = [one for one in possible if one != key and suits((key, one)) is None]
                other = self._scarce([one for one in partners if one in open_powers] or partners, dice)
            self.games[key] = self.games.get(key, 0) + 1
            yield Task(
                (key, other) if dice.random() < 0.5 else (other, key),
                self.seed * 1_000_000 + number,
                tuple((one, self._open_themes(one)) for one in dict.fromkeys((key, other)) if one in open_powers),
            )

    def _scarce(self, powers: list[str], dice: random.Random) -> str:
        weights = []
        for key in powers:
            count = self.count(key)
            weights.append((4.0 if count < FEW else 1.0) * max(0.05, 1 - count / self.wanted))
        return dice.choices(powers, weights)[0]

    def _is_open(self, power: str) -> bool:
        return self.count(power) < self.wanted and self.games.get(power, 0) < self.most_games

    def _is_wanted(self, power: str, theme: str) -> bool:
        return self.count(power) < self.wanted and self._counts[power, theme] < max(
            1.0, self.shares[theme] * self.wanted
        )

    def _open_themes(self, power: str) -> tuple[str, ...]:
        return tuple(theme for theme in THEMES if self._is_wanted(power, theme))

    def _take(self, found: Found) -> None:
        puzzle = Puzzle(read_position(found.position), found.solution, found.theme, found.difficulty)
        # Games that are played at the same time may find the same puzzle, or more than are wanted.
        if puzzle.canonical not in self._puzzles and self._is_wanted(puzzle.power, puzzle.theme):
            self._puzzles[puzzle.canonical] = puzzle
            self._counts[puzzle.power, puzzle.theme] += 1
