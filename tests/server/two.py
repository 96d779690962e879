"""Two servers on one PostgreSQL: how soon one shows what was done through the other, and what a kill leaves behind.

    python -m tests.server.two --kills 200
    python -m tests.server.two --kills 0 --steps 2000    # only the delay

Players with a socket each play games of two, some against the computer. When their server is killed they go on at the
other one. In the end every choice that was acknowledged is stored once, nothing is stored that nobody asked for, and
nobody was ever shown an older position than before.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.server.house import DEADLINE, FRIEND, HERE, House, Json, bearer, replayed
from tests.server.postgres import Postgres

COMPUTER = {"kind": "computer", "level": 1}
POWERS = {"choose": "random", "hidden": True, "luck": False}
OPEN = {"choose": "random", "hidden": False, "luck": False}
"""No secrets: whoever has both seats need not say before each turn from which one they look."""
GOODBYE = (WebSocketException, OSError, TimeoutError, httpx.HTTPError)


@dataclass
class Asked:
    """A choice that a player sent."""

    choice: str
    accepted: bool = False


@dataclass
class Player:
    """One seat of a game, at whichever server answers."""

    game: str
    token: str
    seat: int
    dice: random.Random
    pace: float
    asked: list[Asked] = field(default_factory=list)
    seen: int = -1
    over: bool = False
    problems: list[str] = field(default_factory=list)
    connections: int = 0

    async def play(self, houses: Sequence[House], stop: asyncio.Event) -> None:
        """Play to the end, or until told to stop; connect again whenever that is needed."""
        while not (self.over or stop.is_set()):
            try:
                address = self.dice.choice(houses).url.replace("http", "ws") + f"/api/games/{self.game}/socket"
                async with connect(address, proxy=None, open_timeout=DEADLINE, close_timeout=1) as socket:
                    await socket.send(json.dumps({"type": "hello", "token": self.token}))
                    self.connections += 1
                    await self._go_on(socket, stop)
            except GOODBYE:
                await asyncio.sleep(0.05)

    async def _go_on(self, socket: ClientConnection, stop: asyncio.Event) -> None:
        state: Json | None = None
        waits_for_answer = False
        while not stop.is_set():
            if state is not None and not waits_for_answer and state["awaits"] in ("step", "confirm"):
                await asyncio.sleep(self.dice.expovariate(1 / self.pace))
                await self._ask(socket, state)
                state, waits_for_answer = None, True
            try:
                message: Json = json.loads(await asyncio.wait_for(socket.recv(), 0.5))
            except TimeoutError:
                continue
            if message["type"] == "ok":
                self.asked[-1].accepted, waits_for_answer = True, False
            elif message["type"] == "error" and message["id"] is None:
                return  # `busy`, for example: try again
            elif message["type"] == "error":
                waits_for_answer = False
            elif message["type"] == "state":
                self._look(message)
                state = message
                if self.over:
                    return

    def _look(self, state: Json) -> None:
        if state["version"] < self.seen:
            self.problems.append(f"{self.game}: version {state['version']} is shown after {self.seen}")
        self.seen = state["version"]
        self.over = state["status"] == "over"

    async def _ask(self, socket: ClientConnection, state: Json) -> None:
        if state["awaits"] == "confirm":
            choice, command = "confirm", {"type": "confirm"}
        else:
            choice = self.dice.choice(state["steps"])["text"]
            command = {"type": "step", "step": choice}
        self.asked.append(Asked(choice))
        await socket.send(json.dumps({**command, "id": len(self.asked), "version": state["version"]}))


def fits(stored: Sequence[str], asked: Sequence[Asked]) -> bool:
    """Can the stored choices be those that were asked for, each at most once, and all acknowledged ones among them?

    A step that is final, or that wins, confirms itself: a confirmation after a step need not have been asked for.
    """

    def further(reached: set[int]) -> set[int]:
        itself = {n + 1 for n in reached if 0 < n < len(stored) and stored[n] == "confirm" != stored[n - 1]}
        return reached | itself

    if any(one == other == "confirm" for one, other in pairwise(stored)):
        return False
    reached = {0}  # how many of the stored ones the choices asked so far may account for
    for one in asked:
        taken = {n + 1 for n in reached if n < len(stored) and stored[n] == one.choice}
        reached = further(taken if one.accepted else taken | reached)
    return len(stored) in reached


def check(house: House, players: Sequence[Player]) -> list[str]:
    """What is wrong with a game; nothing, if all is well."""
    events = house.events(players[0].game)
    settled, pending = replayed(events)  # raises unless every step of it is legal
    found = [problem for player in players for problem in player.problems]
    for player in players:
        own = [event for event in events if event["kind"] in ("step", "confirm") and event["seat"] == player.seat]
        stored = [event.get("step", "confirm") for event in own]
        if not fits(stored, player.asked):
            found.append(f"{player.game}: seat {player.seat} asked {player.asked}, stored is {stored}")
        game = settled.copy()
        if settled.position.decider == player.seat:
            for step in pending:
                game.push_step(step)
        state = house.state(player.game, player.token)
        true = game.position if state["status"] == "over" else game.view(player.seat)
        if state["board"]["position"] != true.text:
            found.append(f"{player.game}: shown is {state['board']['position']}, stored is {true.text}")
    return found


class Trial:
    """Games on two servers, one of which is killed now and then."""

    def __init__(self, postgres: Postgres, games: int, pace: float, seed: int = 1) -> None:
        database = postgres.database()
        self.houses = [House(database), House(database)]
        self.games, self.pace = games, pace
        self.dice = random.Random(seed)
        self.stop = asyncio.Event()
        self.counts: Counter[str] = Counter()
        self.all: list[list[Player]] = []

    async def run(self, kills: int, choices: int = 0) -> list[str]:
        """Play while servers are killed, and until this many choices were accepted. Returns what is wrong then."""
        playing = [asyncio.create_task(self._games(slot)) for slot in range(self.games)]
        try:
            for _ in range(kills):
                await asyncio.sleep(self.dice.uniform(0.1, 1.5))
                await asyncio.to_thread(self._kill)
            async with asyncio.timeout(DEADLINE):
                while sum(one.accepted for players in self.all for p in players for one in p.asked) < choices:
                    await asyncio.sleep(0.05)
        finally:
            self.stop.set()
            done, late = await asyncio.wait(playing, timeout=DEADLINE)
        assert not late
        for task in done:
            task.result()
        found = [problem for players in self.all for problem in await asyncio.to_thread(check, self.houses[0], players)]
        self.counts["games"] = len(self.all)
        for player in (player for players in self.all for player in players):
            self.counts["asked"] += len(player.asked)
            self.counts["accepted"] += sum(one.accepted for one in player.asked)
            self.counts["connections"] += player.connections
            self.counts["over"] += player.over and player.seat == 1
        return found

    def _kill(self) -> None:
        house = self.dice.choice(self.houses)
        house.kill()
        time.sleep(self.dice.uniform(0.0, 0.5))
        house.start()
        self.counts["kills"] += 1

    async def _games(self, slot: int) -> None:
        """One game after the other."""
        while not self.stop.is_set():
            try:
                players = await self._table(slot)
            except GOODBYE:
                await asyncio.sleep(0.1)
                continue
            self.all.append(players)
            await asyncio.gather(*(player.play(self.houses, self.stop) for player in players))

    async def _table(self, slot: int) -> list[Player]:
        other = COMPUTER if slot % 4 == 3 else FRIEND
        async with httpx.AsyncClient(base_url=self.dice.choice(self.houses).url, timeout=DEADLINE) as http:
            answer = await http.post("/api/games", json={"seats": [HERE, other], "powers": POWERS, "confirm": True})
            created = answer.raise_for_status().json()
            tokens = [created["token"]]
            if other is FRIEND:
                path = f"/api/games/{created['game']}/join"
                joined = await http.post(path, json={}, headers=bearer(created["invites"]["2"]))
                tokens.append(joined.raise_for_status().json()["token"])
        return [
            Player(created["game"], token, seat, random.Random(self.dice.random()), self.pace)
            for seat, token in enumerate(tokens, 1)
        ]

    def close(self) -> None:
        for house in self.houses:
            house.stop()


def delays(postgres: Postgres, steps: int) -> list[float]:
    """Seconds from sending a choice through one server until a guest of the other has its outcome."""
    database = postgres.database()
    houses = [House(database), House(database)]
    found: list[float] = []
    dice = random.Random(1)
    try:
        while len(found) < steps:
            created = houses[0].create(HERE, HERE, powers=OPEN, confirm=True)
            here, there = (house.client(created["game"], created["token"]) for house in houses)
            while here.state["status"] != "over" and len(found) < steps:
                begun = time.perf_counter()
                assert here.choose(dice)["type"] == "ok"
                version = here.state["version"]
                there.until(lambda state, version=version: state["version"] >= version)  # type: ignore[misc]
                found.append(time.perf_counter() - begun)
                here, there = there, here
                time.sleep(0.01)
            for client in (here, there):
                client.close()
    finally:
        for house in houses:
            house.stop()
    return sorted(found)


def report(found: Sequence[float]) -> str:
    def part(of: float) -> float:
        return 1000 * found[min(len(found) - 1, int(of * len(found)))]

    within = sum(one <= 0.1 for one in found) / len(found)
    return (
        f"{len(found)} choices seen through the other server: p50 {part(0.5):.1f} ms, p90 {part(0.9):.1f} ms, "
        f"p99 {part(0.99):.1f} ms, longest {1000 * found[-1]:.0f} ms; within 100 ms: {within:.2%}; "
        f"load of the machine: {os.getloadavg()[0]:.1f}"
    )


async def trial(postgres: Postgres, games: int, kills: int, pace: float, choices: int = 0) -> Trial:
    """A whole trial; raises if anything is wrong."""
    one = await asyncio.to_thread(Trial, postgres, games, pace)
    try:
        found = await one.run(kills, choices)
    finally:
        await asyncio.to_thread(one.close)
    assert not found, "\n".join(found[:20])
    return one


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--games", type=int, default=16, help="so many at the same time")
    parser.add_argument("--pace", type=float, default=0.2, help="seconds before each choice, on average")
    parser.add_argument("--steps", type=int, default=500, help="so many to measure the delay with")
    args = parser.parse_args()
    postgres = Postgres()
    try:
        if args.steps:
            print(report(delays(postgres, args.steps)), flush=True)
        if args.kills:
            counts = asyncio.run(trial(postgres, args.games, args.kills, args.pace)).counts
            print(
                f"{counts['kills']} kills, {counts['games']} games ({counts['over']} to the end), {counts['asked']} "
                f"choices sent, {counts['accepted']} acknowledged, {counts['connections']} connections: nothing lost, "
                "nothing doubled, no old position"
            )
    finally:
        postgres.close()


if __name__ == "__main__":
    main()
