"""What other cards forbid or demand now, in the words of the catalogue."""

from __future__ import annotations

from pydantic_core import from_json

from santorini import Position
from santorini._core import restrictions_json
from santorini.server.protocol.responses import Said

__all__ = ["in_force"]


def in_force(view: Position, seat: int) -> list[Said]:
    """What binds the seat, of cards that are not its own: those it has before it."""
    bound: list[Said] = from_json(restrictions_json(view, seat))
    return bound
