"""Plays through the front door of a server that runs somewhere: does everything in between let games through?

    python -m tests.server.visit https://play.example.org

Two people play a game to its end, each over a socket of their own, while somebody watches; then one person plays
against the computer. Both games are asked for again over HTTP. SSL_CERT_FILE names the certificate of an authority of
your own.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from contextlib import ExitStack
from typing import Any

import httpx
from websockets.sync.client import connect

from tests.server.house import DEADLINE, FRIEND, HERE, Json, bearer

COMPUTER = {"kind": "computer", "level": 1}
POWERS = {"choose": "random"}
PAUSE = 0.05
"""Seconds before each choice: the server's limits are made for people."""


class Visitor:
    """A socket at a table."""

    def __init__(self, open_sockets: ExitStack, url: str, game: str, token: str) -> None:
        address = f"{url.replace('http', 'ws', 1)}/api/games/{game}/socket"
        self._socket = open_sockets.enter_context(connect(address, open_timeout=DEADLINE, max_size=None))
        self._socket.send(json.dumps({"type": "hello", "token": token}))
        self.state: Json = {}
        while not self.state:
            self.read(DEADLINE)

    def read(self, seconds: float) -> str:
        """Read a message, if one comes in time. Returns its kind."""
        try:
            message: Json = json.loads(self._socket.recv(seconds))
        except TimeoutError:
            return ""
        assert message["type"] != "error", message
        self.state = message if message["type"] == "state" else self.state
        return str(message["type"])

    def choose(self, dice: random.Random) -> float:
        """Make some choice. Returns how many seconds the answer took."""
        command: dict[str, Any] = {"type": "confirm", "id": 1, "version": self.state["version"]}
        if self.state["awaits"] == "step":
            command |= {"type": "step", "step": dice.choice(self.state["steps"])["text"]}
        time.sleep(PAUSE)
        begun = time.perf_counter()
        self._socket.send(json.dumps(command))
        while (kind := self.read(DEADLINE)) != "ok":
            assert kind, "no answer"
        return time.perf_counter() - begun


def play(visitors: list[Visitor], dice: random.Random) -> list[float]:
    """Play to the end. Returns how long each choice took."""
    took: list[float] = []
    until = time.monotonic() + DEADLINE
    while any(one.state["status"] != "over" for one in visitors):
        assert time.monotonic() < until, "the game does not go on"
        deciding = [one for one in visitors if one.state["awaits"] != "nothing"]
        if deciding:
            took.append(deciding[0].choose(dice))
            until = time.monotonic() + DEADLINE
        for one in visitors:
            while one.state["status"] != "over" and one.read(0.01):
                pass
    return took


def visit(url: str, other: Json, dice: random.Random) -> str:
    """Play one game. Returns a summary of it."""
    with httpx.Client(base_url=url, timeout=DEADLINE) as http, ExitStack() as open_sockets:
        asked = {"seats": [HERE, other], "powers": POWERS, "confirm": True}
        created = http.post("/api/games", json=asked).raise_for_status().json()
        game, tokens = created["game"], [created["token"]]
        if other is FRIEND:
            path = f"/api/games/{game}/join"
            joined = http.post(path, json={}, headers=bearer(created["invites"]["2"])).raise_for_status()
            tokens.append(joined.json()["token"])
        visitors = [Visitor(open_sockets, url, game, token) for token in (*tokens, created["watch"])]
        took = sorted(play(visitors, dice))
        told = [one.state["outcome"] for one in visitors]
        stored = http.get(f"/api/games/{game}", headers=bearer(tokens[0])).raise_for_status().json()
        assert told == [stored["outcome"]] * len(told)
        assert stored["outcome"]["winners"]
        return (
            f"{'two people' if other is FRIEND else 'against the computer'}: {len(stored['log'])} turns, "
            f"{len(took)} choices, each answered within {1000 * took[-1]:.0f} ms, half of them within "
            f"{1000 * took[len(took) // 2]:.0f} ms; won by seat {stored['outcome']['winners'][0]}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("url", help="where the page is")
    args = parser.parse_args()
    url = args.url.rstrip("/")
    ready = httpx.get(f"{url}/api/ready", timeout=DEADLINE)
    print(f"{url}: {ready.status_code} {ready.text}")
    for other in (FRIEND, COMPUTER):
        print(visit(url, other, random.Random(1)), flush=True)


if __name__ == "__main__":
    main()
