"""Several server processes on this machine. They share a listening socket and a database, and nothing else.

A process that dies is replaced. On SIGHUP all are, one after the other, each only when its successor answers: so a new
version can be put into use while games go on.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from multiprocessing.context import SpawnProcess
from multiprocessing.synchronize import Event

from santorini.server.web.config import Config
from santorini.server.web.run import serve

__all__ = ["serve_with"]

LOOK_SECONDS = 0.2
"""Seconds between two checks that all processes are alive."""

SHORT_LIFE = 2.0
"""A process that lives no longer than this many seconds is not replaced at once."""

STOP_SECONDS = 10.0

_spawn = multiprocessing.get_context("spawn")


def serve_with(
    workers: int, config: Config, listening: socket.socket, *, ready: Callable[[], None] = lambda: None
) -> None:
    """Serve with this many processes until Ctrl-C. `ready` is called once all of them answer."""
    if config.thinkers is None:
        config = replace(config, thinkers=max(1, (os.cpu_count() or 2) // workers))
    manager = _Manager(workers, config, listening)
    signal.signal(signal.SIGHUP, lambda *_: manager.again.set())
    for stop in (signal.SIGINT, signal.SIGTERM):
        signal.signal(stop, lambda *_: manager.stopping.set())
    try:
        manager.run(ready)
    finally:
        manager.stop()


class _Worker:
    def __init__(self, config: Config, listening: socket.socket) -> None:
        self.begun = time.monotonic()
        self.ready: Event = _spawn.Event()
        self.process: SpawnProcess = _spawn.Process(target=_work, args=(config, listening, self.ready))
        self.process.start()

    def stop(self) -> None:
        """Ask it to stop as Ctrl-C does."""
        if self.process.pid is not None and self.process.is_alive():
            with suppress(ProcessLookupError):
                os.kill(self.process.pid, signal.SIGINT)

    def wait(self) -> None:
        """Wait until it has stopped, but not for ever."""
        self.process.join(STOP_SECONDS)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


class _Manager:
    def __init__(self, workers: int, config: Config, listening: socket.socket) -> None:
        self._config, self._listening = config, listening
        self.stopping, self.again = threading.Event(), threading.Event()
        self._workers = [self._start() for _ in range(workers)]

    def run(self, ready: Callable[[], None]) -> None:
        """Watch the processes until told to stop."""
        told = False
        while not self.stopping.wait(LOOK_SECONDS):
            if not told and all(worker.ready.is_set() for worker in self._workers):
                ready()
                told = True
            for place, worker in enumerate(self._workers):
                if not worker.process.is_alive():
                    if time.monotonic() - worker.begun < SHORT_LIFE:
                        self.stopping.wait(SHORT_LIFE)
                    self._workers[place] = self._start()
            if self.again.is_set():
                self.again.clear()
                self._replace_all()

    def stop(self) -> None:
        """Stop all processes."""
        for worker in self._workers:
            worker.stop()
        for worker in self._workers:
            worker.wait()

    def _start(self) -> _Worker:
        return _Worker(self._config, self._listening)

    def _replace_all(self) -> None:
        for place, old in enumerate(self._workers):
            new = self._start()
            while not new.ready.wait(LOOK_SECONDS):
                if self.stopping.is_set() or not new.process.is_alive():
                    new.stop()  # it cannot be started: the old one goes on
                    new.wait()
                    return
            self._workers[place] = new
            old.stop()
            old.wait()


def _work(config: Config, listening: socket.socket, ready: Event) -> None:
    os.setsid()  # Ctrl-C is for the manager alone, which passes it on
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    threading.Thread(target=_die_with_the_manager, daemon=True).start()
    serve(config, listening, ready=ready.set)


def _die_with_the_manager() -> None:
    manager = multiprocessing.parent_process()
    if manager is not None:
        manager.join()
        os.kill(os.getpid(), signal.SIGINT)
