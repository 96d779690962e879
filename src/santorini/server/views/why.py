"""Why a square or a step is not possible now, in the words of the catalogue. The core knows why (`Position.why`)."""

from __future__ import annotations

from santorini import Position, Why, WhyCode
from santorini._core import CoreError
from santorini.server.protocol.refusal import Value
from santorini.server.protocol.responses import Said
from santorini.server.views import restrictions

__all__ = ["why"]


def why(view: Position, seat: int, square: str | None, origin: str | None, text: str | None) -> list[Said]:
    """The reasons, the most telling one first; none if it is possible."""
    try:
        if text is not None and any(str(step) == text for step in view.steps()):
            return []
        reasons = view.why(square, origin=origin, step=text, seat=seat)
    except CoreError:  # not the text of a step with squares
        return [Said(key="server.why.step", args={"step": str(text)}, squares=[])]
    return [said for reason in reasons for said in _said(view, seat, reason)]


def _said(view: Position, seat: int, reason: Why) -> list[Said]:
    """A reason; behind one that names a card, what the card says."""
    args: dict[str, Value] = {**reason.args}
    squares = [str(args[name]) for name in ("square", "worker", "dome") if name in args]
    said = Said(key=f"server.why.{reason.code}", args=args, squares=squares)
    if reason.code != WhyCode.POWER:
        return [said]
    named = (args.get("restriction"), args.get("seat"))
    return [said, *restrictions.said(one for one in view.restrictions(seat) if (one.kind, one.seat) == named)]
