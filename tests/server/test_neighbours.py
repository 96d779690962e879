"""Several servers on one database: each sees what the others do, and nothing happens twice."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from santorini.server.protocol import requests
from santorini.server.protocol.refusal import Refusal
from santorini.server.storage.home import Unavailable
from santorini.server.tables import events
from santorini.server.tables.guests import Guest
from santorini.server.tables.hall import Room
from santorini.server.tables.journal import Stored
from santorini.server.tables.news import News
from santorini.server.tables.tokens import digest
from tests.server.postgres import Postgres
from tests.server.test_hall import COMPUTER, HERE, PLAIN, Place, messages, run

FRIEND = {"kind": "friend"}


def run_two(postgres: Postgres, story: Callable[[Place, Place], Awaitable[None]]) -> None:
    database = postgres.database()

    async def both(one: Place) -> None:
        other = Place(database)
        try:
            await other.hall.start()
            await story(one, other)
        finally:
            await other.close()

    run(database, both, neighbours=True)


async def until(wanted: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not wanted():
            await asyncio.sleep(0.01)


async def opened(place: Place, room: Room) -> Room:
    found = await place.hall.open(room.table.id)
    assert found is not None
    return found


def kinds(place: Place, room: Room) -> list[str]:
    return [one.event.kind for one in place.journal.stored(room.table.id)]


def deaf(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a server miss everything it is told."""
    monkeypatch.setattr(place.hall.neighbours, "_hear", lambda news: None)


def test_a_guest_of_one_server_sees_what_is_done_through_another(postgres: Postgres) -> None:
    async def story(one: Place, other: Place) -> None:
        room, token = await one.table(HERE, HERE)
        there = await opened(other, room)
        guest = await other.guest(there, token)
        messages(guest)
        await one.hall.act(room, lambda table: table.may_play(1, ["*b3"]))
        for number in range(3):
            await one.hall.act(room, lambda table, n=number: table.may_chat(1, f"hello {n}"))  # type: ignore[misc]
        await until(lambda: there.table.events == room.table.events)
        told = messages(guest)
        assert [m["text"] for m in told if m["type"] == "chat"] == ["hello 0", "hello 1", "hello 2"]
        assert [m["turn"]["text"] for m in told if m["type"] == "state"][-1] == "*b3"

    run_two(postgres, story)


@pytest.mark.parametrize("hears", [True, False])
def test_who_comes_second_reads_what_came_first_and_decides_again(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch, hears: bool
) -> None:
    async def story(one: Place, other: Place) -> None:
        if not hears:
            deaf(other, monkeypatch)
        room, token = await one.table(HERE, HERE)
        there = await opened(other, room)
        guest = await other.guest(there, token)
        await one.hall.act(room, lambda table: table.may_play(1, ["*b3"]))
        await other.hall.act(there, lambda table: table.may_play(1, ["*d3"]))
        assert there.table.pending == ["*b3", "*d3"]
        assert [m for m in messages(guest) if m["type"] == "state"][-1]["turn"]["text"] == "*b3 *d3"
        await one.hall.act(room, lambda table: table.may_confirm(1))  # which only the other server could have known
        assert kinds(one, room) == ["created", "step", "step", "confirm"]

    run_two(postgres, story)


def test_one_of_two_commands_for_the_same_version_is_refused(postgres: Postgres) -> None:
    def once(version: int, step: str) -> Callable[[Any], Any]:
        def decide(table: Any) -> Any:
            if table.version((1, 2)) != version:
                raise Refusal("stale")
            return table.may_play(1, [step])

        return decide

    async def story(one: Place, other: Place) -> None:
        for _ in range(10):
            room, _ = await one.table(HERE, HERE)
            there = await opened(other, room)
            version = room.table.version((1, 2))
            asked = (
                one.hall.act(room, once(version, "*b3")),
                other.hall.act(there, once(version, "*d3")),
            )
            done = await asyncio.gather(*asked, return_exceptions=True)
            assert sorted(type(answer).__name__ for answer in done) == ["Refusal", "list"]
            assert kinds(one, room) == ["created", "step"]

    run_two(postgres, story)


def test_nobody_who_asks_is_shown_an_old_position(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(one: Place, other: Place) -> None:
        deaf(other, monkeypatch)
        monkeypatch.setattr("santorini.server.tables.neighbours.COMPARE_SECONDS", 3600.0)
        room, _ = await one.table(HERE, HERE)
        there = await opened(other, room)
        for number, step in enumerate(("*b3", "*d3"), 1):
            await one.hall.act(room, lambda table, step=step: table.may_play(1, [step]))  # type: ignore[misc]
            assert (await opened(other, room)) is there
            assert len(there.table.pending) == number

    run_two(postgres, story)


def test_what_was_not_heard_is_noticed(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(one: Place, other: Place) -> None:
        deaf(other, monkeypatch)
        room, token = await one.table(HERE, HERE)
        there = await opened(other, room)
        await other.guest(there, token)
        await one.hall.act(room, lambda table: table.may_play(1, ["*b3"]))
        await until(lambda: there.table.pending == ["*b3"])

    run_two(postgres, story)


async def two_friends(one: Place, other: Place) -> tuple[Room, Room, str, Guest]:
    """A game with a player at each of two servers: the rooms there, the first player's token, the second's client."""
    room, token = await one.table(HERE, FRIEND, confirm=True)
    await one.hall.act(room, lambda table: table.may_sit(2, "", digest("friend")))
    await one.guest(room, token)
    there = await opened(other, room)
    return room, there, token, await other.guest(there, "friend")


def compare_only_when_told(place: Place) -> None:
    """A comparison may come between the storing of a step and the news of it, and read what the test wants unread."""
    comparing = place.hall.neighbours._comparing
    assert comparing is not None
    comparing.cancel()


def reads(place: Place, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The event from which each of its reads begins."""
    asked: list[int] = []
    honest = place.journal.read

    async def read(game: str, first: int = 1) -> list[Stored]:
        asked.append(first)
        return await honest(game, first)

    monkeypatch.setattr(place.journal, "read", read)
    return asked


def test_steps_that_nobody_here_can_see_are_read_with_the_turn(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(one: Place, other: Place) -> None:
        room, there, _, guest = await two_friends(one, other)
        compare_only_when_told(other)
        messages(guest)
        asked = reads(other, monkeypatch)
        known = there.table.events
        for number, step in enumerate(("*b3", "*d3"), 1):
            await one.hall.act(room, lambda table, step=step: table.may_play(1, [step]))  # type: ignore[misc]
            await until(lambda number=number: there.unread == known + number)  # type: ignore[misc]
        await other.hall.neighbours._compare(False)
        assert (asked, there.table.events) == ([], known)
        assert not [m for m in messages(guest) if m["type"] == "state"]
        await one.hall.act(room, lambda table: table.may_confirm(1))
        await until(lambda: there.table.events == room.table.events)
        assert asked == [known]
        assert messages(guest)[-1]["log"][-1]["text"] == "*b3 *d3"

    run_two(postgres, story)


def test_who_comes_sees_their_own_steps_though_they_were_not_read_before(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(one: Place, other: Place) -> None:
        room, there, token, _ = await two_friends(one, other)
        compare_only_when_told(other)
        await one.hall.act(room, lambda table: table.may_play(1, ["*b3"]))
        await until(lambda: there.behind)
        first = await other.guest(there, token)
        assert messages(first)[0]["turn"]["text"] == "*b3"
        asked = reads(other, monkeypatch)
        await one.hall.act(room, lambda table: table.may_play(1, ["*d3"]))
        await until(lambda: bool(asked))  # now there is somebody here who can see it
        await until(lambda: there.table.pending == ["*b3", "*d3"])

    run_two(postgres, story)


def test_whoever_acts_knows_what_was_not_read_before(postgres: Postgres) -> None:
    async def story(one: Place, other: Place) -> None:
        room, there, _, _ = await two_friends(one, other)
        compare_only_when_told(other)
        await one.hall.act(room, lambda table: table.may_play(1, ["*b3"]))
        await until(lambda: there.behind)
        await other.hall.act(there, lambda table: table.may_chat(2, "well?"))
        assert kinds(one, room)[-2:] == ["step", "chat"]
        await until(lambda: room.table.events == there.table.events)

    run_two(postgres, story)


def test_a_step_that_shows_nothing_does_not_cover_up_what_was_not_heard(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("santorini.server.tables.neighbours.COMPARE_SECONDS", 3600.0)

    async def story(one: Place, other: Place) -> None:
        room, there, _, guest = await two_friends(one, other)
        honest = other.hall.neighbours._hear
        lost: list[News] = []
        monkeypatch.setattr(other.hall.neighbours, "_hear", lost.append)
        await one.hall.act(room, lambda table: table.may_chat(1, "hello"))
        await until(lambda: any(news.number for news in lost))
        monkeypatch.setattr(other.hall.neighbours, "_hear", honest)
        messages(guest)
        await one.hall.act(room, lambda table: table.may_play(1, ["*b3"]))
        await until(lambda: there.table.events == room.table.events)
        assert [m["text"] for m in messages(guest) if m["type"] == "chat"] == ["hello"]

    run_two(postgres, story)


def test_a_flag_falls_once(postgres: Postgres) -> None:
    async def story(one: Place, other: Place) -> None:
        room, token = await one.table(HERE, HERE, position=PLAIN, clock={"base": 60})
        there = await opened(other, room)
        assert there.timer is not None, "both servers watch the clock"
        assert kinds(one, room) == ["created"], "and neither stops it"
        guest = await other.guest(there, token)
        for place in (one, other):
            place.time += 61.0
        await asyncio.gather(one.hall.check_clock(room), other.hall.check_clock(there))
        assert kinds(one, room) == ["created", "flag"]
        await until(lambda: there.table.over and room.table.over)
        assert messages(guest)[-1]["outcome"] == {"winners": [2], "reason": "time"}

    run_two(postgres, story)


def test_nobody_is_charged_for_time_without_any_server(postgres: Postgres) -> None:
    database = postgres.database()
    rooms: list[Room] = []

    async def before(place: Place) -> None:
        rooms.append((await place.table(HERE, HERE, position=PLAIN, clock={"base": 60}))[0])

    async def after(place: Place) -> None:
        place.time += 500.0
        place.hall.neighbours.up_since = await place.journal.give_a_sign(place.time)
        there = await opened(place, rooms[0])
        assert kinds(place, there) == ["created", "resumed"]
        assert there.table.clock is not None
        assert there.table.clock.now(1, place.time) == 60.0

    run(database, before)
    run(database, after)


def test_who_is_at_the_table_is_known_to_all_servers(postgres: Postgres) -> None:
    async def story(one: Place, other: Place) -> None:
        new = requests.NewGame.model_validate({"seats": [HERE, FRIEND]})
        room, token, watch, _ = await one.hall.create(new)
        there = await opened(other, room)
        first = await one.guest(room, token)
        friend = await other.guest(there, token)
        watcher = await other.guest(there, watch)
        await until(lambda: room.present == {1} and room.watchers == 1)
        await until(lambda: there.elsewhere != {})
        other.hall.leave(there, watcher)
        await until(lambda: room.watchers == 0)
        one.hall.leave(room, first)
        await until(lambda: there.elsewhere == {})
        assert there.present == {1}
        other.hall.leave(there, friend)
        await until(lambda: not room.elsewhere)

    run_two(postgres, story)


def test_who_was_connected_to_a_server_that_is_gone_is_gone(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(one: Place, other: Place) -> None:
        room, token = await one.table(HERE, HERE)
        guest = await one.guest(room, token)
        one.hall.neighbours._hear(News(server="stopped", game=room.table.id, seats=(2,)))
        one.hall.neighbours._hear(News(server="killed", game=room.table.id, watchers=3, seats=()))
        assert room.present == {1, 2}
        assert room.watchers == 3
        one.hall.neighbours._hear(News(server="stopped", gone=True))
        assert [m["watchers"] for m in messages(guest) if m["type"] == "presence"][-1] == 3
        assert room.elsewhere.keys() == {"killed"}
        monkeypatch.setattr("santorini.server.tables.neighbours.SILENCE", 0.0)
        await until(lambda: room.watchers == 0)

    run_two(postgres, story)


def test_a_computers_turn_is_thought_by_one_server_and_taken_over_when_that_is_gone(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(one: Place, other: Place) -> None:
        asked: list[Place] = []
        free = asyncio.Event()

        def thinks(place: Place) -> None:
            async def choose(*_: object) -> list[str]:
                asked.append(place)
                await free.wait()
                return ["*b3", "*d3"]

            monkeypatch.setattr(place.thinkers, "choose", choose)

        thinks(one)
        thinks(other)
        room, token = await one.table(COMPUTER, HERE)
        there = await opened(other, room)
        await one.guest(room, token)
        await until(lambda: bool(asked))
        honest, refused = other.journal.claim, list[str]()

        async def claim(game: str) -> bool:
            if granted := await honest(game):
                return granted
            refused.append(game)
            return False

        monkeypatch.setattr(other.journal, "claim", claim)
        await other.guest(there, token)
        await until(lambda: len(refused) > 2)
        assert asked == [one]
        assert there.thinking is not None, "its guests see that the computer thinks"
        one.journal._home.release(room.table.id)  # as PostgreSQL does when the process dies
        await until(lambda: asked == [one, other])
        free.set()
        await until(lambda: room.table.decider == 2 == there.table.decider)
        await until(lambda: room.thinking is None and there.thinking is None)
        assert kinds(one, room).count("confirm") == 1

    run_two(postgres, story)


def test_a_game_that_another_server_deletes_is_gone(postgres: Postgres) -> None:
    async def story(one: Place, other: Place) -> None:
        room, token = await one.table(HERE, HERE)
        there = await opened(other, room)
        guest = await other.guest(there, token)
        one.time += 2 * 86_400.0
        assert await one.hall.forget(1.0) == 1
        await until(lambda: there.lost)
        waiting = [guest.outgoing.get_nowait() for _ in range(guest.outgoing.qsize())]
        assert waiting[-1] is None, "its guests are let go"
        assert await other.hall.open(room.table.id) is None

    run_two(postgres, story)


def test_a_lost_answer_does_not_lose_what_was_stored(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection breaks after the commit: the client is told `busy`, and sees what happened."""

    async def story(one: Place, other: Place) -> None:
        room, token = await one.table(HERE, HERE)
        guest = await one.guest(room, token)
        messages(guest)
        honest = one.journal.append

        async def cut(*args: Any, **named: Any) -> None:
            await honest(*args, **named)
            raise Unavailable("the connection was lost")

        with monkeypatch.context() as patched:
            patched.setattr(one.journal, "append", cut)
            with pytest.raises(Refusal, match="busy"):
                await one.hall.act(room, lambda table: table.may_play(1, ["*b3"]))
        assert room.table.pending == []
        assert (await opened(one, room)).table.pending == ["*b3"]
        assert [m["turn"]["text"] for m in messages(guest) if m["type"] == "state"] == ["*b3"]
        assert isinstance(one.journal.stored(room.table.id)[-1].event, events.Stepped)

    run_two(postgres, story)
