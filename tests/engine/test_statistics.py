"""What a match says: intervals that hold what they promise, a sequential test that is mostly right."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence

import pytest

from santorini.arena._statistics import Sprt, elo, expected, interval, mean, pentanomial

FIVE = (0.0, 0.25, 0.5, 0.75, 1.0)


def scores_of(counts: Sequence[int]) -> list[float]:
    """The scores of rounds, given how many there are of each of the five."""
    return [score for score, count in zip(FIVE, counts, strict=True) for _ in range(count)]


def test_elo_and_back() -> None:
    assert elo(0) is None
    assert elo(expected(123)) == pytest.approx(123)


@pytest.mark.parametrize("chances", [(0.1, 0.1, 0.3, 0.2, 0.3), (0.2, 0.0, 0.6, 0.0, 0.2)])
def test_the_interval_holds_what_it_says(chances: tuple[float, ...]) -> None:
    """Of many matches of a known strength, about 95% have it inside the interval."""
    dice = random.Random(1)
    true = sum(chance * score for chance, score in zip(chances, FIVE, strict=True))
    inside = 0
    for _ in range(150):
        least, most = interval(dice.choices(FIVE, chances, k=60))
        inside += least <= true <= most
    assert 0.9 <= inside / 150 <= 0.995


def test_the_interval_of_many_rounds_is_the_usual_one() -> None:
    """With many rounds it is the mean and 1.96 standard errors of rounds."""
    scores = scores_of((100, 2000, 4000, 2200, 120))
    middle = mean(scores)
    error = math.sqrt(sum((score - middle) ** 2 for score in scores) / len(scores) / len(scores))
    least, most = interval(scores)
    assert (least, most) == pytest.approx((middle - 1.96 * error, middle + 1.96 * error), abs=1e-5)


def test_rounds_that_cancel_out_say_more_than_games() -> None:
    """A won and a lost game in every round show equal players far better than rounds won and lost in turn."""
    paired, unpaired = interval([0.5] * 100), interval([0.0, 1.0] * 50)
    assert paired[1] - paired[0] < (unpaired[1] - unpaired[0]) / 3


def test_the_ends_of_the_interval() -> None:
    assert interval([1.0] * 10)[1] == 1
    assert interval([0.0] * 10)[0] == 0
    # Ten rounds won: the score s for which s^10 is as likely as the quantile allows.
    assert interval([1.0] * 10)[0] == pytest.approx(math.exp(-3.841459 / 20), abs=2e-3)


def test_pentanomial_counts() -> None:
    counts = (3, 1, 4, 1, 5)
    assert pentanomial(scores_of(counts)) == list(counts)


def test_the_ratio_by_hand() -> None:
    """With two outcomes only, the likelihood is the binomial one."""
    test = Sprt(0, 50)
    won, lost = 60, 40
    high, low = expected(50), expected(0)
    by_hand = won * math.log(high / low) + lost * math.log((1 - high) / (1 - low))
    assert test.llr([1.0] * won + [0.0] * lost) == pytest.approx(by_hand, rel=1e-3)


def test_the_ratio_of_many_rounds_is_the_normal_approximation() -> None:
    scores = scores_of((100, 2000, 4000, 2200, 120))
    middle = mean(scores)
    variance = sum((score - middle) ** 2 for score in scores) / len(scores)
    low, high = expected(0), expected(5)
    normal = len(scores) * (high - low) * (2 * middle - low - high) / (2 * variance)
    assert Sprt(0, 5).llr(scores) == pytest.approx(normal, rel=2e-3)


def test_bounds() -> None:
    assert Sprt(0, 5).bounds == pytest.approx((-2.944, 2.944), abs=1e-3)


@pytest.mark.parametrize(("difference", "right"), [(0, "low"), (60, "high")])
def test_the_sequential_test_is_mostly_right(difference: float, right: str) -> None:
    dice = random.Random(2)
    test = Sprt(0, 60)
    verdicts = Counter[str]()
    for _ in range(40):
        scores: list[float] = []
        while (verdict := test.verdict(scores)) is None:
            scores.append(sum(dice.random() < expected(difference) for _ in range(2)) / 2)
        verdicts[verdict] += 1
    assert verdicts[right] >= 35, verdicts
