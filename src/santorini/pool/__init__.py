"""Pools of workers: jobs go in, each comes back once with its result, whoever played it (docs/cluster.md).

Self-played games, the games of a match and the games of a training run are all played this way: in this process, in
processes of this machine, or on the machines of a Ray cluster.
"""

from __future__ import annotations

from collections.abc import Sequence

from santorini.pool._pool import GiveUp, Here, Job, Make, Player, Pool
from santorini.pool._processes import Processes, cores

__all__ = ["GiveUp", "Job", "Player", "Pool", "cores", "open_pool"]


def open_pool(make: Make, given: Sequence[object], count: int, *, ray: str | None = None, threads: int = 1) -> Pool:
    """At most `count` players made by `make(*given)`, each of which needs `threads` threads.

    With the address of a Ray cluster they are spread over its machines, as many as it has processors for; without an
    address, a single player runs in this process and several run in processes of their own.
    """
    if ray is not None:
        from santorini.pool._ray import Cluster

        return Cluster(ray, make, given, count, threads)
    return Here(make, given) if count == 1 else Processes(count, make, given)
