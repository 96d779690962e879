"""The lessons: prepared positions and what to do there.

`lessons/basics.toml` is written by hand: the plain game, one lesson for each moment at which powers act, larger tables
and the Golden Fleece. `lessons/craft.toml` is about playing well. `lessons/powers.toml` has a lesson for each power:
a task that needs the power, a common mistake with its answer, and a puzzle (`tools/lessons.py` looks for such
positions). The words are in the catalogues; here is only what a board and the rules need.

>>> [task.part for task in lessons()["pan"].tasks]
['task', 'task', 'mistake', 'puzzle', 'puzzle']
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

__all__ = ["GOALS", "PARTS", "Lesson", "LessonTask", "lessons"]

GOALS = ("any", "same", "climb", "dome", "win", "safe", "force", "watch", "why")
"""When a task is done: after any turn; after one with the outcome of a named turn; after a move up; after a dome was
built; after a turn that wins, that leaves the opponent no win, or that cannot be answered (`goals.py`); after the named
turn was shown; after asking why a square is closed."""
PARTS = ("task", "mistake", "puzzle")


@dataclass(frozen=True, slots=True)
class LessonTask:
    """One thing to do. Without a position of its own it continues where the previous task ended."""

    goal: str
    part: str = "task"
    position: str | None = None
    turns: tuple[str, ...] = ()
    """Turns that solve it; the first one is the example."""
    origin: str | None = None
    square: str | None = None
    """The worker to select and the square to ask about, if the goal is `why`."""
    answer: str | None = None
    """What the computer plays in reply; if that is not possible, it chooses for itself."""
    without: int | None = None
    """How many turns there would be without the power. None of them would solve the task."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A few tasks, one after the other."""

    id: str
    kind: str
    """`basics`, `moments`, `tables`, `craft` or `power`."""
    power: str | None
    tasks: tuple[LessonTask, ...]


@cache
def lessons() -> Mapping[str, Lesson]:
    """Every lesson by its id, in teaching order. A power's lesson has the power's id."""
    found = [_lesson(table) for name in ("basics", "craft", "powers") for table in _read(name)]
    return {lesson.id: lesson for lesson in found}


def _read(name: str) -> list[dict[str, Any]]:
    text = files("santorini").joinpath("lessons", f"{name}.toml").read_text(encoding="utf-8")
    tables: list[dict[str, Any]] = tomllib.loads(text).get("lesson", [])
    return tables


def _lesson(table: Mapping[str, Any]) -> Lesson:
    tasks = tuple(LessonTask(**{**task, "turns": tuple(task.get("turns", ()))}) for task in table["task"])
    return Lesson(table["id"], table["kind"], table.get("power"), tasks)
