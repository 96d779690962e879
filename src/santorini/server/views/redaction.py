"""What a seat may know of turns: their texts and effects, without anything hidden from it (core/state/seen.h)."""

from __future__ import annotations

from pydantic_core import from_json

from santorini import Position, Turn
from santorini._core import effects_json, is_secretive, seen_text
from santorini.server.protocol import responses

__all__ = ["effects", "secretive", "text"]


def text(turn: Turn, seat: int, over: bool = False) -> str:
    """The turn as the seat may read it; 0 is a spectator. Once the game is over nothing is hidden."""
    return turn.text if over else seen_text(turn, seat)


def effects(turn: Turn, seat: int, over: bool = False) -> list[responses.Effect]:
    """What happened on the board in a turn, as far as the seat could see it."""
    happened: list[responses.Effect] = from_json(effects_json(turn, seat, over))
    return happened


def secretive(position: Position) -> bool:
    """Whether somebody has a secret, or holds a card that may give one."""
    return is_secretive(position)
