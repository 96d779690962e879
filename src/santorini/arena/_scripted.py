"""Players that stand for people: they follow a few habits and do not search.

The ladder of levels is measured against them (docs/strength.md). They know what a person knows who has just learned
the rules: a turn that wins, an opponent who is about to win, and that high ground is good. They see all of this in
the positions after their turns, so they can play with every power.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from dataclasses import dataclass

from santorini._core import Position, Step, Turn
from santorini.engine.line_choice import can_win_now, loses_at_once
from santorini.game.game import Game

__all__ = ["SCRIPTED", "Habits", "Scripted"]

MOST_TURNS = 2_000
"""How many turns are looked at. Some powers have many more."""


@dataclass(frozen=True, slots=True)
class Habits:
    """How often a player does each thing, as a chance per turn."""

    wins: float
    """Sees that it can win."""
    looks: float
    """Checks whether the opponent could win next, and avoids that if it can."""
    climbs: float
    """Goes as high up as it can; otherwise it does not care where it goes."""


SCRIPTED = {
    "beginner": Habits(wins=0.8, looks=0.3, climbs=0.5),
    "casual": Habits(wins=0.9, looks=0.6, climbs=0.8),
    "careful": Habits(wins=1.0, looks=1.0, climbs=1.0),
}


class Scripted:
    """Plays by its habits."""

    clock = "wall"

    def __init__(self, habits: Habits) -> None:
        self._habits = habits
        self._seed = 0

    def begin(self, seed: int) -> None:
        """A new game begins."""
        self._seed = seed

    def decide(self, game: Game, seat: int) -> Sequence[Step]:
        """A turn; if something else is to be decided, a random step."""
        luck = random.Random(f"{self._seed}/{seat}/{len(game.turns)}/{len(game.turn_in_progress)}")
        view = game.view(seat).position
        if view.stage != "play" or not view.at_rest or view.to_move != seat:
            return [luck.choice(game.view(seat).legal_steps)]
        return self._turn(view, seat, luck).steps

    def observe(self, game: Game, seat: int, played: Sequence[Step]) -> None:
        """It has no memory."""

    def cpu(self) -> float | None:
        """It does not think."""
        return 0.0

    def close(self) -> None:
        """It holds nothing."""

    def _turn(self, view: Position, seat: int, luck: random.Random) -> Turn:
        if luck.random() < self._habits.wins and can_win_now(view, seat):
            return next(turn for turn in view.turns() if turn.wins)
        turns = [turn for turn in itertools.islice(view.turns(), MOST_TURNS) if not turn.wins] or view.turn_list()
        luck.shuffle(turns)
        if luck.random() < self._habits.climbs:
            turns.sort(key=lambda turn: -_height(turn.after, seat))
        if luck.random() < self._habits.looks:
            side = view.side(seat)
            return next((turn for turn in turns if not loses_at_once(turn.after, side)), turns[0])
        return turns[0]


def _height(position: Position, seat: int) -> int:
    """The sum of the heights of the seat's workers."""
    return sum(position.height(square) for square in position.workers(seat))
