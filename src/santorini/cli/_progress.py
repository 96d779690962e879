"""A progress bar on standard error: on a terminal, and only for what takes long."""

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

LOG_EVERY = 15.0
"""Seconds between two lines when the output goes to a file."""


class Progress:
    """Counts the steps of a long task, of which `total` may be unknown, or shows what share of it is done.

    >>> with Progress("counting", total=2) as progress:
    ...     progress.advance()
    >>> with Progress("learning") as progress:
    ...     progress.reach(0.25, "loss 0.61")
    """

    def __init__(self, title: str, *, total: int | None = None, quiet: bool = False) -> None:
        self._title = title
        self._total = total
        self._terminal = sys.stderr.isatty()
        self._quiet = quiet or not self._terminal
        self._done = 0.0
        self._next = time.monotonic() + PATIENCE
        self._detail: str | None = None
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
        """Count one more step; redraw the bar if it is time."""
        self.count()
        self.show()

    def count(self) -> None:
        """Count one more step, from another thread than the one that draws."""
        self._done += 1

    def tell(self, detail: str) -> None:
        """Write this beside the bar from now on."""
        self._detail = detail
        self.show()

    def reach(self, share: float, detail: str) -> None:
        """Set the share that is done, from 0 to 1, with a detail to show; redraw the bar if it is time.

        Such tasks may run for hours with their output in a file: then a line is written now and then.
        """
        self._total, self._done, self._detail = 1, share, detail
        if not self._terminal and time.monotonic() >= self._next:
            print(f"{self._title} {share:.0%} {detail}", file=sys.stderr, flush=True)
            self._next = time.monotonic() + LOG_EVERY
        self.show()

    def show(self) -> None:
        """Redraw the bar if it is time."""
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
            *([] if self._total == 1 else [progress.MofNCompleteColumn()]),
            progress.TimeElapsedColumn(),
            progress.TextColumn("{task.fields[detail]}"),
        ]
        # By default rich would also redirect what is printed to standard output meanwhile.
        self._bar = progress.Progress(
            *columns,
            console=console.Console(stderr=True),
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._task = self._bar.add_task(self._title, total=self._total, detail=self._detail)
        self._bar.start()
