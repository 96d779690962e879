"""A hint to look at: what the computer would play, what that does on the board, and the reason in a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from santorini import Position, Turn, read_position
from santorini._core import is_threatened, searchable
from santorini.server.protocol import responses
from santorini.server.views import redaction

__all__ = ["hint"]


def hint(view: Position, seat: int, steps: Sequence[str]) -> responses.Answer:
    """The steps that are advised, with their effects as far as the seat can foresee them."""
    turn = _turn(view, steps)
    if turn is None:
        return responses.Answer(hint=list(steps), effects=[], because=None)
    return responses.Answer(
        hint=list(steps), effects=redaction.effects(turn, seat), because=_because(view, seat, turn.after)
    )


def _turn(view: Position, steps: Sequence[str]) -> Turn | None:
    played, now = [], view
    for text in steps:
        step = next((one for one in now.steps() if str(one) == text), None)
        if step is None:
            break
        played.append(step)
        now = now.play(step)
    return view.turn_of(played) if played else None


def _because(view: Position, seat: int, then: Position) -> responses.Said | None:
    side = view.side(seat)
    if then.winner is not None:
        return _said("server.hint.wins") if then.side(then.winner) == side else None
    if view.stage != "play" or not view.at_rest or not then.at_rest or not searchable(view):
        return None
    if is_threatened(view) and not then.has_win() and (threat := _threat(view, seat)):
        at, to = threat
        return _said("server.hint.stops", at, to)
    if then.side(then.to_move) != side and is_threatened(then):
        return _said("server.hint.threatens")
    height = max(then.height(square) for square in then.workers(seat) or [view.workers(seat)[0]])
    if height > max(view.height(square) for square in view.workers(seat)):
        return responses.Said(key="server.hint.climbs", args={"level": height}, squares=[])
    return None


def _threat(view: Position, seat: int) -> tuple[str, str] | None:
    """The move with which an opponent would win if it were its turn."""
    fields = view.text.split("/")
    for other in range(1, view.players + 1):
        if view.side(other) == view.side(seat):
            continue
        theirs = read_position("/".join([fields[0], str(other), *fields[2:]]))
        if not theirs.has_win():
            continue
        winning = next((turn for turn in theirs.turns() if turn.wins), None)
        for step in reversed(winning.steps if winning else ()):
            if step.at and step.to:
                return step.at, step.to
    return None


def _said(key: str, *squares: str) -> responses.Said:
    args: dict[str, str | int | float | None] = dict(zip(("from", "to"), squares, strict=False))
    return responses.Said(key=key, args=args, squares=list(squares))
