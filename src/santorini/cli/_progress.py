"""A progress bar on standard error: only on a terminal, and only when something takes long."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from rich import progress

__all__ = ["Progress"]

PATIENCE = 1.0
"""Seconds after which the bar appears."""


class Progress:
    """Counts steps of something long. `total` may be unknown.

    >>> with Progress("counting", total=2) as progress:
    ...     progress.advance()
    """

    def __init__(self, title: str, *, total: int | None = None, quiet: bool = False) -> None:
        self._title = title
        self._total = total
        self._quiet = quiet or not sys.stderr.isatty()
        self._done = 0
        self._detail = ""
        self._next = time.monotonic() + PATIENCE
        self._bar: progress.Progress | None = None
        self._task: progress.TaskID | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def advance(self) -> None:
        """One more is done; draw the bar if it is time."""
        self.count()
        self.show()

    def count(self) -> None:
        """One more is done, said from another thread than the one that draws."""
        self._done += 1

    def tell(self, detail: str) -> None:
        """Write this beside the bar from now on."""
        self._detail = detail
        self.show()

    def show(self) -> None:
        """Draw the bar if it is time."""
        if self._quiet or time.monotonic() < self._next:
            return
        if self._bar is None:
            self._start()
        assert self._bar is not None
        assert self._task is not None
        self._bar.update(self._task, completed=self._done, detail=self._detail)
        self._next = time.monotonic() + 0.1

    def _start(self) -> None:
        from rich import console, progress

        columns = [
            progress.TextColumn("{task.description}"),
            progress.BarColumn(),
            progress.MofNCompleteColumn(),
            progress.TimeElapsedColumn(),
            progress.TextColumn("{task.fields[detail]}"),
        ]
        # Left alone, it would catch what is printed to standard output meanwhile.
        self._bar = progress.Progress(
            *columns,
            console=console.Console(stderr=True),
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._task = self._bar.add_task(self._title, total=self._total, detail=self._detail)
        self._bar.start()
