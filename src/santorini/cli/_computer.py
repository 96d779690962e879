"""The computer players of a game in the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from santorini import AnalysisLine, Decision, Engine, Game, Limit, SantoriniError, level
from santorini.cli._common import say

__all__ = ["HUMAN", "RANDOM", "Computer", "kind_of"]

HUMAN, RANDOM = "human", "random"
HINT = Limit(nodes=200_000, seconds=3.0)
"""The effort for a hint. Counted in nodes, so that all but the slowest machines give the same hint."""


def kind_of(text: str) -> str | None:
    """Who plays a seat: `human`, `random` or the name of a level; None if the text is none of these.

    >>> kind_of("H"), kind_of("r"), kind_of("3"), kind_of("Titan"), kind_of("robot")
    ('human', 'random', 'potter', 'titan', None)
    """
    word = text.strip().lower()
    for kind in (HUMAN, RANDOM):
        local = say(f"play.answer.{kind}")
        if word in (kind, kind[0], local, local[0]):
            return kind
    with suppress(SantoriniError):
        return level(word).name
    return None


class Computer:
    """Engines for the seats, created when first needed."""

    def __init__(self, seats: Sequence[str], seed: int, limit: Limit | None) -> None:
        self._seats = seats
        self._seed = seed
        self._limit = limit
        self._engines: dict[int, Engine] = {}
        self._adviser: Engine | None = None

    def decide(self, game: Game, seat: int) -> Decision:
        """The decision of the computer in a seat."""
        if seat not in self._engines:
            self._engines[seat] = Engine(self._seats[seat - 1], seed=self._seed + seat)
        return self._engines[seat].play(game, self._limit)

    def observe(self, game: Game) -> None:
        """Tell the engines what has happened."""
        for seat, engine in self._engines.items():
            engine.observe(game.view(seat))

    def hint(self, game: Game) -> AnalysisLine:
        """The best turn for the seat to choose, judged by what that seat may know."""
        if self._adviser is None:
            self._adviser = Engine(seed=self._seed)
        return self._adviser.analyse(game, HINT).best
