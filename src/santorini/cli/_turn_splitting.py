"""Several turns on one line."""

from __future__ import annotations

import re

from santorini import Game, IllegalTurnError
from santorini._core import CoreError
from santorini.cli._common import CommandError, say

__all__ = ["split_turns"]

SEPARATOR = re.compile(r"[,;]")
MOST_WORDS = 2000


def split_turns(game: Game, text: str) -> list[str]:
    """The turns of a line: separated by commas or semicolons, or without either where only one reading is possible.

    >>> game = Game.from_text("0000000000000000000000000/1/mortal:b3,d3/mortal:c2,c4")
    >>> split_turns(game, "b3-b4 +b3, c2-c1 +c2")
    ['b3-b4 +b3', 'c2-c1 +c2']
    >>> split_turns(game, "b3-b4 +b3 c2-c1 +c2")
    ['b3-b4 +b3', 'c2-c1 +c2']
    """
    if SEPARATOR.search(text):
        return [turn.strip() for turn in SEPARATOR.split(text) if turn.strip()]
    words = text.split()
    if not words:
        return []
    if len(words) > MOST_WORDS:
        raise CommandError(say("engine.turns-length"))
    readings = _readings(game.copy(), words)
    if len(readings) > 1:
        raise CommandError(say("engine.turns-ambiguous", one=", ".join(readings[0]), other=", ".join(readings[1])))
    return readings[0] if readings else [text]  # playing it will raise the right error


def _readings(game: Game, words: list[str]) -> list[list[str]]:
    """Up to two ways to read the words as a sequence of complete turns."""
    found: list[list[str]] = []
    # An explicit stack, since a line may hold a whole game. An entry: the game so far, the next word, the turns so far.
    stack: list[tuple[Game, int, list[str]]] = [(game, 0, [])]
    tries = 0
    while stack and len(found) < 2 and tries < 5 * MOST_WORDS:
        now, at, turns = stack.pop()
        if at == len(words):
            found.append(turns)
            continue
        if now.is_over:
            continue
        for end in range(at + 1, len(words) + 1):
            tries += 1
            turn = " ".join(words[at:end])
            try:
                _, complete = now.position.read_turn(turn)
            except (CoreError, UnicodeEncodeError):
                # Not even the start of a turn, so longer readings fail too.
                if not _begins(now, turn):
                    break
                continue
            if not complete:
                continue
            then = now.copy()
            try:
                then.push(turn)
            except IllegalTurnError:
                continue
            stack.append((then, end, [*turns, turn]))
    return found


def _begins(game: Game, text: str) -> bool:
    try:
        game.position.read_turn(text, whole=False)
    except (CoreError, UnicodeEncodeError):
        return False
    return True
