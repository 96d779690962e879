"""What the server counts, in the text format that Prometheus reads."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator

__all__ = ["Metrics"]

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""The upper bounds, in seconds, of the histogram of command times."""


class Metrics:
    """Counts since the start."""

    def __init__(self) -> None:
        self.created = 0
        self.events: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self._classes = [0] * (len(BOUNDS) + 1)
        self._seconds = 0.0

    def took(self, seconds: float) -> None:
        """A command was carried out."""
        self._classes[bisect_left(BOUNDS, seconds)] += 1
        self._seconds += seconds

    def text(self, now: dict[str, float]) -> str:
        """Everything as text; `now` are the figures of the moment."""
        return "\n".join([*self._lines(now), ""])

    def _lines(self, now: dict[str, float]) -> Iterator[str]:
        for name, value in now.items():
            yield f"# TYPE santorini_{name} gauge"
            yield f"santorini_{name} {value:g}"
        yield "# TYPE santorini_games_created_total counter"
        yield f"santorini_games_created_total {self.created}"
        for name, label, counts in (("events", "kind", self.events), ("refusals", "code", self.refused)):
            yield f"# TYPE santorini_{name}_total counter"
            for key, count in sorted(counts.items()):
                yield f'santorini_{name}_total{{{label}="{key}"}} {count}'
        yield "# TYPE santorini_command_seconds histogram"
        below = 0
        for bound, count in zip((*BOUNDS, "+Inf"), self._classes, strict=True):
            below += count
            yield f'santorini_command_seconds_bucket{{le="{bound}"}} {below}'
        yield f"santorini_command_seconds_sum {self._seconds:g}"
        yield f"santorini_command_seconds_count {below}"
