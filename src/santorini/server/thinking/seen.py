"""What a seat has seen of a game, look by look: all that a computer player needs to form its belief again."""

from __future__ import annotations

from typing import TypeAlias

from santorini import Game

__all__ = ["Look", "seen_by"]

Look: TypeAlias = "tuple[str, str | None]"
"""The position as the seat saw it, and the step of its own that led there from the look before."""


def seen_by(game: Game, seat: int) -> list[Look]:
    """The looks of a seat at the turns so far: after each step of its own, and at the end of every turn."""
    looks: list[Look] = []

    def look(view: str, step: str | None = None) -> None:
        if step is not None or not looks or looks[-1][0] != view:
            looks.append((view, step))

    for turn in game.turns:
        for step, before, after, _ in turn.trace():
            if before.decider == seat:
                look(before.view(seat).text)
                look(after.view(seat).text, str(step))
        look(turn.after.view(seat).text)
    return looks
