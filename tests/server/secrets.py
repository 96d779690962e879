"""Pairs of games that differ only in a secret: everything a seat can ask is compared until it can tell them apart.

    python -m tests.server.secrets --steps 10000

Both games of a pair are played on a real server, over sockets. One seat seeks: it plays, takes back, and asks about
everything, in both games alike. The other hides: it plays turns that look the same. As long as nothing has told the
seeker in which game it is, every byte it is sent must be the same. A step may end differently in the two games: then
it was final in both, and the pair is done.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from santorini import POWERS, Game, Position, SantoriniError, entry, read_position
from santorini._core import TreeSearch, testing
from santorini.record.redaction import public_text
from tests.server.house import House, Json, bearer

SEEKER, HIDER = 1, 2
HIDERS = [key for key in POWERS if "setup.secret" in entry(key)]
SEEKERS = [key for key in POWERS if key not in HIDERS and "setup.deck" not in entry(key)]
SQUARES = [f"{file}{rank}" for rank in "12345" for file in "abcde"]
OWN = frozenset(("now", "at", "left", "game", "rematch"))
"""Fields that differ between any two games: times and ids."""

LONGEST = 40
"""Steps of the seeker after which a pair is done."""


class LeakError(AssertionError):
    """The seeker could tell the games apart, and take back what told it."""


# -- pairs of positions --------------------------------------------------------------------------------------------


def pairs(dice: random.Random) -> Iterator[tuple[str, str, str]]:
    """Names and texts of two positions that look the same to the seeker."""
    while True:
        if dice.random() < 0.1:
            yield passing_hands(dice)
            continue
        hider, seeker = dice.choice(HIDERS), dice.choice(SEEKERS)
        try:
            game = Game(seeker, hider, any_pair=True, seed=dice.getrandbits(32))
        except SantoriniError:
            continue
        position = game.position
        for _ in range(dice.randint(4, 14)):
            turn = testing.random_turn(position, dice.getrandbits(32))
            if not turn.steps or turn.after.is_over:
                break
            position = turn.after
        if position.stage != "play" or not position.at_rest or position.awaits_luck:
            continue
        other = dice.choice(worlds(position))
        if other.text != position.text and other.view(SEEKER).text == position.view(SEEKER).text:
            yield f"{seeker} - {hider}", position.text, other.text


def worlds(position: Position) -> list[Position]:
    """The positions that the seeker considers possible."""
    search = TreeSearch(seed=1)
    search.observe(position.view(SEEKER), SEEKER)
    return [world for world, _ in search.worlds]


def passing_hands(dice: random.Random) -> tuple[str, str, str]:
    """The player aid's draft, with another hand on the other side."""
    texts: set[str] = set()
    game = Game(players=2, rules="aid", draft=True, seed=dice.getrandbits(32))
    head, _, hands = game.text.partition("hands=")
    own, _, other = hands.partition("|")
    free = [key for key, power in POWERS.items() if "aid" in power.rules and key not in ("mortal", *own.split(","))]
    while len(texts) < 2:
        texts.add(f"{head}hands={own}|{','.join(sorted(dice.sample(free, len(other.split(',')))))}")
    first, second = (read_position(text).text for text in sorted(texts))
    return "the passing draft", first, second


# -- a pair of games -----------------------------------------------------------------------------------------------


class Table:
    """One of the two games."""

    def __init__(self, house: House, position: str, confirm: bool) -> None:
        created, tokens, watch = house.friends(position=position, confirm=confirm)
        self.house, self.game = house, created["game"]
        self.tokens = {0: watch, **dict(enumerate(tokens, 1))}
        self.seeker = house.client(self.game, tokens[0])
        self.hider = house.client(self.game, tokens[1])
        self.read = 0

    def close(self) -> None:
        for client in (self.seeker, self.hider):
            client.close()
            self.house.clients.remove(client)

    def sent(self) -> list[str]:
        """What the seeker was sent since the last time, without times and names of games."""
        self.seeker.catch_up()
        new = self.seeker.bytes[self.read :]
        self.read = len(self.seeker.bytes)
        return [plain(json.loads(text)) for text in new]

    def fetched(self) -> list[str]:
        """Everything that can be asked over HTTP, by the seeker and by a spectator with the watch link."""
        found = []
        for seat in (0, SEEKER):
            for path in ("", "/record", "/replay", "/lobby"):
                answer = self.house.http.get(f"/api/games/{self.game}{path}", headers=bearer(self.tokens[seat]))
                content = answer.text if path == "/record" else plain(answer.json())
                found.append(f"{seat}{path} {answer.status_code} {content}")
        return found

    def ask(self, questions: list[Json]) -> list[str]:
        """Ask the seeker's questions, all at once."""
        for number, question in enumerate(questions):
            self.seeker.send(id=10_000 + number, **question)
        answers: list[str] = []
        while len(answers) < len(questions):
            message = self.seeker.receive()
            if message.get("id") is not None:
                answers.append(plain(message))
        self.read = len(self.seeker.bytes)
        return answers

    def truth(self) -> Position:
        """The hider's view, which is everything: the seeker has no secrets."""
        self.hider.catch_up()
        return read_position(self.hider.state["board"]["position"])


def plain(message: Any) -> str:
    """A message as text, without what may differ between any two games."""
    return json.dumps(_alike(message))


def _alike(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: None if key in OWN else _alike(inner) for key, inner in value.items()}
    return [_alike(inner) for inner in value] if isinstance(value, list) else value


class Pair:
    """Two games and what was done in them."""

    def __init__(self, house: House, name: str, texts: tuple[str, str], dice: random.Random) -> None:
        self.name, self.dice = name, dice
        confirm = dice.random() < 0.7
        self.tables = [Table(house, text, confirm) for text in texts]
        self.steps = 0
        self.history: list[str] = []
        self.counts: Counter[str] = Counter()

    def play(self) -> None:
        """Play until something tells the games apart, or one is over."""
        try:
            self.same("the beginning", [table.sent() for table in self.tables])
            while self.steps < LONGEST and not self.over() and self.go_on():
                pass
        finally:
            for table in self.tables:
                table.close()

    def over(self) -> bool:
        return any(table.seeker.state["status"] == "over" for table in self.tables)

    def same(self, what: str, both: list[list[str]]) -> None:
        first, second = both
        for one, other in zip(first, second, strict=False):
            if one != other:
                raise LeakError(f"{self.name}, {what} after {self.history}:\n{one}\n{other}")
        if len(first) != len(second):
            raise LeakError(f"{self.name}, {what}: {len(first)} and {len(second)} messages after {self.history}")

    def go_on(self) -> bool:
        """One choice of whoever decides; False when the pair is done."""
        decider = self.tables[0].seeker.state["decider"]
        if decider != SEEKER:
            return decider == HIDER and self.hide()
        if self.dice.random() < 0.25:
            self.same("fetched", [table.fetched() for table in self.tables])
            self.counts["questions"] += 8
        questions = self.questions()
        self.same("asked", [table.ask(questions) for table in self.tables])
        self.counts["questions"] += len(questions)
        return self.seek()

    def questions(self) -> list[Json]:
        state = self.tables[0].seeker.state
        own = [worker["square"] for worker in state["board"]["workers"] if worker["seat"] == SEEKER] or ["a1"]
        some = self.dice.sample(SQUARES, 8)
        texts = [f"{self.dice.choice(own)}-{square}" for square in some[:3]] + [f"+{square}" for square in some[3:6]]
        return [
            *({"type": "why", "square": square} for square in some),
            *({"type": "why", "square": square, "from": self.dice.choice(own)} for square in some[:4]),
            *({"type": "why", "step": text} for text in texts),
            {"type": "step", "version": state["version"], "step": "c3-c3"},
            {"type": "turn", "version": state["version"], "turn": f"c3-c3 {texts[0]} {texts[4]}"},
            {"type": "takeback", "version": state["version"]},
            {"type": "hint"},
        ]

    def seek(self) -> bool:
        """The seeker chooses or takes back, in both games alike."""
        state = self.tables[0].seeker.state
        if state["can"]["undo"] and self.dice.random() < (0.5 if state["awaits"] == "confirm" else 0.3):
            command: Json = {"type": "undo"}
            self.counts["undone"] += 1
        elif state["awaits"] == "confirm":
            command = {"type": "confirm"}
        else:
            command = {"type": "step", "step": self.dice.choice(state["steps"])["text"]}
            self.steps += 1
            self.counts["steps"] += 1
        self.history.append(str(command.get("step", command["type"])))
        answers = [[plain(table.seeker.ask(version=state["version"], **command))] for table in self.tables]
        sent = [table.sent() for table in self.tables]
        if answers[0] != answers[1] or sent[0] != sent[1]:
            self.told(command)
            return False
        self.counts["final"] += command["type"] == "step" and not self.tables[0].seeker.state["can"]["undo"]
        return True

    def told(self, command: Json) -> None:
        """The games have been told apart by a step, which is final in both."""
        if command["type"] != "step":
            raise LeakError(f"{self.name}: {command} tells the games apart after {self.history}")
        for table in self.tables:
            for back in ("undo", "restart"):
                undone = table.seeker.ask(type=back, version=table.seeker.state["version"])
                if undone["type"] != "error":
                    raise LeakError(f"{self.name}: what was told is taken back after {self.history}")
        self.counts["told"] += 1

    def hide(self) -> bool:
        """The hider plays what looks the same in both games; False if there is no such turn."""
        one, other = (table.truth() for table in self.tables)
        turns = list(one.turns())
        self.dice.shuffle(turns)
        for turn in turns[:20]:
            looks = public_text(turn, SEEKER), turn.after.view(SEEKER).text
            for answer in other.turns():
                if (public_text(answer, SEEKER), answer.after.view(SEEKER).text) != looks:
                    continue
                for table, text in zip(self.tables, (turn.text, answer.text), strict=True):
                    version = table.hider.state["version"]
                    played = table.hider.ask(type="turn", version=version, turn=text)
                    assert played["type"] == "ok", (self.name, text, played)
                sent = [table.sent() for table in self.tables]
                if self.over():
                    return False  # nothing is hidden any more
                self.same("the hidden turn", sent)
                return True
        return False


def compare(
    house: House, steps: int, seed: int, seconds: float = 1e9, note: Callable[[Counter[str]], None] = lambda done: None
) -> Counter[str]:
    """Play pairs until the seeker has taken this many steps; `note` is called after each. Raises `LeakError`."""
    dice = random.Random(seed)
    done: Counter[str] = Counter()
    until = time.monotonic() + seconds
    for name, one, other in pairs(dice):
        pair = Pair(house, name, (one, other), dice)
        pair.play()
        done += pair.counts
        done["pairs"] += 1
        note(done)
        if done["steps"] >= steps or time.monotonic() > until:
            return done
    raise AssertionError("unreachable")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--steps", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder) / "games.sqlite")
        try:
            done = compare(
                house, args.steps, args.seed, note=lambda done: print(told(done), file=sys.stderr, flush=True)
            )
        except LeakError as leak:
            sys.exit(str(leak))
        finally:
            house.stop()
    print(told(done))


def told(done: Counter[str]) -> str:
    """The figures in a sentence."""
    return (
        f"{done['steps']} steps in {done['pairs']} pairs of games, {done['undone']} taken back, {done['final']} final, "
        f"{done['questions']} questions: 0 differences; {done['told']} pairs ended by a step that told them apart"
    )


if __name__ == "__main__":
    main()
