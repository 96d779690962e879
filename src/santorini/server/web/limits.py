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

    @classmethod
    def read(cls, text: str) -> Rate:
        """A rate from `BURST/PER_SECOND`. Raises ValueError.

        >>> Rate.read("20/0.5")
        Rate(burst=20.0, per_second=0.5)
        """
        burst, _, per_second = text.partition("/")
        rate = cls(float(burst), float(per_second))
        if not (1 <= rate.burst < 1e9 and 0 < rate.per_second < 1e9):
            raise ValueError(text)
        return rate

    def __str__(self) -> str:
        return f"{self.burst:g}/{self.per_second:.3g}"


@dataclass(frozen=True)
class Limits:
    """What one client may ask of the server. Each is an option of `santorini serve` and of its settings file."""

    creations: Rate = Rate(20, 20 / 60)  # new games, per address
    attempts: Rate = Rate(60, 1)  # requests with a wrong token, per address, against guessing
    requests: Rate = Rate(200, 50)  # any HTTP request under /api, per address
    address_messages: Rate = Rate(400, 100)  # on all sockets of an address
    game_messages: Rate = Rate(300, 60)  # on all sockets of a game
    messages: Rate = Rate(60, 20)  # on one socket
    chat: Rate = Rate(5, 0.5)  # per seat
    hints: Rate = Rate(10, 0.5)  # per game
    connections: int = 0  # in all; 0: as many as the system allows
    address_connections: int = 100  # HTTP connections of an address
    address_sockets: int = 100  # sockets of an address
    player_sockets: int = 8  # per game, for each token that holds seats
    watcher_sockets: int = 32  # per game
    body: int = 16_000  # bytes of a request
    record_body: int = 300_000  # bytes of a request with a record
    message: int = 4_000  # characters of a message
    waiting: int = 200  # unsent messages to a client that does not read
    header_seconds: float = 10.0  # until the headers of a request have arrived
    body_seconds: float = 20.0  # until its body has
    hello_seconds: float = 10.0  # until a socket has said hello
    look_seconds: float = 60.0  # how long after a request without a socket the computer's turn counts as awaited


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
