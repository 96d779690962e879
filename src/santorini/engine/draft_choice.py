"""The choices of a draft: which powers are offered, which one is taken or passed on, who begins."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from santorini._core import Position, Step
from santorini.engine.pairings import pairings

__all__ = ["draft_choices"]

_SAMPLE = 24
"""From how many powers an offer is completed in thought."""

_PASSED = 3
"""How many cards a hand passes on in the draft of the player aid (C6)."""


def draft_choices(position: Position, rng: random.Random) -> list[tuple[Step, float]]:
    """Every choice of a stage of the draft with the chance to win that it is thought to give, the best first."""
    value: dict[str, Callable[[Position, Step, random.Random], float]] = {
        "offer": _offer,
        "take": _take,
        "begin": _begin,
        "discard": _discard,
        "keep": _keep,
    }
    judged = [(step, value[position.stage](position, step, rng)) for step in position.steps()]
    return sorted(judged, key=lambda pair: -pair[1])


def _named(step: Step) -> str:
    return str(step).partition(":")[2]


def _on_offer(position: Position) -> list[str]:
    """The powers that lie on the table."""
    for part in position.text.split("/"):
        if part.startswith("offer="):
            return part.removeprefix("offer=").split(",")
    return []


def _offer(position: Position, step: Step, rng: random.Random) -> float:
    """The others choose first: what is left for the one who offers is the weakest, so an even offer is best."""
    known = pairings(position.rules)
    after = position.play(step)
    offered = _on_offer(after) or [_named(step)]
    if after.stage == "offer":
        # What can still be offered beside it: the evenest of some is what it will be.
        names = [_named(one) for one in after.steps() if one.kind == "offer"]
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
    own, seat = _named(step), position.decider
    rest = [name for name in _on_offer(position) if name != own]
    others = (s for s in range(1, position.players + 1) if position.side(s) != position.side(seat))
    taken = [position.power(s) for s in others if position.power(s) != "mortal"]
    return pairings(position.rules).chance(own, [*taken, *rest])


def _begin(position: Position, step: Step, rng: random.Random) -> float:
    """What the games have shown of who begins; where they show nothing, to begin is a little better."""
    first = pairings(position.rules).first + 0.001
    mine = position.side(int(_named(step))) == position.side(position.decider)
    return first if mine else 1 - first


def _discard(position: Position, step: Step, rng: random.Random) -> float:
    """The other player keeps the best of the cards that are handed over: the strongest ones are better laid aside."""
    known = pairings(position.rules)
    left = sorted(known.strength(_named(one)) for one in position.steps() if one != step)
    passed = left[:_PASSED]  # of those that go too, the strongest do
    return 1 - passed[-1]


def _keep(position: Position, step: Step, rng: random.Random) -> float:
    """What the other player keeps is not known."""
    return pairings(position.rules).strength(_named(step))
