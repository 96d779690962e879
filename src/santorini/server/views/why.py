"""Why a square or a step is not possible now, as far as that can be told honestly.

First what everybody can see on the board (somebody stands there, a dome, too far, too high); then each other card is
taken away in thought: if the step were possible without it, it is that card. All of this is asked of the seat's view:
an answer that knew more would tell more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from santorini import Position, Step
from santorini._core import CoreError
from santorini.server.protocol.refusal import Value
from santorini.server.protocol.responses import Said
from santorini.server.views.restrictions import in_force, power_now

__all__ = ["why"]

STEP = re.compile(r"(?:([a-e][1-5])[-+>])?\+?([a-e][1-5])\^?")


def why(view: Position, seat: int, square: str | None, origin: str | None, text: str | None) -> list[Said]:
    """The reasons, the most telling one first; none if it is possible."""
    legal = view.steps()
    if text is not None:
        if any(str(step) == text for step in legal):
            return []
        found = STEP.fullmatch(text.lower())
        if not found:
            return [_said("step", step=text)]
        origin, square = found[1], found[2]
    assert square is not None
    if text is None and any(_is_about(step, square, origin) for step in legal):
        return []
    reasons = [*_on_the_board(view, seat, legal, square, origin)]
    reasons += _because_of_cards(view, seat, square, origin, text)
    if not reasons:
        reasons = in_force(view, seat)
    return reasons or [_said("no_turn", square=square)]


def _said(key: str, **args: Value) -> Said:
    return Said(key=f"server.why.{key}", args=args, squares=[])


def _is_about(step: Step, square: str, origin: str | None) -> bool:
    return (step.to == square and origin in (None, step.at)) or (origin is None and step.at == square)


def _on_the_board(view: Position, seat: int, legal: Sequence[Step], square: str, origin: str | None) -> Iterator[Said]:
    kinds = {step.kind for step in legal}
    occupied = next((s for s in range(1, view.players + 1) if square in view.workers(s)), 0)
    if view.has_dome(square):
        yield _said("dome", square=square)
    if kinds <= {"place", "done"}:
        if occupied:
            yield _said("occupied", square=square, seat=occupied)
        return
    actors = [origin] if origin else sorted({step.at for step in legal if step.at and step.kind in ("move", "build")})
    if origin is None and occupied and view.side(occupied) == view.side(seat):
        return  # whoever taps a worker of their own asks why it cannot go
    if occupied and square not in actors:
        yield _said("occupied", square=square, seat=occupied)
    if not actors or square in actors:
        return
    if all(_distance(actor, square) > 1 for actor in actors):
        yield _said("far", square=square)
    elif "move" in kinds and not view.has_dome(square):
        near = [actor for actor in actors if _distance(actor, square) == 1]
        if all(view.height(square) > view.height(actor) + 1 for actor in near):
            yield _said("high", square=square, height=view.height(square))


def _because_of_cards(view: Position, seat: int, square: str, origin: str | None, text: str | None) -> Iterator[Said]:
    for other in range(1, view.players + 1):
        if view.side(other) == view.side(seat) or view.power(other) == "mortal":
            continue
        without = _without(view, other)
        if without is None or without.decider != seat:
            continue
        if any(str(s) == text if text is not None else _is_about(s, square, origin) for s in without.steps()):
            yield _said("power", square=square, power=power_now(view, other)[0], seat=other)


def _without(view: Position, seat: int) -> Position | None:
    """The position if the seat had no power."""
    fields = view.text.split("/")
    squares = fields[1 + seat].rpartition(":")
    fields[1 + seat] = "mortal" + (f":{squares[2]}" if squares[1] else "")
    if view.players > 2:
        return None  # nobody is without a power there
    try:
        return Position.read("/".join(fields))
    except CoreError:
        return None


def _distance(one: str, other: str) -> int:
    return max(abs(ord(a) - ord(b)) for a, b in zip(one, other, strict=True))
