"""A thinker: takes questions from the queue in the database, and answers them with processes of this machine."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import signal
from collections.abc import Callable, Sequence
from contextlib import suppress

import psycopg
from procrastinate import App, RetryStrategy
from procrastinate.exceptions import ProcrastinateException

from santorini.server.storage.home import Unavailable
from santorini.server.thinking.pool import Question, Thinkers
from santorini.server.thinking.questions import (
    ANSWERED,
    LONG,
    PATIENCE,
    SHORT,
    SIGN_SECONDS,
    TASK,
    is_prepared,
    open_queue,
)

__all__ = ["answer_for_ever"]

CONNECTIONS = 4
AGAIN_SECONDS = 2.0
STOP_SECONDS = 2.0
"""Seconds that a thinker may go on after Ctrl-C; then its questions go to another."""

IS_ANSWERED = "SELECT question FROM answers WHERE question = %(name)s"
ANSWER = f"""
WITH old AS (DELETE FROM answers WHERE at < now() - interval '10 minutes' AND question <> %(name)s),
new AS (
    INSERT INTO answers (question, steps) VALUES (%(name)s, %(steps)s) ON CONFLICT DO NOTHING RETURNING question
)
SELECT pg_notify('{ANSWERED}', question) FROM new
"""
SIGN = """
WITH old AS (DELETE FROM thinkers WHERE seen_at < now() - interval '10 minutes' AND id <> %(id)s)
INSERT INTO thinkers (id, places) VALUES (%(id)s, %(places)s) ON CONFLICT (id) DO UPDATE SET seen_at = now()
"""
GONE = "DELETE FROM thinkers WHERE id = %(id)s"

log = logging.getLogger("santorini.thinking")


def answer_for_ever(url: str, count: int | None, waits: Callable[[], None], ready: Callable[[], None]) -> None:
    """Answer until Ctrl-C. `waits` is called if no server has made the queue yet, `ready` once it is there."""
    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    logging.getLogger("procrastinate").setLevel(logging.CRITICAL)  # its lines hold questions, and so what a seat knows
    asyncio.run(_Thinker(url, count).run(waits, ready))


class _Thinker:
    def __init__(self, url: str, count: int | None) -> None:
        self._url = url
        self._id = secrets.token_hex(8)
        self._thinkers = Thinkers(count)
        self._stopping = asyncio.Event()

    async def run(self, waits: Callable[[], None], ready: Callable[[], None]) -> None:
        """Answer until told to stop; continue after an outage of the database."""
        for stop in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(stop, self._stopping.set)
        told = False
        try:
            while not self._stopping.is_set():
                try:
                    if await asyncio.to_thread(is_prepared, self._url):
                        await self._answer(ready)
                    elif not told:
                        waits()
                        told = True
                except (Unavailable, ProcrastinateException, psycopg.Error, OSError) as error:
                    log.error("the database cannot be used: %s", error.__cause__ or error)
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._stopping.wait(), AGAIN_SECONDS)
        finally:
            await self._thinkers.close()

    async def _answer(self, ready: Callable[[], None]) -> None:
        queue = open_queue(self._url, CONNECTIONS)
        queue.task(name=TASK, retry=RetryStrategy(max_attempts=3))(self._think_about(queue))
        async with queue.open_async():
            await self._give_a_sign(queue)
            ready()
            work = [
                asyncio.create_task(self._work(queue, [SHORT, LONG], self._thinkers.count)),
                asyncio.create_task(self._work(queue, [SHORT], 1)),
                asyncio.create_task(self._sign_for_ever(queue)),
            ]
            stopping = asyncio.create_task(self._stopping.wait())
            done, _ = await asyncio.wait([*work, stopping], return_when=asyncio.FIRST_COMPLETED)
            with suppress(ProcrastinateException):
                await queue.connector.execute_query_async(GONE, id=self._id)
            left = {*work, stopping}
            while left:  # a worker that has only just begun may ignore the first call
                for task in left:
                    task.cancel()
                _, left = await asyncio.wait(left, timeout=STOP_SECONDS + 1)
            for task in done - {stopping}:
                task.result()

    async def _work(self, queue: App, queues: Sequence[str], number: int) -> None:
        await queue.run_worker_async(
            queues=queues,
            concurrency=number,
            fetch_job_polling_interval=SIGN_SECONDS,  # a question that is put back is not announced
            shutdown_graceful_timeout=STOP_SECONDS,
            delete_jobs="always",
            install_signal_handlers=False,
            update_heartbeat_interval=SIGN_SECONDS,
            stalled_worker_timeout=PATIENCE,
        )

    def _think_about(self, queue: App) -> Callable[..., object]:
        async def think(name: str, question: str) -> None:
            ask = queue.connector.execute_query_all_async
            if not await ask(IS_ANSWERED, name=name):  # two servers may have asked, if one of them has died
                await ask(ANSWER, name=name, steps=await self._thinkers.choose(Question(**json.loads(question))))

        return think

    async def _sign_for_ever(self, queue: App) -> None:
        while True:
            await asyncio.sleep(SIGN_SECONDS)
            await self._give_a_sign(queue)

    async def _give_a_sign(self, queue: App) -> None:
        await queue.connector.execute_query_async(SIGN, id=self._id, places=self._thinkers.count)
