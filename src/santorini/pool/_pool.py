"""What a pool of workers is, and the smallest one: this process."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any, Protocol, Self

__all__ = ["GiveUp", "Here", "Job", "Make", "Player", "Pool"]

Job = Hashable
"""Something to play. It is also the key of its result: each result is returned together with its job."""
GiveUp = Callable[[Any, int, int | None], Any]
"""Makes the result of a job that repeatedly ends its process, from the job, the seat that was thinking (0: none) and
the exit status. It may raise an error instead, which ends the run."""


class Player(Protocol):
    """What plays the jobs, one after the other, in a process of its own."""

    def play(self, job: Any, thinking: Callable[[int], None]) -> Any:
        """The result of a job. It calls `thinking` with the seat that is thinking, in case the process dies."""

    def close(self) -> None:
        """Release everything."""


Make = Callable[..., Player]
"""Makes a player. It is sent to other processes, and so is what is given to it."""


class Pool(Protocol):
    """Players that work side by side. Use it in a `with` statement."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *error: object) -> None: ...

    def run(self, jobs: Iterable[Job], give_up: GiveUp, idle: Callable[[], None]) -> Iterator[tuple[Any, Any]]:
        """Every job once with its result, as they finish. `idle` is called now and then.

        `jobs` is read as players become free, so it may depend on results or on the clock.
        """


class Here:
    """One player, in this process: nothing is started, and a crash ends it."""

    def __init__(self, make: Make, given: Sequence[object]) -> None:
        self._player = make(*given)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._player.close()

    def run(self, jobs: Iterable[Job], give_up: GiveUp, idle: Callable[[], None]) -> Iterator[tuple[Any, Any]]:
        """The jobs in their order."""
        for job in jobs:
            yield job, self._player.play(job, lambda seat: None)
            idle()
