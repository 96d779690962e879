"""Runs the computer's searches in other processes, so that the event loop never waits for them.

A few processes serve all games; `places.py` says who comes next.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple, Protocol

from santorini.server.thinking.places import Places
from santorini.server.thinking.seen import Look

__all__ = ["Mind", "Question", "Thinkers", "ignore"]

LONGEST = 120.0
"""Seconds after which a process is considered lost, and replaced."""


TRIES = 2
"""A process may be killed, for lack of memory, say. A question that ends two of them is not asked again."""


def ignore(queued: bool) -> None:
    """For callers that need not know whether there is a wait."""


class Question(NamedTuple):
    """What a computer player is asked."""

    view: str
    seat: int
    level: int
    game: str = ""
    looks: Sequence[Look] = ()
    """What the seat has seen of the game so far."""


class Mind(Protocol):
    """Whatever chooses steps for the computer players: processes of this server, or of other machines."""

    places: Places
    """Who may ask next."""

    async def start(self) -> None:
        """Be ready for questions. Raises `Unavailable`."""

    async def choose(self, question: Question, queued: Callable[[bool], None] = ignore) -> list[str]:
        """What the computer plays; empty if it found nothing.

        `queued` is told if there is a wait after a place was given, and when it is over.
        """

    async def alive(self) -> bool:
        """Is there anything that can think?"""

    async def close(self) -> None:
        """Stop."""


class Thinkers:
    """A few processes that choose steps."""

    def __init__(self, count: int | None = None) -> None:
        self.count = count or max(1, (os.cpu_count() or 2) - 1)
        self.places = Places(self.count)
        self._free: asyncio.LifoQueue[asyncio.subprocess.Process | None] = asyncio.LifoQueue()
        for _ in range(self.count + 1):  # one more for short thinking (`Places`)
            self._free.put_nowait(None)
        self._all: set[asyncio.subprocess.Process] = set()

    async def start(self) -> None:
        """Processes are started when they are needed."""

    async def choose(self, question: Question, queued: Callable[[bool], None] = ignore) -> list[str]:
        """What the computer plays; empty if it found nothing."""
        thinker = await self._free.get()
        try:
            for _ in range(TRIES):
                try:
                    if thinker is None or thinker.returncode is not None:
                        thinker = await self._start()
                    return await asyncio.wait_for(self._ask(thinker, question), LONGEST)
                except (OSError, ValueError) as why:
                    self._stop(thinker)
                    thinker = None
                    if isinstance(why, TimeoutError):
                        break
            return []
        except asyncio.CancelledError:
            # Its late answer would be mistaken for that to the next question.
            self._stop(thinker)
            thinker = None
            raise
        finally:
            self._free.put_nowait(thinker)

    async def alive(self) -> bool:
        """Is there a process that thinks, or can one be started?"""
        if any(thinker.returncode is None for thinker in self._all):
            return True
        try:
            thinker = await self._start()
        except OSError:
            return False
        self._stop(thinker)
        await thinker.wait()
        return True

    async def close(self) -> None:
        """End all of them."""
        for thinker in list(self._all):
            self._stop(thinker)
            with suppress(ProcessLookupError):
                await thinker.wait()

    # -- internals -------------------------------------------------------------------------------------------------

    async def _start(self) -> asyncio.subprocess.Process:
        pipe = asyncio.subprocess.PIPE
        thinker = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "santorini.server.thinking.thinker",
            stdin=pipe,
            stdout=pipe,
            start_new_session=True,  # the server handles Ctrl-C
        )
        self._all.add(thinker)
        return thinker

    async def _ask(self, thinker: asyncio.subprocess.Process, question: Question) -> list[str]:
        assert thinker.stdin is not None
        assert thinker.stdout is not None
        thinker.stdin.write(json.dumps(question._asdict()).encode() + b"\n")
        await thinker.stdin.drain()
        line = await thinker.stdout.readline()
        if not line:
            raise BrokenPipeError
        return [str(step) for step in json.loads(line).get("steps", [])]

    def _stop(self, thinker: asyncio.subprocess.Process | None) -> None:
        if thinker is not None:
            self._all.discard(thinker)
            with suppress(ProcessLookupError):
                thinker.kill()
