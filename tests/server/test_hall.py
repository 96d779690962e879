"""The hall with a simulated clock: time-outs, a failing database, clients that do not read."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from santorini.server.protocol import requests
from santorini.server.protocol.refusal import Refusal
from santorini.server.storage.home import Unavailable
from santorini.server.tables import events
from santorini.server.tables.guests import Guest
from santorini.server.tables.hall import Hall, Room
from santorini.server.tables.journal import Journal
from santorini.server.tables.tokens import digest
from santorini.server.thinking.pool import Question, Thinkers
from santorini.server.web.config import Config

HERE = {"kind": "here"}
COMPUTER = {"kind": "computer"}
PLAIN = "0000000000000000000000000/1/mortal:b3,d3/mortal:c4,c2"


class Place:
    """A hall whose clock the test sets."""

    def __init__(self, database: str, time: float = 1000.0) -> None:
        self.time = time
        self.journal = Journal(database)
        self.thinkers = Thinkers(1)
        config = Config(database=database, now=lambda: self.time)
        self.hall = Hall(config, self.journal, self.thinkers)

    async def close(self) -> None:
        await self.hall.close()
        await self.thinkers.close()
        self.journal.close()

    async def table(self, *seats: dict[str, Any], **settings: Any) -> tuple[Room, str]:
        room, token, _, _ = await self.hall.create(requests.NewGame.model_validate({"seats": list(seats), **settings}))
        return room, token

    async def guest(self, room: Room, token: str, waiting: int = 100) -> Guest:
        role = room.table.role(digest(token))
        assert role is not None
        guest = Guest(role, digest(token), None, waiting)
        await self.hall.enter(room, guest, None)
        return guest


def run(
    database: str, story: Callable[[Place], Awaitable[None]], time: float = 1000.0, *, neighbours: bool = False
) -> None:
    """Play a story. Signs of life are given only with `neighbours`: the test sets the clock, and after a jump a sign
    would say that there was no server meanwhile.
    """

    async def whole() -> None:
        place = Place(database, time)
        try:
            await place.hall.start()
            if not neighbours and (signs := place.hall.neighbours._comparing) is not None:
                signs.cancel()
            await story(place)
        finally:
            await place.close()

    # In a thread of its own: a browser test in the same process keeps an event loop in this one.
    with ThreadPoolExecutor(1) as alone:
        alone.submit(lambda: asyncio.run(whole())).result()


def messages(guest: Guest) -> list[dict[str, Any]]:
    """The messages waiting to be sent."""
    found = []
    while not guest.outgoing.empty():
        if (message := guest.outgoing.get_nowait()) is not None:
            found.append(json.loads(message))
    return found


def test_the_flag_falls_and_is_told(database: str) -> None:
    async def story(place: Place) -> None:
        room, token = await place.table(HERE, HERE, position=PLAIN, clock={"base": 60})
        guest = await place.guest(room, token)
        place.time += 59.0
        await place.hall.check_clock(room)
        assert not room.table.over
        assert [m for m in messages(guest) if m["type"] == "state"][-1]["running"] == 1
        place.time += 2.0
        with pytest.raises(Refusal) as refusal:
            await place.hall.act(room, lambda table: table.may_play(1, ["b3-b4"]))
        assert refusal.value.code == "over", "a step that comes too late is too late"
        told = messages(guest)[-1]
        assert (told["status"], told["outcome"]) == ("over", {"winners": [2], "reason": "time"})
        assert told["seats"][0]["left"] == 0.0

    run(database, story)


def test_the_alarm_rings_by_itself(database: str) -> None:
    async def story(place: Place) -> None:
        room, _ = await place.table(HERE, HERE, position=PLAIN, clock={"base": 10})
        place.time += 11.0
        place.hall._wind(room)
        async with asyncio.timeout(60):
            while not room.table.over:
                await asyncio.sleep(0.01)

    run(database, story)


def test_clocks_go_on_when_somebody_opens_the_game_after_a_restart(database: str) -> None:
    games: list[str] = []

    async def before(place: Place) -> None:
        for _ in range(2):
            room, _ = await place.table(HERE, HERE, position=PLAIN, clock={"base": 60})
            games.append(room.table.id)
        place.time += 20.0
        await place.hall.act(room, lambda table: table.may_resign(1))

    async def after(place: Place) -> None:
        room = await place.hall.open(games[0])
        assert room is not None
        clock = room.table.clock
        assert clock is not None
        assert clock.now(1, place.time) == 60.0, "nobody is charged for the time the server was down"
        place.time += 20.0
        assert clock.now(1, place.time) == 40.0
        assert room.timer is not None
        over = await place.hall.open(games[1])
        assert over is not None
        assert over.timer is None

    run(database, before)
    run(database, after, time=1500.0)


def test_a_set_up_that_nobody_goes_on_with_is_called_off(database: str) -> None:
    async def story(place: Place) -> None:
        room, token = await place.table(HERE, HERE, clock={"base": 60})
        guest = await place.guest(room, token)
        place.time += 290.0
        await place.hall.act(room, lambda table: table.may_play(1, ["*b3"]))
        place.time += 290.0
        await place.hall.check_clock(room)
        assert not room.table.over, "there is time for every choice"
        place.time += 11.0
        await place.hall.check_clock(room)
        assert messages(guest)[-1]["outcome"] == {"winners": [], "reason": "called-off"}
        assert room.timer is None
        untimed, _ = await place.table(HERE, HERE)
        assert untimed.table.due() is None

    run(database, story)


def test_what_could_not_be_stored_has_not_happened(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(place: Place) -> None:
        room, token = await place.table(HERE, HERE)
        guest = await place.guest(room, token)
        messages(guest)

        async def fail(*_: object, **__: object) -> None:
            raise Unavailable("disk full")

        monkeypatch.setattr(place.journal, "append", fail)
        with pytest.raises(Refusal) as refusal:
            await place.hall.act(room, lambda table: table.may_play(1, ["*b3"]))
        assert refusal.value.code == "busy"
        assert room.table.pending == []
        assert messages(guest) == []

    run(database, story)


def test_who_does_not_read_is_let_go(database: str) -> None:
    async def story(place: Place) -> None:
        room, token = await place.table(HERE, HERE)
        guest = await place.guest(room, token, waiting=5)
        for number in range(10):
            await place.hall.act(room, lambda table, n=number: table.may_chat(1, f"hello {n}"))  # type: ignore[misc]
        waiting = [guest.outgoing.get_nowait() for _ in range(guest.outgoing.qsize())]
        assert None in waiting

    run(database, story)


def test_idle_tables_leave_the_memory_and_come_back(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("santorini.server.tables.hall.MOST_ROOMS", 10)

    async def story(place: Place) -> None:
        rooms = [(await place.table(HERE, HERE))[0] for _ in range(30)]
        assert len(place.hall._rooms) <= 11
        back = await place.hall.open(rooms[0].table.id)
        assert back is not None
        assert back is not rooms[0]
        assert await place.hall.open("nosuchgame") is None

    run(database, story)


def test_an_asker_who_has_gone_changes_nothing(database: str) -> None:
    async def story(place: Place) -> None:
        room, _ = await place.table(HERE, HERE)
        asking = asyncio.create_task(place.hall.act(room, lambda table: table.may_play(1, ["*b3"])))
        await asyncio.sleep(0)
        asking.cancel()
        await asyncio.wait([asking])
        async with asyncio.timeout(60):
            while room.table.pending != ["*b3"]:
                await asyncio.sleep(0.01)
        stored = await place.journal.read(room.table.id)
        assert isinstance(stored[-1].event, events.Stepped)

    run(database, story)


def test_a_thinker_that_is_killed_is_replaced(database: str) -> None:
    async def story(place: Place) -> None:
        assert await place.thinkers.choose(Question(PLAIN, 1, 3))
        for thinker in place.thinkers._all:
            thinker.kill()
            await thinker.wait()
        assert await place.thinkers.choose(Question(PLAIN, 1, 3))
        assert await place.thinkers.choose(Question("nonsense", 1, 3)) == []

    run(database, story)


def test_thinking_holds_nobody_up(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the only thinker is busy with one game, another game goes on."""

    async def story(place: Place) -> None:
        free = asyncio.Event()

        async def slow(*asked: object) -> list[str]:
            await free.wait()
            return []

        monkeypatch.setattr(place.thinkers, "choose", slow)
        thinking, _ = await place.table(COMPUTER, HERE)
        other, _ = await place.table(HERE, HERE)
        await place.hall.act(other, lambda table: table.may_play(1, ["*b3"]))
        assert thinking.thinking is not None
        assert other.table.pending == ["*b3"]
        free.set()
        async with asyncio.timeout(60):
            while thinking.table.decider != 2:
                await asyncio.sleep(0.01)

    run(database, story)


def test_nobody_but_the_computer_is_said_to_think(database: str) -> None:
    async def story(place: Place) -> None:
        room, token = await place.table(COMPUTER, HERE, position=PLAIN)
        guest = await place.guest(room, token)
        async with asyncio.timeout(60):
            while room.thinking is not None:
                await asyncio.sleep(0.01)
        states = [message for message in messages(guest) if message["type"] == "state"]
        assert states[-1]["decider"] == 2
        assert not any(state["seats"][1]["thinking"] for state in states)

    run(database, story)
