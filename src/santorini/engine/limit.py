"""When a search ends."""

from __future__ import annotations

import math
from dataclasses import dataclass

from santorini.errors import EngineError, sentence

__all__ = ["Limit"]


@dataclass(frozen=True, slots=True)
class Limit:
    """When a search ends: at the first limit that is reached. None means no such limit.

    >>> Limit(seconds=0.5, depth=6)
    Limit(seconds=0.5, nodes=None, depth=6)
    >>> Limit(nodes=0)
    Traceback (most recent call last):
    santorini.errors.EngineError: 0 is no limit for nodes; give a number above 0
    """

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None

    def __post_init__(self) -> None:
        for name in ("seconds", "nodes", "depth"):
            value = getattr(self, name)
            if value is None:
                continue
            whole = isinstance(value, int) or name == "seconds"
            if isinstance(value, bool) or not whole or not math.isfinite(value) or not 0 < value < 2**40:
                raise EngineError("engine/limit", sentence("engine-limit", what=value, name=name))

    @property
    def is_none(self) -> bool:
        """Whether there is no limit at all."""
        return self.seconds is None and self.nodes is None and self.depth is None

    @classmethod
    def clock(cls, left: float, increment: float = 0.0) -> Limit:
        """The time for one turn, given the seconds left on the clock and the increment after each turn."""
        share = left / 18 + 0.8 * increment
        return cls(seconds=max(0.01, min(share, 0.8 * left)))
