"""Why what was typed is not possible, in words. The core knows why (`Position.why`)."""

from __future__ import annotations

from collections.abc import Mapping

from santorini import Position, Why, WhyCode, Words
from santorini._core import CoreError
from santorini.cli._common import say

__all__ = ["reason"]


def reason(view: Position, seat: int, *, square: str | None = None, step: str | None = None) -> str:
    """The most telling reason why a seat cannot choose a square, or make a step; empty if there is none."""
    try:
        reasons = view.why(square, step=step, seat=seat)
    except CoreError:  # not a single step with squares
        return ""
    return _said(view, seat, reasons[0]) if reasons else ""


def _said(view: Position, seat: int, why: Why) -> str:
    """A reason as a sentence; where a card forbids it, what the card says."""
    if why.code == WhyCode.POWER:
        named = (why.args.get("restriction"), why.args.get("seat"))
        for rule in view.restrictions(seat):
            if (rule.kind, rule.seat) == named:
                return say(f"server.restriction.{rule.kind}", squares=", ".join(rule.squares), **_in_words(rule.args))
    return say(f"server.why.{why.code}", **_in_words(why.args))


def _in_words(args: Mapping[str, object]) -> dict[str, object]:
    """The values as people read them: powers and directions by name."""
    values = dict(args)
    if "power" in values:
        values["power"] = Words.load().power_name(str(values["power"]))
    if "direction" in values:
        values["direction"] = say(f"board.direction_{values['direction']}")
    return values
