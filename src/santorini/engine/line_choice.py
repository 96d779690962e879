"""How a level chooses among the lines that its search found.

Weak levels look less far and choose less strictly; they never play at random.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from santorini._core import Position, Step
from santorini.engine.backends import Found, FoundLine
from santorini.engine.levels import Level

__all__ = ["after", "can_win_now", "chosen", "loses_at_once", "wins_at_once"]

_SURE = 2_000
"""The value of a proven result in a soft choice: more than any score."""


def after(position: Position, steps: Sequence[Step]) -> Position:
    """The position after some steps."""
    return position.turn_of(steps).after


def wins_at_once(position: Position, seat: int, line: FoundLine) -> bool:
    """Whether the line's first decision wins."""
    then = after(position, line.steps)
    return _won(then, position.side(seat))


def _won(position: Position, side: int) -> bool:
    winner = position.winner
    return winner is not None and position.side(winner) == side


def loses_at_once(then: Position, side: int) -> bool:
    """Whether the side has lost already, or an opponent moves next and can win."""
    if then.is_over:
        return not _won(then, side)
    if then.stage != "play" or not then.at_rest or then.side(then.to_move) == side:
        return False
    return then.has_win()


def can_win_now(position: Position, seat: int) -> bool:
    """Whether the seat has a turn that wins at once."""
    return position.stage == "play" and position.at_rest and position.to_move == seat and position.has_win()


def chosen(found: Found, level: Level, position: Position, seat: int, rng: random.Random) -> FoundLine:
    """The line that the level plays."""
    lines = list(found.lines[: max(1, level.lines)])
    side = position.side(seat)
    if level.careful:
        best = next((line for line in lines if line.wins_in == 1 or wins_at_once(position, seat, line)), None)
        if best is not None:
            return best
        lines = _safe(lines, position, side) or lines
    if len(lines) == 1 or level.softness <= 0:
        return lines[0]
    blind = rng.random() < level.oversight
    values = [_value(line, blind, found) for line in lines]
    top = max(values)
    weights = [math.exp((value - top) / level.softness) for value in values]
    return rng.choices(lines, weights)[0]


def _safe(lines: Sequence[FoundLine], position: Position, side: int) -> list[FoundLine]:
    """The lines after which the opponent cannot win at once, without proven losses if possible."""
    safe = [line for line in lines if not loses_at_once(after(position, line.steps), side)]
    return [line for line in safe if line.wins_in is None or line.wins_in > 0] or safe


def _value(line: FoundLine, blind: bool, found: Found) -> float:
    """The score in a soft choice. A level that overlooks a proof takes the line for an average one."""
    if line.wins_in is None and abs(line.score) < _SURE:
        return line.score
    if blind:
        open_scores = sorted(one.score for one in found.lines if one.wins_in is None and abs(one.score) < _SURE)
        return open_scores[len(open_scores) // 2] if open_scores else 0.0
    won = line.wins_in > 0 if line.wins_in is not None else line.score > 0
    return _SURE - 50 * abs(line.wins_in or 1) if won else -_SURE + 50 * abs(line.wins_in or 1)
