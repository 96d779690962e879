"""What the computer plays. The server uses the engine only through `choose`."""

from __future__ import annotations

from functools import cache

from santorini import Engine, read_position

__all__ = ["choose"]

HASH_MB = 16
"""Many games share the machine, so each thinking process keeps one engine per level."""


def choose(view_text: str, seat: int, level: int) -> list[str]:
    """The steps of the computer's turn or of the rest of it, or its reaction in another player's turn.

    `view_text` is the position as the seat may see it, and the only input.

    >>> choose("0003200000000000000000000/1/mortal:e5,a1/mortal:a5,b1", 1, 10)
    ['e5-d5']
    """
    position = read_position(view_text)
    if position.decider != seat:
        raise ValueError(f"seat {seat} has nothing to decide in {view_text}")
    return [str(step) for step in _engine(level).play(position).steps]


@cache
def _engine(level: int) -> Engine:
    return Engine(level, hash_mb=HASH_MB)
