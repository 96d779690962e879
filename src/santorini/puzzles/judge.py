"""Whether an answer to a puzzle is right. The prover is asked at every step, so that every right turn is accepted."""

from __future__ import annotations

import math

from santorini import _core
from santorini._core import Position, Prover, Turn
from santorini.engine.backends import shipped_network
from santorini.puzzles.puzzle import Puzzle
from santorini.puzzles.settle import PLENTY, is_kept, settle

__all__ = ["Attempt", "is_sound"]


class Attempt:
    """A puzzle that is being solved: the turns so far, and what is still to be found."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.position = puzzle.position
        self.left = puzzle.turns
        self.solved = False

    def answer(self, turn: Turn) -> bool:
        """Take a turn if it is right, and let the opponent reply. False, and nothing changes, if it is wrong."""
        if not self._is_right(turn):
            return False
        after = turn.after
        if not self.puzzle.is_played_out or after.is_over or not after.has_turn():
            self.position, self.solved = after, True
            return True
        self.position = self._reply(after)
        self.left -= 1
        return True

    def refutation(self, turn: Turn) -> Turn | None:
        """The opponent's best reply to a wrong turn."""
        if turn.after.is_over or not turn.after.has_turn():
            return None
        return turn.after.turn_of(list(_best(turn.after)))

    def _is_right(self, turn: Turn) -> bool:
        after = turn.after
        if after.is_over:
            return turn.wins
        if not after.has_turn():
            return True
        prover = Prover(PLENTY)
        if self.puzzle.theme == "save":
            return prover.wins(after, 2) is False
        if self.puzzle.theme == "keep":
            return is_kept(prover, after) is True
        return self.left > 1 and prover.loses(after, self.left - 1) is True

    @staticmethod
    def _reply(position: Position) -> Position:
        return position.turn_of(list(_best(position))).after


def _best(position: Position) -> tuple[_core.Step, ...]:
    found = _core.Searcher(hash_mb=4, network=shipped_network()).go(position, nodes=20_000)
    return tuple(found.lines[0].steps)


def is_sound(puzzle: Puzzle) -> bool:
    """Does the prover, asked again, find the same right turns?"""
    right = settle(puzzle.position, puzzle.theme, PLENTY, math.inf)
    outcomes = [{puzzle.position.read_turn(text)[0].after for text in texts} for texts in (right, puzzle.solution)]
    return bool(right) and outcomes[0] == outcomes[1]
