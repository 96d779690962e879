"""A real server, clients that keep every byte they receive, and the true game from the database."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
from pydantic import TypeAdapter
from sqlalchemy import create_engine, make_url, select
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from santorini import Game, read_position
from santorini.server.protocol.messages import SERVER_MESSAGE
from santorini.server.storage.schema import EVENTS
from santorini.server.storage.sqlite import sqlite_url

ROOT = Path(__file__).resolve().parents[2]
DEADLINE = 60.0
"""Seconds to wait for anything. Generous: a loaded machine is slow, and only something broken takes longer."""

DRIVERS = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg"}
HERE = {"kind": "here"}
FRIEND = {"kind": "friend"}
Json = dict[str, Any]


class House:
    """A server in its own process, which can be killed and restarted."""

    def __init__(self, data: Path | str, *options: str) -> None:
        """`data`: a file, or the address of a database."""
        self.database = data if isinstance(data, str) else sqlite_url(data)
        self.data = Path(make_url(self.database).database or "")  # where it is a file
        self.options = options
        self.port = 0
        self.clients: list[Client] = []
        self.start()

    def start(self) -> None:
        """Start the server, after a restart on the same port."""
        command = [sys.executable, "-m", "tests.server.serve", "--database", self.database, "--port", str(self.port)]
        self.process = subprocess.Popen(
            [*command, *self.options], cwd=ROOT, stdout=subprocess.PIPE, text=True, start_new_session=True
        )
        assert self.process.stdout is not None
        self.url = self.process.stdout.readline().strip().rstrip("/")
        assert self.url, "the server did not start"
        self.port = int(self.url.rpartition(":")[2])
        self.http = httpx.Client(base_url=self.url, timeout=DEADLINE)

    def kill(self) -> None:
        """Kill it without warning, as a power cut would."""
        os.kill(self.process.pid, signal.SIGKILL)
        self._gone()

    def stop(self) -> None:
        """Stop it as Ctrl-C does."""
        self.process.send_signal(signal.SIGINT)
        self._gone()

    def _gone(self) -> None:
        self.close_clients()
        self.process.wait(DEADLINE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.http.close()

    def create(self, *seats: Json, **settings: Any) -> Json:
        """A new game."""
        answer = self.http.post("/api/games", json={"seats": list(seats), **settings})
        assert answer.status_code == 201, answer.text
        created: Json = answer.json()
        return created

    def friends(self, players: int = 2, **settings: Any) -> tuple[Json, list[str], str]:
        """A game of people at their own devices: what was created, the token of each seat, the watch token."""
        created = self.create(HERE, *[FRIEND] * (players - 1), **settings)
        tokens = [created["token"]]
        for seat in range(2, players + 1):
            joined = self.get_in(created["game"], created["invites"][str(seat)])
            tokens.append(joined["token"])
        return created, tokens, created["watch"]

    def get_in(self, game: str, invite: str, name: str = "") -> Json:
        answer = self.http.post(f"/api/games/{game}/join", json={"name": name}, headers=bearer(invite))
        assert answer.status_code == 201, answer.text
        joined: Json = answer.json()
        return joined

    def state(self, game: str, token: str, seat: int | None = None) -> Json:
        answer = self.http.get(
            f"/api/games/{game}", headers=bearer(token), params={"seat": seat} if seat is not None else {}
        )
        assert answer.status_code == 200, answer.text
        state: Json = answer.json()
        return state

    def command(self, game: str, token: str, **command: Any) -> httpx.Response:
        return self.http.post(f"/api/games/{game}/commands", json=command, headers=bearer(token))

    def client(self, game: str, token: str, **hello: Any) -> Client:
        self.clients.append(client := Client(self, game, token, **hello))
        return client

    def close_clients(self) -> None:
        """Close all connections."""
        while self.clients:
            self.clients.pop().close()

    def events(self, game: str) -> list[Json]:
        """The stored events of a game, including secrets."""
        wanted = select(EVENTS.c.data).where(EVENTS.c.game == game).order_by(EVENTS.c.number)
        engine = create_engine(make_url(self.database).set(drivername=DRIVERS[self.database.partition(":")[0]]))
        try:
            with engine.connect() as connection:
                return [json.loads(data) for data in connection.execute(wanted).scalars()]
        finally:
            engine.dispose()

    def truth(self, game: str) -> Game:
        """The true game without unconfirmed steps, rebuilt from the events by code that is not the server's."""
        return replayed(self.events(game))[0]


def as_described(shape: TypeAdapter[Any], sent: str | bytes) -> Json:
    """What was sent, if its shape is exactly this one."""
    message: Json = json.loads(sent)
    assert shape.dump_python(shape.validate_json(sent, strict=True), mode="json") == message
    return message


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def replayed(events: list[Json]) -> tuple[Game, list[str]]:
    """The game that stored events describe, and the steps that were not confirmed."""
    created = events[0]
    game = Game.from_position(read_position(created["start"]), seed=created["seed"])
    pending: list[str] = []
    for event in events[1:]:
        match event["kind"]:
            case "step":
                pending.append(event["step"])
            case "undo":
                pending.pop()
            case "restart":
                pending = []
                while event["played"] and game.turn_so_far:
                    game.pop_step()
            case "confirm":
                for step in pending:
                    game.push_step(step)
                pending = []
            case "luck":
                game.push_step(event["step"])
            case "resign" | "flag":
                game.resign(event["seat"], "time" if event["kind"] == "flag" else "resigned")
                pending = []
            case "takeback":
                left = len(game.turns) - event["turns"]
                while len(game.turns) > left:
                    game.pop()
                pending = []
    return game, pending


class Client:
    """A socket that keeps everything it receives."""

    def __init__(self, house: House, game: str, token: str, **hello: Any) -> None:
        self.bytes: list[str] = []
        self.states: list[Json] = []
        self.others: list[Json] = []
        self.log: list[Json] = []
        self._number = 0
        address = house.url.replace("http", "ws") + f"/api/games/{game}/socket"
        self._open = ExitStack()
        connecting = connect(address, open_timeout=DEADLINE, max_size=None, proxy=None)
        self.socket: ClientConnection = self._open.enter_context(connecting)
        self.send(type="hello", token=token, **hello)
        self.first = self.receive()

    @property
    def state(self) -> Json:
        """The newest state."""
        return self.states[-1]

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def receive(self) -> Json:
        """The next message."""
        text = self.socket.recv(DEADLINE)
        assert isinstance(text, str)
        self.bytes.append(text)
        message = as_described(SERVER_MESSAGE, text)
        if message["type"] == "state":
            self.states.append(message)
            self.log = self.log[: message["log_from"]] + message["log"]
        else:
            self.others.append(message)
        return message

    def ask(self, **command: Any) -> Json:
        """Send a command and wait for its answer."""
        self._number += 1
        self.send(id=self._number, **command)
        while True:
            message = self.receive()
            if message["type"] in ("ok", "error", "answer") and message["id"] == self._number:
                return message

    def play(self, step: str) -> Json:
        return self.ask(type="step", version=self.state["version"], step=step)

    def confirm(self) -> Json:
        return self.ask(type="confirm", version=self.state["version"])

    def until(self, wanted: Callable[[Json], bool]) -> Json:
        """Wait for a state."""
        while not self.states or not wanted(self.state):
            self.receive()
        return self.state

    def catch_up(self) -> None:
        """Read everything sent so far: the server answers in order."""
        self.ask(type="ping")

    def choose(self, dice: random.Random) -> Json:
        """Make some choice that is possible now."""
        if self.state["pass_to"]:  # it holds several seats, and they have secrets from each other
            self.ask(type="look", seat=self.state["pass_to"])
        state = self.state
        if state["awaits"] == "confirm":
            return self.confirm()
        return self.play(dice.choice(state["steps"])["text"])

    def close(self) -> None:
        self._open.close()

    def is_closed(self) -> bool:
        """Has the server closed the socket? Reads what is left."""
        try:
            while True:
                self.receive()
        except ConnectionClosed:
            return True
