"""The journal in SQLite and in PostgreSQL: the same tests for both."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from typing import TypeVar

import psycopg
import pytest
from sqlalchemy import event, make_url, text
from sqlalchemy.engine.interfaces import DBAPIConnection

from santorini import read_record
from santorini.cli import main
from santorini.server.protocol.refusal import Refusal
from santorini.server.storage.database import open_home
from santorini.server.storage.home import Batch, Unavailable
from santorini.server.storage.postgres import READ, STORE, PostgresHome
from santorini.server.storage.schema import VERSION, bring_up_to_date
from santorini.server.storage.sqlite import SqliteHome, sqlite_url
from santorini.server.tables.events import Chatted
from santorini.server.tables.journal import Conflict, Journal, Unreadable
from santorini.server.tables.news import News
from tests.server.house import DEADLINE, HERE, House, bearer
from tests.server.postgres import Postgres
from tests.server.test_hall import Place, run

T = TypeVar("T")


def told(words: str) -> Chatted:
    return Chatted(seat=1, text=words)


def with_journal(database: str, story: Callable[[Journal], Awaitable[T]]) -> T:
    async def whole() -> T:
        journal = Journal(database)
        try:
            return await story(journal)
        finally:
            journal.close()

    with ThreadPoolExecutor(1) as alone:
        return alone.submit(lambda: asyncio.run(whole())).result()


async def write(journal: Journal, game: str, first: int, *words: str, at: float = 1.0, over: bool = False) -> None:
    await journal.append(game, first, at, [told(one) for one in words], over=over, clocked=False)


def test_what_is_stored_is_read_after_it_was_closed(database: str) -> None:
    async def before(journal: Journal) -> None:
        await write(journal, "one", 1, "a", "ä \U0001f3db '\"\\ \u0000", at=1.25)
        await asyncio.gather(*(write(journal, f"game{n}", 1, "x") for n in range(1200)))
        await write(journal, "one", 3, "c", at=2.5)

    async def after(journal: Journal) -> None:
        stored = await journal.read("one")
        assert [(one.at, one.event) for one in stored] == [
            (1.25, told("a")),
            (1.25, told("ä \U0001f3db '\"\\ \u0000")),
            (2.5, told("c")),
        ]
        assert await journal.read("one", 3) == stored[2:]
        assert await journal.read("nosuchgame") == []
        assert set(journal.games()) == {"one", *(f"game{n}" for n in range(1200))}
        assert await journal.last(["one", "game7", "nosuchgame"]) == {"one": 3, "game7": 1}
        await journal.try_to_write()

    with_journal(database, before)
    with_journal(database, after)


def test_only_one_event_of_each_number_is_stored(database: str) -> None:
    async def story(journal: Journal) -> None:
        await asyncio.gather(*(write(journal, f"game{n}", 1, "a") for n in range(20)))

        async def try_it(game: str, number: int) -> bool:
            try:
                await write(journal, game, number, f"number {number}", "and another")
            except Conflict:
                return False
            return True

        # All in one transaction: those that can be stored are.
        fine = await asyncio.gather(*(try_it(f"game{n}", 1 if n % 3 == 0 else 2) for n in range(20)))
        assert fine == [n % 3 != 0 for n in range(20)]
        assert await journal.last([f"game{n}" for n in range(20)]) == {
            f"game{n}": 1 if n % 3 == 0 else 3 for n in range(20)
        }

    with_journal(database, story)


def test_many_games_are_stored_by_few_statements(tmp_path: Path) -> None:
    """Each statement may cost milliseconds while the event loop is busy."""
    games = [f"game{n}" for n in range(90)]
    home = SqliteHome(make_url(sqlite_url(tmp_path / "games.sqlite")))
    bring_up_to_date(home)
    try:
        made = Batch([(game, 1, 1.0, "chat", "{}") for game in games], [(game, 1.0, False) for game in games], [], [])
        assert home.store(made) == set()
        assert home._writer is not None
        said: list[str] = []
        connection = home._writer.driver_connection
        assert isinstance(connection, sqlite3.Connection)
        connection.set_trace_callback(said.append)
        more = Batch([(game, 2, 2.5, "chat", "{}") for game in games], [], [(g, 2.5, g == "game7") for g in games], [])
        home.store(more)
        assert [one.split()[0] for one in said] == ["BEGIN", "UPDATE", "INSERT", "COMMIT"]
        with home.engine.connect() as asked:
            assert asked.execute(text("select id from games where over")).scalars().all() == ["game7"]
            assert asked.execute(text("select count(*) from games where touched_at = 2.5")).scalar_one() == 90
        assert home.store(Batch([("gone", 2, 3.0, "chat", "{}")], [], [("gone", 3.0, False)], [])) == {"gone"}
        assert [row[:3] for row in home.read({"game7": 2, "gone": 1, "game8": 1})] == [
            ("game7", 2, 2.5),
            ("game8", 1, 1.0),
            ("game8", 2, 2.5),
        ]
    finally:
        home.close()


@pytest.mark.parametrize("statement", [STORE, READ])
def test_prepared_statements_find_rows_by_their_keys(postgres: Postgres, statement: str) -> None:
    """Also where the tables were empty when they were planned."""
    home = open_home(postgres.database())
    assert isinstance(home, PostgresHome)
    try:
        with home.connect() as connection:
            values = {name: list[str]() for name in re.findall(r"%\((\w+)\)s", statement)}
            plan = "\n".join(str(row[0]) for row in connection.execute(f"EXPLAIN {statement}", values))
        assert "Index Scan" in plan
        assert not re.search(r"Seq Scan|Hash Join|Merge Join", plan), plan
    finally:
        home.close()


def test_games_that_got_in_each_others_way_are_stored_one_by_one(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(journal: Journal) -> None:
        honest = journal._home.store
        refused: list[int] = []

        def store(batch: Batch) -> set[str]:
            if len(batch.made) > 1:
                refused.append(len(batch.made))
                raise psycopg.errors.DeadlockDetected
            return honest(batch)

        monkeypatch.setattr(journal._home, "store", store)
        await asyncio.gather(*(write(journal, f"game{n}", 1, "a") for n in range(50)))
        assert refused
        assert len(journal.games()) == 50

    with_journal(postgres.database(), story)


def test_old_games_are_deleted_and_nothing_is_written_to_them(database: str) -> None:
    async def story(journal: Journal) -> None:
        for game, at in (("old", 1.0), ("kept", 2.0), ("young", 90.0)):
            await write(journal, game, 1, "a", at=at)
        await write(journal, "again", 1, "a", at=3.0)
        await write(journal, "again", 2, "b", at=95.0)
        assert await journal.forget(50.0, {"kept"}) == ["old"]
        assert set(journal.games()) == {"kept", "young", "again"}
        assert await journal.read("old") == []
        with pytest.raises(Conflict):
            await write(journal, "old", 2, "b")
        assert await journal.read("old") == []

    with_journal(database, story)


def test_a_game_that_is_spoiled_is_unreadable(database: str) -> None:
    async def story(journal: Journal) -> None:
        await write(journal, "game", 1, "a", "b", "c")
        with journal._engine.begin() as connection:
            connection.execute(text("delete from events where number = 2"))
        with pytest.raises(Unreadable, match="event 2 is missing"):
            await journal.read("game")
        with journal._engine.begin() as connection:
            connection.execute(text("""update events set number = 2, data = '{"kind": "new"}' where number = 3"""))
        with pytest.raises(Unreadable, match="event 2"):
            await journal.read("game")

    with_journal(database, story)


def test_one_game_that_is_spoiled_keeps_no_other_from_being_read(tmp_path: Path) -> None:
    """SQLite stores anything in any column."""

    async def story(journal: Journal) -> None:
        for game in ("game", "other"):
            await write(journal, game, 1, "a", "b")
        with journal._engine.begin() as connection:
            connection.execute(text("update events set number = 'two' where game = 'game' and number = 2"))
        with pytest.raises(Unreadable):
            await journal.read("game")
        assert len(await journal.read("other")) == 2

    with_journal(sqlite_url(tmp_path / "games.sqlite"), story)


def test_what_cannot_be_stored_keeps_nothing_else_from_it(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(journal: Journal) -> None:
        honest = journal._home.store

        def store(batch: Batch) -> set[str]:
            if any(game == "bad" for game, _, _ in batch.made):
                raise ValueError("no text that a database can store")
            return honest(batch)

        monkeypatch.setattr(journal._home, "store", store)
        done = await asyncio.gather(
            *(write(journal, game, 1, "a") for game in ("one", "bad", "two")), return_exceptions=True
        )
        assert [type(one).__name__ for one in done] == ["NoneType", "Unavailable", "NoneType"]
        assert len(await journal.read("two")) == 1

    with_journal(database, story)


def test_the_version_of_the_tables_is_kept(database: str) -> None:
    async def later(journal: Journal) -> None:
        with journal._engine.begin() as connection:
            assert connection.execute(text("select version from schema")).scalar_one() == VERSION
            connection.execute(text("update schema set version = 99"))

    with_journal(database, later)
    with pytest.raises(Unavailable, match="99"):
        Journal(database)


def test_tables_of_the_version_before_are_brought_up_to_date(database: str) -> None:
    async def earlier(journal: Journal) -> None:
        await write(journal, "game", 1, "a")
        with journal._engine.begin() as connection:
            connection.execute(text("drop table service"))
            connection.execute(text("update schema set version = 2"))

    async def now(journal: Journal) -> None:
        assert len(await journal.read("game")) == 1
        assert await journal.give_a_sign(50.0) == 50.0

    with_journal(database, earlier)
    with_journal(database, now)


def test_servers_that_start_together_make_the_tables_once(postgres: Postgres) -> None:
    database = postgres.database()
    with ThreadPoolExecutor(4) as many:
        for journal in many.map(lambda _: Journal(database), range(4)):
            journal.close()


def test_a_file_is_for_one_server_and_postgresql_for_many(database: str) -> None:
    async def story(journal: Journal) -> None:
        assert journal.shared == database.startswith("postgresql")

    with_journal(database, story)


# -- between servers -----------------------------------------------------------------------------------------------


def test_what_is_claimed_is_free_again_when_its_holder_has_gone(postgres: Postgres) -> None:
    database = postgres.database()
    program = (
        "import asyncio, sys; from santorini.server.tables.journal import Journal;"
        "print(asyncio.run(Journal(sys.argv[1]).claim('game')), flush=True); sys.stdin.read()"
    )

    async def story(journal: Journal) -> None:
        command = [sys.executable, "-c", program, database]
        holder = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert holder.stdout is not None
        assert holder.stdout.readline() == "True\n"
        assert not await journal.claim("game")
        assert await journal.claim("another game")
        assert not await journal.claim("another game"), "not twice either"
        holder.kill()
        holder.communicate()
        async with asyncio.timeout(DEADLINE):
            while not await journal.claim("game"):
                await asyncio.sleep(0.05)
        await journal.release("game")
        assert await journal.claim("game")

    with_journal(database, story)


def test_servers_hear_of_events_and_of_what_is_told(postgres: Postgres) -> None:
    database = postgres.database()

    async def story(journal: Journal) -> None:
        other, heard, ready = Journal(database), list[News](), threading.Event()
        listening = other.listen(heard.extend, ready.set)
        assert listening is not None
        assert await asyncio.to_thread(ready.wait, DEADLINE)
        await write(journal, "game", 1, "a", "b")
        await write(other, "game", 3, "c")
        journal.tell(News(server=journal.server, game="game", seats=(1, 2), asks=True))
        with journal._engine.begin() as connection:
            journal._home.tell(connection, ["nonsense"])
        await journal.forget(100.0, ())
        async with asyncio.timeout(DEADLINE):
            while len(heard) < 3:
                await asyncio.sleep(0.01)
        assert heard == [
            News(server=journal.server, game="game", number=2, first=1),
            News(server=journal.server, game="game", seats=(1, 2), asks=True),
            News(server=journal.server, game="game", gone=True),
        ]
        await asyncio.to_thread(listening.close)
        other.close()

    with_journal(database, story)


def test_there_was_always_a_server_while_signs_follow_each_other(postgres: Postgres) -> None:
    async def story(journal: Journal) -> None:
        assert [await journal.give_a_sign(at) for at in (100.0, 105.0, 114.0, 130.0, 131.0)] == [
            100.0,
            100.0,
            100.0,
            130.0,
            130.0,
        ]

    with_journal(postgres.database(), story)


# -- outages -------------------------------------------------------------------------------------------------------


def test_an_outage_answers_busy_and_heals_by_itself() -> None:
    postgres = Postgres()
    try:
        house = House(postgres.database())
        created = house.create(HERE, HERE)
        game, token = created["game"], created["token"]
        client = house.client(game, token)
        assert client.play("*b3")["type"] == "ok"
        assert house.http.get("/api/ready").status_code == 200
        postgres.stop()
        assert client.play("*d3")["code"] == "busy"
        for answer in (
            house.http.get(f"/api/games/{game}", headers=bearer(token)),
            house.http.get(f"/api/games/{game}/replay", headers=bearer(token)),
            house.command(game, token, type="step", version=client.state["version"], step="*d3"),
            house.http.post("/api/games", json={"seats": [HERE, HERE]}),
            house.http.get("/api/ready"),
        ):
            assert (answer.status_code, answer.json()["code"]) == (503, "busy")
        assert house.client(game, token).first["code"] == "busy"
        assert house.http.get("/api/health").status_code == 200
        postgres.start()
        assert client.play("*d3")["type"] == "ok", "the same socket goes on"
        assert house.client(game, token).state["turn"]["text"] == "*b3 *d3"
        assert house.http.get("/api/ready").status_code == 200
        house.stop()
    finally:
        postgres.close()


def test_a_disk_that_fills_answers_busy_until_there_is_room_again(tmp_path: Path) -> None:
    async def story(place: Place) -> None:
        room, _ = await place.table(HERE, HERE)
        most = [2**30]

        def limit(connection: DBAPIConnection, *_: object) -> None:
            cursor = connection.cursor()
            cursor.execute(f"PRAGMA max_page_count={most[0]}")
            cursor.close()

        event.listen(place.journal._engine, "checkout", limit)
        assert isinstance(place.journal._home, SqliteHome)
        place.journal._home._stop_writing()  # so that it connects again, with the limit
        most[0] = 1  # no page more than there are
        accepted = 0

        async def fill() -> None:
            nonlocal accepted
            for _ in range(1000):
                await place.hall.act(room, lambda table: table.may_chat(1, "hello " * 50))
                accepted += 1

        with pytest.raises(Refusal, match="busy"):
            await fill()
        assert room.table.said == accepted, "what was accepted before stays"
        most[0] = 2**30
        await place.hall.act(room, lambda table: table.may_play(1, ["*b3"]))
        stored = await place.journal.read(room.table.id)
        assert len(stored) == 1 + accepted + 1

    run(sqlite_url(tmp_path / "games.sqlite"), story)


# -- the commands --------------------------------------------------------------------------------------------------


def test_the_games_of_postgresql_as_records(
    postgres: Postgres, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = postgres.database()
    house = House(database)
    created = house.create(HERE, HERE)
    house.command(created["game"], created["token"], type="turn", version=1, turn="*b3 *d3")
    house.stop()
    assert main(["backup", "--database", database, "--records", str(tmp_path)]) == 0
    (record,) = tmp_path.iterdir()
    assert read_record(record.read_text()).game().turns[0].text == "*b3 *d3"
    capsys.readouterr()
    assert main(["backup", str(tmp_path / "copy"), "--database", database]) == 2
    assert "pg_dump" in capsys.readouterr().err


def test_an_address_that_cannot_be_used_is_told_in_a_sentence_without_its_password(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for address in (
        f"postgresql://user:secret@/games?host={tmp_path}",
        "mysql://user:secret@host/games",
        "postgresql://user:secret@host:port/games",
        "no address, but secret",
    ):
        assert main(["serve", "--database", address, "--no-browser", "--port", "0"]) == 2
        error = capsys.readouterr().err
        assert error.count("\n") == 1
        assert "secret" not in error


def test_without_its_package_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("santorini.cli.serve.find_spec", lambda name: None if name == "psycopg" else find_spec(name))
    assert main(["serve", "--database", "postgresql://user@host/games", "--no-browser"]) == 2
    assert "santorini[postgres]" in capsys.readouterr().err
