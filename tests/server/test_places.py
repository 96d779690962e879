"""Who thinks next: short thinking first, a fair share for everybody, nothing for games that nobody waits for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from santorini import LEVELS
from santorini.server.storage.sqlite import sqlite_url
from santorini.server.thinking import places
from santorini.server.thinking.places import Places
from santorini.server.thinking.pool import Question
from tests.server.test_hall import COMPUTER, HERE, Place, messages, run


class Thinking:
    """Questions that take as long as the test says."""

    def __init__(self, long: int) -> None:
        self.time = 0.0
        self.places = Places(long, lambda: self.time)
        self.order: list[str] = []
        self._open: dict[str, asyncio.Event] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def ask(self, name: str, level: int, address: str = "", queued: Callable[[bool], None] | None = None) -> None:
        self._open[name] = asyncio.Event()
        self._tasks[name] = asyncio.create_task(self._think(name, level, address or name, queued))
        await asyncio.sleep(0)

    async def finish(self, name: str, seconds: float = 1.0) -> None:
        self.time += seconds
        self._open[name].set()
        await self._tasks[name]
        await asyncio.sleep(0)

    async def give_up(self, name: str) -> None:
        self._tasks[name].cancel()
        await asyncio.wait([self._tasks[name]])
        await asyncio.sleep(0)

    async def _think(self, name: str, level: int, address: str, queued: Callable[[bool], None] | None) -> None:
        async with self.places.place(address, name, level, queued or (lambda waits: None)):
            self.order.append(name)
            await self._open[name].wait()


def test_short_thinking_never_waits_behind_long() -> None:
    async def story() -> None:
        thinking = Thinking(long=2)
        for number in range(50):
            await thinking.ask(f"hero {number}", 8)
        assert thinking.order == ["hero 0", "hero 1"]
        await thinking.ask("fisherman", 1)
        assert thinking.order[-1] == "fisherman"
        await thinking.ask("sailor", 5)
        assert (thinking.places.running, thinking.places.waiting) == (3, 49)
        await thinking.finish("hero 0")
        assert thinking.order[-1] == "sailor", "before all that think longer"

    asyncio.run(story())


def test_an_address_gets_no_more_than_its_share() -> None:
    async def story() -> None:
        thinking = Thinking(long=1)
        for number in range(20):
            await thinking.ask(f"crowd {number}", 10, "crowd")
        await thinking.ask("ann", 10)
        await thinking.ask("ben", 9)
        await thinking.finish("crowd 0")
        await thinking.finish("ann")
        await thinking.finish("ben")
        assert thinking.order == ["crowd 0", "ann", "ben", "crowd 1"]
        await thinking.ask("ann again", 10, "ann")
        thinking.time += 300.0
        await thinking.finish("crowd 1", 2.0)
        assert thinking.order[-1] == "ann again", "what was used long ago is forgotten, and the crowd has just thought"

    asyncio.run(story())


def test_whoever_gives_up_makes_room() -> None:
    async def story() -> None:
        thinking = Thinking(long=1)
        told: list[bool] = []
        for name in ("a", "b", "c"):
            await thinking.ask(name, 10, queued=told.append)
        assert told == [True, True]
        await thinking.give_up("b")
        await thinking.give_up("a")
        assert thinking.order == ["a", "c"]
        assert told == [True, True, False]
        await thinking.finish("c")
        assert (thinking.places.running, thinking.places.waiting) == (0, 0)

    asyncio.run(story())


def test_places_come_and_go_with_the_thinkers() -> None:
    async def story() -> None:
        thinking = Thinking(long=1)
        thinking.places.resize(0, 0)
        told: list[bool] = []
        await thinking.ask("crowd 0", 10, "crowd", told.append)
        await thinking.ask("crowd 1", 10, "crowd")
        await thinking.ask("fisherman", 1)
        assert thinking.order == []
        assert told == [True]
        thinking.places.resize(1, 1)
        await asyncio.sleep(0)
        assert thinking.order == ["fisherman", "crowd 0"]
        assert told == [True, False]
        thinking.places.resize(0, 0)
        await thinking.ask("ann", 10)
        await thinking.finish("crowd 0")
        await thinking.finish("fisherman")
        assert thinking.order == ["fisherman", "crowd 0"]
        thinking.places.resize(1, 1)
        await asyncio.sleep(0)
        assert thinking.order[-1] == "ann", "the crowd has had its share"

    asyncio.run(story())


def test_nobody_thinks_for_a_game_that_nobody_waits_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(place: Place) -> None:
        asked: list[int] = []
        free = asyncio.Event()

        async def slow(question: Question, *_: object) -> list[str]:
            asked.append(question.seat)
            await free.wait()
            return []

        monkeypatch.setattr(place.thinkers, "choose", slow)
        room, token = await place.table(COMPUTER, COMPUTER)
        await asyncio.sleep(0)
        assert asked == [1], "somebody has just set it up"
        place.time += 61.0
        free.set()
        async with asyncio.timeout(60):
            while room.thinking is not None:
                await asyncio.sleep(0.01)
        played = len(asked)
        await asyncio.sleep(0.05)
        assert len(asked) == played
        guest = await place.guest(room, token)
        async with asyncio.timeout(60):
            while len(asked) < played + 3:
                await asyncio.sleep(0.01)
        place.hall.leave(room, guest)

    run(sqlite_url(tmp_path / "games.sqlite"), story)


def test_a_wait_is_told_and_ends_when_everybody_has_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(place: Place) -> None:
        free = asyncio.Event()

        async def slow(*_: object) -> list[str]:
            await free.wait()
            return []

        monkeypatch.setattr(place.thinkers, "choose", slow)
        level = {"kind": "computer", "level": len(LEVELS)}
        rooms = [await place.table(level, HERE) for _ in range(3)]
        guests = [await place.guest(room, token) for room, token in rooms]
        place.time += 61.0
        await asyncio.sleep(0)
        assert [room.queued for room, _ in rooms] == [False, True, True]
        state = next(message for message in messages(guests[1]) if message["type"] == "state")
        assert (state["seats"][0]["thinking"], state["seats"][0]["queued"]) == (True, True)
        place.hall.leave(rooms[1][0], guests[1])
        await asyncio.sleep(0.01)
        assert rooms[1][0].thinking is None
        free.set()
        async with asyncio.timeout(60):
            while rooms[2][0].queued:
                await asyncio.sleep(0.01)
        told = [message["queued"] for message in messages(guests[2]) if message["type"] == "thinking"]
        assert told[-1] is False

    run(sqlite_url(tmp_path / "games.sqlite"), story)


def test_what_addresses_have_used_takes_bounded_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "MOST_KEYS", 10)

    async def story() -> None:
        thinking = Thinking(long=1)
        for number in range(40):
            await thinking.ask(str(number), 1)
            await thinking.finish(str(number))
            assert len(thinking.places._spent) <= 12

    asyncio.run(story())
