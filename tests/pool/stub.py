"""A player that plays nothing, for tests of the pools."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

from santorini import EngineError

Job = tuple[int, int]


class Stub:
    """Ends its process if there is a trap file for the job, waits while there is a gate file, and says where it ran."""

    def __init__(self, folder: str) -> None:
        self._folder = Path(folder)

    def play(self, job: Job, thinking: Callable[[int], None]) -> tuple[Job, int]:
        thinking(2)
        name = f"{job[0]}-{job[1]}"
        trap, gate = self._folder / name, self._folder / f"gate-{name}"
        if trap.exists():
            left = int(trap.read_text()) - 1
            trap.write_text(str(left)) if left > 0 else trap.unlink()
            os._exit(9)
        if gate.exists():
            (self._folder / f"at-{name}-{os.getpid()}").touch()
        while gate.exists():
            time.sleep(0.01)
        if job[0] == 100:
            raise EngineError("engine/test", "a mistake of ours")
        return job, os.getpid()

    def close(self) -> None:
        (self._folder / f"closed-{os.getpid()}").touch()


def given_up(job: Job, seat: int, status: int | None) -> tuple[str, int, int | None]:
    return "given up", seat, status
