"""Runs the computer's searches in other processes, so that the event loop never waits for them.

A few processes serve all games; `places.py` says who comes next.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress

from santorini.server.thinking.seen import Look

__all__ = ["Thinkers"]

LONGEST = 120.0
"""Seconds after which a process is considered lost, and replaced."""


class Thinkers:
    """A few processes that choose steps."""

    def __init__(self, count: int | None = None) -> None:
        self.count = count or max(1, (os.cpu_count() or 2) - 1)
        self._free: asyncio.LifoQueue[asyncio.subprocess.Process | None] = asyncio.LifoQueue()
        for _ in range(self.count + 1):  # one more for short thinking (`Places`)
            self._free.put_nowait(None)
        self._all: set[asyncio.subprocess.Process] = set()

    async def choose(self, view: str, seat: int, level: int, game: str = "", looks: Sequence[Look] = ()) -> list[str]:
        """What the computer plays on a seat of a game, given its looks at it so far; empty if it found nothing."""
        asked = {"view": view, "seat": seat, "level": level, "game": game, "looks": looks}
        thinker = await self._free.get()
        try:
            if thinker is None or thinker.returncode is not None:
                thinker = await self._start()
            return await asyncio.wait_for(self._ask(thinker, asked), LONGEST)
        except (OSError, ValueError, TimeoutError):
            if thinker is not None:
                self._stop(thinker)
                thinker = None
            return []
        except asyncio.CancelledError:
            # Its late answer would be mistaken for that to the next question.
            if thinker is not None:
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

    # -- inside ----------------------------------------------------------------------------------------------------

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

    async def _ask(self, thinker: asyncio.subprocess.Process, asked: Mapping[str, object]) -> list[str]:
        assert thinker.stdin is not None
        assert thinker.stdout is not None
        thinker.stdin.write(json.dumps(asked).encode() + b"\n")
        await thinker.stdin.drain()
        line = await thinker.stdout.readline()
        if not line:
            raise BrokenPipeError
        return [str(step) for step in json.loads(line).get("steps", [])]

    def _stop(self, thinker: asyncio.subprocess.Process) -> None:
        self._all.discard(thinker)
        with suppress(ProcessLookupError):
            thinker.kill()
