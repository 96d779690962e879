"""A hint to look at: what the computer would play, what that does on the board, and the reason in a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic_core import from_json

from santorini import Position
from santorini._core import hint_json
from santorini.server.protocol import responses

__all__ = ["hint"]


def hint(view: Position, seat: int, steps: Sequence[str]) -> responses.Answer:
    """The steps that are advised, with their effects as far as the seat can foresee them."""
    answer: responses.Answer = from_json(hint_json(view, seat, list(steps)))
    return answer
