"""A bot at the table of a server (docs/api.md), over plain HTTP: it plays random steps against the computer.

santorini serve --no-browser &
python examples/http_bot.py http://127.0.0.1:8030 --level 1
"""

import argparse
import json
import random
import time
from urllib.request import Request, urlopen


class Table:
    """A game on the server, and the token that lets us play in it."""

    def __init__(self, server: str, level: int) -> None:
        self.server, self.token = server.rstrip("/"), ""
        seats = [{"kind": "here", "name": "Robot"}, {"kind": "computer", "level": level}]
        game = self.ask("/api/games", {"seats": seats, "powers": {"choose": "random"}, "confirm": False})
        self.path, self.token = f"/api/games/{game['game']}", game["token"]

    def ask(self, path: str, body: dict | None = None) -> dict:
        """The server's answer to a request."""
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body).encode()
        with urlopen(Request(self.server + path, data, headers), timeout=30) as answer:
            return json.load(answer)

    def command(self, kind: str, state: dict, **fields: str) -> dict:
        """Carry out a command and return the state after it."""
        body = {"type": kind, "version": state["version"], **fields}
        return self.ask(self.path + "/commands", body)["state"]


def choose(state: dict) -> str:
    """Put your own ideas here: `state["board"]` is the board, `state["steps"]` are the legal steps."""
    return random.choice(state["steps"])["text"]


def play(server: str, level: int) -> dict:
    """Play a game to its end and return its outcome."""
    table = Table(server, level)
    state = table.ask(table.path)
    while state["outcome"] is None:
        if state["awaits"] == "step":
            state = table.command("step", state, step=choose(state))
        elif state["awaits"] == "confirm":
            state = table.command("confirm", state)
        else:
            time.sleep(0.05)  # another player is thinking; bots in a hurry use the WebSocket
            state = table.ask(table.path)
    return state["outcome"]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("server")
    parser.add_argument("--level", type=int, default=1)
    args = parser.parse_args()
    outcome = play(args.server, args.level)
    print("won" if outcome["winners"] == [1] else "lost", f"({outcome['reason']})")
