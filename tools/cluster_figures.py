"""What a cluster costs: the figures of docs/cluster.md, from a Ray cluster of two nodes on this machine.

    python -m tools.cluster_figures [--games 80] [--jobs 400]

The processor time of the process that hands out the jobs is counted, not wall-clock time: other work on the machine
does not change it.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from ray.cluster_utils import Cluster

from santorini import selfplay
from santorini.pool import open_pool
from santorini.train._examples import Chunks
from santorini.train._plan import Games


class Parcels:
    """A worker that does nothing but send `size` bytes."""

    def __init__(self, size: int) -> None:
        self._parcel = os.urandom(size)

    def play(self, job: int, thinking: Callable[[int], None]) -> bytes:
        """A parcel, different for every job."""
        return job.to_bytes(8, "little") + self._parcel

    def close(self) -> None:
        """Nothing is held."""


def lost(job: int, seat: int, status: int | None) -> None:
    """No job here ends its process."""
    raise RuntimeError(f"job {job}: exit status {status}")


def handing_out(size: int, jobs: int, ray: str | None) -> tuple[float, float]:
    """Milliseconds per job: processor time of this process, and wall-clock time."""
    with open_pool(Parcels, (size,), 2, ray=ray) as pool:
        list(pool.run(range(8), lost, lambda: None))  # now all workers have started
        used, began = time.process_time(), time.perf_counter()
        assert sum(1 for _ in pool.run(range(jobs), lost, lambda: None)) == jobs
        return (time.process_time() - used) / jobs * 1e3, (time.perf_counter() - began) / jobs * 1e3


def played(games: int, folder: Path, ray: str | None) -> float:
    """Processor seconds of this process for this many self-played games."""
    used = time.process_time()
    selfplay.run(selfplay.Plan(level="fisherman"), games, folder, 2, ray=ray)
    return time.process_time() - used


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=80)
    parser.add_argument("--jobs", type=int, default=400)
    args = parser.parse_args()
    for name in ("fisherman", "potter", "sailor"):
        used = time.process_time()
        piece = selfplay.Pieces(selfplay.Plan(level=name)).play(range(selfplay.PIECE), lambda seat: None)
        used = time.process_time() - used
        print(f"a piece of {selfplay.PIECE} games, level {name}: {used:.2f} s, {sum(map(len, piece.values())):,} bytes")
    used = time.process_time()
    chunk = Chunks(Games(nodes=600), None).play(1, lambda seat: None)
    used = time.process_time() - used
    size = sum(column.nbytes for column in chunk.values())
    print(
        f"a chunk of training games, 600 nodes a turn: {used:.2f} s, {len(chunk['score']):,} examples, {size:,} bytes"
    )
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    cluster.add_node(num_cpus=1)
    try:
        for size in (10_000, 50_000, 1_000_000):
            for where in (None, cluster.address):
                cpu, wall = handing_out(size, args.jobs, where)
                name = "processes" if where is None else "Ray"
                print(f"{name}, {size:,} bytes a job: {cpu:.2f} ms of the processor here, {wall:.1f} ms on the wall")
        with tempfile.TemporaryDirectory() as folder:
            for where in (None, cluster.address):
                name = "processes" if where is None else "Ray"
                used = played(args.games, Path(folder) / name, where)
                print(f"{name}: {used:.2f} s of the processor here for {args.games} games")
    finally:
        cluster.shutdown()


if __name__ == "__main__":
    # Imported under its own name, because the worker processes have to find it.
    from tools.cluster_figures import main as begin

    begin()
