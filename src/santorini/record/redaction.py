"""What a seat may read of turns in a record: the rest is left out, or written as `?`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from santorini._core import Effect, Position, Step, Turn
from santorini.draw.drawing import UNSEEN, kept_by
from santorini.setup.stages import PASSING_STAGES

__all__ = ["event_text", "has_secrets", "is_hidden", "public_text", "trace_of"]

HIDDEN_WORDS = ("?", "??", "*?", "~?", "discard:?", "take:?")


def is_hidden(turn: str) -> bool:
    """Does a turn text leave out something that its reader may not know?

    >>> [is_hidden(turn) for turn in ("*? *?", "? +d4", "??", "take:?", "?c4", "b3-b2 +c3?", "(*c5)?")]
    [True, True, True, True, False, False, False]
    """
    return any(word in HIDDEN_WORDS for word in turn.split())


def event_text(seat: int, reason: str) -> str:
    """How a record says that a seat gave up or ran out of time."""
    return f"{'time' if reason == 'time' else 'resign'}:{seat}"


def public_text(event: Turn | tuple[int, str], seat: int) -> str:
    """The text of a turn, without what the seat may not know."""
    if not isinstance(event, Turn):
        return event_text(*event)
    words: list[str] = []
    hidden = False
    for step, position, after, effects in trace_of(event):
        decider = position.decider
        if _is_hidden_step(position, step, after, seat):
            hidden = True
            word = _public_step(position, step)
            if word and not (word == "?" and words and words[-1] == "?"):
                words.append(word)
        elif position.stage == "deal" or (hidden and step.kind != "done"):
            # Another player reacts within the turn, or luck does.
            answer = "(-)" if step.kind == "pass" else f"({step})"
            clash = any(effect.kind == "conflict" for effect in effects)
            words.append((str(step) if decider is None else answer) + ("?" if clash else ""))
    return " ".join(words) if hidden else event.text


@lru_cache(maxsize=256)
def trace_of(turn: Turn) -> list[tuple[Step, Position, Position, list[Effect]]]:
    """`Turn.trace`, kept for a while: on a server every client that sees a turn asks for it."""
    return turn.trace()


def _is_hidden_step(position: Position, step: Step, after: Position, seat: int) -> bool:
    """Whether the seat may not know what is chosen, or dealt, here."""
    decider = position.decider
    if position.stage == "deal":  # only the player who gets the card sees it
        return seat == 0 or step.power not in after.hand(seat)
    if decider is None or decider == seat:
        return False
    if position.stage in PASSING_STAGES:
        return after.stage in PASSING_STAGES  # with the last choice the cards are turned up
    # In the player aid's additional turn somebody else plays the hidden workers (G2).
    owner = position.acting if decider == position.to_move else decider
    if seat and position.side(owner) == position.side(seat):
        return False
    return bool(position.view(seat).flags(owner) & UNSEEN) or step.kind == "secret"


def _public_step(position: Position, step: Step) -> str:
    """What others see of a hidden worker's step, of a secret choice or of a card dealt."""
    if position.stage == "keep":
        return "take:?"
    match step.kind:
        case "chance":
            return "~?"
        case "discard":
            return "discard:?"
        case "build" | "dome":
            return f"+{step.to}" + ("^" if step.dome else "")
        case "place":
            return "*?"
        case "secret":
            return "??"
        case "done":
            return ""
    return "?"


def has_secrets(positions: Iterable[Position], seat: int) -> bool:
    """Does anybody hide something from the seat in one of the positions, or hold a card that may come to?"""
    return any(_hides(position, seat) for position in positions)


def _hides(position: Position, seat: int) -> bool:
    if position.stage in PASSING_STAGES:
        return True
    view = position.view(seat)
    others = [s for s in range(1, position.players + 1) if seat == 0 or position.side(s) != position.side(seat)]
    return any(view.flags(s) & UNSEEN or kept_by(position.power(s)).secret for s in others)
