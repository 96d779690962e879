"""The lessons: every task can be done, every mistake is answered, every puzzle is sound. All by trying everything."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import pytest

from santorini import POWERS, Position, read_position
from santorini.game.powers import entry
from santorini.lessons.goals import PROVEN, best_reply, is_reached
from santorini.lessons.lessons import GOALS, PARTS, Lesson, LessonTask, lessons
from santorini.server.protocol import requests
from santorini.server.protocol.refusal import Refusal
from santorini.server.protocol.responses import Tried
from santorini.server.tables.table import read_whole
from santorini.server.views.lessons import attempt, one, start
from santorini.words.catalogue import languages, read_catalogue
from tools.lessons import without

LESSONS = lessons()
OF_POWERS = [lesson for lesson in LESSONS.values() if lesson.kind == "power"]
HIDDEN = {power for power in POWERS if "setup.secret" in entry(power)}
PROVED = [(lesson, task) for lesson in LESSONS.values() for task in lesson.tasks if task.goal in PROVEN]


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
    kinds = {
        kind: [lesson.id for lesson in LESSONS.values() if lesson.kind == kind]
        for kind in ("basics", "moments", "tables", "craft")
    }
    assert kinds["basics"] == ["move", "climb", "build", "dome", "win", "stuck"]
    assert kinds["moments"] == ["your_move", "your_build", "opponent_turn", "win_condition", "turn_end"]
    assert kinds["tables"] == ["three", "four", "fleece"]
    assert len(kinds["craft"]) == 10
    assert [lesson.power for lesson in OF_POWERS] == [power.id for power in POWERS.values() if power.number]
    for lesson in LESSONS.values():
        assert one(lesson.id).body
        assert lesson.tasks
        assert all(task.goal in GOALS and task.part in PARTS for task in lesson.tasks)


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
            assert task.part == "mistake" or read_position(position).decider == begin.decider


# -- what a power's lesson consists of -----------------------------------------------------------------------------


@pytest.mark.parametrize("lesson", OF_POWERS, ids=[lesson.id for lesson in OF_POWERS])
def test_a_power_is_taught_by_a_task_a_mistake_and_a_puzzle(lesson: Lesson) -> None:
    parts = [task.part for task in lesson.tasks]
    assert parts == sorted(parts, key=["task", "mistake", "puzzle"].index)
    assert set(parts) == set(PARTS)
    first = lesson.tasks[0]
    if first.goal not in PROVEN:  # a hidden power, with which nothing can be proven: the learner just meets it
        assert lesson.id in HIDDEN
        return
    begin = read_position(str(first.position))
    assert begin.power(begin.to_move) == lesson.power


@pytest.mark.parametrize(
    ("lesson", "task"),
    [(lesson, task) for lesson, task in PROVED if task.without is not None],
    ids=lambda value: value.id if isinstance(value, Lesson) else value.part,
)
def test_nobody_without_the_power_could_do_it(lesson: Lesson, task: LessonTask) -> None:
    begin = read_position(str(task.position))
    seat = begin.to_move
    plain = without(begin.text, seat)
    assert plain is not None
    turns = plain.turn_list()
    assert len(turns) == task.without
    assert not any(is_reached(task.goal, turn, seat) for turn in turns)


def test_all_powers_but_the_hidden_ones_have_such_a_task() -> None:
    lacking = {lesson.id for lesson in OF_POWERS if lesson.tasks[0].without is None}
    assert lacking <= HIDDEN
    assert len(lacking) <= 1


@pytest.mark.parametrize(
    ("lesson", "task"),
    [(lesson, task) for lesson, task in PROVED if task.position and lesson.kind in ("craft", "power")],
    ids=lambda value: value.id if isinstance(value, Lesson) else value.part,
)
def test_a_task_has_to_be_found(lesson: Lesson, task: LessonTask) -> None:
    """Few turns solve it, and where a turn wins at once nothing slower is asked for."""
    begin = read_position(str(task.position))
    turns = begin.turn_list()
    right = [turn for turn in turns if is_reached(task.goal, turn, begin.to_move)]
    assert 0 < 4 * len(right) <= len(turns)
    if task.goal != "win":
        assert not any(is_reached("win", turn, begin.to_move) for turn in turns)


def mistakes() -> list[tuple[Lesson, LessonTask, LessonTask]]:
    """Each mistake with a task in the same position, which says what should have been done."""
    return [
        (lesson, next(other for other in lesson.tasks if other.position == task.position and other != task), task)
        for lesson in LESSONS.values()
        for task in lesson.tasks
        if task.part == "mistake"
    ]


@pytest.mark.parametrize(
    ("lesson", "asked", "mistake"), mistakes(), ids=lambda value: value.id if isinstance(value, Lesson) else ""
)
def test_a_mistake_is_one_and_is_answered(lesson: Lesson, asked: LessonTask, mistake: LessonTask) -> None:
    begin = read_position(str(mistake.position))
    seat = begin.to_move
    wrong = begin.read_turn(mistake.turns[0], whole=False)[0]
    assert not is_reached(asked.goal, wrong, seat)
    reply = wrong.after.read_turn(str(mistake.answer), whole=False)[0]
    if reply.after.is_over:
        assert reply.after.winner is not None
        assert reply.after.side(reply.after.winner) != begin.side(seat)
    else:
        assert asked.goal != "safe"
        assert not any(is_reached("win", turn, seat) for turn in reply.after.turns())


def test_a_win_that_was_prepared_is_there_whatever_the_answer() -> None:
    for lesson in LESSONS.values():
        for task, after in pairwise(lesson.tasks):
            if task.goal != "force" or after.position is not None:
                continue
            begin = read_position(str(task.position))
            turn = begin.read_turn(task.turns[0], whole=False)[0]
            for reply in turn.after.turns():
                assert reply.after.is_over or any(is_reached("win", t, begin.to_move) for t in reply.after.turns())


# -- tries -------------------------------------------------------------------------------------------------------------


def test_another_turn_is_not_what_was_asked_for() -> None:
    done = tried(LESSONS["your_build"], 0, steps=["b3-b4", "+c3", "."], confirm=True)
    assert done["ended"]
    assert not done["reached"]
    assert done["answered"] is None


def test_a_wrong_try_is_answered_on_the_board() -> None:
    lesson = LESSONS["close"]
    done = tried(lesson, 0, steps=["a4-a3", "+a2"], confirm=True)
    assert not done["reached"]
    assert done["answered"] is not None
    assert done["answered"]["outcome"] is not None
    assert done["answered"]["outcome"]["winners"] == [2]


def test_where_something_is_hidden_the_other_side_is_shown() -> None:
    seen = tried(LESSONS["hecate"], 0, steps=[])
    assert seen["other"] is not None
    own, other = seen["state"]["board"], seen["other"]
    assert "c3" not in {worker["square"] for worker in own["workers"] if worker["seat"] == 1}
    assert "c3" in {worker["square"] for worker in other["workers"]}
    assert tried(LESSONS["apollo"], 0, steps=[])["other"] is None


def test_what_is_not_legal_is_refused() -> None:
    with pytest.raises(Refusal):
        tried(LESSONS["move"], 0, steps=["b3-b5"])


def test_a_reply_that_stops_the_win_is_found() -> None:
    begin: Position = read_position(str(LESSONS["two_threats"].tasks[0].position))
    wrong = begin.read_turn("e3-e2 +e3")[0]
    reply = best_reply("force", wrong.after, 1)
    assert reply is not None
    assert not any(is_reached("win", turn, 1) for turn in reply.after.turns())
    assert best_reply("safe", wrong.after, 1) is None


# -- words -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", languages())
def test_every_lesson_has_its_words(language: str) -> None:
    said = read_catalogue(language, "page")["page"]["lesson"]  # type: ignore[index]
    for lesson in LESSONS.values():
        words = said[lesson.id]
        if lesson.kind != "power":
            assert words["title"]
        if lesson.kind in ("craft", "power"):
            assert words["good"], lesson.id
            assert words["care"], lesson.id
        for number, task in enumerate(lesson.tasks, 1):
            spoken = task.goal in (*PROVEN, "watch") or str(number) in words
            assert spoken, (lesson.id, number)
