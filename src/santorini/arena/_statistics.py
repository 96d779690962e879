"""What the result of a match says about who is stronger.

The unit is the round, in which both players have every seat from the same opening, not the game: an opening that
favours a seat gives one win each, so the two games of a round are not independent. Rounds of two games end with 0, a
half, 1, one and a half or 2 points, five outcomes, hence "pentanomial". Nothing here assumes five: rounds of six games
at a table of three are treated in the same way.

All questions are answered by the likelihood of the outcomes seen. For a supposed score `s` the most likely distribution
of outcomes with that mean is found (`_likelihood`); how much less likely it is than the distribution that was seen says
how well `s` fits.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

__all__ = ["Sprt", "elo", "expected", "interval", "mean", "pentanomial"]

CHI95 = 3.841459
"""The 95% quantile of the chi-squared distribution with one degree of freedom."""
LITTLE = 1e-3
"""The weight, in rounds, of the worst or best outcome if it was not seen. Without it, a few rounds that all end alike
would prove anything."""


def elo(score: float) -> float | None:
    """The difference in Elo that a score stands for; None where it is infinite.

    >>> round(elo(0.65)), elo(0.5), elo(1.0)
    (108, 0.0, None)
    """
    if not 0 < score < 1:
        return None
    return -400 * math.log10(1 / score - 1) + 0.0


def expected(difference: float) -> float:
    """The expected score for a difference in Elo.

    >>> round(expected(108), 2)
    0.65
    """
    return 1 / (1 + 10 ** (-difference / 400))


def mean(scores: Sequence[float]) -> float:
    """The mean of the scores of rounds."""
    return sum(scores) / len(scores)


def pentanomial(scores: Iterable[float]) -> list[int]:
    """How many rounds of two games ended with 0, a half, 1, one and a half, 2 points.

    >>> pentanomial([0.5, 1, 0.5, 0.75])
    [0, 0, 2, 1, 1]
    """
    seen = Counter(round(4 * score) for score in scores)
    return [seen[points] for points in range(5)]


def interval(scores: Sequence[float]) -> tuple[float, float]:
    """Where the true score lies with 95% confidence, given the scores of rounds.

    It contains the scores that the likelihood ratio does not rule out, so it never leaves 0 to 1, and rounds that all
    end alike do not make it empty.

    >>> [round(bound, 3) for bound in interval([1, 0.5, 0.5, 0] * 25)]
    [0.431, 0.569]
    >>> interval([])
    (0.0, 1.0)
    """
    if not scores:
        return 0.0, 1.0
    seen = _weights(scores)
    total = sum(seen.values())
    middle = sum(score * weight for score, weight in seen.items()) / total
    best = sum(weight * math.log(weight / total) for weight in seen.values())

    def fits(score: float) -> bool:
        return 2 * (best - _likelihood(seen, score)) <= CHI95

    least, most = _edge(0.0, middle, fits), _edge(1.0, middle, fits)
    return (0.0 if max(scores) == 0 else least), (1.0 if min(scores) == 1 else most)


def _edge(outside: float, inside: float, fits: object) -> float:
    """The border between a score that does not fit and one that does."""
    assert callable(fits)
    for _ in range(25):
        middle = (outside + inside) / 2
        if fits(middle):
            inside = middle
        else:
            outside = middle
    return inside


def _weights(scores: Sequence[float]) -> dict[float, float]:
    """How often each outcome was seen. The worst and the best one always count a little."""
    seen: dict[float, float] = {0.0: LITTLE, 1.0: LITTLE}
    for score, count in Counter(scores).items():
        seen[score] = max(float(count), LITTLE)
    return seen


def _likelihood(seen: Mapping[float, float], score: float) -> float:
    """The logarithm of the greatest likelihood that a distribution of outcomes with this mean gives to those seen.

    The maximum has the form p = w / (1 + x (outcome - score)) with w the share seen; x is where the mean is right. This
    is the generalized likelihood of fishtest's GSPRT (Van den Bergh, "A practical introduction to the GSPRT").
    """
    total = sum(seen.values())
    score = min(max(score, 1e-9), 1 - 1e-9)
    low, high = -1 / (1 - score), 1 / score  # between them every probability is positive
    for _ in range(45):
        x = (low + high) / 2
        slope = sum(weight * (at - score) / (1 + x * (at - score)) for at, weight in seen.items())
        if slope > 0:
            low = x
        else:
            high = x
    x = (low + high) / 2
    return sum(weight * math.log(weight / total / (1 + x * (at - score))) for at, weight in seen.items())


@dataclass(frozen=True)
class Sprt:
    """A sequential probability ratio test, by rounds as in fishtest: is the Elo difference `low` or `high`?

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
        """Where the test ends."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def llr(self, scores: Sequence[float]) -> float:
        """The logarithm of the likelihood ratio, given the scores of rounds."""
        if not scores:
            return 0.0
        seen = _weights(scores)
        return _likelihood(seen, expected(self.high)) - _likelihood(seen, expected(self.low))

    def verdict(self, scores: Sequence[float]) -> str | None:
        """`low` or `high` once the test has ended."""
        llr, (least, most) = self.llr(scores), self.bounds
        return "low" if llr <= least else "high" if llr >= most else None
