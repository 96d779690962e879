"""Many games at once, played by scripted clients: how long does an answer to a step take?

    python -m tests.server.load --games 500 --seconds 60

Every game has two players with a socket each, who pause before each choice as people do. Server and clients share the
machine. A step counts as answered when its `ok` arrives, which is after it was stored.
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
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from tests.server.house import FRIEND, HERE, House, bearer

OPENING = 40
"""How many connections are opened at the same time."""


class Measured:
    """How long each choice took."""

    def __init__(self) -> None:
        self.took: list[float] = []
        self.refused = 0
        self.over = 0
        self.counting = False
        self.server_cpu = 0.0


async def table(house: House, http: httpx.AsyncClient, gate: asyncio.Semaphore) -> tuple[str, list[str]]:
    """A new table with both seats taken."""
    async with gate:
        asked = {"seats": [HERE, FRIEND], "powers": {"choose": "random", "hidden": True}, "confirm": True}
        created = (await http.post("/api/games", json=asked)).json()
        path = f"/api/games/{created['game']}/join"
        joined = (await http.post(path, json={}, headers=bearer(created["invites"]["2"]))).json()
        return created["game"], [created["token"], joined["token"]]


async def player(
    house: House, game: str, token: str, think: float, measured: Measured, gate: asyncio.Semaphore, stop: asyncio.Event
) -> None:
    """One player: looks, thinks, chooses, and waits when the game is over."""
    address = house.url.replace("http", "ws") + f"/api/games/{game}/socket"
    async with gate:
        socket = await connect(address, proxy=None, open_timeout=120, max_size=None, compression=None).__aenter__()
    dice = random.Random(token)
    try:
        await socket.send(json.dumps({"type": "hello", "token": token}))
        state: dict[str, Any] = json.loads(await socket.recv())
        while not stop.is_set() and state["status"] != "over":
            if state["awaits"] != "nothing":
                await asyncio.sleep(dice.expovariate(1 / think))
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


async def load(house: House, games: int, seconds: float, think: float) -> Measured:
    measured, stop = Measured(), asyncio.Event()
    gate = asyncio.Semaphore(OPENING)
    async with httpx.AsyncClient(base_url=house.url, timeout=120) as http:
        tables = await asyncio.gather(*(table(house, http, gate) for _ in range(games)))
    playing = [
        asyncio.create_task(player(house, game, token, think, measured, gate, stop))
        for game, tokens in tables
        for token in tokens
    ]
    await asyncio.sleep(min(10.0, seconds / 4) + games / 100)  # until everybody is seated
    measured.counting, before = True, cpu_seconds(house)
    await asyncio.sleep(seconds)
    measured.counting, measured.server_cpu = False, cpu_seconds(house) - before
    stop.set()
    done, _ = await asyncio.wait(playing, timeout=120)
    failed = [task.exception() for task in done if task.exception() is not None]
    if failed:
        print(f"{len(failed)} clients failed, the first with {failed[0]!r}")
    return measured


def cpu_seconds(house: House) -> float:
    """The CPU time the server has used; 0 where the system does not report it."""
    stat = Path(f"/proc/{house.process.pid}/stat")
    if not stat.exists():
        return 0.0
    fields = stat.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def report(measured: Measured, games: int, seconds: float, think: float) -> str:
    took = sorted(measured.took)
    if not took:
        return "nothing was measured"

    def percentile(part: float) -> float:
        return 1000 * took[min(len(took) - 1, int(part * len(took)))]

    within = sum(t <= 0.1 for t in took) / len(took)
    return (
        f"{games} games, {seconds:.0f} s, {think:.1f} s to think on average, {os.cpu_count()} processors: "
        f"{len(took)} choices ({len(took) / seconds:.0f} a second), {measured.refused} refused, "
        f"{measured.over // 2} games over; p50 {percentile(0.5):.1f} ms, p90 {percentile(0.9):.1f} ms, "
        f"p99 {percentile(0.99):.1f} ms, longest {1000 * took[-1]:.0f} ms; within 100 ms: {within:.2%}; "
        f"the server used {measured.server_cpu / seconds:.0%} of a processor, "
        f"{1000 * measured.server_cpu / len(took):.1f} ms a choice; "
        f"load of the machine: {os.getloadavg()[0]:.1f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--think", type=float, default=5.0, help="seconds before each choice, on average")
    parser.add_argument("--folder", help="where the database lies during the measurement; default: a temporary folder")
    args = parser.parse_args()
    gc.disable()  # a pause in the clients would look like one in the server
    with tempfile.TemporaryDirectory(dir=args.folder) as folder:
        house = House(Path(folder) / "games.sqlite")
        try:
            measured = asyncio.run(load(house, args.games, args.seconds, args.think))
        finally:
            house.stop()
    print(report(measured, args.games, args.seconds, args.think))


if __name__ == "__main__":
    main()
