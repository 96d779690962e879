"""Rate limits: token buckets that refill slowly and lose a token with every request."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from santorini.server.protocol.refusal import Refusal

__all__ = ["Bucket", "Buckets", "Limits", "Rate"]

MOST_KEYS = 10_000


@dataclass(frozen=True)
class Rate:
    """A burst, and a rate per second afterwards."""

    burst: float
    per_second: float


@dataclass(frozen=True)
class Limits:
    """What one client may ask of the server."""

    creations: Rate = Rate(20, 20 / 60)  # new games, per address
    attempts: Rate = Rate(60, 1)  # requests with a wrong token, per address, against guessing
    chat: Rate = Rate(5, 0.5)  # per seat
    messages: Rate = Rate(60, 20)  # per connection
    requests: Rate = Rate(200, 50)  # any HTTP request under /api, per address
    hints: Rate = Rate(10, 0.5)  # per game
    body: int = 16_000
    record_body: int = 300_000
    message: int = 4_000
    player_sockets: int = 8  # per game, for each token that holds seats
    watcher_sockets: int = 32  # per game
    look_seconds: float = 60.0  # so long after a request without a socket the computer's turn is still waited for
    waiting: int = 200  # unsent messages to a client that does not read


class Bucket:
    """One client's allowance."""

    __slots__ = ("at", "level")

    def __init__(self, level: float, at: float) -> None:
        self.level, self.at = level, at


class Buckets:
    """Allowances by client."""

    def __init__(self, rate: Rate, clock: Callable[[], float]) -> None:
        self._rate, self._clock = rate, clock
        self._buckets: dict[str, Bucket] = {}

    def take(self, key: str) -> None:
        """Take one token; refuses if there is none left."""
        now = self._clock()
        if len(self._buckets) >= MOST_KEYS:
            self._forget(now)
        bucket = self._buckets.setdefault(key, Bucket(self._rate.burst, now))
        bucket.level = min(self._rate.burst, bucket.level + (now - bucket.at) * self._rate.per_second)
        bucket.at = now
        if bucket.level < 1:
            wait = (1 - bucket.level) / self._rate.per_second
            raise Refusal("too-many", seconds=round(wait, 1))
        bucket.level -= 1

    def _forget(self, now: float) -> None:
        """Drop full buckets, or all of them if that is not enough, to bound the memory."""
        full = self._rate.burst / self._rate.per_second
        self._buckets = {key: b for key, b in self._buckets.items() if now - b.at < full}
        if len(self._buckets) >= MOST_KEYS:
            self._buckets.clear()
