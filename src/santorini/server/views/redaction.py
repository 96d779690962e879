"""What a seat may know of turns: their texts and effects, without what is hidden from it."""

from __future__ import annotations

from collections.abc import Iterator

from santorini import POWERS, Position, Step, Turn
from santorini.draw.drawing import UNSEEN
from santorini.record.record import public_text
from santorini.server.protocol import responses
from santorini.setup.stages import PASSING_STAGES

__all__ = ["effects", "reveals", "secretive", "text"]

_BY_NUMBER = {power.number: key for key, power in POWERS.items()}


def text(turn: Turn, seat: int, over: bool = False) -> str:
    """The turn as the seat may read it; 0 is a stranger. After the end of the game nothing is hidden."""
    return turn.text if over else public_text(turn, seat)


def effects(turn: Turn, seat: int, over: bool = False) -> list[responses.Effect]:
    """What happened on the table in a turn, as far as the seat could see it."""
    found: list[responses.Effect] = []
    before = turn.before
    for step in turn.steps:
        after = before.play(step)
        unseen = frozenset() if over else _unseen(before, seat) | _unseen(after, seat)
        found += _seen(before, step, unseen)
        before = after
    return found


def reveals(before: Position, step: Step, seat: int) -> bool:
    """Does the step tell its player something new?

    It does if the seat's view of what really happens differs from what its view alone let it expect. Such a step
    cannot be taken back: it would be a free look at a hidden worker, or into the Abyss.
    """
    expected = before.view(seat).play(step).view(seat)
    return expected.text != before.play(step).view(seat).text


def secretive(position: Position) -> bool:
    """Does somebody know, or may come to know with the card that lies there, what another may not?"""
    from santorini import entry

    if position.stage in PASSING_STAGES:
        return True
    for seat in range(1, position.players + 1):
        power, _, edition = position.card(seat).partition("~")
        if "setup.secret" in entry(power, edition or position.rules):
            return True
    return bool(position.shared) and "setup.secret" in entry(position.shared, position.rules)


# -- inside --------------------------------------------------------------------------------------------------------


def _unseen(position: Position, seat: int) -> frozenset[int]:
    """The sides whose workers the seat may not see, from 0."""
    view = position.view(seat)
    seats = range(1, position.players + 1)
    return frozenset(position.side(other) for other in seats if view.flags(other) & UNSEEN)


def _seen(before: Position, step: Step, unseen: frozenset[int]) -> Iterator[responses.Effect]:
    decider = before.decider
    actor = before.acting if decider == before.to_move else decider
    own = before.side(actor) if decider > 0 else -1
    happened = before.effects(step)
    if step.kind == "place" and not happened:
        happened = [("place", None, step.to, own)]  # the set-up has no effects of its own
    for kind, at, to, who in happened:
        effect: responses.Effect = {"kind": kind, "from": at, "to": to, "side": None, "seat": None, "power": None}
        match kind:
            case "move" | "force" | "remove" | "place":
                if who in unseen:
                    continue
                effect["side"] = who + 1
            case "build" | "dome":
                if own in unseen:
                    effect["from"] = None  # where the builder stands is nobody's business
            case "win" | "lose":
                effect["seat"] = who + 1
            case "draw":
                effect["power"] = _BY_NUMBER[who]
        yield effect
