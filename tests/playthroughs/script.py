"""Golden games: random games written down with everything a reader wants to see, and replayed by the test.

A file holds the head (`powers`, `rules`, ..), the turns with the number of turns there were to choose from, and the
board every few turns. Only the head and the turns are read again; everything else is made from them.
"""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import santorini
from santorini import Game, Position, Turn
from santorini._core import testing

FOLDER = Path(__file__).parent
MOST_TURNS = 40
MOST_COUNTED = 9999
BOARD_EVERY = 8
TURN = re.compile(r" *\d+\. [A-D~]  (?P<text>.+?)  +1 of \d+\+?")


@dataclass(frozen=True)
class Script:
    """The head of a golden game, and its turns."""

    powers: tuple[str, ...] = ()
    rules: str = "printed"
    fleece: str = ""
    first: int = 1
    draft: int = 0  # the number of players who draft
    seed: int = 1
    views: tuple[int, ...] = ()  # seats whose view is shown
    turns: tuple[str, ...] = ()

    def start(self) -> Position:
        """The position the game begins with."""
        return Game(
            *self.powers,
            players=self.draft or None,
            rules=self.rules,
            fleece=self.fleece or None,
            first=self.first,
            draft=bool(self.draft),
            seed=0,
        ).start


def read(text: str) -> Script:
    """The script of a file."""
    script = Script()
    turns = []
    for line in text.splitlines():
        word, _, rest = line.partition("  ")
        match word:
            case "powers":
                script = replace(script, powers=tuple(rest.split()))
            case "rules":
                script = replace(script, rules=rest.strip())
            case "fleece":
                script = replace(script, fleece=rest.strip())
            case "first":
                script = replace(script, first=int(rest))
            case "draft":
                script = replace(script, draft=int(rest))
            case "seed":
                script = replace(script, seed=int(rest))
            case "views":
                script = replace(script, views=tuple(int(seat) for seat in rest.split()))
        if match := TURN.fullmatch(line):
            turns.append(match["text"])
    return replace(script, turns=tuple(turns))


def written(script: Script) -> str:
    """The file: every turn played, every board drawn."""
    return "\n".join(_lines(script)) + "\n"


def _lines(script: Script) -> Iterator[str]:
    yield "# A random game in which each turn is the best of a few. Renew with: python -m tests.playthroughs"
    if script.powers:
        yield f"powers  {' '.join(script.powers)}"
    yield f"rules  {script.rules}"
    for name in ("fleece", "first", "draft", "seed"):
        if value := getattr(script, name):
            yield f"{name}  {value}"
    if script.views:
        yield f"views  {' '.join(str(seat) for seat in script.views)}"
    yield ""
    position = script.start()
    number = 0
    for number, text in enumerate(script.turns, start=1):
        turn, complete = position.read_turn(text)
        assert complete, f"turn {number}: {text} is not complete"
        who = "ABCD"[position.decider - 1] if position.decider else "~"
        yield f"{number:3}. {who}  {turn.text:<24}  1 of {_count(position)}"
        was_set_up, position = position.stage != "play", turn.after
        if number % BOARD_EVERY == 0 or (was_set_up and position.stage == "play"):
            yield from _board(position, script.views)
    yield from _board(position, script.views)
    outcome = Game.from_position(position).outcome() if position.stage == "play" else None
    if outcome is None:
        yield f"The game goes on after {number} turns."
    else:
        yield f"After {number} turns seat {' and '.join(map(str, outcome.winners))} has won: {outcome.reason}."


def _count(position: Position) -> str:
    count = sum(1 for _ in itertools.islice(position.turns(), MOST_COUNTED + 1))
    return f"{MOST_COUNTED}+" if count > MOST_COUNTED else str(count)


def _board(position: Position, views: tuple[int, ...]) -> Iterator[str]:
    yield ""
    yield from (line.rstrip() for line in santorini.drawing(position).splitlines() if line.strip())
    yield position.text
    for seat in views:
        yield f"seen by {seat or 'a stranger'}: {position.view(seat).text}"
    yield ""


def played(script: Script) -> Script:
    """The script with a new game: random turns, a little better than random so that something happens."""
    rng = random.Random(f"{script.powers}{script.fleece}{script.seed}")
    position = script.start()
    turns: list[str] = []
    while len(turns) < MOST_TURNS and not position.is_over:
        tries = [testing.random_turn(position, rng.getrandbits(32)) for _ in range(12)]
        if not tries[0].steps:
            break
        best = max(tries, key=lambda turn: _worth(turn) + rng.random() * 4)
        turns.append(best.text)
        position = best.after
    return replace(script, turns=tuple(turns))


def _worth(turn: Turn) -> float:
    """Winning is best; high workers are good; a turn in which much happens shows more of the power."""
    before, after = turn.before, turn.after
    if before.stage != "play":
        return 0
    if testing.is_decided(after):
        return 1000 if turn.wins else -1000
    own = sum(after.height(square) for square in after.workers(before.to_move))
    return 2 * own + 0.7 * len(turn.effects) + 2 * (after.flags(before.to_move) & 2)
