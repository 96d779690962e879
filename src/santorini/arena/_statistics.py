"""What the result of a match says about who is stronger."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["Sprt", "elo", "expected", "wilson"]

Z95 = 1.959964


def wilson(points: float, games: int, z: float = Z95) -> tuple[float, float]:
    """The 95% confidence interval (Wilson) of the score. A draw counts half a point.

    >>> [round(bound, 3) for bound in wilson(65, 100)]
    [0.553, 0.736]
    >>> wilson(0, 0)
    (0.0, 1.0)
    """
    if not games:
        return 0.0, 1.0
    score = points / games
    middle = (score + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * math.sqrt(score * (1 - score) / games + z * z / (4 * games * games))
    return (0.0 if points <= 0 else middle - half), (1.0 if points >= games else middle + half)


def elo(score: float) -> float | None:
    """The Elo difference that a score stands for; None if it is unbounded.

    >>> round(elo(0.65)), elo(0.5), elo(1.0)
    (108, 0.0, None)
    """
    if not 0 < score < 1:
        return None
    return -400 * math.log10(1 / score - 1) + 0.0


def expected(difference: float) -> float:
    """The expected score at an Elo difference.

    >>> round(expected(108), 2)
    0.65
    """
    return 1 / (1 + 10 ** (-difference / 400))


@dataclass(frozen=True)
class Sprt:
    """A sequential probability ratio test between an Elo difference of `low` and one of `high`.

    Scores are of whole rounds, in which each side had each seat: games of one round are not independent of each other.

    >>> test = Sprt(0, 50)
    >>> test.verdict([0.5] * 4), test.verdict([1.0, 0.5] * 60), test.verdict([0.0, 0.5] * 60)
    (None, 'high', 'low')
    """

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """The bounds at which the test ends."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def llr(self, scores: Sequence[float]) -> float:
        """The logarithm of the likelihood ratio."""
        if len(scores) < 2:
            return 0.0
        # One more round, half won and half lost: rounds that all end the same way must not decide the test at once.
        seen = [*scores, 0.0, 1.0]
        mean = sum(seen) / len(seen)
        variance = sum((score - mean) ** 2 for score in seen) / len(seen)
        one, other = expected(self.low), expected(self.high)
        return len(scores) * (other - one) * (2 * mean - one - other) / (2 * variance)

    def verdict(self, scores: Sequence[float]) -> str | None:
        """`low` or `high` once the test has ended."""
        llr, (least, most) = self.llr(scores), self.bounds
        return "low" if llr <= least else "high" if llr >= most else None
