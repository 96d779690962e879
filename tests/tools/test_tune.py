"""The tuner: finds the top of a hill that only noisy games show, and continues where it was stopped."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from santorini.arena._statistics import expected
from santorini.engine.backends import ParameterRange
from tools import tune as tuner
from tools.tune import Play, Spsa, Trial, ranges_of, tune

RANGES = {"margin": ParameterRange("margin", 20, 0, 200), "turns": ParameterRange("turns", 40, 1, 60)}
BEST = {"margin": 120, "turns": 15}


def strength(values: Mapping[str, int]) -> float:
    """Elo: falls off on both sides of the best values."""
    return -sum(300 * ((values[name] - best) / (RANGES[name].most)) ** 2 for name, best in BEST.items())


def games(number: int, first: Mapping[str, int], second: Mapping[str, int]) -> float:
    dice = random.Random(number)
    chance = expected(strength(first) - strength(second))
    return sum(1 if dice.random() < chance else -1 for _ in range(32))


def one_by_one(play: Callable[[int, Mapping[str, int], Mapping[str, int]], float]) -> Play:
    return lambda trials: ((one, play(one.number, dict(one.first), dict(one.second))) for one in trials)


def test_it_climbs() -> None:
    spsa = Spsa(RANGES, 600, rate=0.01)
    before = strength({name: one.value for name, one in RANGES.items()})
    for number in range(1, 601):
        spsa.learn(number, games(number, *spsa.proposed(number)))
    after = strength({name: round(value) for name, value in spsa.values.items()})
    assert before < -60
    assert after > -12, spsa.values


def test_moves_stay_in_range_and_oppose_each_other() -> None:
    spsa = Spsa(RANGES, 100, values={"margin": 100.0, "turns": 1.0})
    for number in (1, 50, 100):
        first, second = spsa.proposed(number)
        assert (first, second) == spsa.proposed(number)
        assert abs((first["margin"] + second["margin"]) / 2 - 100) <= 1
        assert first["margin"] != second["margin"]
        assert min(first["turns"], second["turns"]) == 1
    assert spsa.move("margin", 100) == 10
    assert spsa.move("margin", 1) > 10
    spsa.learn(1, -10_000)
    assert all(RANGES[name].least <= value <= RANGES[name].most for name, value in spsa.values.items())


def test_it_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    tune(Spsa(RANGES, 20), {"rounds": 16}, whole, one_by_one(games))

    def tired(number: int, first: Mapping[str, int], second: Mapping[str, int]) -> float:
        if number == 8:
            raise KeyboardInterrupt
        return games(number, first, second)

    with pytest.raises(KeyboardInterrupt):
        tune(Spsa(RANGES, 20), {"rounds": 16}, parts, one_by_one(tired))
    with parts.open("a") as file:
        file.write('{"iteration": 8, "fi')
    tune(Spsa(RANGES, 20), {"rounds": 16}, parts, one_by_one(games))
    assert parts.read_text() == whole.read_text()
    assert json.loads(parts.read_text().splitlines()[-1])["iteration"] == 20
    with pytest.raises(ValueError, match="other settings"):
        tune(Spsa(RANGES, 20), {"rounds": 4}, parts, one_by_one(games))


def test_trials_begin_before_others_have_ended(tmp_path: Path) -> None:
    """Two at once, the later one ends first; stopped in between, the log lacks one, and that one is played."""

    def crossed(trials: Iterator[Trial]) -> Iterator[tuple[Trial, float]]:
        one, two = next(trials), next(trials)
        yield two, games(two.number, dict(two.first), dict(two.second))
        raise KeyboardInterrupt(one.number)

    log = tmp_path / "crossed.jsonl"
    with pytest.raises(KeyboardInterrupt):
        tune(Spsa(RANGES, 5), {}, log, crossed)
    tune(Spsa(RANGES, 5), {}, log, one_by_one(games))
    assert [json.loads(line)["iteration"] for line in log.read_text().splitlines()[1:]] == [2, 1, 3, 4, 5]


def test_what_cannot_be_tuned_is_refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ValueError, match="no parameter 'nose'"):
        ranges_of(["nose"], list(RANGES.values()))
    assert list(ranges_of([], list(RANGES.values()))) == ["margin", "turns"]
    monkeypatch.setattr(tuner, "parameter_ranges", lambda: ())
    monkeypatch.setattr(tuner, "TUNABLE", Path("nowhere"))
    with pytest.raises(SystemExit):
        tuner.main(["--log", "none.jsonl", "--nodes", "5"])
    assert "make tunable" in capsys.readouterr().err
