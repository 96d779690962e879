"""Many games at once, played by scripted clients: how long does an answer to a step take?

    python -m tests.server.load --games 500 --seconds 60
    python -m tests.server.load --games 500 1000 2000 3000 --servers 0 1 2 --think 2-5

Every game has two players with a socket each, who pause before each choice as people do. Server and clients share the
machine. A step counts as answered when its `ok` arrives, which is after it was stored. `--servers 0` is one server with
SQLite; other numbers are servers on PostgreSQL, with the two players of a game at different ones.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import create_engine, make_url, text
from websockets.asyncio.client import ClientConnection, connect

from santorini.server.web.guard import raise_file_limit
from tests.server.house import DRIVERS, FRIEND, HERE, House, bearer
from tests.server.postgres import Postgres

STORED = {
    "sqlite": "SELECT page_count * page_size, (SELECT count(*) FROM events) FROM pragma_page_count, pragma_page_size",
    "postgresql": "SELECT pg_total_relation_size('events') + pg_total_relation_size('games'), count(*) FROM events",
}
OPENING = 40
"""How many connections are opened at the same time."""


class Measured:
    """How long each choice took, and what it cost."""

    def __init__(self) -> None:
        self.took: list[float] = []
        self.refused = 0
        self.over = 0
        self.seated = 0
        self.counting = False
        self.server_cpu = self.database_cpu = 0.0
        self.memory = 0  # bytes, of all servers together, for all games
        self.event = 0.0  # bytes of the database for an event


class Place:
    """Servers and their database."""

    def __init__(self, houses: Sequence[House], postgres: Postgres | None) -> None:
        self.houses, self.postgres = houses, postgres

    @property
    def cpu(self) -> tuple[float, float]:
        """Seconds that the servers and the database have used."""
        database = [self.postgres.pid, *children(self.postgres.pid)] if self.postgres else []
        return sum(cpu_seconds(house.process.pid) for house in self.houses), sum(map(cpu_seconds, database))

    @property
    def memory(self) -> int:
        """Bytes that the servers use."""
        pages = [int(Path(f"/proc/{house.process.pid}/statm").read_text().split()[1]) for house in self.houses]
        return sum(pages) * os.sysconf("SC_PAGE_SIZE")

    @property
    def event(self) -> float:
        """Bytes that the database uses for an event, with its share of everything else that is stored."""
        url = make_url(self.houses[0].database)
        engine = create_engine(url.set(drivername=DRIVERS[url.get_backend_name()]))
        try:
            with engine.connect() as connection:
                size, number = connection.execute(text(STORED[url.get_backend_name()])).one()
        finally:
            engine.dispose()
        return float(size / number)


@contextmanager
def place(servers: int, folder: str | None) -> Iterator[Place]:
    """One server with SQLite (0), or this many with PostgreSQL."""
    postgres = Postgres() if servers else None
    with tempfile.TemporaryDirectory(dir=folder) as data:
        where: Path | str = postgres.database() if postgres else Path(data) / "games.sqlite"
        houses = [House(where) for _ in range(max(1, servers))]
        try:
            yield Place(houses, postgres)
        finally:
            for house in houses:
                house.stop()
            if postgres:
                postgres.close()


async def table(http: httpx.AsyncClient, gate: asyncio.Semaphore) -> tuple[str, list[str]]:
    """A new table with both seats taken."""
    async with gate:
        asked = {"seats": [HERE, FRIEND], "powers": {"choose": "random", "hidden": True}, "confirm": True}
        created = (await http.post("/api/games", json=asked)).json()
        path = f"/api/games/{created['game']}/join"
        joined = (await http.post(path, json={}, headers=bearer(created["invites"]["2"]))).json()
        return created["game"], [created["token"], joined["token"]]


async def player(
    house: House,
    game: str,
    token: str,
    think: tuple[float, float],
    measured: Measured,
    gate: asyncio.Semaphore,
    stop: asyncio.Event,
) -> None:
    """One player: looks, thinks, chooses, and waits when the game is over."""
    address = house.url.replace("http", "ws") + f"/api/games/{game}/socket"
    async with gate:
        socket = await connect(address, proxy=None, open_timeout=120, max_size=None, compression=None).__aenter__()
    dice = random.Random(token)
    try:
        await socket.send(json.dumps({"type": "hello", "token": token}))
        state: dict[str, Any] = json.loads(await socket.recv())
        measured.seated += 1
        while not stop.is_set() and state["status"] != "over":
            if state["awaits"] != "nothing":
                await asyncio.sleep(dice.uniform(*think))
                state = await choose(socket, state, dice, measured)
                continue
            try:
                message = json.loads(await asyncio.wait_for(socket.recv(), 1.0))
            except TimeoutError:
                continue
            state = message if message["type"] == "state" else state
        measured.over += state["status"] == "over"
    finally:
        await socket.close()


async def choose(
    socket: ClientConnection, state: dict[str, Any], dice: random.Random, measured: Measured
) -> dict[str, Any]:
    """Send a step, or the confirmation, and wait for the answer."""
    if state["awaits"] == "confirm":
        command = {"type": "confirm", "id": 1, "version": state["version"]}
    else:
        step = dice.choice(state["steps"])["text"]
        command = {"type": "step", "id": 1, "version": state["version"], "step": step}
    sent = time.perf_counter()
    await socket.send(json.dumps(command))
    while True:
        message: dict[str, Any] = json.loads(await socket.recv())
        if message["type"] == "state":
            state = message
        elif message["type"] in ("ok", "error"):
            if measured.counting:
                measured.took.append(time.perf_counter() - sent)
                measured.refused += message["type"] == "error"
            return state


async def load(there: Place, games: int, seconds: float, think: tuple[float, float]) -> Measured:
    measured, stop = Measured(), asyncio.Event()
    gate = asyncio.Semaphore(OPENING)
    empty = there.memory
    async with httpx.AsyncClient(base_url=there.houses[0].url, timeout=120) as http:
        tables = await asyncio.gather(*(table(http, gate) for _ in range(games)))
    playing = [
        asyncio.create_task(player(there.houses[seat % len(there.houses)], game, token, think, measured, gate, stop))
        for game, tokens in tables
        for seat, token in enumerate(tokens)
    ]
    async with asyncio.timeout(60 + games / 5):
        while measured.seated < len(playing):
            await asyncio.sleep(0.2)
    await asyncio.sleep(min(10.0, seconds / 4))
    measured.counting, before = True, there.cpu
    await asyncio.sleep(seconds)
    measured.counting, after = False, there.cpu
    measured.server_cpu, measured.database_cpu = (b - a for a, b in zip(before, after, strict=True))
    measured.memory = there.memory - empty
    measured.event = await asyncio.to_thread(lambda: there.event)
    stop.set()
    done, _ = await asyncio.wait(playing, timeout=120)
    failed = [task.exception() for task in done if task.exception() is not None]
    if failed:
        print(f"{len(failed)} clients failed, the first with {failed[0]!r}")
    return measured


def cpu_seconds(process: int) -> float:
    """The CPU time a process has used; 0 where the system does not report it."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def children(process: int) -> list[int]:
    """The processes that a process has started."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == process:
            found.append(int(status.parent.name))
    return found


def report(measured: Measured, games: int, servers: int, seconds: float) -> str:
    took = sorted(measured.took)
    if not took:
        return "nothing was measured"

    def percentile(part: float) -> float:
        return 1000 * took[min(len(took) - 1, int(part * len(took)))]

    within = sum(t <= 0.1 for t in took) / len(took)
    where = f"PostgreSQL, servers: {servers}" if servers else "SQLite"
    return (
        f"{where}; {games} games, {seconds:.0f} s, {os.cpu_count()} processors: "
        f"{len(took)} choices ({len(took) / seconds:.0f} a second), {measured.refused} refused, "
        f"{measured.over // 2} games over; p50 {percentile(0.5):.1f} ms, p90 {percentile(0.9):.1f} ms, "
        f"p99 {percentile(0.99):.1f} ms, longest {1000 * took[-1]:.0f} ms; within 100 ms: {within:.2%}; "
        f"a choice cost {1000 * measured.server_cpu / len(took):.2f} ms of a processor in the servers and "
        f"{1000 * measured.database_cpu / len(took):.2f} ms in the database; servers used "
        f"{measured.server_cpu / seconds:.0%} of a processor; {measured.memory / games / 1000:.0f} kB a game; "
        f"{measured.event:.0f} bytes stored for an event; "
        f"load of the machine: {os.getloadavg()[0]:.1f}"
    )


def seconds_to_think(text: str) -> tuple[float, float]:
    """`2-5`: anything in between."""
    least, _, most = text.partition("-")
    return float(least), float(most or least)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, nargs="+", default=[500])
    parser.add_argument("--servers", type=int, nargs="+", default=[0], help="0: one with SQLite; else on PostgreSQL")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--think", type=seconds_to_think, default=(2.0, 5.0), help="seconds before each choice: 2-5")
    parser.add_argument("--folder", help="where the file lies during the measurement; default: a temporary folder")
    args = parser.parse_args()
    raise_file_limit()
    gc.disable()  # a pause in the clients would look like one in the server
    for games in args.games:
        for servers in args.servers:
            with place(servers, args.folder) as there:
                measured = asyncio.run(load(there, games, args.seconds, args.think))
            print(report(measured, games, servers, args.seconds), flush=True)
            gc.collect()


if __name__ == "__main__":
    main()
