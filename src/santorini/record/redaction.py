"""What a seat may read of turns in a record: the rest is left out, or written as `?`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from santorini._core import Effect, Position, Step, Turn
from santorini.draw.drawing import UNSEEN, kept_by

__all__ = ["event_text", "has_secrets", "is_hidden", "public_text", "trace_of"]


def is_hidden(turn: str) -> bool:
    """Does a turn text leave out something that its reader may not know?

    >>> [is_hidden(turn) for turn in ("*? *?", "? +d4", "??", "?c4", "b3-b2 +c3?", "(*c5)?")]
    [True, True, True, False, False, False]
    """
    return any(word in ("?", "??", "*?") for word in turn.split())


def event_text(seat: int, reason: str) -> str:
    """How a record says that a seat gave up or ran out of time."""
    return f"{'time' if reason == 'time' else 'resign'}:{seat}"


def public_text(event: Turn | tuple[int, str], seat: int) -> str:
    """The text of a turn, without what the seat may not know."""
    if not isinstance(event, Turn):
        return event_text(*event)
    words: list[str] = []
    hidden = False
    for step, position, _, effects in trace_of(event):
        view, decider = position.view(seat), position.decider
        if (
            decider is not None
            and _is_others(position, decider, seat)
            and (view.flags(decider) & UNSEEN or step.kind == "secret")
        ):
            hidden = True
            word = _public_step(step)
            if word and not (word == "?" and words and words[-1] == "?"):
                words.append(word)
        elif hidden and step.kind != "done":
            # Another player reacts within the turn, or luck does.
            answer = "(-)" if step.kind == "pass" else f"({step})"
            clash = any(effect.kind == "conflict" for effect in effects)
            words.append((str(step) if decider is None else answer) + ("?" if clash else ""))
    return " ".join(words) if hidden else event.text


@lru_cache(maxsize=256)
def trace_of(turn: Turn) -> list[tuple[Step, Position, Position, list[Effect]]]:
    """`Turn.trace`, kept for a while: on a server every client that sees a turn asks for it."""
    return turn.trace()


def _is_others(position: Position, owner: int, seat: int) -> bool:
    return seat == 0 or position.side(owner) != position.side(seat)


def _public_step(step: Step) -> str:
    """What others see of a hidden worker's step or of a secret choice."""
    match step.kind:
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
    view = position.view(seat)
    others = [s for s in range(1, position.players + 1) if seat == 0 or position.side(s) != position.side(seat)]
    return any(view.flags(s) & UNSEEN or kept_by(position.power(s)).secret for s in others)
