"""How a game ended."""

from __future__ import annotations

from dataclasses import dataclass

from santorini._core import Position
from santorini.enums import EndReason

__all__ = ["Outcome", "outcome_of"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winning seats (two in a team) and why.

    `reason` is also a key of the catalogue's [reason] table.

    >>> from santorini import Game
    >>> game = Game.from_text("0000000000000000000000000/1/mortal:b3,d3/mortal:c2,c4")
    >>> game.resign(1)
    >>> game.outcome()
    Outcome(winners=(2,), reason=<EndReason.RESIGNED: 'resigned'>)
    """

    winners: tuple[int, ...]
    reason: EndReason

    @property
    def winner(self) -> int:
        """The winning seat; the first one of a winning team."""
        return self.winners[0]


def outcome_of(position: Position) -> Outcome | None:
    """How the game ended in this position, or None while it goes on."""
    ended = position.outcome()
    return None if ended is None else Outcome(*ended)
