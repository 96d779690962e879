"""The turns that a weak level considers: a few, each judged by the board after it.

People do not go through every turn either. The number of turns does not depend on how many a power allows, so a level
plays in the same way with every power.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable

from santorini._core import Position
from santorini.engine.backends import Found, FoundLine, chance_of
from santorini.engine.line_choice import can_win_now

__all__ = ["a_few", "considered"]

MOST_TURNS = 20_000
"""How many turns the few are drawn from. Some powers have many more."""


def considered(
    position: Position, seat: int, ideas: int, judge: Callable[[Position], int], rng: random.Random
) -> Found:
    """A few turns of a seat, the best first, and one that wins if there is any."""
    turns = list(itertools.islice(position.turns(), MOST_TURNS))
    some = rng.sample(turns, min(ideas, len(turns)))
    if can_win_now(position, seat) and not any(turn.wins for turn in some):
        some += [next(turn for turn in position.turns() if turn.wins)]
    side = position.side(seat)
    lines = []
    for turn in some:
        then = turn.after
        if then.winner is not None:
            wins_in = 1 if then.side(then.winner) == side else -1
            lines.append(FoundLine(turn.steps, 0, chance_of(0, wins_in), wins_in))
        else:
            score = judge(then) if then.side(then.to_move) == side else -judge(then)
            lines.append(FoundLine(turn.steps, score, chance_of(score)))
    return Found(tuple(sorted(lines, key=lambda line: (line.wins_in or 0, line.score), reverse=True)), 1, len(some))


def a_few(found: Found, ideas: int, rng: random.Random) -> Found:
    """A few of the lines that a search has found."""
    picked = sorted(rng.sample(range(len(found.lines)), min(ideas, len(found.lines))))
    return Found(tuple(found.lines[at] for at in picked), found.depth, found.nodes, found.seconds)
