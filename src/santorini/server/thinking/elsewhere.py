"""Asks thinkers on other machines (`santorini think`), through the database.

A question goes into the queue with its name as a lock, so that no two think about it at once, and the answer is kept
under that name, so that there is only one. Once a second the server looks at its questions: it passes those of a lost
thinker to another, asks again what is no longer in the queue, and notices answers that it was not told of.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from procrastinate.exceptions import ProcrastinateException

from santorini.server.storage.home import Unavailable, why
from santorini.server.thinking.places import SHORT_LEVEL, Places
from santorini.server.thinking.pool import Question, ignore
from santorini.server.thinking.questions import (
    ANSWERED,
    LONG,
    PATIENCE,
    SHORT,
    TASK,
    name_of,
    open_queue,
    prepare,
    written,
)

__all__ = ["Elsewhere"]

LOOK_SECONDS = 1.0
CONNECTIONS = 3

PLACES = """
SELECT coalesce(sum(places), 0)::int AS long, count(*)::int AS short FROM thinkers
WHERE seen_at > now() - %(patience)s * interval '1 second'
"""
JOBS = "SELECT id, lock, status::text FROM procrastinate_jobs WHERE lock = ANY(%(names)s)"
ANSWERS = "SELECT question, steps FROM answers WHERE question = ANY(%(names)s)"

log = logging.getLogger("santorini.server")


@dataclass(eq=False)
class _Waiting:
    """Somebody who waits for an answer."""

    question: str
    short: bool
    tell: Callable[[bool], None]
    answer: asyncio.Future[list[str]] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    queued: bool = False

    def note(self, queued: bool) -> None:
        """Tell whether the question waits for a thinker, if that is new."""
        if queued != self.queued and not self.answer.done():
            self.queued = queued
            self.tell(queued)


class Elsewhere:
    """The thinkers of other machines."""

    def __init__(self, url: str) -> None:
        self.places = Places(0, short=0)
        self._url = url
        self._queue = open_queue(url, CONNECTIONS)
        self._waiting: dict[str, list[_Waiting]] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._alive = False

    async def start(self) -> None:
        """Make the queue, if it is not there, and listen for answers. Raises `Unavailable`."""
        await asyncio.to_thread(prepare, self._url)
        try:
            await self._queue.open_async()
        except ProcrastinateException as error:
            raise Unavailable(_sentence(error)) from None
        self._tasks = [asyncio.create_task(self._look_for_ever()), asyncio.create_task(self._listen_for_ever())]

    async def choose(self, question: Question, queued: Callable[[bool], None] = ignore) -> list[str]:
        """What the computer plays. Raises `Unavailable`."""
        # A visitor's question that belongs to no game is not shared with anybody.
        text = written(question if question.game else question._replace(game=f"none {secrets.token_hex(8)}"))
        name = name_of(text)
        waiting = _Waiting(text, question.level <= SHORT_LEVEL, queued)
        first = name not in self._waiting
        self._waiting.setdefault(name, []).append(waiting)
        try:
            if first:
                await self._ask(name, waiting)
            return await waiting.answer
        finally:
            self._waiting[name].remove(waiting)
            if not self._waiting[name]:
                del self._waiting[name]
                if not waiting.answer.done() or waiting.answer.cancelled():
                    self._tasks.append(asyncio.create_task(self._withdraw(name)))

    async def alive(self) -> bool:
        """Has a thinker given a sign recently?"""
        return self._alive

    async def close(self) -> None:
        """Stop listening."""
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)
        with suppress(ProcrastinateException):
            await self._queue.close_async()

    # -- internals -------------------------------------------------------------------------------------------------

    async def _ask(self, name: str, waiting: _Waiting) -> None:
        queue, priority = (SHORT, 1) if waiting.short else (LONG, 0)
        job = self._queue.configure_task(TASK, queue=queue, lock=name, priority=priority)
        try:
            await job.defer_async(name=name, question=waiting.question)
        except ProcrastinateException as error:
            raise Unavailable(_sentence(error)) from None

    async def _withdraw(self, name: str) -> None:
        """Nobody waits for the answer any more: stop whoever thinks about it."""
        with suppress(ProcrastinateException):
            for row in await self._queue.connector.execute_query_all_async(JOBS, names=[name]):
                if name not in self._waiting:
                    await self._queue.job_manager.cancel_job_by_id_async(row["id"], abort=True, delete_job=True)

    async def _look_for_ever(self) -> None:
        while True:
            try:
                await self._look()
            except ProcrastinateException as error:
                self._alive = False
                log.error("the queue for thinking cannot be read: %s", _sentence(error))
            self._tasks = [task for task in self._tasks if not task.done()]
            await asyncio.sleep(LOOK_SECONDS)

    async def _look(self) -> None:
        read = self._queue.connector.execute_query_all_async
        places = (await read(PLACES, patience=PATIENCE))[0]
        self._alive = bool(places["short"])
        self.places.resize(places["long"], places["short"])
        if not self._waiting:
            return
        for job in await self._queue.job_manager.get_stalled_jobs(task_name=TASK, seconds_since_heartbeat=PATIENCE):
            if job.lock in self._waiting:
                log.warning("a thinker has gone: its question goes to another")
                await self._queue.job_manager.retry_job(job)
        names = list(self._waiting)
        jobs = {row["lock"]: row["status"] for row in await read(JOBS, names=names)}
        await self._collect(names)  # after reading the jobs: a thinker stores the answer before it ends the job
        for name in names:
            for waiting in self._waiting.get(name, []):
                if waiting.answer.done():
                    continue
                waiting.note(jobs.get(name) == "todo")
                if name not in jobs and waiting is self._waiting[name][0]:
                    await self._ask(name, waiting)

    async def _collect(self, names: Sequence[str]) -> None:
        for row in await self._queue.connector.execute_query_all_async(ANSWERS, names=list(names)):
            for waiting in self._waiting.get(row["question"], []):
                waiting.note(False)
                if not waiting.answer.done():
                    waiting.answer.set_result(row["steps"])

    async def _listen_for_ever(self) -> None:
        while True:
            with suppress(ProcrastinateException):  # `_look` reports it, once a second
                await self._queue.connector.listen_notify(self._hear, [ANSWERED])
            await asyncio.sleep(LOOK_SECONDS)

    async def _hear(self, *, channel: str, payload: str) -> None:
        if payload in self._waiting:
            await self._collect([payload])


def _sentence(error: ProcrastinateException) -> str:
    return why(error.__cause__) if isinstance(error.__cause__, Exception) else str(error)
