"""Games side by side: every processor is fed, and a process that dies costs nothing but time."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from santorini import EngineError, Limit
from santorini.arena._match import GameResult, Match, _crashed, rounds, seatings
from santorini.arena._players import Options
from santorini.arena._workers import Job, Workers


class Stub:
    """Plays nothing: ends its process where a file for the job has been laid, and says where it was."""

    def __init__(self, folder: str) -> None:
        self._folder = Path(folder)

    def play(self, job: Job, thinking: Callable[[int], None]) -> tuple[Job, int]:
        thinking(2)
        trap = self._folder / f"{job[0]}-{job[1]}"
        if trap.exists():
            left = int(trap.read_text()) - 1
            trap.write_text(str(left)) if left > 0 else trap.unlink()
            os._exit(9)
        if job[0] == 100:
            raise EngineError("engine/test", "a mistake of ours")
        return job, os.getpid()

    def close(self) -> None:
        (self._folder / f"closed-{os.getpid()}").touch()


def results(folder: Path, jobs: list[Job], count: int = 2) -> list[tuple[Job, Any]]:
    with Workers(count, Stub, (str(folder),)) as workers:
        return list(workers.run(jobs, lambda job, seat, status: ("given up", seat, status), lambda: None))


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
