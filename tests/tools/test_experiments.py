"""The table of experiments: a match becomes a row."""

from __future__ import annotations

from pathlib import Path

import pytest

from santorini import Limit
from santorini.arena._log import Log
from santorini.arena._match import GameResult, Match
from santorini.arena._players import Options
from santorini.arena._statistics import Sprt
from tools import experiments


def played(number: int, points: tuple[float, float]) -> list[GameResult]:
    return [
        GameResult(number, seating, ("mortal", "mortal"), (1,), score, "climbed", 30)
        for seating, score in zip(((0, 1), (1, 0)), points, strict=True)
    ]


def test_a_match_becomes_a_row(tmp_path: Path) -> None:
    file, table = tmp_path / "match.jsonl", tmp_path / "experiments.md"
    table.write_text("# Experiments\n\n| date |\n| --- |\n")
    options = Options(Limit(seconds=0.3), cpu_time=True)
    log = Log(Match(("network", "old program"), options, openings="book"), 8, Sprt(0, 20))
    log.open(file)
    with pytest.raises(SystemExit):
        experiments.main([str(file), "--tried", "x", "--kept", "no"])
    for number, points in enumerate(((1, 1), (1, 0), (1, 0), (0, 0), (1, 0))):
        log.add(file, played(number, points))
    told = [str(file), "--tried", "a | b", "--kept", "yes", "--date", "2026-11-15", "--table", str(table)]
    assert experiments.main(told) == 0
    lines = table.read_text().splitlines()
    assert lines[:-1] == ["# Experiments", "", "| date |", "| --- |"]
    assert lines[-1].startswith(
        "| 2026-11-15 | a / b | old program | 0.3 s, cpu, plain, book openings | 10 | 50.0%, Elo +0 ("
    )
    assert "SPRT 0,20: open (LLR -0." in lines[-1]
    assert lines[-1].endswith("| yes |")


def test_the_table_in_the_repository_has_the_columns_of_a_row() -> None:
    text = experiments.TABLE.read_text(encoding="utf-8")
    log = Log(Match(("network", "old")), 2, None, {0: played(0, (1, 0))})
    row = experiments.row(log, "x", None, "no", "2026-11-15")
    last = [line for line in text.splitlines() if line.startswith("| date")][-1]
    assert row.count("|") == last.count("|")
    assert text.rstrip().splitlines()[-1].startswith("|"), "rows are appended at the end"
