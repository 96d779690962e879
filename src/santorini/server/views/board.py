"""A position as plain data, everything a page needs to draw it.

The core writes it (core/state/), for the server as for the page's own table. What comes in is a *view's* position (or
one without secrets): this file hides nothing and knows nothing hidden.
"""

from __future__ import annotations

from collections.abc import Iterable

from pydantic_core import from_json

from santorini import Outcome as CoreOutcome
from santorini import Position, Step
from santorini._core import board_json, steps_json
from santorini.server.protocol import responses

__all__ = ["board", "choices", "outcome", "step", "steps"]


def board(position: Position) -> responses.Board:
    """The position for drawing."""
    drawn: responses.Board = from_json(board_json(position))
    return drawn


def choices(position: Position) -> list[responses.Step]:
    """The legal steps of whoever decides, for choosing."""
    legal: list[responses.Step] = from_json(steps_json(position))
    return legal


def outcome(ended: CoreOutcome | None) -> responses.Outcome | None:
    """Who won and why."""
    return None if ended is None else responses.Outcome(winners=list(ended.winners), reason=ended.reason)


def steps(given: Iterable[Step]) -> list[responses.Step]:
    """Given steps, taken apart."""
    return [step(one) for one in given]


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
