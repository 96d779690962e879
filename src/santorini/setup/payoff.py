"""What a finished game is worth to its seats, as learning programs count it."""

from __future__ import annotations

from santorini._core import Position

__all__ = ["payoffs"]


def payoffs(position: Position) -> tuple[float, ...] | None:
    """By seat: 1 for each winner, and less than 0 for the losers, so that all add up to 0; None while the game goes on.

    >>> from santorini import read_position
    >>> from santorini.setup.payoff import payoffs
    >>> payoffs(read_position("0000000000000000000000000/1/pan:b3,d3/mortal:c2,c4"))
    """
    ended = position.outcome()
    if ended is None:
        return None
    winners, _ = ended
    lost = -len(winners) / (position.players - len(winners))
    return tuple(1.0 if seat in winners else lost for seat in range(1, position.players + 1))
