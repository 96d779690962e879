"""A search in the background: a future that can also be stopped early."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager
from typing import Protocol, TypeVar

__all__ = ["Task"]

T = TypeVar("T")

_PATIENCE = 0.02
"""Seconds to wait before checking again whether the search has begun, ended or got its turn."""


class _Stoppable(Protocol):
    def stop(self) -> None: ...


class Task(Future[T]):
    """Something the engine works on. `stop` ends it early and keeps what it has found, `cancel` discards it.

    Unlike other futures it can be cancelled while it runs.
    """

    def __init__(self, work: Callable[[Task[T]], T]) -> None:
        super().__init__()
        self._stopped = threading.Event()
        self._search: _Stoppable | None = None
        self._thread = threading.Thread(target=self._do, args=(work,), name="santorini-search", daemon=True)
        self._thread.start()

    @property
    def stopped(self) -> bool:
        """Has somebody asked it to end?"""
        return self._stopped.is_set()

    def stop(self) -> None:
        """End it now; the result is what it has found so far. Returns when it has ended."""
        self._stopped.set()
        while True:
            # Repeated, because a search that is just about to begin does not notice the first call.
            if (search := self._search) is not None:
                search.stop()
            if self._has_ended(_PATIENCE):
                return

    def cancel(self) -> bool:
        """End it now and discard the result; False if there already is one. Returns when it has ended."""
        cancelled = super().cancel()
        self.stop()
        return cancelled

    def result(self, timeout: float | None = None) -> T:
        """Wait for the result. TimeoutError if it takes longer, CancelledError if it was cancelled."""
        try:
            return super().result(timeout)
        finally:
            if self.done():
                self._has_ended()

    def _has_ended(self, timeout: float | None = None) -> bool:
        """Wait for the thread, so that it is gone when the program exits. It cannot wait for itself."""
        if self._thread is threading.current_thread():
            return True
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def _do(self, work: Callable[[Task[T]], T]) -> None:
        # The future counts as running only now that its result is known: until then it can be cancelled.
        try:
            value = work(self)
        except BaseException as error:  # noqa: BLE001  raised again by `result`
            if self.set_running_or_notify_cancel():
                self.set_exception(error)
        else:
            if self.set_running_or_notify_cancel():
                self.set_result(value)

    # -- for the engine ------------------------------------------------------------------------------------------------

    @contextmanager
    def turn(self, lock: threading.Lock) -> Iterator[None]:
        """Wait until the engine is free."""
        while not lock.acquire(timeout=_PATIENCE):
            if self.cancelled():
                raise CancelledError
        try:
            if self.cancelled():
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
