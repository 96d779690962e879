"""How a level chooses among the lines that its search found.

Weak levels look less far, choose less strictly and err as people do: they think of a few turns only, climb too early,
forget to block, and above all overlook what happens far from their own workers. They never play at random.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Sequence

from santorini._core import Position, Step
from santorini.engine.backends import Found, FoundLine
from santorini.engine.levels import Level

__all__ = ["after", "can_win_now", "chosen", "loses_at_once", "wins_at_once"]

_SURE = 2_000
"""The value of a proven result in a soft choice: more than any score."""
_DISTRACTION = (0.6, 0.6, 1.0, 1.5, 1.5)
"""By distance from its nearest worker in squares: how much more often a weak level overlooks a win there."""
_POWERS = 1.5
"""How much more often anything is overlooked in a game with powers: there is more to look at."""
_REPLIES = 2_000
"""How many replies are looked at to find where an opponent wins."""


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
    lines = list(found.lines if level.ideas is not None else found.lines[: max(1, level.lines)])
    side = position.side(seat)
    if level.careful or rng.random() >= _oversight(level, position) / 2:
        best = next((line for line in lines if line.wins_in == 1 or wins_at_once(position, seat, line)), None)
        if best is not None:
            return best
    if level.careful:
        lines = _safe(lines, position, side) or lines
    if len(lines) == 1 or level.softness <= 0:
        return lines[0]
    values = _values(lines, level, position, seat, rng)
    top = max(values)
    weights = [math.exp((value - top) / level.softness) for value in values]
    return rng.choices(lines, weights)[0]


def _safe(lines: Sequence[FoundLine], position: Position, side: int) -> list[FoundLine]:
    """The lines after which the opponent cannot win at once, without proven losses if possible."""
    safe = [line for line in lines if not loses_at_once(after(position, line.steps), side)]
    return [line for line in safe if line.wins_in is None or line.wins_in > 0] or safe


def _values(lines: Sequence[FoundLine], level: Level, position: Position, seat: int, rng: random.Random) -> list[float]:
    """What each line is worth in a soft choice. A line whose result is overlooked looks like an average one."""
    attention = rng.random()  # one glance for all lines: what is overlooked in one of them is overlooked in the others
    oversight = _oversight(level, position)
    side, before = position.side(seat), _height(position, seat)
    values: list[float | None] = []
    climbs = []
    for line in lines:
        then = after(position, line.steps)
        climbs.append(level.eagerness * (_height(then, seat) - before))
        if level.careful:
            values.append(_value(line))
        elif _won(then, side):
            values.append(None)  # a win that was seen has been taken already
        elif loses_at_once(then, side):
            values.append(None if attention < oversight * _distraction(then, seat) else -_SURE)
        else:
            values.append(_value(line))
    known = sorted(value for value in values if value is not None)
    average = known[len(known) // 2] if known else 0.0
    return [(average if value is None else value) + climb for value, climb in zip(values, climbs, strict=True)]


def _oversight(level: Level, position: Position) -> float:
    """How often the level overlooks something in this game."""
    plain = all(position.power(seat) == "mortal" for seat in range(1, position.players + 1)) and not position.shared
    return level.oversight * (1 if plain else _POWERS)


def _value(line: FoundLine) -> float:
    """The score, with a proof worth more than any score, and a quick one more than a slow one."""
    if line.wins_in is None:
        return max(-_SURE, min(_SURE, line.score))
    proof = _SURE - 50 * abs(line.wins_in)
    return proof if line.wins_in > 0 else -proof


def _height(position: Position, seat: int) -> int:
    """The sum of the heights of the seat's workers."""
    return sum(position.height(square) for square in position.workers(seat))


def _distraction(then: Position, seat: int) -> float:
    """How easily a win of the opponent is overlooked: it grows with the distance to the seat's nearest worker."""
    reply = next((turn for turn in itertools.islice(then.turns(), _REPLIES) if turn.wins), None)
    goal = next((step.to for step in reversed(reply.steps) if step.to), None) if reply is not None else None
    workers = then.workers(seat)
    if goal is None or not workers:
        return 1.0
    return _DISTRACTION[min(_distance(goal, square) for square in workers)]


def _distance(one: str, other: str) -> int:
    """How many steps a worker needs from one square to the other."""
    return max(abs(ord(one[0]) - ord(other[0])), abs(ord(one[1]) - ord(other[1])))
