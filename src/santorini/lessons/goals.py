"""What a lesson asks for, judged by trying everything: the turns of one side, and the replies of the other.

>>> from santorini import read_position
>>> before = read_position("0000000300012000000000000/1/mortal:c3,e1/mortal:a5,e5")
>>> [str(turn) for turn in before.turns() if is_reached("win", turn, 1)]
['c3-c4#']
"""

from __future__ import annotations

from santorini._core import Position, Turn

__all__ = ["PROVEN", "best_reply", "is_reached"]

PROVEN = ("win", "safe", "force")
"""Goals that the rules alone decide: the turn wins; the opponent cannot win next; the opponent can do nothing against a
win in the turn after."""


def is_reached(goal: str, turn: Turn, seat: int) -> bool:
    """Whether the seat's turn does what is asked for."""
    after, side = turn.after, turn.before.side(seat)
    if after.is_over:
        return _is_won(after, side)
    match goal:
        case "safe":
            return after.side(after.to_move) == side or not _can_win(after)
        case "force":
            return all(_stays_won(reply.after, side) for reply in after.turns())
    return False


def best_reply(goal: str, after: Position, seat: int) -> Turn | None:
    """The reply that shows why a turn was not what was asked for: it wins, or it stops the seat from winning."""
    side = after.side(seat)
    if after.is_over or after.side(after.to_move) == side:
        return None
    stops = None
    for reply in after.turns():
        if reply.after.is_over and not _is_won(reply.after, side):
            return reply
        if stops is None and goal != "safe" and not _stays_won(reply.after, side):
            stops = reply
    return stops


def _is_won(position: Position, side: int) -> bool:
    return position.winner is not None and position.side(position.winner) == side


def _can_win(position: Position) -> bool:
    """Whether the side to move can win in this turn, be it by leaving the opponent no turn."""
    if position.has_win():
        return True
    side = position.side(position.to_move)
    return any(turn.after.is_over and _is_won(turn.after, side) for turn in position.turns())


def _stays_won(position: Position, side: int) -> bool:
    """Whether the side has won, or is to move and can."""
    if position.is_over:
        return _is_won(position, side)
    return position.side(position.to_move) == side and _can_win(position)
