"""Games side by side: every processor is fed, and a process that dies costs nothing but time."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from santorini import EngineError, Limit
from santorini.arena._match import GameResult, Match, _crashed, rounds, seatings
from santorini.arena._players import Options
from santorini.pool import open_pool
from tests.pool.stub import Job, Stub, given_up


def results(folder: Path, jobs: list[Job], count: int = 2) -> list[tuple[Job, Any]]:
    with open_pool(Stub, (str(folder),), count) as pool:
        return list(pool.run(jobs, given_up, lambda: None))


JOBS: list[Job] = [(number, at) for number in range(3) for at in (0, 1)]


def test_every_game_is_played_once_and_the_players_leave(tmp_path: Path) -> None:
    found = results(tmp_path, JOBS)
    assert sorted(job for job, _ in found) == JOBS
    pids = {pid for _, (_, pid) in found}
    assert len(pids) <= 2
    assert {int(file.name.removeprefix("closed-")) for file in tmp_path.iterdir()} >= pids


def test_a_process_that_dies_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "1-0").write_text("1")
    found = dict(results(tmp_path, JOBS))
    assert sorted(found) == JOBS
    assert all(result[0] == job for job, result in found.items())


def test_a_game_that_kills_again_is_given_up(tmp_path: Path) -> None:
    (tmp_path / "1-0").write_text("2")
    found = dict(results(tmp_path, JOBS))
    assert found.pop((1, 0)) == ("given up", 2, 9)
    assert len(found) == 5


def test_a_mistake_of_ours_is_not_hidden(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="a mistake of ours"):
        results(tmp_path, [(100, 0)])


def test_one_at_a_time_needs_no_process(tmp_path: Path) -> None:
    assert results(tmp_path, JOBS, count=1) == [(job, (job, os.getpid())) for job in JOBS]
    assert (tmp_path / f"closed-{os.getpid()}").exists()


def test_processes_end_with_the_one_that_started_them(tmp_path: Path) -> None:
    (tmp_path / "gate-0-0").touch()
    (tmp_path / "gate-0-1").touch()
    program = (
        "import sys; from santorini.pool import open_pool; from tests.pool.stub import Stub, given_up\n"
        "if __name__ == '__main__':\n"
        "    with open_pool(Stub, (sys.argv[1],), 2) as pool: list(pool.run([(0, 0), (0, 1)], given_up, lambda: None))"
    )
    process = subprocess.Popen([sys.executable, "-c", program, str(tmp_path)])
    while len(began := list(tmp_path.glob("at-*"))) < 2:
        assert process.poll() is None
        time.sleep(0.05)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    left = [int(file.name.rpartition("-")[2]) for file in began]
    deadline = time.monotonic() + 20
    while any(Path(f"/proc/{pid}").exists() for pid in left):
        assert time.monotonic() < deadline, "they wait at the gate, for nobody"
        time.sleep(0.05)


def test_who_was_thinking_when_the_process_died_loses() -> None:
    match = Match(("random", "potter"))
    for at, seating in enumerate(seatings(2)):
        lost = _crashed(match, (0, at), 1, -11)
        assert lost.reason == "fault"
        assert lost.score == float(seating[0] == 1), "seat 1 loses, whoever has it"
        assert "-11" in lost.fault
    with pytest.raises(EngineError, match="-11"):
        _crashed(match, (0, 0), 0, -11)


def test_rounds_are_kept_as_they_end_and_told_in_order() -> None:
    match = Match(("random", "random"), Options(Limit(nodes=10)), seed=8)
    kept: list[list[GameResult]] = []
    told = [one[0].round for one in rounds(match, 4, 2, keep=kept.append)]
    assert told == [0, 1, 2, 3]
    assert sorted(one[0].round for one in kept) == told
    again: list[list[GameResult]] = []
    done = {one[0].round: one for one in kept if one[0].round != 2}
    assert [one[0].round for one in rounds(match, 4, 1, done=done, keep=again.append)] == told
    assert [one[0].round for one in again] == [2]
