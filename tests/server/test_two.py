"""Two servers on one database, over real sockets; `python -m tests.server.two` is the same with more of everything."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx

from tests.server.house import DEADLINE, HERE, House, bearer
from tests.server.postgres import Postgres
from tests.server.two import Asked, delays, fits, trial


def test_what_is_done_through_one_server_is_seen_through_the_other(postgres: Postgres) -> None:
    took = delays(postgres, 60)
    assert len(took) == 60
    assert took[30] < 1.0, "two seconds would be the comparison, not the news"


def test_a_client_with_both_seats_passes_the_device_where_there_are_secrets(house: House) -> None:
    """Until it says from which seat it looks there is nothing to choose from."""
    created = house.create(HERE, HERE, powers={"choose": "free", "powers": ["hecate", "pan"]}, confirm=True)
    client = house.client(created["game"], created["token"])
    assert (client.state["awaits"], client.state["steps"]) == ("nothing", [])
    assert client.state["pass_to"] == client.state["decider"]
    dice = random.Random(1)
    chosen = [client.choose(dice)["type"] for _ in range(30) if client.state["status"] == "playing"]
    assert set(chosen) == {"ok"}
    assert {entry["seat"] for entry in client.log} == {1, 2}


def test_one_of_two_servers_is_killed_and_nothing_is_lost_doubled_or_old(postgres: Postgres) -> None:
    # In a thread of its own: a browser test in the same process keeps an event loop in this one.
    with ThreadPoolExecutor(1) as alone:
        done = alone.submit(lambda: asyncio.run(trial(postgres, games=4, kills=3, pace=0.05, choices=21))).result()
    assert done.counts["kills"] == 3
    assert done.counts["accepted"] > 20


def test_the_trial_notices_what_is_lost_and_what_is_doubled() -> None:
    asked = [Asked("a", True), Asked("b"), Asked("confirm", True)]
    assert fits(["a", "confirm"], asked)
    assert fits(["a", "b", "confirm"], asked)
    assert not fits(["a", "b"], asked), "an acknowledged one is lost"
    assert not fits(["a", "a", "confirm"], asked), "one is doubled"
    assert not fits(["a", "confirm", "confirm"], asked)
    assert not fits(["a", "b", "confirm", "c"], asked), "nobody asked for it"
    assert fits(["a", "confirm"], [Asked("a", True)]), "a final step confirms itself"


# -- several processes on one machine ------------------------------------------------------------------------------


def workers_of(manager: int) -> list[int]:
    """The server processes under a manager."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(status.read_text().rpartition(")")[2].split()[1])
            command = (status.parent / "cmdline").read_text()
        except (OSError, ValueError):
            continue
        if parent == manager and "spawn_main" in command:
            found.append(int(status.parent.name))
    return sorted(found)


def until_changed(manager: int, gone: set[int]) -> None:
    """Wait until two others have taken the place of these."""
    until = time.monotonic() + DEADLINE
    while len(set(workers_of(manager)) - gone) < 2 or gone & set(workers_of(manager)):
        assert time.monotonic() < until
        time.sleep(0.1)


def test_workers_share_a_port_are_replaced_when_they_die_and_one_by_one_when_asked(postgres: Postgres) -> None:
    house = House(postgres.database(), "--workers", "2")
    try:
        created = house.create(HERE, HERE)
        game, token = created["game"], created["token"]
        clients = [house.client(game, token) for _ in range(6)]
        assert clients[0].play("*b3")["type"] == "ok"
        for client in clients:
            client.until(lambda state: bool(state["turn"]) and state["turn"]["text"] == "*b3")
        first = workers_of(house.process.pid)
        assert len(first) == 2
        os.kill(first[0], signal.SIGKILL)
        house.close_clients()
        assert house.state(game, token)["turn"]["text"] == "*b3", "the other one answers"
        until_changed(house.process.pid, {first[0]})
        second = set(workers_of(house.process.pid))
        house.process.send_signal(signal.SIGHUP)
        while set(workers_of(house.process.pid)) & second:
            assert house.http.get("/api/health").status_code == 200, "somebody always answers"
            time.sleep(0.05)
        assert house.command(game, token, type="step", version=2, step="*d3").status_code == 200
    finally:
        house.stop()
    assert workers_of(house.process.pid) == []


def test_workers_end_with_their_manager(postgres: Postgres) -> None:
    house = House(postgres.database(), "--workers", "2")
    workers = workers_of(house.process.pid)
    house.kill()
    until = time.monotonic() + DEADLINE
    while any(Path(f"/proc/{worker}/cmdline").exists() for worker in workers):
        assert time.monotonic() < until
        time.sleep(0.1)


def test_the_command_starts_workers_and_stops_them(postgres: Postgres) -> None:
    options = ["--workers", "2", "--port", "0", "--no-browser", "--database", postgres.database()]
    command = [sys.executable, "-m", "santorini", "serve", *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    where = process.stdout.readline().split()[-1]
    created = httpx.post(where + "api/games", json={"seats": [HERE, HERE]}, timeout=DEADLINE).json()
    for _ in range(4):
        answer = httpx.get(f"{where}api/games/{created['game']}", headers=bearer(created["token"]), timeout=DEADLINE)
        assert answer.status_code == 200
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=DEADLINE)
    assert (process.returncode, err) == (0, "")
