"""How long a server takes to start on a database with many games, and on an empty one, alternately.

    python -m tests.server.start --stored 100000 --clocked 10000

The clock of a clocked game runs. Wall-clock time depends on the machine's other work as well; the processor time that
the server has used until it answers does not.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from sqlalchemy import create_engine, make_url, text

from santorini.server.storage.sqlite import sqlite_url
from tests.server.house import DRIVERS, HERE, House
from tests.server.load import cpu_seconds
from tests.server.postgres import Postgres

START = "0000000000000000000000000/{}/mortal:b3,d3/mortal:c2,c4"
SERIES = """
WITH RECURSIVE series(i) AS (SELECT CAST(:first AS integer) UNION ALL SELECT i + 1 FROM series WHERE i + 1 < :end)
"""
GAMES = f"INSERT INTO games {SERIES} SELECT 'stored' || i, :now, :now, false, :clock FROM series"
EVENTS = f"INSERT INTO events {SERIES} SELECT 'stored' || i, CAST(:number AS integer), :now, :kind, :data FROM series"


def fill(database: str, stored: int, clocked: int) -> None:
    """Store games with a few events each; some of them with a clock that runs."""
    house = House(database)
    models = []
    for settings in ({}, {"clock": {"base": 600}}):
        created = house.create(HERE, HERE, position=START.format(1), **settings)
        house.command(created["game"], created["token"], type="turn", version=1, turn="b3-b4 +b3")
        models.append(house.events(created["game"]))
    house.stop()
    engine = create_engine(make_url(database).set(drivername=DRIVERS[database.partition(":")[0]]))
    now = time.time()
    with engine.begin() as connection:
        for clock, (first, end) in enumerate(((clocked, stored), (0, clocked))):
            if first >= end:
                continue
            part = {"first": first, "end": end, "now": now}
            connection.execute(text(GAMES), {**part, "clock": bool(clock)})
            for number, event in enumerate(models[clock], 1):
                stored_as = {"number": number, "kind": event["kind"], "data": json.dumps(event)}
                connection.execute(text(EVENTS), {**part, **stored_as})
    engine.dispose()


def start(database: str) -> tuple[float, float]:
    """Seconds until a server has answered, and the processor seconds that it has used until then."""
    begun = time.perf_counter()
    house = House(database)
    assert house.http.get("/api/health").json()["ok"]
    took = time.perf_counter() - begun, cpu_seconds(house.process.pid)
    house.stop()
    return took


def measure(full: str, empty: str, times: int) -> str:
    """Start on both, alternately."""
    start(empty)  # from now on all files are in memory
    took = [(start(full), start(empty)) for _ in range(times)]

    def best(found: Sequence[tuple[float, float]]) -> str:
        return f"{min(wall for wall, _ in found):.2f} s ({min(used for _, used in found):.2f} s of a processor)"

    return f"{best([one for one, _ in took])}, with no game {best([other for _, other in took])}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--stored", type=int, default=100_000)
    parser.add_argument("--clocked", type=int, default=10_000)
    parser.add_argument("--times", type=int, default=3, help="the best of so many counts")
    args = parser.parse_args()
    games = f"{args.stored} stored games, {args.clocked} of them clocked"
    with tempfile.TemporaryDirectory() as folder:
        full, empty = (sqlite_url(Path(folder) / f"{name}.sqlite") for name in ("full", "empty"))
        fill(full, args.stored, args.clocked)
        told = measure(full, empty, args.times)
    print(f"SQLite, {games}: {told}; load of the machine: {os.getloadavg()[0]:.1f}", flush=True)
    postgres = Postgres()
    try:
        full, empty = postgres.database(), postgres.database()
        fill(full, args.stored, args.clocked)
        told = measure(full, empty, args.times)
    finally:
        postgres.close()
    print(f"PostgreSQL, {games}: {told}; load of the machine: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
