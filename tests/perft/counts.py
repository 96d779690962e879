"""Tables of counts: what they look like, how they are read, counted and written.

A line is a position and the number of positions after 1, 2, .. turns; everything after `#` is a remark.

    0000000000000000000000000/1/mortal:b3,d3/mortal:c2,c4   68 5156 350208
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import santorini
from santorini import Position
from santorini._core import testing

FOLDER = Path(__file__).parent

LISTED = 60_000
"""Counts up to this size are made by listing every turn; larger ones in bulk, where the core can."""


@dataclass(frozen=True)
class Row:
    """A line of a table: a position and what is expected of it."""

    file: str
    line: int
    position: str
    counts: tuple[int, ...]

    @property
    def name(self) -> str:
        """For the test's name: who plays, and the line."""
        return f"{self.file}:{self.line} {' '.join(self.powers)}"

    @property
    def powers(self) -> list[str]:
        """The powers that take part, the shared one of the Golden Fleece too."""
        position = santorini.read_position(self.position)
        seats = [position.power(seat) for seat in range(1, position.players + 1)]
        return [*seats, position.shared] if position.shared else seats

    @property
    def rules(self) -> str:
        """The rule set."""
        return santorini.read_position(self.position).rules


def rows(path: Path) -> list[Row]:
    """The lines of a table."""
    found = []
    for number, text in enumerate(path.read_text().splitlines(), start=1):
        words = text.partition("#")[0] if not text.startswith("#") else ""
        if "/" in words:
            position, *counts = words.split()
            found.append(Row(path.stem, number, position, tuple(int(c) for c in counts)))
    return found


def files() -> list[Path]:
    """Every table."""
    return sorted(FOLDER.glob("*.perft"))


def all_rows() -> list[Row]:
    """Every line of every table."""
    return [row for path in files() for row in rows(path)]


def counted(position: Position, depth: int, expected: int | None = None) -> int:
    """Counted by listing where that is quick enough, otherwise in bulk."""
    if expected is not None and expected <= LISTED:
        return testing.listed_perft(position, depth)
    count = position.perft(depth)
    return testing.listed_perft(position, depth) if count <= LISTED else count


def split(position: Position, depth: int) -> str:
    """The count of each turn on its own: where two programs differ, this says in which turn."""
    lines = [f"    {turn.text}: {turn.after.perft(depth - 1)}" for turn in position.turns()]
    shown = lines[:80] + ([f"    … {len(lines) - 80} more"] if len(lines) > 80 else [])
    return "\n".join(shown)


def renewed(path: Path) -> str:
    """The table with its numbers counted again; remarks and depths stay."""
    lines = path.read_text().splitlines()
    for row in rows(path):
        position = santorini.read_position(row.position)
        counts = [counted(position, depth + 1) for depth in range(len(row.counts))]
        old = " ".join(str(c) for c in row.counts)
        lines[row.line - 1] = lines[row.line - 1].replace(f" {old}", " " + " ".join(str(c) for c in counts))
    return "\n".join(lines) + "\n"
