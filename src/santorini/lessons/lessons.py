"""The lessons: prepared positions and what to do there.

`lessons/basics.toml` is written by hand: the plain game, then one lesson for each moment at which powers act.
`lessons/powers.toml` has a lesson for each power, made by `tools/lessons.py` from the examples the rules are
tested with. The words are in the catalogues; here is only what a board and the rules need.

>>> lessons()["pan"].tasks[0].goal
'win'
>>> lessons()["move"].kind
'basics'
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

__all__ = ["GOALS", "Lesson", "LessonTask", "lessons"]

GOALS = ("any", "same", "climb", "dome", "win", "why")
"""When a task is done: after any turn; after one with the outcome of a named turn; after a move up; after a dome was
built; after a turn that wins; after asking why a square is closed."""


@dataclass(frozen=True, slots=True)
class LessonTask:
    """One thing to do. Without a position of its own it continues where the previous task ended."""

    goal: str
    position: str | None = None
    turns: tuple[str, ...] = ()
    """Turns that solve it; the first one is the example."""
    origin: str | None = None
    square: str | None = None
    """The worker to select and the square to ask about, if the goal is `why`."""
    answer: str | None = None
    """What the computer plays in reply; if that is not possible, it chooses for itself."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A few tasks, one after the other."""

    id: str
    kind: str
    """`basics`, `moments` or `power`."""
    power: str | None
    tasks: tuple[LessonTask, ...]


@cache
def lessons() -> Mapping[str, Lesson]:
    """Every lesson by its id, in teaching order. A power's lesson has the power's id."""
    found = [_lesson(table) for name in ("basics", "powers") for table in _read(name)]
    return {lesson.id: lesson for lesson in found}


def _read(name: str) -> list[dict[str, Any]]:
    text = files("santorini").joinpath("lessons", f"{name}.toml").read_text(encoding="utf-8")
    tables: list[dict[str, Any]] = tomllib.loads(text).get("lesson", [])
    return tables


def _lesson(table: Mapping[str, Any]) -> Lesson:
    tasks = tuple(LessonTask(**{**task, "turns": tuple(task.get("turns", ()))}) for task in table["task"])
    return Lesson(table["id"], table["kind"], table.get("power"), tasks)
