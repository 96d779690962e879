"""A position as plain data, everything a page needs to draw it.

What comes in is a *view's* position (or any that nobody has secrets in): this file hides nothing and knows nothing
hidden.
"""

from __future__ import annotations

from collections.abc import Iterable

from santorini import Outcome as CoreOutcome
from santorini import Position, RuleSet, Step, entry, supply
from santorini.draw.drawing import CLIMBED, OUT, SPENT, STOLEN, UNSEEN, Kept, kept_by
from santorini.server.protocol import responses
from santorini.setup.stages import DRAFT_STAGES

__all__ = ["board", "outcome", "step", "steps"]

_COMPASS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")


def board(position: Position) -> responses.Board:
    """The position for drawing."""
    return responses.Board(
        position=position.text,
        stage=position.stage,
        players=position.players,
        rules=position.rules,
        blocks=position.heights,
        domes=position.domes,
        workers=_workers(position),
        hidden=[seat for seat in _seats(position) if position.flags(seat) & UNSEEN],
        tokens=_tokens(position),
        cards=[_card(position, seat) for seat in _seats(position)],
        shared=_shared(position),
        offer=position.offered,
        to_move=position.to_move,
        decider=position.decider or 0,
        extra=position.extra,
        supply=_supply(position),
    )


def outcome(ended: CoreOutcome | None) -> responses.Outcome | None:
    """Who won and why."""
    return None if ended is None else responses.Outcome(winners=list(ended.winners), reason=ended.reason)


def steps(choices: Iterable[Step]) -> list[responses.Step]:
    """Steps for choosing."""
    return [step(one) for one in choices]


def step(one: Step) -> responses.Step:
    """A step with what it is about taken apart."""
    return {
        "text": str(one),
        "kind": one.kind,
        "from": one.at,
        "to": one.to,
        "dome": one.dome,
        "power": one.power,
        "seat": one.seat,
        "direction": one.direction,
        "woman": one.kind == "place" and one.what == 1,
    }


# -- inside --------------------------------------------------------------------------------------------------------


def _seats(position: Position) -> range:
    return range(1, position.players + 1)


def _supply(position: Position) -> responses.Supply:
    left = supply(position)
    return responses.Supply(
        level_1=left.level_1,
        level_2=left.level_2,
        level_3=left.level_3,
        domes=left.domes,
        substituted=left.substituted,
    )


def _workers(position: Position) -> list[responses.Worker]:
    """A team's workers are told with its first seat."""
    found: dict[str, responses.Worker] = {}
    for seat in _seats(position):
        women = position.women(seat)
        for square in position.workers(seat):
            worker = responses.Worker(square=square, side=position.side(seat) + 1, seat=seat, woman=square in women)
            found.setdefault(square, worker)
    return list(found.values())


def _tokens(position: Position) -> list[responses.Token]:
    found = []
    cards = [(1, position.shared)] if position.shared else [(seat, position.power(seat)) for seat in _seats(position)]
    for seat, power in cards:
        if kind := kept_by(power).token:
            owner = 0 if position.shared else seat
            found += [responses.Token(square=square, kind=kind, seat=owner) for square in position.tokens(seat)]
    if position.ram is not None:
        found.append(responses.Token(square=position.ram, kind="ram", seat=0))
    return found


def _card(position: Position, seat: int) -> responses.Card:
    flags = position.flags(seat)
    power = position.power(seat)
    kept = Kept() if position.shared else kept_by(power)
    card = _kept_card(position, seat, power, position.edition(seat), kept)
    binder, bound, beside = position.bound
    card["climbed"], card["spent"] = bool(flags & CLIMBED), bool(flags & SPENT)
    card["stolen"], card["out"] = bool(flags & STOLEN), bool(flags & OUT)
    card["held"] = position.power_held(seat)
    card["dealt"] = position.stage not in DRAFT_STAGES or power != "mortal"
    if binder == seat and bound is not None:
        card["bound"] = responses.Bound(square=bound, beside=beside)
    return card


def _shared(position: Position) -> responses.Card | None:
    """The card of the Golden Fleece keeps its things in the first seat's place."""
    if not position.shared:
        return None
    card = _kept_card(position, 1, position.shared, position.rules, kept_by(position.shared))
    card["seat"] = 0
    return card


def _kept_card(position: Position, seat: int, power: str, rules: RuleSet, kept: Kept) -> responses.Card:
    deck, discard = position.deck if kept.deck else ([], [])
    return responses.Card(
        seat=seat,
        power=power,
        held=power,
        rules=rules,
        dealt=True,
        climbed=False,
        spent=False,
        stolen=False,
        out=False,
        number=responses.Number(kind=kept.number, value=position.number(seat)) if kept.number else None,
        aim=_aim(position.aim(seat), power, rules, kept.aim) if kept.aim else None,
        secret=_secret(position, seat, kept.secret) if kept.secret else None,
        face=(position.face or None) if kept.deck else None,
        deck=deck,
        discard=discard,
        bound=None,
    )


def _aim(direction: str | None, power: str, rules: RuleSet, kind: str) -> responses.Aim:
    """A position keeps the direction that the wind forbids. The token points the other way, where the wind blows.

    Where the card has its owner name the forbidden direction itself, that is where the token points.
    """
    points = direction
    if direction is not None and kind == "wind" and entry(power, rules).get("end.wind") != "choose":
        points = _COMPASS[(_COMPASS.index(direction) + 4) % len(_COMPASS)]
    return responses.Aim(kind=kind, direction=direction, points=points)


def _secret(position: Position, seat: int, kind: str) -> responses.Secret | None:
    squares = position.secret_squares(seat)
    return None if squares == [] else responses.Secret(kind=kind, squares=squares)
