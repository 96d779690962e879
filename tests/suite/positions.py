"""The suite of positions with a known best turn: how they are written and read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from santorini import Position, Step, read_position

FILE = Path(__file__).parent / "positions.txt"
HARD = Path(__file__).parent / "hard.txt"
SETS = {"old": FILE, "hard": HARD}

HEAD = """\
# Positions with a known best turn, verified by trying everything (tests/suite/make.py).
# kind, position and the turns that are right, separated by tabs; one turn for each outcome, separated by " ; ".
# win n: these turns, and no others, win within n own turns, and nothing wins sooner.
# save: after these turns, and no others, the opponent has no win within two turns.
"""

HARD_HEAD = """\
# Positions in which 0.1.0 played a wrong turn after one second in three tries (tests/suite/hard.py says what
# has been proven).
# kind, position and the turns that are right, separated by tabs; one turn for each outcome, separated by " ; ".
# win n: these turns are proven to win, the best of them within n own turns; no other turn could be proven to win.
# hold: all other turns are proven to lose; these could not be.
# avoid: these turns are proven to lose, and are wrong; the others could not be and are right.
# better: these turns win more often by a fifth than those that 0.1.0 played, as long searches judge.
# worse: these turns, among them those that 0.1.0 played, win less often by a fifth than the best, and are wrong.
"""


@dataclass(frozen=True)
class Problem:
    """A position and the turns that are right."""

    kind: str
    position: Position
    turns: tuple[str, ...]

    @property
    def power(self) -> str:
        """The power of the side that has to find it."""
        return self.position.power(self.position.to_move)

    @property
    def powers(self) -> tuple[str, ...]:
        """All powers that take part."""
        return tuple(self.position.power(seat + 1) for seat in range(self.position.players))

    @property
    def is_immediate(self) -> bool:
        """Is it a win now, or a win of the opponent's next turn that has to be stopped?"""
        return self.kind in ("win 1", "save")

    @property
    def outcomes(self) -> set[Position]:
        """The positions after the right turns."""
        return {self.position.read_turn(turn)[0].after for turn in self.turns}

    def solved_by(self, steps: Sequence[Step]) -> bool:
        """Is this decision one of the right turns?"""
        listed = self.position.turn_of(list(steps)).after in self.outcomes
        return listed != (self.kind in ("avoid", "worse"))

    def survives(self, steps: Sequence[Step]) -> bool:
        """Does it take a win now, or stop one in the next turn? For levels that do not look far."""
        after = self.position.turn_of(list(steps)).after
        if self.kind == "win 1":
            return self.solved_by(steps)
        return not after.is_over and not after.has_win()

    def line(self) -> str:
        """As it is written."""
        return "\t".join([self.kind, self.position.text, " ; ".join(self.turns)])


def read(text: str | None = None, file: Path = FILE) -> list[Problem]:
    """All problems of a set, the old one if nothing is said."""
    text = file.read_text(encoding="utf-8") if text is None else text
    problems = []
    for line in text.splitlines():
        if line and not line.startswith("#"):
            kind, position, turns = line.split("\t")
            problems.append(Problem(kind, read_position(position), tuple(turns.split(" ; "))))
    return problems


def write(problems: Iterable[Problem], file: Path = FILE, head: str = HEAD) -> None:
    """Write a set, in an order that does not depend on how it was found."""
    lines = sorted({problem.line() for problem in problems})
    file.write_text(head + "\n".join(lines) + "\n", encoding="utf-8")
