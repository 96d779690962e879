"""What a seat may know of turns: their texts and effects, without anything hidden from it."""

from __future__ import annotations

from collections.abc import Iterator

from santorini import POWERS, Effect, EffectKind, Position, Step, Turn
from santorini.draw.drawing import UNSEEN
from santorini.record.redaction import public_text, trace_of
from santorini.server.protocol import responses
from santorini.setup.stages import PASSING_STAGES

__all__ = ["effects", "secretive", "text"]

_BY_NUMBER = {power.number: key for key, power in POWERS.items()}


def text(turn: Turn, seat: int, over: bool = False) -> str:
    """The turn as the seat may read it; 0 is a spectator. Once the game is over nothing is hidden."""
    return turn.text if over else public_text(turn, seat)


def effects(turn: Turn, seat: int, over: bool = False) -> list[responses.Effect]:
    """What happened on the board in a turn, as far as the seat could see it."""
    found: list[responses.Effect] = []
    for step, before, after, happened in trace_of(turn):
        unseen = frozenset() if over else _unseen(before, seat) | _unseen(after, seat)
        found += _seen(before, step, happened, unseen)
    return found


def secretive(position: Position) -> bool:
    """Whether somebody has a secret, or holds a card that may give one."""
    from santorini import entry

    if position.stage in PASSING_STAGES:
        return True
    for seat in range(1, position.players + 1):
        if "setup.secret" in entry(position.power(seat), position.edition(seat)):
            return True
    return bool(position.shared) and "setup.secret" in entry(position.shared, position.rules)


# -- inside --------------------------------------------------------------------------------------------------------


def _unseen(position: Position, seat: int) -> frozenset[int]:
    """The sides whose workers the seat may not see, from 0."""
    view = position.view(seat)
    seats = range(1, position.players + 1)
    return frozenset(position.side(other) for other in seats if view.flags(other) & UNSEEN)


def _seen(before: Position, step: Step, happened: list[Effect], unseen: frozenset[int]) -> Iterator[responses.Effect]:
    decider = before.decider
    actor = before.acting if decider == before.to_move else decider
    own = -1 if actor is None else before.side(actor)
    if step.kind == "place" and not happened:
        happened = [Effect(EffectKind.PLACE, None, step.to, own)]  # the set-up has no effects of its own
    for kind, at, to, who in happened:
        effect: responses.Effect = {"kind": kind, "from": at, "to": to, "side": None, "seat": None, "power": None}
        match kind:
            case "move" | "force" | "remove" | "place":
                if who in unseen:
                    continue
                effect["side"] = who + 1
            case "build" | "dome":
                if own in unseen:
                    effect["from"] = None  # the builder's square is hidden
            case "win" | "lose":
                effect["seat"] = who + 1
            case "draw":
                effect["power"] = _BY_NUMBER[who]
        yield effect
