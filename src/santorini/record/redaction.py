"""What a seat may read of turns in a record: the rest is left out, or written as `?`."""

from __future__ import annotations

from collections.abc import Iterable

from santorini._core import Position, Turn, seen_text
from santorini.draw.drawing import UNSEEN, kept_by
from santorini.setup.stages import PASSING_STAGES

__all__ = ["event_text", "has_secrets", "is_hidden", "public_text"]

HIDDEN_WORDS = ("?", "??", "*?", "~?", "discard:?", "take:?")


def is_hidden(turn: str) -> bool:
    """Does a turn text leave out something that its reader may not know?

    >>> [is_hidden(turn) for turn in ("*? *?", "? +d4", "??", "take:?", "?c4", "b3-b2 +c3?", "(*c5)?")]
    [True, True, True, True, False, False, False]
    """
    return any(word in HIDDEN_WORDS for word in turn.split())


def event_text(seat: int, reason: str) -> str:
    """How a record says that a seat gave up or ran out of time."""
    return f"{'time' if reason == 'time' else 'resign'}:{seat}"


def public_text(event: Turn | tuple[int, str], seat: int) -> str:
    """The text of a turn, without what the seat may not know."""
    return seen_text(event, seat) if isinstance(event, Turn) else event_text(*event)


def has_secrets(positions: Iterable[Position], seat: int) -> bool:
    """Does anybody hide something from the seat in one of the positions, or hold a card that may do so later?"""
    return any(_hides(position, seat) for position in positions)


def _hides(position: Position, seat: int) -> bool:
    if position.stage in PASSING_STAGES:
        return True
    view = position.view(seat)
    others = [s for s in range(1, position.players + 1) if seat == 0 or position.side(s) != position.side(seat)]
    return any(view.flags(s) & UNSEEN or kept_by(position.power(s)).secret for s in others)
