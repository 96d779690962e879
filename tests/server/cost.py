"""What a choice costs the server without its sockets: reading, deciding, storing, telling two clients. One at a time.

    python -m tests.server.cost --choices 3000

Processor time of the whole process is measured, the clients included: good for comparing two versions alternately, and
for little else. The load test measures a server that many use at once, where choices share a transaction.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import tempfile
import time
from pathlib import Path

from santorini.server.protocol import requests
from santorini.server.storage.sqlite import sqlite_url
from santorini.server.tables.commands import carry_out
from santorini.server.tables.guests import Guest
from santorini.server.tables.hall import Room
from santorini.server.tables.tokens import digest
from tests.server.house import FRIEND, HERE, Json
from tests.server.test_hall import Place

POWERS = {"choose": "random", "hidden": True}
FRIENDS_TOKEN = "x" * 32


class Player:
    """A client that reads what it is sent."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.state: Json = {}
        self.received = 0
        self.read()

    def read(self) -> None:
        while not self.guest.outgoing.empty():
            sent = self.guest.outgoing.get_nowait()
            assert sent is not None
            self.received += len(sent)
            message = json.loads(sent)
            self.state = message if message["type"] == "state" else self.state

    def command(self, dice: random.Random) -> str:
        command: Json = {"type": "confirm", "id": 1, "version": self.state["version"]}
        if self.state["awaits"] == "step":
            command |= {"type": "step", "step": dice.choice(self.state["steps"])["text"]}
        return json.dumps(command)


async def seated(place: Place) -> tuple[Room, list[Player]]:
    """A new table of two."""
    room, token = await place.table(HERE, FRIEND, powers=POWERS, confirm=True)
    await place.hall.act(room, lambda table: table.may_sit(2, "", digest(FRIENDS_TOKEN)))
    return room, [Player(await place.guest(room, one, 1000)) for one in (token, FRIENDS_TOKEN)]


async def play(database: str, choices: int) -> tuple[float, float]:
    """Processor seconds per choice, and bytes sent for it."""
    place = Place(database)
    dice = random.Random(1)
    done, received = 0, 0
    try:
        await place.hall.start()
        begun = time.process_time()
        while done < choices:
            room, players = await seated(place)
            while done < choices and (deciding := [one for one in players if one.state["awaits"] != "nothing"]):
                guest = deciding[0].guest
                command = requests.COMMAND.validate_json(deciding[0].command(dice))
                await carry_out(place.hall, room, guest.role, guest.seat, command)
                for player in players:
                    player.read()
                done += 1
            for player in players:
                received += player.received
                place.hall.leave(room, player.guest)
        return (time.process_time() - begun) / done, received / done
    finally:
        await place.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--choices", type=int, default=3000)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        seconds, sent = asyncio.run(play(sqlite_url(Path(folder) / "games.sqlite"), args.choices))
    print(f"{args.choices} choices: {1000 * seconds:.2f} ms of a processor each, {sent:.0f} bytes sent for each")


if __name__ == "__main__":
    main()
