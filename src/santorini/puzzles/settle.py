"""What makes a position a puzzle: few turns are right, and everything else is proven wrong by trying everything.

A turn is right if `Prover` proves it and wrong if it refutes it; where it gives up, the position is no puzzle.
"""

from __future__ import annotations

from collections.abc import Callable

from santorini._core import Position, Prover, Turn

__all__ = ["BUDGET", "is_kept", "settle", "settle_keep"]

BUDGET = 150_000
"""Positions that one proof may take."""
FARTHEST = 4
"""Own turns that the longest wins take."""
KEPT_WITHIN = 3
"""Own turns within which a win has to be, if it counts as kept."""
MOST_KEPT = 600_000
"""Positions that provers remember before they start anew: some hundred megabytes."""
MOST_ASKED = 3_000_000
"""Positions that all proofs for one puzzle may take together."""
MOST_TURNS = 2_000
"""Positions with more turns are slow to settle. Where two workers move and build, even an endgame has a thousand."""
MOST_RIGHT = 2


class _Settler:
    """Provers one after the other: each remembers what it has seen, so that many questions would fill the memory."""

    def __init__(self, budget: int, most: float) -> None:
        self._budget, self._most = budget, most
        self._prover = Prover(budget)
        self._asked = 0

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


def settle(position: Position, budget: int = BUDGET, most: float = MOST_ASKED) -> tuple[str, tuple[str, ...]] | None:
    """The theme and the right turns, if the position is a puzzle: the quickest win, or else what saves."""
    every = _turns(position)
    if not every:
        return None
    prover = _Settler(budget, most)
    for turns in range(1, FARTHEST + 1):
        won = prover.wins(position, turns)
        if won is None:
            return None
        if won:
            right = _right(every, MOST_RIGHT, lambda after, n=turns: _lost(prover, after, n))  # type: ignore[misc]
            return (f"win {turns}", right) if right else None
    right = _right(every, MOST_RIGHT, lambda after: _safe(prover, after))
    return ("save", right) if right else None


def settle_keep(position: Position, budget: int = BUDGET, most: float = MOST_ASKED) -> tuple[str, ...]:
    """The one turn that keeps a forced win, if there is a win and every other turn gives it away; else nothing."""
    prover = _Settler(budget, most)
    if prover.wins(position, 1) is not False:
        return ()  # to win at once is another task
    return _right(_turns(position), 1, lambda after: is_kept(prover, after))


def is_kept(prover: Prover | _Settler, after: Position) -> bool | None:
    """Can the other side still force its win, within three of its turns, the one just played included?"""
    if not after.has_turn():
        return True
    for turns in range(1, KEPT_WITHIN):  # the short proofs first: they are much cheaper, and most wins are short
        lost = prover.loses(after, turns)
        if lost:
            return True
        if lost is None:  # too far to see, but if the other side wins itself, the win is gone
            return False if prover.wins(after, 2) else None
    return False


def _turns(position: Position) -> list[Turn]:
    """The turns to choose from; none where they are too few or too many for a puzzle."""
    every = position.turn_list()
    return every if 6 <= len(every) <= MOST_TURNS else []


def _right(every: list[Turn], most: int, judge: Callable[[Position], bool | None]) -> tuple[str, ...]:
    """The turns after which the judge says yes: none if there are many, or if it cannot say."""
    right: list[str] = []
    for turn in every:
        verdict = turn.wins if turn.after.is_over else judge(turn.after)
        if verdict is None:
            return ()
        if verdict:
            right.append(turn.text)
            if len(right) > most:
                return ()
    return tuple(right) if 5 * len(right) <= len(every) else ()


def _lost(prover: _Settler, after: Position, turns: int) -> bool | None:
    """Has the side to move lost, at the latest with so many turns of the other side, this one included?"""
    if not after.has_turn():
        return True
    return turns > 1 and prover.loses(after, turns - 1)


def _safe(prover: _Settler, after: Position) -> bool | None:
    """Has the side to move no win within two turns?"""
    if not after.has_turn():
        return True
    won = prover.wins(after, 2)
    return None if won is None else not won
