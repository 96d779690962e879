"""Lessons at a table that is not stored: each request has the position and the steps, and gets the state after them.

The table is the same as everywhere else, so that a lesson obeys the rules, the views and the words of a game.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterable
from functools import cache

from santorini import Position, SantoriniError, Turn, read_position
from santorini._core import CoreError
from santorini.game.outcome import outcome_of
from santorini.lessons.goals import PROVEN, best_reply, is_reached
from santorini.lessons.lessons import Lesson, LessonTask, lessons
from santorini.server.protocol import requests, responses
from santorini.server.protocol.refusal import Refusal
from santorini.server.tables.events import Created, Event, SeatKept
from santorini.server.tables.table import Role, Table, read_whole
from santorini.server.views import board, redaction, table_state
from santorini.server.views.catalogue import Ready
from santorini.server.views.why import why

__all__ = ["attempt", "every", "one", "start", "task_of"]

LEVEL = 2
"""The computer's level in lessons: quick, and beatable."""

Choose = Callable[[str, int, int], Awaitable[list[str]]]
"""What the computer plays in a view, on a seat, at a level."""


@cache
def every() -> Ready:
    """What can be learned."""
    return Ready(
        responses.Lessons(
            lessons=[
                responses.LessonName(id=lesson.id, kind=lesson.kind, power=lesson.power, tasks=len(lesson.tasks))
                for lesson in lessons().values()
            ]
        )
    )


@cache
def one(key: str) -> Ready:
    """A lesson with its boards."""
    lesson = _lesson(key)
    tasks = [_told(task) for task in lesson.tasks]
    return Ready(responses.Lesson(id=lesson.id, kind=lesson.kind, power=lesson.power, tasks=tasks))


def task_of(key: str, number: int) -> LessonTask:
    """A task by its number in the lesson, the first is 0."""
    tasks = _lesson(key).tasks
    if number >= len(tasks):
        raise Refusal("unknown")
    return tasks[number]


def start(task: LessonTask, brought: str | None) -> Position:
    """Where the task begins: at its own position, or at the one where the task before ended."""
    text = task.position or brought
    try:
        return read_position(text or "")
    except SantoriniError as error:
        raise Refusal("position", message=str(error)[:500]) from None


async def attempt(task: LessonTask, tried: requests.Try, choose: Choose) -> responses.Tried:
    """Play the steps, and say whether they solve the task."""
    before = start(task, tried.position)
    seat = before.decider
    if seat is None:
        raise Refusal("over")
    table, role = _table(before, seat), Role("seat", (seat,))
    for step in tried.steps:
        _apply(table, table.may_play(seat, [step]))
    if tried.confirm and not table.over:  # a turn that wins has ended by itself
        _apply(table, table.may_confirm(seat))
    reasons = None
    if tried.square is not None and table.decider == seat and not table.awaits_confirm:
        reasons = why(table.view(seat), seat, tried.square, tried.origin, None)
    played = next(iter(table.settled.turns), None)
    ended = played is not None
    reached = _asked_for(task, tried, reasons) or (played is not None and _does(task, before, played, seat))
    state = _state(table, role, seat)
    answered = None
    if ended and not table.over and (reply := _reply(task, table, seat, reached)) is not None:
        _apply(table, await _answer(table, reply, choose))
        answered = _state(table, role, seat)
    return responses.Tried(
        state=state, ended=ended, reached=reached, why=reasons, answered=answered, other=_other(table, seat)
    )


# -- internals -----------------------------------------------------------------------------------------------------


def _lesson(key: str) -> Lesson:
    found = lessons().get(key)
    if found is None:
        raise Refusal("unknown")
    return found


def _told(task: LessonTask) -> responses.LessonTask:
    position = read_position(task.position) if task.position else None
    steps: list[responses.Step] = []
    if position is not None and task.turns:
        steps = board.steps(position.read_turn(task.turns[0], whole=False)[0].steps)
    return responses.LessonTask(
        part=task.part,
        goal=task.goal,
        turns=list(task.turns),
        origin=task.origin,
        square=task.square,
        without=task.without,
        board=board.board(position.view(position.decider or 0)) if position is not None else None,
        steps=steps,
    )


def _table(before: Position, seat: int) -> Table:
    here, other = requests.Here(kind="here"), requests.Computer(kind="computer", level=LEVEL)
    seats = [number == seat for number in range(1, before.players + 1)]
    new = requests.NewGame(seats=[here if mine else other for mine in seats], position=before.text)
    kept = [SeatKept(kind="here", holder="") if mine else SeatKept(kind="computer", level=LEVEL) for mine in seats]
    return Table("lesson", Created(asked=new, start=before.text, seed=1, seats=kept, host="", watch=""), 0.0)


def _apply(table: Table, happened: Iterable[Event]) -> None:
    for event in happened:
        table.apply(event, 0.0)


def _state(table: Table, role: Role, seat: int) -> responses.State:
    state = table_state.state_of(table, role, seat, table_state.Around(time.time(), frozenset((seat,))))
    # A lesson is not a game: nothing is kept of it, so nothing but the turn itself can be taken back or given up.
    can = responses.Can(
        undo=state["can"]["undo"],
        restart=state["can"]["restart"],
        confirm=state["can"]["confirm"],
        takeback=False,
        hint=False,
        resign=False,
        leave=False,
        rematch=False,
        chat=False,
    )
    return {**state, "can": can}


def _asked_for(task: LessonTask, tried: requests.Try, reasons: list[responses.Said] | None) -> bool:
    return task.goal == "why" and tried.square == task.square and bool(reasons)


def _does(task: LessonTask, before: Position, played: Turn, seat: int) -> bool:
    match task.goal:
        case "any":
            return True
        case "same" | "watch":
            return any(played.after == wanted for wanted in _outcomes(task, before))
        case "climb":
            moves = [effect for effect in redaction.effects(played, seat) if effect["kind"] == "move"]
            return any(_up(before, effect["from"], effect["to"]) for effect in moves)
        case "dome":
            return len(played.after.domes) > len(before.domes)
        case "win":
            ended = outcome_of(played.after)
            return ended is not None and seat in ended.winners
    return task.goal in PROVEN and is_reached(task.goal, played, seat)


def _up(before: Position, origin: str | None, to: str | None) -> bool:
    return origin is not None and to is not None and before.height(to) > before.height(origin)


def _outcomes(task: LessonTask, before: Position) -> list[Position]:
    found = []
    for text in task.turns:
        try:
            found.append(before.read_turn(text, whole=False)[0].after)
        except CoreError:
            continue
    return found


def _reply(task: LessonTask, table: Table, seat: int, reached: bool) -> str | None:
    """What the computer answers: as prepared, or what shows the learner the mistake."""
    if reached or task.goal not in PROVEN:
        return task.answer if reached else None
    reply = best_reply(task.goal, table.settled.position, seat)
    return " ".join(str(step) for step in reply.steps) if reply is not None else None


def _other(table: Table, seat: int) -> responses.Board | None:
    """What the opponent sees, if the two do not see the same."""
    seen, other = table.view(seat), table.view(next(number for number in range(1, 3) if number != seat))
    return board.board(other) if other != seen else None


async def _answer(table: Table, text: str, choose: Choose) -> list[Event]:
    seat = table.decider
    if not seat:
        return []
    view = table.view(seat)
    try:
        return table.may_play(seat, read_whole(view, text), whole=True)
    except Refusal:  # the learner did something other than the example: then the computer thinks for itself
        return table.computer_plays(seat, await choose(view.text, seat, LEVEL))
