"""The choices of a draft: which powers are offered, which one is taken or passed on, who begins."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from santorini._core import Position, Step
from santorini.engine.pairings import pairings

__all__ = ["draft_choices"]

_SAMPLE = 24
"""How many powers are tried to complete an offer."""

_PASSED = 3
"""How many cards of a hand are passed on in the draft of the player aid (C6)."""


def draft_choices(position: Position, rng: random.Random) -> list[tuple[Step, float]]:
    """Every choice in the current stage of the draft with its estimated chance of winning, best first."""
    value: dict[str, Callable[[Position, Step, random.Random], float]] = {
        "offer": _offer,
        "take": _take,
        "begin": _begin,
        "discard": _discard,
        "keep": _keep,
    }
    judged = [(step, value[position.stage](position, step, rng)) for step in position.steps()]
    return sorted(judged, key=lambda pair: -pair[1])


def _offer(position: Position, step: Step, rng: random.Random) -> float:
    """The others choose first and leave the weakest power, so an even offer is best."""
    known = pairings(position.rules)
    after = position.play(step)
    offered = after.offered or [str(step.power)]
    if after.stage == "offer":
        # Assume that the most even of a sample completes the offer.
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
    """Taking a power leaves the rest to the others, in addition to what they have already taken."""
    own, seat = str(step.power), position.decider
    assert seat is not None
    rest = [name for name in position.offered if name != own]
    others = (s for s in range(1, position.players + 1) if position.side(s) != position.side(seat))
    taken = [position.power(s) for s in others if position.power(s) != "mortal"]
    return pairings(position.rules).chance(own, [*taken, *rest])


def _begin(position: Position, step: Step, rng: random.Random) -> float:
    """The measured chance of the seat that begins; without games, beginning counts as slightly better."""
    first = pairings(position.rules).first + 0.001
    seat = position.decider
    assert seat is not None
    mine = position.side(step.seat or seat) == position.side(seat)
    return first if mine else 1 - first


def _discard(position: Position, step: Step, rng: random.Random) -> float:
    """The other player keeps the best of the cards passed on, so it is better to discard the strongest ones."""
    known = pairings(position.rules)
    left = sorted(known.strength(one.power or "") for one in position.steps() if one != step)
    passed = left[:_PASSED]  # the other cards to discard will be the strongest ones
    return 1 - passed[-1]


def _keep(position: Position, step: Step, rng: random.Random) -> float:
    """What the other player keeps is not known."""
    return pairings(position.rules).strength(step.power or "")
