"""The comparison of two benches: the best round counts, and what is better depends on the unit."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.bench_against import bench, best, ratios


def row(name: str, value: float, unit: str) -> dict[str, object]:
    return {"name": name, "value": value, "unit": unit}


def test_the_best_round_counts() -> None:
    rounds = [
        [row("count", 5, "M turns/s"), row("step", 9, "µs")],
        [row("count", 7, "M turns/s"), row("step", 12, "µs")],
    ]
    assert best(rounds) == {"count": (7, "M turns/s"), "step": (9, "µs")}


def test_above_one_is_better_whatever_the_unit() -> None:
    before = [[row("count", 10, "M turns/s"), row("step", 10, "µs"), row("gone", 1, "s")]]
    now = [[row("count", 15, "M turns/s"), row("step", 20, "µs"), row("new", 1, "s")]]
    assert ratios(before, now) == {"count": pytest.approx(1.5), "step": pytest.approx(0.5)}


def test_a_missed_bound_does_not_end_the_comparison(tmp_path: Path) -> None:
    command = tmp_path / ".venv/bin/santorini"
    command.parent.mkdir(parents=True)
    command.write_text("""#!/bin/sh\necho '{"rows": [{"name": "count", "value": 5, "unit": "M turns/s"}]}'\nexit 1\n""")
    command.chmod(0o755)
    assert bench(tmp_path) == [row("count", 5, "M turns/s")]
