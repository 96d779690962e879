"""Self-play as data: what is written, and that nothing is lost or counted twice."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import polars as pl
import pytest

from santorini import SantoriniError, read_position, read_records, selfplay
from santorini.selfplay import SCHEMAS, Plan, run

PLAN = Plan(("demeter", "pan"), level="fisherman", seed=3)


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selfplay, "PIECE", 2)


def table(folder: Path, name: str) -> pl.DataFrame:
    return pl.read_parquet(sorted((folder / name).glob("*.parquet"))).sort("game", *(["number"] * (name != "games")))


def test_games_decisions_and_records_agree(tmp_path: Path) -> None:
    told: list[int] = []
    assert run(PLAN, 3, tmp_path, tell=told.append) == 3
    assert told == [0, 2, 3]
    games, decisions = table(tmp_path, "games"), table(tmp_path, "decisions")
    assert games.columns == list(SCHEMAS["games"])
    assert decisions.columns == list(SCHEMAS["decisions"])
    assert games["game"].to_list() == [0, 1, 2]
    assert decisions.group_by("game").len().sort("game")["len"].to_list() == games["decisions"].to_list()
    records = [r for file in sorted((tmp_path / "records").iterdir()) for r in read_records(file.read_text())]
    for row, record in zip(games.iter_rows(named=True), records, strict=True):
        game = record.game()
        outcome = game.outcome()
        assert outcome is not None
        assert (list(outcome.winners), outcome.reason, game.text) == (row["winners"], row["reason"], row["last"])
    for row in decisions.iter_rows(named=True):
        position = read_position(row["position"])
        assert position.decider == row["seat"]
        assert position.read_turn(row["turn"])[0]
        assert row["won"] == (row["seat"] in games["winners"][row["game"]])


def test_luck_decides_in_between(tmp_path: Path) -> None:
    run(Plan(("chaos", "pan"), level="fisherman"), 4, tmp_path)
    assert all(table(tmp_path, "games")["reason"])


def test_secrets_stay_out_of_positions(tmp_path: Path) -> None:
    run(Plan(("pan", "hecate"), level="fisherman"), 1, tmp_path)
    decisions = table(tmp_path, "decisions").filter((pl.col("seat") == 1) & (pl.col("stage") == "play"))
    assert len(decisions)
    assert all("hecate:?" in text or "hecate[?]" in text or "?" in text for text in decisions["position"])


def test_more_games_add_to_those_there_are(tmp_path: Path) -> None:
    run(PLAN, 3, tmp_path / "grown")
    kept = (tmp_path / "grown/games/0000000-0000001.parquet").stat().st_mtime_ns
    assert run(PLAN, 5, tmp_path / "grown") == 3  # the piece that was cut short is played again
    assert run(PLAN, 5, tmp_path / "grown") == 0
    assert (tmp_path / "grown/games/0000000-0000001.parquet").stat().st_mtime_ns == kept
    run(PLAN, 5, tmp_path / "whole", processes=2)
    for name in ("games", "decisions"):
        assert table(tmp_path / "grown", name).equals(table(tmp_path / "whole", name))


def test_a_killed_run_goes_on_where_it_was(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from santorini import selfplay; selfplay.PIECE = 2; "
        "selfplay.run(selfplay.Plan(('demeter', 'pan'), level='fisherman', seed=3), 12, Path(sys.argv[1]))"
    )
    folder = tmp_path / "killed"
    process = subprocess.Popen([sys.executable, "-c", program, str(folder)])
    while process.poll() is None and len(list((folder / "games").glob("*.parquet"))) < 2:
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    (folder / "decisions/0000010-0000011.parquet.123").write_text("what a killed process leaves")
    done = len(list((folder / "games").glob("*.parquet")))
    assert 2 <= done < 6
    assert run(PLAN, 12, folder) == 12 - 2 * done
    run(PLAN, 12, tmp_path / "whole")
    for name in ("games", "decisions"):
        assert table(folder, name).equals(table(tmp_path / "whole", name))
        assert len(list((folder / name).iterdir())) == 6


def test_a_folder_belongs_to_its_plan(tmp_path: Path) -> None:
    run(PLAN, 1, tmp_path)
    with pytest.raises(SantoriniError, match="was begun with another plan"):
        run(Plan(("pan", "atlas")), 1, tmp_path)


def command(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "santorini", "selfplay", *words], capture_output=True, text=True, check=False
    )


def test_the_command(tmp_path: Path) -> None:
    answer = command("--games", "2", "--level", "1", "--powers", "pan", "atlas", "--out", str(tmp_path))
    assert (answer.returncode, answer.stdout) == (0, f"2 games played; 2 in {tmp_path}\n")
    assert table(tmp_path, "games")["powers"].to_list() == [["pan", "atlas"]] * 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--games", "0"], "at least 1"),
        (["--games", "1", "--powers", "hades", "pan"], "banned pairing"),
        (["--games", "1", "--powers", "zorro"], "zorro"),
        (["--games", "1", "--level", "zorro"], "there is no level 'zorro'"),
        (["--games", "1", "--players", "3", "--rules", "aid"], "3"),
    ],
)
def test_impossible_commands(words: list[str], message: str, tmp_path: Path) -> None:
    answer = command(*words, "--out", str(tmp_path))
    assert answer.returncode == 2
    assert message in answer.stderr
    assert not list(tmp_path.iterdir())
