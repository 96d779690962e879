"""The file of games over the years: versions, copies, what is forgotten; and what an operator asks the server."""

from __future__ import annotations

import json
import re
import socket
import sqlite3
import stat
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from santorini import read_record
from santorini.cli import main
from santorini.server.storage.home import Unavailable
from santorini.server.storage.schema import STEPS, VERSION
from santorini.server.storage.sqlite import sqlite_url
from santorini.server.tables.journal import Journal
from tests.server.house import DEADLINE, HERE, House, bearer
from tests.server.test_hall import PLAIN, Place, run

OLD = Path(__file__).parent / "data" / "games-0.1.0.sql"
"""Written by the server of 0.1.0: plain, clocked, hidden, with luck, in the draft, and waiting for a friend."""

TOLD: dict[str, str] = json.loads(OLD.with_suffix(".json").read_text())
"""The position of each game as 0.1.0 showed it to the first seat."""


def old_file(tmp_path: Path) -> Path:
    file = tmp_path / "games.sqlite"
    with closing(sqlite3.connect(file)) as database:
        database.executescript(OLD.read_text())
    return file


def version(file: Path) -> int:
    with closing(sqlite3.connect(file)) as database:
        (found,) = database.execute("select version from schema").fetchone()
    return int(found)


def test_the_games_of_the_first_version_go_on(tmp_path: Path) -> None:
    file = old_file(tmp_path)

    async def story(place: Place) -> None:
        for game, position in TOLD.items():
            room = await place.hall.open(game)
            assert room is not None, game
            assert room.table.view(1).text == position, game
            if room.table.status == "playing" and room.table.settled.position.stage == "play":
                seat = room.table.decider
                step = str(room.table.view(seat).steps()[0])
                await place.hall.act(room, lambda table, seat=seat, step=step: table.may_play(seat, [step]))  # type: ignore[misc]

    Journal(sqlite_url(file)).close()
    assert version(file) == VERSION
    with closing(sqlite3.connect(file)) as database:
        wrong = "select count(*) from games where touched_at != (select max(at) from events where game = id)"
        assert database.execute(wrong).fetchone() == (0,)
    run(sqlite_url(file), story)


def test_every_version_has_a_step_that_leads_to_it() -> None:
    assert set(STEPS) == set(range(2, VERSION + 1))


def test_a_file_of_a_later_version_is_refused_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.sqlite"
    Journal(sqlite_url(file)).close()
    with closing(sqlite3.connect(file)) as database:
        database.execute("update schema set version = 99")
        database.commit()
    with pytest.raises(Unavailable, match="99"):
        Journal(sqlite_url(file))
    assert main(["serve", "--data", str(file), "--port", "0", "--no-browser"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


# -- copies --------------------------------------------------------------------------------------------------------


def test_a_copy_made_while_the_server_writes_is_whole(tmp_path: Path) -> None:
    house = House(tmp_path / "games.sqlite")
    copy, back = tmp_path / "copy.sqlite", tmp_path / "back" / "games.sqlite"
    created = house.create(HERE, HERE, position=PLAIN)
    stop = threading.Event()

    def chat() -> None:
        while not stop.is_set():
            house.command(created["game"], created["token"], type="chat", text="hello")

    writing = threading.Thread(target=chat)
    writing.start()
    try:
        assert main(["backup", str(copy), "--data", str(house.data)]) == 0
    finally:
        stop.set()
        writing.join()
        house.stop()
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert main(["backup", str(copy), "--data", str(house.data)]) == 2, "a copy is not overwritten"
    assert main(["restore", str(copy), "--data", str(back)]) == 0
    assert main(["restore", str(copy), "--data", str(back)]) == 2, "nor are games"
    restored = House(back)
    try:
        assert restored.state(created["game"], created["token"])["board"]["position"] == PLAIN
        numbers = [event["kind"] for event in restored.events(created["game"])]
        assert numbers[0] == "created"
        assert set(numbers[1:]) <= {"chat"}
    finally:
        restored.stop()


def test_an_old_copy_is_brought_up_to_date(tmp_path: Path) -> None:
    back = tmp_path / "back.sqlite"
    assert main(["restore", str(old_file(tmp_path)), "--data", str(back)]) == 0
    assert version(back) == VERSION


def test_what_is_no_copy_is_not_restored(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    nothing = tmp_path / "nothing"
    nothing.write_text("no games here" * 1000)
    for wrong in (nothing, tmp_path / "nowhere"):
        assert main(["restore", str(wrong), "--data", str(tmp_path / "games.sqlite")]) == 2
        assert capsys.readouterr().err.count("\n") == 1
    assert not (tmp_path / "games.sqlite").exists()
    assert main(["backup", "--data", str(nothing)]) == 2
    assert main(["backup", "--data", str(tmp_path / "nowhere"), "--records", str(tmp_path / "records")]) == 2


def test_all_games_as_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, folder = old_file(tmp_path), tmp_path / "records"
    with closing(sqlite3.connect(file)) as database:
        spoiled = next(iter(TOLD))
        database.execute("update events set data = 'x' where game = ? and number = 2", [spoiled])
        database.commit()
    assert main(["backup", "--data", str(file), "--records", str(folder)]) == 0
    assert spoiled in capsys.readouterr().err
    assert folder.stat().st_mode & 0o777 == 0o700, "they hold every secret"
    assert {record.stem for record in folder.iterdir()} == set(TOLD) - {spoiled}
    for record in folder.iterdir():
        assert read_record(record.read_text()).game().text


# -- forgetting ----------------------------------------------------------------------------------------------------


def test_games_that_nobody_came_back_to_are_forgotten(tmp_path: Path) -> None:
    async def story(place: Place) -> None:
        day = 86_400.0
        old, _ = await place.table(HERE, HERE)
        watched, token = await place.table(HERE, HERE)
        played, _ = await place.table(HERE, HERE)
        await place.guest(watched, token)
        place.time += 20 * day
        await place.hall.act(played, lambda table: table.may_play(1, ["*b3"]))
        young, _ = await place.table(HERE, HERE)
        place.time += 15 * day
        assert await place.hall.forget(30.0) == 1
        assert await place.hall.open(old.table.id) is None
        for room in (watched, played, young):
            assert await place.hall.open(room.table.id) is room
        assert set(place.journal.games()) == {room.table.id for room in (watched, played, young)}

    run(sqlite_url(tmp_path / "games.sqlite"), story)


def test_nothing_is_forgotten_unless_it_is_wished(tmp_path: Path) -> None:
    house = House(old_file(tmp_path))
    house.stop()
    assert len(house.events(next(iter(TOLD)))) > 1
    house.options = ("--keep-days", "0.00001")
    house.start()
    try:
        for _ in range(200):
            if not house.events(next(iter(TOLD))):
                break
            threading.Event().wait(0.05)
        assert [game for game in TOLD if house.events(game)] == []
    finally:
        house.stop()


# -- what an operator asks -----------------------------------------------------------------------------------------


def test_health_and_readiness(house: House) -> None:
    assert house.http.get("/api/health").json()["ok"]
    assert house.http.get("/api/ready").json()["ok"]


def test_it_is_not_ready_without_a_database(tmp_path: Path) -> None:
    house = House(tmp_path / "games.sqlite")
    try:
        with closing(sqlite3.connect(house.data)) as database:
            database.execute("drop table games")
        assert house.http.get("/api/ready").status_code == 503
        assert house.http.get("/api/health").status_code == 200
    finally:
        house.stop()


def test_metrics_in_the_format_of_prometheus(house: House) -> None:
    created = house.create(HERE, HERE)
    client = house.client(created["game"], created["token"])
    assert client.play("*b3")["type"] == "ok"
    assert client.play("nonsense")["type"] == "error"
    answer = house.http.get("/api/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    values = {}
    for line in answer.text.splitlines():
        if not line.startswith("#"):
            found = re.fullmatch(r'(santorini_[a-z_]+(?:\{[a-z]+="[^"]+"\})?) ([0-9.e+-]+)', line)
            assert found, line
            values[found[1]] = float(found[2])
    assert values["santorini_games_created_total"] >= 1
    assert values['santorini_events_total{kind="step"}'] >= 1
    assert values['santorini_refusals_total{code="illegal"}'] >= 1
    assert values["santorini_sockets"] >= 1
    assert values["santorini_command_seconds_count"] == values['santorini_command_seconds_bucket{le="+Inf"}']
    for secret in (created["game"], created["token"]):
        assert secret not in answer.text


def test_metrics_are_for_this_machine(tmp_path: Path) -> None:
    house = House(tmp_path / "games.sqlite", "--trusted-proxies", "127.0.0.1")
    try:
        told = house.http.get("/api/metrics", headers={"X-Forwarded-For": "203.0.113.9"})
        assert (told.status_code, told.json()["code"]) == (404, "unknown")
    finally:
        house.stop()


def test_a_socket_of_the_service_manager_is_used(tmp_path: Path) -> None:
    """It stays open while the server restarts: whoever connects meanwhile waits, and is not refused."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        where = f"http://127.0.0.1:{listening.getsockname()[1]}/"
        program = (
            "import os, sys; os.environ['LISTEN_PID'] = str(os.getpid()); os.environ['LISTEN_FDS'] = '1';"
            "os.dup2(int(sys.argv[1]), 3); from santorini.cli import main;"
            "sys.exit(main(['serve', '--no-browser', '--data', sys.argv[2]]))"
        )
        command = [sys.executable, "-c", program, str(listening.fileno()), str(tmp_path / "games.sqlite")]
        game = ""
        for _ in range(2):
            server = subprocess.Popen(command, pass_fds=[listening.fileno()], stdout=subprocess.PIPE, text=True)
            try:
                if not game:
                    created = httpx.post(where + "api/games", json={"seats": [HERE, HERE]}, timeout=DEADLINE).json()
                    game, token = created["game"], created["token"]
                answer = httpx.get(f"{where}api/games/{game}", headers=bearer(token), timeout=DEADLINE)
                assert answer.status_code == 200
            finally:
                server.terminate()
                server.communicate(timeout=DEADLINE)
    assert (tmp_path / "games.sqlite").exists()


def test_log_lines_have_a_time_a_level_and_a_game_and_no_secret(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    house = House(file)
    created = house.create(HERE, HERE)
    house.stop()
    with closing(sqlite3.connect(file)) as database:
        database.execute("update events set data = replace(data, 'mortal', 'nobody')")
        database.commit()
    command = [sys.executable, "-m", "santorini", "serve", "--port", "0", "--no-browser", "--data", str(file)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert server.stdout is not None
    where = server.stdout.readline().split()[-1]
    path = f"{where}api/games/{created['game']}"
    assert httpx.get(path, headers=bearer(created["token"]), timeout=DEADLINE).status_code == 410
    server.terminate()
    _, log = server.communicate(timeout=DEADLINE)
    assert re.fullmatch(rf"\d{{4}}-\d\d-\d\d \d\d:\d\d:\d\d,\d+ ERROR \S+: game {created['game']} .*set aside.*\n", log)
    assert created["token"] not in log
