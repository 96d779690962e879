"""Reading positions from text, with errors that people can read."""

from __future__ import annotations

from santorini import _core
from santorini._core import Position
from santorini.errors import InvalidPositionError, sentence

__all__ = ["clean", "read_position"]


def clean(text: str) -> str:
    """The text with unpaired surrogates replaced: the core reads UTF-8, which has none."""
    if not isinstance(text, str):
        raise TypeError(f"expected a text, not {type(text).__name__}")
    return text.encode("utf-8", "replace").decode()


def read_position(text: str) -> Position:
    """Read a position text (docs/notation.md).

    >>> from santorini import read_position
    >>> read_position("0000000000000000000000000/1/pan:b3,d3/mortal:c2,c4").workers(1)
    ['b3', 'd3']
    >>> read_position("0000/1/pan/mortal")
    Traceback (most recent call last):
    santorini.errors.InvalidPositionError: cannot read the position '0000/1/pan/mortal': ... 25 heights
    """
    try:
        return Position.read(clean(text))
    except _core.CoreError as error:
        code, what = error.args
        why = sentence(code, what=what)
        shown = text if len(text) <= 200 else text[:200] + "…"
        raise InvalidPositionError(code, sentence("position", text=shown, why=why)) from None
