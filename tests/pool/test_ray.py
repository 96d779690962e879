"""Games on a cluster of two machines, here two nodes of Ray that are processes, one of which is killed."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
import ray
from ray.cluster_utils import Cluster

from santorini import EngineError, Limit, selfplay
from santorini.arena._match import Match, rounds
from santorini.arena._players import Options
from santorini.cli import main
from santorini.pool import open_pool
from santorini.selfplay import Plan
from santorini.train._examples import load, play_games
from santorini.train._plan import Games
from tests.pool.stub import Job, Stub, given_up

JOBS: list[Job] = [(number, at) for number in range(6) for at in (0, 1)]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """A cluster of one node with one processor; tests add what they kill."""
    # Ray gives its workers a low priority, and on a busy machine they would hardly run.
    config = {"worker_niceness": 0}
    made = Cluster(
        initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False, "_system_config": config}
    )
    yield made
    made.shutdown()


@pytest.fixture
def second(cluster: Cluster) -> Iterator[Any]:
    """Another node with one processor."""
    node = cluster.add_node(num_cpus=1)
    yield node
    if node in cluster.list_all_nodes():
        cluster.remove_node(node)


def test_every_job_comes_back_once(cluster: Cluster, second: Any, tmp_path: Path) -> None:
    """Both nodes play: the first two jobs end only when each of them has been begun."""
    gates = [tmp_path / f"gate-{number}-{at}" for number, at in JOBS[:2]]
    for gate in gates:
        gate.touch()

    def both_play() -> None:
        if len(list(tmp_path.glob("at-*"))) == 2:
            for gate in gates:
                gate.unlink(missing_ok=True)

    with open_pool(Stub, (str(tmp_path),), len(JOBS), ray=cluster.address) as pool:
        found = list(pool.run(JOBS, given_up, both_play))
    assert sorted(job for job, _ in found) == JOBS
    assert all(job == result[0] for job, result in found)
    assert len({pid for _, (_, pid) in found}) == 2
    assert not ray.is_initialized()


def test_a_killed_node_loses_nothing(cluster: Cluster, second: Any, tmp_path: Path) -> None:
    """Both nodes hold a job that cannot end when one of them is killed: that job is played again on the other."""
    gates = [tmp_path / f"gate-{number}-{at}" for number, at in JOBS[:2]]
    for gate in gates:
        gate.touch()

    def kill() -> None:
        players = [int(file.name.rpartition("-")[2]) for file in tmp_path.glob("at-*")]
        if second in cluster.list_all_nodes() and len(players) == 2:
            cluster.remove_node(second, allow_graceful=False)
            while all(Path(f"/proc/{pid}").exists() for pid in players):
                time.sleep(0.05)  # the player on the killed node ends with it
            for gate in gates:
                gate.unlink()

    with open_pool(Stub, (str(tmp_path),), len(JOBS), ray=cluster.address) as pool:
        found = list(pool.run(JOBS, given_up, kill))
    assert second not in cluster.list_all_nodes()
    assert sorted(job for job, _ in found) == JOBS
    assert len({pid for _, (_, pid) in found}) == 1


def test_a_node_that_joins_gets_jobs(cluster: Cluster, tmp_path: Path) -> None:
    (tmp_path / "gate-0-0").touch()
    added: list[Any] = []

    def join() -> None:
        if not added:
            added.append(cluster.add_node(num_cpus=1))

    with open_pool(Stub, (str(tmp_path),), len(JOBS), ray=cluster.address) as pool:
        found = []
        for one in pool.run(JOBS, given_up, join):
            found.append(one)
            if len(found) == len(JOBS) - 1:  # all the others, while the first node waits at the gate
                (tmp_path / "gate-0-0").unlink()
    cluster.remove_node(added[0])
    assert sorted(job for job, _ in found) == JOBS
    assert found[-1][0] == (0, 0)


def test_a_job_that_kills_its_process_is_given_up(cluster: Cluster, tmp_path: Path) -> None:
    (tmp_path / "1-0").write_text("1")
    (tmp_path / "2-0").write_text("2")
    with open_pool(Stub, (str(tmp_path),), len(JOBS), ray=cluster.address) as pool:
        found = dict(pool.run(JOBS, given_up, lambda: None))
    assert found[1, 0][0] == (1, 0)
    assert found[2, 0] == ("given up", 2, 9)
    assert len(found) == len(JOBS)


def test_a_mistake_of_ours_is_not_hidden(cluster: Cluster, tmp_path: Path) -> None:
    pool = open_pool(Stub, (str(tmp_path),), 1, ray=cluster.address)
    with pool, pytest.raises(EngineError, match=r"^a mistake of ours$"):
        list(pool.run([(100, 0)], given_up, lambda: None))


def test_self_played_games_survive_a_killed_node(
    cluster: Cluster, second: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same files as on one machine, whatever happens to the cluster."""
    monkeypatch.setattr(selfplay, "PIECE", 2)
    plan = Plan(level="fisherman", seed=5)

    told: list[int] = []

    def tell(done: int) -> None:
        told.append(done)
        if done >= 6 and second in cluster.list_all_nodes():
            cluster.remove_node(second, allow_graceful=False)

    assert selfplay.run(plan, 24, tmp_path / "ray", tell=tell, ray=cluster.address) == 24
    assert told == list(range(0, 26, 2))
    assert second not in cluster.list_all_nodes()
    selfplay.run(plan, 24, tmp_path / "here")
    here, there = ({f.relative_to(top): f.read_bytes() for f in top.rglob("*.*")} for top in tmp_path.iterdir())
    assert len(here) == 3 * 12 + 1
    assert here == there
    games = pl.read_parquet(tmp_path / "ray/games/*.parquet")
    assert sorted(games["game"]) == list(range(24))


def test_matches_are_the_same_on_a_cluster(cluster: Cluster) -> None:
    match = Match(("fisherman", "random"), Options(Limit(nodes=50)), seed=8, keep_records=True)

    def records(ray: str | None) -> list[list[str]]:
        return [[game.record for game in results] for results in rounds(match, 3, 1, ray=ray)]

    assert records(cluster.address) == records(None)


def test_examples_for_training(cluster: Cluster, second: Any, tmp_path: Path) -> None:
    plan = Games(seconds=2, nodes=20, seed=4)

    def progress(share: float, made: int) -> None:
        if share > 0 and second in cluster.list_all_nodes():
            cluster.remove_node(second, allow_graceful=False)

    made = play_games(plan, tmp_path, 1, None, progress, ray=cluster.address)
    assert second not in cluster.list_all_nodes()
    assert made > 0
    assert len(load([tmp_path])["score"]) == made
    assert not list(tmp_path.glob("*.part"))
    again = play_games(plan, tmp_path, 1, None, lambda share, made: None)
    data = load([tmp_path])
    assert len(data["score"]) == made + again
    assert not np.array_equal(data["score"][:again], data["score"][made:]), "a second run plays other games"


def test_the_command(cluster: Cluster, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["selfplay", "--games", "2", "--level", "1", "--out", str(tmp_path), "--ray", cluster.address]
    assert main(words) == 0
    # The last line: Ray itself may tell of nodes that have died.
    assert capsys.readouterr().out.endswith(f"2 games played; 2 in {tmp_path}\n")
    assert main(["arena", "1", "random", "--games", "2", "--nodes", "20", "--ray", cluster.address]) == 0
    assert "2 games" in capsys.readouterr().out


def test_no_cluster_at_the_address(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    began = time.monotonic()
    assert main(["selfplay", "--games", "2", "--out", str(tmp_path / "games"), "--ray", "127.0.0.1:1"]) == 2
    assert "no Ray cluster answers at '127.0.0.1:1'" in capsys.readouterr().err
    assert time.monotonic() - began < 20
