"""What the computer plays. This is the seam to the engine: everything else only knows `choose`."""

from __future__ import annotations

import random

from santorini import Position, read_position

__all__ = ["choose"]


def choose(view_text: str, seat: int, level: int) -> list[str]:
    """The steps of the computer's turn, or of the rest of it, or its answer inside somebody else's.

    `view_text` is the position as the seat may see it, and all that is known. A stand-in until `santorini.Engine`
    replaces it: it wins if one turn is enough (from level 2 on), otherwise it plays anything legal, whatever the level.

    >>> choose("0003200000000000000000000/1/mortal:e5,a1/mortal:a5,b1", 1, 10)
    ['e5-d5']
    """
    position = read_position(view_text)
    if level > 1 and position.stage == "play" and position.decider == position.to_move and position.has_win():
        for turn in position.turns():
            if turn.wins:
                return [str(step) for step in turn.steps]
    return _anything(position, seat)


def _anything(position: Position, seat: int) -> list[str]:
    """Random steps until the turn is over or somebody else has to decide."""
    before, steps = position, []
    while position.decider == seat and (legal := position.steps()):
        step = random.choice(legal)
        steps.append(str(step))
        position = position.play(step)
        if before.turn_ended(position):
            break
    return steps
