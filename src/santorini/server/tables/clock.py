"""The time each seat has left: so much for the game, and some more for every turn."""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = ["Clock"]


@dataclass
class Clock:
    """Clocks of all seats, of which at most one runs. Knows no time but what it is told."""

    base: float
    increment: float
    players: int
    left: list[float] = field(init=False)
    running: int = 0
    since: float = 0.0

    def __post_init__(self) -> None:
        self.left = [float(self.base)] * self.players

    def tick(self, at: float) -> None:
        """Charge the seat whose clock runs for the time until now."""
        if self.running:
            self.left[self.running - 1] -= max(0.0, at - self.since)
        self.since = max(at, self.since)

    def forgive(self, at: float) -> None:
        """Let the time until now pass for free."""
        self.since = max(at, self.since)

    def run(self, seat: int) -> None:
        """Now this seat's clock runs; 0: none does."""
        self.running = seat

    def reward(self, seat: int) -> None:
        """A turn is complete."""
        self.left[seat - 1] += self.increment

    def now(self, seat: int, at: float) -> float:
        """What the seat has left at this moment."""
        used = max(0.0, at - self.since) if seat == self.running else 0.0
        return max(0.0, self.left[seat - 1] - used)

    def due(self) -> float | None:
        """When the running clock will run out; None if none runs."""
        return self.since + self.left[self.running - 1] if self.running else None

    def is_out(self, at: float) -> bool:
        """Has the running clock run out?"""
        due = self.due()
        return due is not None and at >= due
