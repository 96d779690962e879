"""Why a square or a step is not possible now, in the words of the catalogue. The core knows why (core/state/said.h)."""

from __future__ import annotations

from pydantic_core import from_json

from santorini import Position
from santorini._core import CoreError, reasons_json
from santorini.server.protocol.responses import Said

__all__ = ["why"]


def why(view: Position, seat: int, square: str | None, origin: str | None, text: str | None) -> list[Said]:
    """The reasons, the most telling one first; none if it is possible."""
    if text is not None and any(str(step) == text for step in view.steps()):
        return []
    try:
        reasons: list[Said] = from_json(reasons_json(view, seat, square, origin, text))
    except CoreError:  # not the text of a step with squares
        return [Said(key="server.why.step", args={"step": str(text)}, squares=[])]
    return reasons
