"""The lessons: each can be done as its data says, and those of the powers are made from the rules' examples."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from santorini import POWERS, read_position
from santorini.lessons.lessons import GOALS, Lesson, lessons
from santorini.server.protocol import requests
from santorini.server.protocol.refusal import Refusal
from santorini.server.protocol.responses import Tried
from santorini.server.tables.table import read_whole
from santorini.server.views.lessons import attempt, one, start

ROOT = Path(__file__).resolve().parent.parent.parent
LESSONS = lessons()


async def thoughtless(view: str, seat: int, level: int) -> list[str]:
    """Prepared answers are legal after the examples: nobody has to think."""
    raise AssertionError(view)


def tried(lesson: Lesson, number: int, **fields: object) -> Tried:
    wish = requests.Try.model_validate(fields)

    def run() -> Tried:
        return asyncio.run(attempt(lesson.tasks[number], wish, thoughtless))

    with ThreadPoolExecutor(1) as thread:  # a browser of other tests may keep a loop running in this one
        return thread.submit(run).result()


def test_there_is_a_lesson_for_everything() -> None:
    kinds = {kind: [lesson.id for lesson in LESSONS.values() if lesson.kind == kind] for kind in ("basics", "moments")}
    assert kinds["basics"] == ["move", "climb", "build", "dome", "win", "stuck"]
    assert kinds["moments"] == ["your_move", "your_build", "opponent_turn", "win_condition", "turn_end"]
    assert [lesson.power for lesson in LESSONS.values() if lesson.kind == "power"] == [
        power.id for power in POWERS.values() if power.number
    ]
    for lesson in LESSONS.values():
        assert one(lesson.id).body
        assert lesson.tasks
        assert all(task.goal in GOALS for task in lesson.tasks)


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_the_example_does_the_task(lesson: Lesson) -> None:
    position: str | None = None
    for number, task in enumerate(lesson.tasks):
        begin = start(task, position)
        steps = read_whole(begin, task.turns[0]) if task.turns else []
        if task.goal == "why":
            assert tried(lesson, number, steps=steps)["reached"] is False
            asking = {"square": task.square, **({"from": task.origin} if task.origin else {})}
            done = tried(lesson, number, steps=steps, **asking)
            assert done["why"]
        else:
            confirmed = tried(lesson, number, position=position, steps=steps)["state"]["awaits"] == "confirm"
            done = tried(lesson, number, position=position, steps=steps, confirm=confirmed)
            assert done["ended"]
        assert done["reached"], task
        if task.answer is not None:
            assert done["answered"] is not None
            position = done["answered"]["board"]["position"]
            assert read_position(position).decider == begin.decider


def test_another_turn_is_not_what_was_asked_for() -> None:
    done = tried(LESSONS["your_build"], 0, steps=["b3-b4", "+c3", "."], confirm=True)
    assert done["ended"]
    assert not done["reached"]
    assert done["answered"] is None


def test_what_is_not_legal_is_refused() -> None:
    with pytest.raises(Refusal):
        tried(LESSONS["move"], 0, steps=["b3-b5"])


def test_the_lessons_of_the_powers_are_up_to_date() -> None:
    command = [sys.executable, "tools/lessons.py", "--check"]
    checked = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr
