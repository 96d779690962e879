"""A puzzle, and the file that holds a set of them.

A set is a text file: lines that begin with `#` describe it, every other line is a puzzle with its fields separated by
tabs: position, solution, theme, difficulty (docs/puzzles.md).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files

from santorini._core import Position
from santorini.errors import SantoriniError, sentence
from santorini.game.reading import read_position

__all__ = ["MOST_DIFFICULT", "THEMES", "Puzzle", "daily", "read_puzzles", "shipped", "write_puzzles"]

THEMES = ("win 1", "win 2", "win 3", "win 4", "keep", "save")
MOST_DIFFICULT = 8

HEAD = """\
# Santorini puzzles. Fields, separated by tabs: position, solution, theme, difficulty.
# solution: the right turns of the first move, one for each outcome, separated by " ; ".
# theme: "win n": the side to move wins within n of its turns; "keep": it wins by force within three
# turns, and after every other turn it does not; "save": every other turn loses within two turns.
# difficulty: 1 (easy) to 8, from how many levels of the computer opponent do not find a right turn.
"""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, the right turns, and what kind of puzzle it is."""

    position: Position
    solution: tuple[str, ...]
    theme: str
    difficulty: int

    @property
    def power(self) -> str:
        """The power of the side that has to find something."""
        return self.position.power(self.position.to_move)

    @property
    def turns(self) -> int:
        """How many turns the solver has to find."""
        return int(self.theme.removeprefix("win ")) if self.is_played_out else 1

    @property
    def is_played_out(self) -> bool:
        """Whether it is played on to the end of the game; otherwise one right turn solves it."""
        return self.theme.startswith("win")

    @property
    def canonical(self) -> str:
        """The same text for all positions that are equal under the symmetries of the board."""
        return min(self.position.turned(symmetry).text for symmetry in range(8))

    def line(self) -> str:
        """The puzzle as a line of the file."""
        return "\t".join([self.position.text, " ; ".join(self.solution), self.theme, str(self.difficulty)])


def read_puzzles(text: str) -> list[Puzzle]:
    """Read a set."""
    puzzles = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        fields = line.split("\t")
        if len(fields) != 4 or fields[2] not in THEMES or not fields[3].isdecimal():
            raise SantoriniError("puzzle/line", sentence("puzzle-line", line=number, what=line[:60]))
        position, solution, theme, difficulty = fields
        puzzles.append(Puzzle(read_position(position), tuple(solution.split(" ; ")), theme, int(difficulty)))
    return puzzles


def write_puzzles(puzzles: Iterable[Puzzle]) -> str:
    """A set as text, in an order that does not depend on how it was found."""
    lines = sorted({puzzle.canonical: puzzle.line() for puzzle in puzzles}.values())
    return HEAD + "".join(f"{line}\n" for line in lines)


@cache
def shipped() -> tuple[Puzzle, ...]:
    """The set that comes with the package."""
    return tuple(read_puzzles(files("santorini").joinpath("data/puzzles.txt").read_text(encoding="utf-8")))


def daily(puzzles: tuple[Puzzle, ...], day: date) -> Puzzle:
    """The puzzle of a day: the same for everybody who has the same set. The page computes the same."""
    number = day.toordinal() * 2_654_435_761 % 2**32
    return puzzles[number % len(puzzles)]
