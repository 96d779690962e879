"""What makes a position a puzzle: few turns are right, and everything else is proven wrong by trying everything.

A turn is right if `Prover` proves it and wrong if it refutes it; where it gives up, the position is not a puzzle.
"""

from __future__ import annotations

from collections.abc import Callable

from santorini._core import Position, Prover, Turn

__all__ = ["BUDGET", "PLENTY", "Settler", "is_kept", "settle"]

BUDGET = 150_000
"""Positions that one proof may take while puzzles are made: some hundredths of a second."""
PLENTY = 8_000_000
"""Positions that judging a puzzle may take: it was settled with fewer."""
KEPT_WITHIN = 3
"""A win counts as kept if it can be forced within this many turns of the winner."""
NO_WIN_WITHIN = 3
"""In a `save` puzzle the side to move has no win within this many of its turns."""
MOST_KEPT = 20_000_000
"""A prover is replaced after this many positions, because it remembers some of them."""
MOST_ASKED = 500_000
"""Positions that all proofs for one puzzle may take together."""
MOST_TURNS = 2_000
"""Positions with more turns are slow to settle. Where two workers move and build, even an endgame has a thousand."""
MOST_RIGHT = 2


class Settler:
    """Settles one position. What was proven for one theme is known for the next."""

    def __init__(self, position: Position, budget: int = BUDGET, most: float = MOST_ASKED) -> None:
        self.position = position
        self._budget, self._most = budget, most
        self._prover = Prover(budget)
        self._asked = 0
        every = position.turn_list()
        # With too few or too many turns a position is not a puzzle.
        self._turns: list[Turn] = every if 6 <= len(every) <= MOST_TURNS else []

    def right(self, theme: str) -> tuple[str, ...]:
        """The right turns, if the position is a puzzle of this theme; otherwise none."""
        if not self._turns:
            return ()
        if theme == "keep":
            return self.keep()
        return self.save() if theme == "save" else self.win(int(theme.removeprefix("win ")))

    def win(self, turns: int) -> tuple[str, ...]:
        """The turns that win within this many turns of the side to move, if nothing wins sooner."""
        if any(self.wins(self.position, sooner) is not False for sooner in range(1, turns)):
            return ()
        if self.wins(self.position, turns) is not True:
            return ()
        return self._right(MOST_RIGHT, lambda after: self._lost(after, turns))

    def save(self) -> tuple[str, ...]:
        """The turns that save, if there is no win and every other turn loses within two turns of the opponent."""
        if self.wins(self.position, 1) is not False:
            return ()
        right = self._right(MOST_RIGHT, self._safe)
        if any(self.wins(self.position, turns) is not False for turns in range(2, NO_WIN_WITHIN + 1) if right):
            return ()
        return right

    def keep(self) -> tuple[str, ...]:
        """The one turn that keeps a forced win, if there is a win and every other turn gives it away."""
        if self.wins(self.position, 1) is not False:
            return ()  # to win at once is another task
        return self._right(1, lambda after: is_kept(self, after))

    # -- proofs --------------------------------------------------------------------------------------------------------

    def wins(self, position: Position, turns: int) -> bool | None:
        """As `Prover.wins`."""
        return self._ask(Prover.wins, position, turns)

    def loses(self, position: Position, turns: int) -> bool | None:
        """As `Prover.loses`."""
        return self._ask(Prover.loses, position, turns)

    def _ask(
        self, question: Callable[[Prover, Position, int], bool | None], position: Position, turns: int
    ) -> bool | None:
        if self._asked > self._most:
            return None
        if self._prover.total > MOST_KEPT:
            self._prover = Prover(self._budget)
        answer = question(self._prover, position, turns)
        self._asked += self._prover.looked_at
        return answer

    def _right(self, most: int, judge: Callable[[Position], bool | None]) -> tuple[str, ...]:
        """The turns after which `judge` says yes; none if there are too many, or if it cannot decide."""
        right: list[Turn] = []
        for turn in self._turns:
            verdict = turn.wins if turn.after.is_over else judge(turn.after)
            if verdict is None:
                return ()
            if verdict:
                right.append(turn)
                if len(right) > most:
                    return ()
        return tuple(turn.text for turn in right) if 5 * len(right) <= len(self._turns) else ()

    def _lost(self, after: Position, turns: int) -> bool | None:
        """Does the side to move lose within this many turns of the other side, the one just played included?"""
        if not after.has_turn():
            return True
        return turns > 1 and self.loses(after, turns - 1)

    def _safe(self, after: Position) -> bool | None:
        """Has the side to move no win within two turns?"""
        if not after.has_turn():
            return True
        won = self.wins(after, 2)
        return None if won is None else not won


def is_kept(prover: Prover | Settler, after: Position) -> bool | None:
    """Can the other side still force its win, within three of its turns, the one just played included?"""
    if not after.has_turn():
        return True
    for turns in range(1, KEPT_WITHIN):  # the short proofs first: they are much cheaper, and most wins are short
        lost = prover.loses(after, turns)
        if lost:
            return True
        if lost is None:  # undecided, but if the side to move can win, the forced win is gone
            return False if prover.wins(after, 2) else None
    return False


def settle(position: Position, theme: str, budget: int = BUDGET, most: float = MOST_ASKED) -> tuple[str, ...]:
    """The right turns, if the position is a puzzle of this theme; otherwise none."""
    return Settler(position, budget, most).right(theme)
