"""Kill the server while many games are running, restart it, and check that nothing it had accepted is lost.

python -m tests.server.crash --games 200 --kills 3
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.server.house import DEADLINE, HERE, House, replayed


@dataclass
class Player:
    """A scripted client that plays both seats of a game and remembers what the server has accepted."""

    game: str
    token: str
    dice: random.Random
    accepted: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)  # accepted, and the last one sent, which may not have been

    async def play(self, url: str, stop: asyncio.Event) -> None:
        address = url.replace("http", "ws") + f"/api/games/{self.game}/socket"
        try:
            async with connect(address, proxy=None, open_timeout=DEADLINE) as socket:
                await socket.send(json.dumps({"type": "hello", "token": self.token}))
                await self._go_on(socket, stop)
        except (WebSocketException, OSError, TimeoutError):
            return  # the server was killed, as intended

    async def _go_on(self, socket: ClientConnection, stop: asyncio.Event) -> None:
        while not stop.is_set():
            message: dict[str, Any] = json.loads(await socket.recv())
            if message["type"] == "ok":
                self.accepted.append(self.asked[len(self.accepted)])  # answers come in the order of the questions
            if message["type"] != "state" or message["status"] == "over":
                continue
            version = message["version"]
            if message["awaits"] == "confirm":
                chosen, command = "confirm", {"type": "confirm", "version": version}
            elif message["awaits"] == "step":
                chosen = self.dice.choice(message["steps"])["text"]
                command = {"type": "step", "version": version, "step": chosen}
            else:
                continue
            self.asked.append(chosen)
            await socket.send(json.dumps(command))


def stored_choices(house: House, game: str) -> list[str]:
    """The steps and confirmations in the database, in order."""
    events = house.events(game)
    replayed(events)  # every step of it is legal
    kinds = ("step", "confirm")
    return [str(event.get("step", event["kind"])) for event in events if event["kind"] in kinds]


async def play_until_killed(house: House, players: list[Player], seconds: float, steps: int) -> None:
    """Let everybody play and kill the server in the middle."""
    stop = asyncio.Event()
    begun = sum(len(player.accepted) for player in players)
    playing = [asyncio.create_task(player.play(house.url, stop)) for player in players]
    until = time.monotonic() + seconds
    while time.monotonic() < until or sum(len(player.accepted) for player in players) < begun + steps:
        if all(task.done() for task in playing):
            break
        await asyncio.sleep(0.05)
    house.process.kill()
    stop.set()
    await asyncio.wait(playing, timeout=DEADLINE)


def lost(house: House, player: Player) -> str:
    """What a game lost in the restart; empty if all is well."""
    stored = stored_choices(house, player.game)
    if stored[: len(player.accepted)] != player.accepted:
        return f"accepted {player.accepted[-3:]}, stored {stored[-3:]}"
    settled, pending = replayed(house.events(player.game))
    # A step that wins ends the turn as well; nobody asks for that confirmation.
    if len(stored) > len(player.asked) + settled.is_over:
        return "more is stored than was asked for"
    state = house.state(player.game, player.token)
    told = [step["text"] for step in state["steps"]]
    game = settled.copy()
    for step in pending:
        game.push_step(step)
    if state["board"]["position"] != game.view(state["you"]["seat"]).text:
        return f"the table stands at {state['board']['position']}, stored is {game.text}"
    if not told and state["awaits"] == "step":
        return "no steps to go on with"
    return ""


def crash(games: int, kills: int, seconds: float, data: Path) -> tuple[int, list[str]]:
    """Play many games and kill the server several times. Returns how many choices were accepted, and what was lost."""
    house = House(data)
    players = []
    for number in range(games):
        # Nothing hidden and no luck, so that the steps alone determine the game.
        powers = {"choose": "random", "hidden": False, "luck": False, "heroes": True}
        created = house.create(HERE, HERE, powers=powers)
        players.append(Player(created["game"], created["token"], random.Random(number)))
    missing = []
    for _ in range(kills):
        asyncio.run(play_until_killed(house, players, seconds, steps=games))
        house._gone()
        house.start()
        for player in players:
            if problem := lost(house, player):
                missing.append(f"{player.game}: {problem}")
            stored = stored_choices(house, player.game)
            player.accepted, player.asked = list(stored), list(stored)
    house.stop()
    return sum(len(player.accepted) for player in players), missing


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--kills", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=5.0)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        accepted, missing = crash(args.games, args.kills, args.seconds, Path(folder) / "games.sqlite")
    print(f"{args.games} games, {args.kills} kills: {accepted} choices accepted, {len(missing)} games with losses")
    for line in missing:
        print(line)
    raise SystemExit(1 if missing else 0)


if __name__ == "__main__":
    main()
