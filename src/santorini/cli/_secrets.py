"""What may be shown at a shared terminal when one seat knows what another may not."""

from __future__ import annotations

from santorini import Position, Turn
from santorini.record.redaction import public_text

__all__ = ["has_secrets", "told"]


def has_secrets(position: Position) -> bool:
    """Does some seat know something, now or after the next draw, that another may not?"""
    seats = range(1, position.players + 1)
    about_to = any(step.kind == "secret" for step in position.steps())
    return about_to or any(position.view(seat).text != position.text for seat in seats)


def told(turn: Turn, seat: int) -> str:
    """A turn (or the part of it played so far) as the seat may be told of it; 0 is a spectator.

    >>> from santorini import Game
    >>> game = Game.from_text("0000000000000000000000000/1/hecate:b3,d3/pan:c2,c4")
    >>> turn = game.push("b3-b4 +c3")
    >>> told(turn, 1), told(turn, 2)
    ('b3-b4 +c3', '? +c3')
    """
    return turn.text if turn.after.is_over else public_text(turn, seat)
