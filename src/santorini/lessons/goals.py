"""What a lesson asks for, judged by trying everything: the turns of one side, and the replies of the other.

>>> from santorini import read_position
>>> before = read_position("0000000300012000000000000/1/mortal:c3,e1/mortal:a5,e5")
>>> [str(turn) for turn in before.turns() if is_reached("win", turn, 1)]
['c3-c4#']
"""

from __future__ import annotations

from santorini._core import Position, Turn, goal_reached, goal_refuted

__all__ = ["PROVEN", "best_reply", "is_reached"]

PROVEN = ("win", "safe", "force")
"""Goals that the rules alone decide (core/questions/goal.h): the turn wins; the opponent cannot win next; the opponent
cannot prevent a win in the turn after."""


def is_reached(goal: str, turn: Turn, seat: int) -> bool:
    """Whether the seat's turn does what is asked for."""
    return goal_reached(goal, turn.after, turn.before.side(seat))


def best_reply(goal: str, after: Position, seat: int) -> Turn | None:
    """The reply that shows why a turn was not what was asked for: it wins, or it stops the seat from winning."""
    return goal_refuted(goal, after, after.side(seat))
