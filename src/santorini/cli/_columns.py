"""Plain text in columns and paragraphs."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Collection, Sequence

__all__ = ["columns", "paragraph", "screen_width", "table"]


def screen_width() -> int:
    """The width of the terminal in characters, within sensible bounds."""
    return max(40, min(shutil.get_terminal_size().columns, 100))


def paragraph(text: str, indent: str = "", width: int | None = None) -> list[str]:
    """Lines of a text that fit the screen.

    >>> paragraph("one two three", indent="  ", width=9)
    ['  one two', '  three']
    """
    return textwrap.wrap(
        text,
        width or screen_width(),
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,  # b3-b4 is one word
    )


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], right: Collection[int] = ()) -> str:
    """Rows under a header; the columns in `right` are right-aligned.

    >>> print(table(["name", "n"], [["a", "10"], ["b", "5"]], right={1}))
    name   n
    a     10
    b      5
    """
    lines = [heads, *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(heads))]
    cells = (
        [text.rjust(width) if column in right else text.ljust(width) for column, (text, width) in enumerate(pairs)]
        for pairs in (list(zip(line, widths, strict=True)) for line in lines)
    )
    return "\n".join("  ".join(line).rstrip() for line in cells)


def columns(items: Sequence[str], width: int, indent: str = "  ") -> list[str]:
    """Short items side by side, row by row, in columns of equal width.

    >>> columns(["1 a2", "2 a3", "3 b2"], width=14)
    ['  1 a2  2 a3', '  3 b2']
    """
    if not items:
        return []
    widest = max(len(item) for item in items) + 2
    in_row = max(1, (width - len(indent) + 2) // widest)
    rows = (items[start : start + in_row] for start in range(0, len(items), in_row))
    return [indent + "".join(item.ljust(widest) for item in row).rstrip() for row in rows]
