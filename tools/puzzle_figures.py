"""The figures of the shipped puzzles in docs/puzzles.md: how many of each theme, difficulty and power.

python tools/puzzle_figures.py            # update them
python tools/puzzle_figures.py --check    # fail if they are out of date
"""

from __future__ import annotations

import sys
import textwrap
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from santorini.puzzles.make import FEW, possible_powers
from santorini.puzzles.puzzle import MOST_DIFFICULT, THEMES, shipped

PAGE = Path(__file__).resolve().parent.parent / "docs/puzzles.md"
BEGIN, END = "<!-- puzzle_figures: begin -->", "<!-- puzzle_figures: end -->"
WIDTH = 120


def row(cells: Iterable[object]) -> str:
    """A row of a table."""
    return "| " + " | ".join(map(str, cells)) + " |"


def table(name: str, heads: Iterable[object], counts: Counter[object]) -> str:
    """How many puzzles there are under each head."""
    heads = list(heads)
    titles = [f"`{head}`" if isinstance(head, str) else head for head in heads]
    return "\n".join(
        [row([name, *titles]), row(["---"] * (len(heads) + 1)), row(["puzzles", *(counts[head] for head in heads)])]
    )


def figures() -> str:
    """The text between the marks."""
    puzzles = shipped()
    powers = Counter(puzzle.power for puzzle in puzzles)
    possible = possible_powers()
    enough = sum(powers[key] >= FEW for key in possible)
    plain = sum({puzzle.position.power(seat) for seat in (1, 2)} == {"mortal"} for puzzle in puzzles)
    total = f"{len(puzzles):,} puzzles, {plain} of them of the plain game"
    each = "By power: " + ", ".join(f"`{key}` {powers[key]}" for key in possible) + "."
    return "\n\n".join(
        [
            f"{total}; {enough} of {len(possible)} powers have {FEW} or more.",
            table("theme", THEMES, Counter(puzzle.theme for puzzle in puzzles)),
            table("difficulty", range(1, MOST_DIFFICULT + 1), Counter(puzzle.difficulty for puzzle in puzzles)),
            "\n".join(textwrap.wrap(each, WIDTH, break_on_hyphens=False)),
        ]
    )


def main() -> int:
    """Write the figures, or compare."""
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    wanted = f"{before}{BEGIN}\n{figures()}\n{END}{after}"
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(wanted, encoding="utf-8")
    elif page != wanted:
        print("docs/puzzles.md: the figures are out of date; run python tools/puzzle_figures.py")
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
