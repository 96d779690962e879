"""A search in the background: stopped, waited for, or given up."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from typing import Generic, Protocol, TypeVar

__all__ = ["Task"]

T = TypeVar("T")

_PATIENCE = 0.02
"""Seconds between two looks at whether something has happened."""


class _Stoppable(Protocol):
    def stop(self) -> None: ...


class Task(Generic[T]):
    """Something the engine works on. `stop` ends it early with what it has, `cancel` gives it up."""

    def __init__(self) -> None:
        self._stopped = threading.Event()
        self._done = threading.Event()
        self._cancelled = False
        self._search: _Stoppable | None = None
        self._thread: threading.Thread | None = None
        self._value: T | None = None
        self._error: BaseException | None = None

    @property
    def done(self) -> bool:
        """Is the result there, or has it been given up?"""
        return self._done.is_set()

    @property
    def stopped(self) -> bool:
        """Has somebody asked it to end?"""
        return self._stopped.is_set()

    def stop(self) -> None:
        """End it now; the result is what it has found. Returns when it has ended."""
        self._stopped.set()
        while True:
            # A search that is only about to begin would not hear the first call.
            if (search := self._search) is not None:
                search.stop()
            if self._thread in (None, threading.current_thread()) or self.wait(_PATIENCE):
                return

    def cancel(self) -> None:
        """Give it up: there will be no result."""
        self._cancelled = True
        self.stop()

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until it has ended; False if it takes longer."""
        if not self._done.wait(timeout):
            return False
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join()  # a moment later: nothing of it is left when the program ends
        return True

    def result(self, timeout: float | None = None) -> T:
        """Wait for the result. TimeoutError if it takes longer, CancelledError if it was given up."""
        if not self.wait(timeout):
            raise TimeoutError
        if self._cancelled:
            raise CancelledError
        if self._error is not None:
            raise self._error
        return self._value  # type: ignore[return-value]

    # -- for the engine ------------------------------------------------------------------------------------------------

    def begin(self, work: Callable[[], T]) -> None:
        """Do the work in a thread of its own."""

        def do() -> None:
            try:
                self._value = work()
            except BaseException as error:  # noqa: BLE001  it is raised again where the result is asked for
                self._error = error
            self._done.set()

        self._thread = threading.Thread(target=do, name="santorini-search", daemon=True)
        self._thread.start()

    @contextmanager
    def turn(self, lock: threading.Lock) -> Iterator[None]:
        """Wait until the engine is free."""
        while not lock.acquire(timeout=_PATIENCE):
            if self._cancelled:
                raise CancelledError
        try:
            if self._cancelled:
                raise CancelledError
            yield
        finally:
            lock.release()

    @contextmanager
    def searching(self, search: _Stoppable) -> Iterator[None]:
        """While this runs, `stop` reaches the search."""
        self._search = search
        try:
            yield
        finally:
            self._search = None
