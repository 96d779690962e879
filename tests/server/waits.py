"""How long a visitor waits: for a start with many stored games, and for a quick level while slow ones think.

python -m tests.server.waits --stored 100000 --clocked 10000 --games 50
"""

from __future__ import annotations

import argparse
import json
import sqlite3
import tempfile
import time
from contextlib import closing
from pathlib import Path

from tests.server.house import HERE, Client, House, Json

START = "0000000000000000000000000/{}/mortal:b3,d3/mortal:c2,c4"


def fill(file: Path, stored: int, clocked: int) -> None:
    """A file with so many games, each with a few events; some of them with a clock that runs."""
    house = House(file)
    models: list[tuple[Json, list[Json]]] = []
    for settings in ({}, {"clock": {"base": 600}}):
        created = house.create(HERE, HERE, position=START.format(1), **settings)
        house.command(created["game"], created["token"], type="turn", version=1, turn="b3-b4 +b3")
        models.append((created, house.events(created["game"])))
    house.stop()
    now = time.time()
    with closing(sqlite3.connect(file)) as database:
        for number in range(stored):
            clock = number < clocked
            events = models[clock][1]
            game = f"stored{number}"
            rows = [(game, place, now, event["kind"], json.dumps(event)) for place, event in enumerate(events, 1)]
            database.executemany("insert into events values (?, ?, ?, ?, ?)", rows)
            database.execute("insert into games values (?, ?, ?, 0, ?)", (game, now, now, clock))
        database.commit()


def start(file: Path) -> float:
    """Seconds until a server with this file has answered."""
    begun = time.perf_counter()
    house = House(file)
    assert house.http.get("/api/health").json()["ok"]
    took = time.perf_counter() - begun
    house.stop()
    return took


def answer(client: Client) -> float:
    """Seconds until the computer has answered a turn of the client."""
    for step in ("b3-b4", "+b3"):
        assert client.play(step)["type"] == "ok"
    begun = time.perf_counter()
    assert client.confirm()["type"] == "ok"
    client.until(lambda state: len(client.log) == 2)
    return time.perf_counter() - begun


def quick_levels(games: int, folder: Path) -> list[tuple[int, float]]:
    """Level and seconds of quick opponents while so many games against level 8 wait for theirs."""
    house = House(folder / "thinking.sqlite")
    try:
        for _ in range(games):
            created = house.create({"kind": "computer", "level": 8}, HERE)
            house.client(created["game"], created["token"])
        found = []
        for level in (1, 2, 3, 4, 5) * 2:
            created = house.create(HERE, {"kind": "computer", "level": level}, position=START.format(1))
            found.append((level, answer(house.client(created["game"], created["token"]))))
        return found
    finally:
        house.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--stored", type=int, default=100_000)
    parser.add_argument("--clocked", type=int, default=10_000)
    parser.add_argument("--games", type=int, default=50)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        full, empty = Path(folder) / "full.sqlite", Path(folder) / "empty.sqlite"
        fill(full, args.stored, args.clocked)
        start(empty)
        took = [(start(full), start(empty)) for _ in range(3)]
        shown = ", ".join(f"{one:.2f} s and {other:.2f} s" for one, other in took)
        print(
            f"start with {args.stored} stored games, {args.clocked} of them clocked, and with none: {shown}", flush=True
        )
        found = quick_levels(args.games, Path(folder))
    shown = ", ".join(f"level {level} {seconds:.2f} s" for level, seconds in found)
    print(f"while {args.games} games against level 8 wait: {shown}; longest {max(s for _, s in found):.2f} s")


if __name__ == "__main__":
    main()
