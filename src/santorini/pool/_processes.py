"""A pool of processes on this machine.

Each process is fed one job at a time, so none waits while another has a queue. A process that dies is replaced, and its
job is played again; a job that also kills the next process is given up.
"""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from threading import Thread
from typing import Any, Self

from santorini.pool._pool import GiveUp, Job, Make, Player

__all__ = ["Processes", "cores"]

TRIES = 2
"""How often a job may end its process before it is given up."""
PATIENCE = 2.0
"""Seconds a process has to exit when told to."""

_spawn = get_context("spawn")  # workers must not inherit threads and locks of this process


def cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@dataclass
class _Worker:
    process: SpawnProcess
    pipe: Connection
    thinking: Any  # multiprocessing's shared integer: the seat that decides now
    job: Job | None = None


class Processes:
    """`count` processes, each with a player made by `make(*given)`. They start when there are jobs for them."""

    def __init__(self, count: int, make: Make, given: Sequence[object]) -> None:
        self._count = count
        self._make, self._given = make, tuple(given)
        self._workers: list[_Worker] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        for worker in self._workers:
            worker.process.terminate()
        for worker in self._workers:
            self._end(worker)
        self._workers.clear()

    def run(self, jobs: Iterable[Job], give_up: GiveUp, idle: Callable[[], None]) -> Iterator[tuple[Any, Any]]:
        """The results of the jobs as they finish."""
        waiting = iter(jobs)
        again: deque[Job] = deque()
        deaths: dict[Job, int] = {}
        while True:
            self._feed(waiting, again)
            busy = [worker for worker in self._workers if worker.job is not None]
            if not busy:
                return
            ready = wait([worker.pipe for worker in busy], 0.1)
            idle()
            for worker in [one for one in busy if one.pipe in ready]:
                job = worker.job
                assert job is not None
                try:
                    result = worker.pipe.recv()
                except (EOFError, OSError):
                    self._workers.remove(worker)
                    self._end(worker)
                    deaths[job] = deaths.get(job, 0) + 1
                    if deaths[job] < TRIES:
                        again.append(job)
                        continue
                    result = give_up(job, worker.thinking.value, worker.process.exitcode)
                else:
                    worker.job = None
                    if isinstance(result, BaseException):
                        raise result
                yield job, result

    def _feed(self, waiting: Iterator[Job], again: deque[Job]) -> None:
        """Give every free process a job, and start processes while there are jobs for them."""
        while True:
            free = next((worker for worker in self._workers if worker.job is None), None)
            if free is None and len(self._workers) >= self._count:
                return
            job = again.popleft() if again else next(waiting, None)
            if job is None:
                return
            if free is None:
                free = self._start()
                self._workers.append(free)
            free.job = job
            free.thinking.value = 0
            with suppress(OSError):  # if it has died, that is noticed when its answer is read
                free.pipe.send(job)

    def _start(self) -> _Worker:
        ours, theirs = _spawn.Pipe()
        thinking = _spawn.Value("i", 0, lock=False)
        process = _spawn.Process(target=_serve, args=(theirs, thinking, self._make, self._given), daemon=True)
        process.start()
        theirs.close()  # so that the pipe ends when the process does
        return _Worker(process, ours, thinking)

    @staticmethod
    def _end(worker: _Worker) -> None:
        worker.pipe.close()
        worker.process.join(PATIENCE)
        if worker.process.is_alive():
            worker.process.kill()
            worker.process.join()


def _serve(pipe: Connection, thinking: Any, make: Make, given: tuple[object, ...]) -> None:
    """The main loop of a process: play the jobs that come through the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started us
    signal.signal(signal.SIGTERM, _leave)
    Thread(target=_outlive_nobody, daemon=True).start()
    player: Player | None = None

    def think(seat: int) -> None:
        thinking.value = seat

    try:
        player = make(*given)
        while True:
            pipe.send(player.play(pipe.recv(), think))
    except (EOFError, BrokenPipeError):
        pass  # nobody listens any more
    except Exception as error:  # noqa: BLE001  it is raised again by the process that asked
        pipe.send(error)
    finally:
        if player is not None:
            player.close()


def _leave(number: int, frame: object) -> None:
    raise SystemExit


def _outlive_nobody() -> None:
    """End this process when the one that started it ends: nobody would read its results."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
