"""Work for another thread, which takes everything that waits in one go.

A thread gets the interpreter from a busy event loop only after milliseconds. So it should need it rarely: once to take
all the work, and once to answer all who wait for it.
"""

from __future__ import annotations

import asyncio
import queue
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import groupby
from typing import Any, TypeVar

__all__ = ["all_that_wait", "answer"]

MOST_AT_ONCE = 500

T = TypeVar("T")


def all_that_wait(waiting: queue.SimpleQueue[T | None]) -> Iterator[list[T]]:
    """Yields everything that waits, whenever there is something, until None comes."""
    while (one := waiting.get()) is not None:
        batch = [one]
        while len(batch) < MOST_AT_ONCE:
            try:
                more = waiting.get_nowait()
            except queue.Empty:
                break
            if more is None:
                yield batch
                return
            batch.append(more)
        yield batch


def answer(answers: Sequence[tuple[asyncio.Future[Any], object]]) -> None:
    """Give each of those who wait an answer, or an exception."""
    for loop, some in groupby(answers, lambda one: one[0].get_loop()):
        with suppress(RuntimeError):  # the loop has ended, and nobody waits any more
            loop.call_soon_threadsafe(_answer, list(some))


def _answer(answers: Sequence[tuple[asyncio.Future[Any], object]]) -> None:
    for future, found in answers:
        if future.done():
            continue  # whoever waited has given up
        if isinstance(found, Exception):
            future.set_exception(found)
        else:
            future.set_result(found)
