"""A pool on the machines of a Ray cluster.

Each place in the cluster is an actor that holds a pool of one process: a crash of that process is handled
there, by the same code as on one machine. So an actor dies only with its machine (or its cluster), and its job goes to
another. A result is taken only from the actor that holds the job at that moment, and so only once.
"""

from __future__ import annotations

import logging
import socket
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Self

from santorini import __version__
from santorini.errors import EngineError, sentence
from santorini.pool._pool import GiveUp, Job, Make
from santorini.pool._processes import Processes

try:
    import ray
    from ray.exceptions import RayActorError, RayError, RayTaskError
except ModuleNotFoundError:
    raise ModuleNotFoundError(sentence("extra", extra="cluster")) from None

__all__ = ["Cluster"]

LOSSES = 10
"""How often a job may be lost with its machine before it is given up."""
LOOK_EVERY = 2.0
"""Seconds between two checks of how many processors the cluster has: machines come and go."""


class _Place:
    """One place in the cluster; it runs on the machine it belongs to."""

    def __init__(self, make: Make, given: tuple[object, ...], give_up: GiveUp) -> None:
        self._process = Processes(1, make, given)
        self._give_up = give_up

    def version(self) -> str:
        return __version__

    def play(self, job: Job) -> Any:
        [(_, result)] = self._process.run([job], self._give_up, lambda: None)
        return result


@dataclass
class _Actor:
    handle: Any
    answer: Any
    """The pending answer to the last request: first its version, then jobs. None: it is free."""
    job: Job | None = None


class Cluster:
    """Places on a cluster, at most `most`, each with `threads` processors. They start when there are jobs for them."""

    def __init__(self, address: str, make: Make, given: Sequence[object], most: int, threads: int) -> None:
        self._joined = not ray.is_initialized()
        if self._joined:
            try:
                _knock(address)
                ray.init(address, log_to_driver=False, logging_level=logging.ERROR)
            except (OSError, RuntimeError, ValueError, RayError) as error:
                why = sentence("pool-address", address=address, why=_first(error))
                raise EngineError("pool/address", why) from None
        self._make, self._given = make, tuple(given)
        self._most, self._threads = most, threads
        self._actors: list[_Actor] = []
        self._room = 0
        self._looked = -LOOK_EVERY

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        for actor in self._actors:
            ray.kill(actor.handle)
        self._actors.clear()
        if self._joined:
            ray.shutdown()

    def run(self, jobs: Iterable[Job], give_up: GiveUp, idle: Callable[[], None]) -> Iterator[tuple[Any, Any]]:
        """The results of the jobs as they finish."""
        waiting = iter(jobs)
        again: deque[Job] = deque()
        losses: dict[Job, int] = {}
        place = ray.remote(num_cpus=self._threads, max_restarts=0)(_Place)
        while self._feed(waiting, again, place, give_up):
            asked = {actor.answer: actor for actor in self._actors if actor.answer is not None}
            ready, _ = ray.wait(list(asked), timeout=0.1)
            idle()
            for actor in map(asked.__getitem__, ready):
                job = actor.job
                try:
                    result = ray.get(actor.answer)
                except RayTaskError as error:
                    raise error.cause from None
                except RayError as error:
                    self._drop(actor, error)
                    if job is None:
                        continue
                    losses[job] = losses.get(job, 0) + 1
                    if losses[job] < LOSSES:
                        again.append(job)
                        continue
                    result = give_up(job, 0, None)
                else:
                    actor.answer = actor.job = None
                if job is not None:
                    yield job, result
                elif result != __version__:
                    raise EngineError("pool/version", sentence("pool-version", theirs=result, ours=__version__))

    def _feed(self, waiting: Iterator[Job], again: deque[Job], place: Any, give_up: GiveUp) -> bool:
        """Give every free actor a job, and start actors while there is room for them. Is anything under way?

        A new actor gets a job only when it has answered: one that waits for a processor would keep the job from others.
        """
        for actor in self._actors:
            if actor.answer is None:
                actor.job = again.popleft() if again else next(waiting, None)
                if actor.job is None:
                    break
                actor.answer = actor.handle.play.remote(actor.job)
        else:
            while len(self._actors) < self._places():
                handle = place.remote(self._make, self._given, give_up)
                self._actors.append(_Actor(handle, handle.version.remote()))
            return True
        return any(actor.job is not None for actor in self._actors)

    def _places(self) -> int:
        """How many actors the cluster had room for at the last check; at least one, so that a job can wait."""
        if time.monotonic() - self._looked >= LOOK_EVERY:
            self._looked = time.monotonic()
            self._room = int(ray.cluster_resources().get("CPU", 0)) // self._threads
        return max(1, min(self._room, self._most))

    def _drop(self, actor: _Actor, error: RayError) -> None:
        """Forget an actor that has died or cannot be reached; it must not go on with its job."""
        if isinstance(error, RayActorError) and error.actor_init_failed:
            raise EngineError("pool/start", sentence("pool-start", why=_last(error))) from None
        self._actors.remove(actor)
        ray.kill(actor.handle)


def _knock(address: str) -> None:
    """Raise an error if nothing listens there: Ray would keep trying for minutes."""
    host, colon, port = address.rpartition(":")
    if colon and port.isdecimal() and "/" not in host:
        socket.create_connection((host.strip("[]"), int(port)), timeout=10).close()


def _first(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]


def _last(error: Exception) -> str:
    return str(error).strip().rpartition("\n")[2]
