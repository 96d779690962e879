"""The choices of the draft: which powers are offered, which one is taken, who begins."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from santorini._core import Position, Step
from santorini.engine.pairings import pairings

__all__ = ["DRAFT", "draft_choices"]

DRAFT = ("offer", "take", "begin")
"""The stages of set-up in which no board is looked at."""

_SAMPLE = 24
"""From how many powers an offer is completed in thought."""


def draft_choices(position: Position, rng: random.Random) -> list[tuple[Step, float]]:
    """Every choice of a stage of the draft with the chance to win that it is thought to give, the best first."""
    value: dict[str, Callable[[Position, Step, random.Random], float]] = {
        "offer": _offer,
        "take": _take,
        "begin": _begin,
    }
    judged = [(step, value[position.stage](position, step, rng)) for step in position.steps()]
    return sorted(judged, key=lambda pair: -pair[1])


def _offer(position: Position, step: Step, rng: random.Random) -> float:
    """The others choose first: what is left for the one who offers is the weakest, so an even offer is best."""
    known = pairings(position.rules)
    after = position.play(step)
    offered = after.offered or [str(step.power)]
    if after.stage == "offer":
        # What can still be offered beside it: the evenest of some is what it will be.
        names = [str(one.power) for one in after.steps() if one.kind == "offer"]
        names = rng.sample(names, min(len(names), _SAMPLE))
        return max((_evenness([*offered, name], known.against) for name in names), default=0.0)
    return _evenness(offered, known.against)


def _evenness(offered: Sequence[str], against: Callable[[str, str], float]) -> float:
    """The chance of the weakest power on offer against the others."""
    return min(
        sum(against(one, other) for other in offered if other != one) / max(1, len(offered) - 1) for one in offered
    )


def _take(position: Position, step: Step, rng: random.Random) -> float:
    """Who takes one leaves the rest to the others, and sees what they have taken."""
    own, seat = str(step.power), position.decider
    rest = [name for name in position.offered if name != own]
    others = (s for s in range(1, position.players + 1) if position.side(s) != position.side(seat))
    taken = [position.power(s) for s in others if position.power(s) != "mortal"]
    return pairings(position.rules).chance(own, [*taken, *rest])


def _begin(position: Position, step: Step, rng: random.Random) -> float:
    """What the games have shown of who begins; where they show nothing, to begin is a little better."""
    first = pairings(position.rules).first + 0.001
    mine = position.side(step.seat or position.decider) == position.side(position.decider)
    return first if mine else 1 - first
