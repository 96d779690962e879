"""Openings: placements and first turns after which both sides have about the same chances.

A book is a text. A line with a rule set and two powers, the first to move first, begins a section; each line below it
is an opening: its turns separated by commas, then `=` and the score of a short search for the side to move, in
hundredths. Lines that begin with `#` are comments. `tools/book.py` makes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path

from santorini.errors import EngineError, sentence
from santorini.game.powers import POWERS, entry

__all__ = ["Book", "Opening", "book", "like_printed", "read_book"]

Key = tuple[str, tuple[str, ...]]
"""A rule set and the powers of the seats."""


@dataclass(frozen=True)
class Opening:
    """How a game begins."""

    powers: tuple[str, ...]
    turns: tuple[str, ...]
    score: int


@dataclass
class Book:
    r"""Openings by rule set and powers.

    >>> book = read_book("printed pan mortal\n*a1 *b2, *c3 *d4, a1-a2 +a1 = -4\n")
    >>> book.of(("mortal", "pan"), "printed"), book.of(("mortal", "pan"), "printed", any_order=True)[0].score
    ((), -4)
    >>> print(book.text(), end="")
    printed pan mortal
    *a1 *b2, *c3 *d4, a1-a2 +a1 = -4
    """

    sections: dict[Key, list[Opening]] = field(default_factory=dict)

    def of(self, powers: Sequence[str], rules: str, *, any_order: bool = False) -> tuple[Opening, ...]:
        """The openings of a pairing; with `any_order` also those in which the powers have swapped seats."""
        rules = like_printed(powers, rules)
        found = list(self.sections.get((rules, tuple(powers)), ()))
        if any_order and len(set(powers)) > 1:
            found += self.sections.get((rules, tuple(reversed(powers))), ())
        return tuple(found)

    def add(self, rules: str, opening: Opening) -> None:
        """Put an opening into its section."""
        self.sections.setdefault((rules, opening.powers), []).append(opening)

    def text(self) -> str:
        """The book as it is kept, sections in order."""
        return "".join(f"{line}\n" for line in self._lines())

    def _lines(self) -> Iterator[str]:
        for (rules, powers), openings in sorted(self.sections.items()):
            yield " ".join((rules, *powers))
            for one in openings:
                yield f"{', '.join(one.turns)} = {one.score}"

    def __len__(self) -> int:
        return sum(len(openings) for openings in self.sections.values())


def like_printed(powers: Sequence[str], rules: str) -> str:
    """The rule set under which a book lists a pairing: `printed`, unless one of the powers differs under `rules`."""
    known = all(key in POWERS for key in powers)
    return "printed" if known and all(entry(key, rules) == entry(key) for key in powers) else rules


def read_book(text: str) -> Book:
    """The book that a text holds. ValueError names the line that is wrong."""
    found = Book()
    rules, powers = "", tuple[str, ...]()
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        turns, equals, score = line.rpartition(" = ")
        if not equals:
            rules, *names = line.split()
            powers = tuple(names)
        elif not powers or not score.lstrip("-").isdecimal():
            raise ValueError(f"line {number}: {line[:60]}")
        else:
            found.add(rules, Opening(powers, tuple(turn.strip() for turn in turns.split(",")), int(score)))
    return found


@cache
def book(name: str) -> Book:
    """The book in a file; `book` is the one that ships with the package."""
    source = files("santorini").joinpath("data/openings.txt") if name == "book" else Path(name).expanduser()
    try:
        return read_book(source.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise EngineError("engine/book", sentence("engine-book", file=name)) from None
