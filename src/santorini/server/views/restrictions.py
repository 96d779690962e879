"""What other cards forbid or demand now, in the words of the catalogue."""

from __future__ import annotations

from collections.abc import Iterable

from santorini import Position, Restriction
from santorini.server.protocol.responses import Said

__all__ = ["in_force", "said"]


def in_force(view: Position, seat: int) -> list[Said]:
    """What binds the seat, of cards that are not its own: those it has before it."""
    bound = view.restrictions(seat)
    return said(one for one in bound if one.seat is None or view.side(one.seat) != view.side(seat))


def said(rules: Iterable[Restriction]) -> list[Said]:
    """Restrictions as keys and values."""
    return [Said(key=f"server.restriction.{one.kind}", args={**one.args}, squares=one.squares) for one in rules]
