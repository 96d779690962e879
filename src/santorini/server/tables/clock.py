"""The time each seat has left: an amount for the game and an increment for every turn."""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = ["Clock"]


@dataclass
class Clock:
    """The clocks of all seats, of which at most one runs. The caller passes the current time."""

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
        """Do not charge anybody for the time until now."""
        self.since = max(at, self.since)

    def run(self, seat: int) -> None:
        """Start this seat's clock; 0 stops all."""
        self.running = seat

    def reward(self, seat: int) -> None:
        """Add the increment for a completed turn."""
        self.left[seat - 1] += self.increment

    def now(self, seat: int, at: float) -> float:
        """What the seat has left at this moment."""
        used = max(0.0, at - self.since) if seat == self.running else 0.0
        return max(0.0, self.left[seat - 1] - used)

    def due(self) -> float | None:
        """When the running clock will run out; None if none runs."""
        return self.since + self.left[self.running - 1] if self.running else None
