"""What a seat may know of a game."""

from __future__ import annotations

from dataclasses import dataclass

from santorini._core import Position, Step
from santorini.draw.drawing import drawing
from santorini.draw.svg import board_svg
from santorini.game.outcome import Outcome

__all__ = ["View"]


@dataclass(frozen=True, slots=True)
class View:
    """All that a seat may know of a position; seat 0 is a spectator.

    Its position, text and choices contain no secrets of other seats.

    >>> from santorini import Game
    >>> game = Game("pan", "hecate")
    >>> for turn in ("*b3 *d3", "*c2 *c4"):
    ...     _ = game.push(turn)
    >>> game.view(1).position.workers(2), game.view(2).position.workers(2)
    ([], ['c2', 'c4'])
    """

    seat: int
    position: Position
    outcome: Outcome | None

    @property
    def text(self) -> str:
        """The position text, with `?` for what the seat may not know."""
        return self.position.text

    @property
    def decides(self) -> bool:
        """Whether this seat chooses next."""
        return self.outcome is None and self.position.decider == self.seat

    @property
    def legal_steps(self) -> tuple[Step, ...]:
        """The seat's choices; none if another seat chooses."""
        return tuple(self.position.steps()) if self.decides else ()

    def __str__(self) -> str:
        return drawing(self.position, self.outcome)

    def _repr_svg_(self) -> str:
        return board_svg(self.position, result=self.outcome)
