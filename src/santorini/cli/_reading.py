"""What a player types, as steps of the game."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from santorini import Position, Step
from santorini._core import CoreError
from santorini.cli._common import say
from santorini.cli._reasons import reason

__all__ = ["LIKE_A_STEP", "Refused", "is_square", "plain", "read_line"]

_SQUARE = re.compile(r"[a-e][1-5]")
LIKE_A_STEP = re.compile(r"[-+*@!?x^<>().~a-e1-5fnsew]+|pass|(offer|take|begin|discard):.*")


class Refused(Exception):  # noqa: N818
    """Something typed cannot be done; the message says why, without saying what the player may not know."""


def plain(text: str) -> str:
    """A text in small letters without accents, which are easily left out when typing."""
    return "".join(char for char in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(char))


def is_square(text: str) -> bool:
    """Is it the name of a square, in small letters?"""
    return _SQUARE.fullmatch(text) is not None


def read_line(position: Position, seat: int, line: str) -> Sequence[Step]:
    """The steps that a line means, read on what the seat may know."""
    words = ["." if word.lower() in (say("play.end-turn"), "done") else word for word in line.split()]
    if len(words) > 1:
        # A whole turn: what may be declined after it is declined.
        try:
            turn, complete = position.read_turn(" ".join(words))
        except CoreError:
            pass
        else:
            if complete or turn.after.awaits_luck:
                return tuple(turn.steps)
    steps: list[Step] = []
    for word in words:
        found = _read_word(position, seat, word)
        for step in found:
            position = position.play(step)
        steps += found
    return steps


def _read_word(position: Position, seat: int, word: str) -> Sequence[Step]:
    """The steps of a word: a step, a chain of moves, or a square or power alone where that says enough."""
    try:
        turn, _ = position.read_turn(word, whole=False)
    except CoreError:
        pass
    else:
        if turn.steps:
            return tuple(turn.steps)
    key, legal = word.lower(), position.steps()
    if is_square(key):
        meant = [step for step in legal if step.to == key]
    else:
        meant = [step for step in legal if str(step).partition(":")[2] == key]
    if len(meant) == 1:
        return meant
    if meant:
        raise Refused(say("play.ambiguous", what=word, steps=", ".join(map(str, meant))))
    if not LIKE_A_STEP.fullmatch(key):
        raise Refused(say("play.unknown", what=word))
    why = reason(position, seat, square=key) if is_square(key) else reason(position, seat, step=key)
    near = [str(step) for step in legal if step.at is not None and key.startswith(step.at)]
    if near:
        refusal = say("play.illegal-near", what=word, steps=", ".join(near))
    else:
        refusal = say("play.illegal", what=word)
    raise Refused(f"{why} {refusal}".strip())
