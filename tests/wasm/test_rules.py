"""The rules as the page has them: the same counts, games, texts, boards and reasons as the native core."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

import santorini
from santorini import Position, Turn
from santorini._core import restrictions_json
from santorini.game.outcome import outcome_of
from santorini.lessons.goals import PROVEN, best_reply, is_reached
from santorini.lessons.lessons import lessons
from santorini.puzzles.puzzle import shipped
from santorini.server.views import board, redaction
from santorini.server.views.why import why
from tests.oracle import records
from tests.oracle.test_oracle import REVISED_THERE
from tests.perft.counts import all_rows
from tests.playthroughs.script import FOLDER, read
from tests.random_games import play, sample
from tests.wasm.bridge import Bridge

MOST_COUNTED = 1_000_000
GAMES = sorted(FOLDER.glob("*.txt"))


@pytest.fixture(scope="module")
def rules() -> Iterator[Bridge]:
    with Bridge("rules.wasm") as bridge:
        yield bridge


def test_counts(rules: Bridge) -> None:
    wrong = []
    for row in all_rows():
        for depth, expected in enumerate(row.counts, start=1):
            if expected <= MOST_COUNTED and (count := rules.ask("perft", row.position, depth)["nodes"]) != expected:
                wrong.append((row.name, depth, count, expected))
    assert not wrong


def test_position_texts(rules: Bridge) -> None:
    texts = [row.position for row in all_rows()]
    assert [rules.ask("look", text)["board"]["position"] for text in texts] == texts


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_golden_games(rules: Bridge, path: Any) -> None:
    script = read(path.read_text())
    native = script.start()
    for text in script.turns:
        found = rules.ask("turn", native.text, text)
        turn, _ = native.read_turn(text)
        assert found["text"] == turn.text
        assert found["effects"] == redaction.effects(turn, 0, over=True)
        assert found["over"]
        _same_moment(found, turn.after)
        native = turn.after
        for seat in script.views:
            assert rules.ask("view", native.text, seat)["board"] == board.board(native.view(seat))


def test_another_engines_answers(rules: Bridge) -> None:
    for record in records():
        text = record["fen"]
        for power in REVISED_THERE:
            text = text.replace(f"/{power}", f"/{power}~revised")
        native = santorini.read_position(text)
        turns = rules.ask("turns", native.text)["turns"]
        assert {turn["result"] for turn in turns} == {turn.after.text for turn in native.turn_list()}


@pytest.mark.parametrize("rule_set", ["printed", "revised", "aid"])
def test_random_games_step_by_step(rules: Bridge, rule_set: str) -> None:
    """Every step of random games of all kinds of tables: effects, boards, choices, views and reasons."""
    rng = random.Random(7)
    for pairing in itertools.islice(sample(rule_set, 5), 0, None, 3):
        game = play(pairing, 5)
        for turn in game.history:
            if isinstance(turn, Turn):
                _same_steps(rules, turn, rng)
                if all(before.decider for _, before, _, _ in turn.trace()):
                    assert rules.ask("play", turn.before.text, *turn.steps)["text"] == turn.text


def _same_steps(rules: Bridge, turn: Turn, rng: random.Random) -> None:
    for step, before, after, _ in turn.trace():
        if before.decider is None:
            continue  # luck
        found = rules.ask("play", before.text, step)
        assert found["steps_played"] == [board.step(step)]
        assert found["over"] == before.turn_ended(after)
        _same_moment(found, after)
        if rng.random() < 0.1 and before.stage == "play":
            seat, square = before.decider, rng.choice(after.workers(before.decider) or ["c3"])
            view = before.view(seat)
            assert rules.ask("why", view.text, seat, square)["reasons"] == why(view, seat, square, None, None)
            bound = json.loads(restrictions_json(view, seat))
            assert rules.ask("restrictions", view.text, seat)["restrictions"] == bound


def _same_moment(found: dict[str, Any], native: Position) -> None:
    assert found["board"] == board.board(native)
    assert found["steps"] == (board.steps(native.steps()) if native.decider else [])
    assert found["outcome"] == _outcome(native)
    assert found["rest"] == native.at_rest


def _outcome(native: Position) -> dict[str, Any] | None:
    ended = outcome_of(native)
    return None if ended is None else {"winners": list(ended.winners), "reason": ended.reason}


def test_symmetries_and_passing(rules: Bridge) -> None:
    native = santorini.read_position("0120012301012310212004310/1/apollo:b3,d3/minotaur:c4,c2")
    for symmetry in range(8):
        assert rules.ask("turned", native.text, symmetry)["board"]["position"] == native.turned(symmetry).text
    passed = rules.ask("pass", native.text)
    assert passed["board"]["position"] == native.text.replace("/1/", "/2/")
    assert passed["board"]["decider"] == 2


def test_giving_up(rules: Bridge) -> None:
    native = santorini.read_position("0120012301012310212004310/1/apollo:b3,d3/minotaur:c4,c2")
    for reason in ("resigned", "time"):
        _same_moment(rules.ask("give_up", native.text, 1, reason), native.give_up(1, reason))


def test_goals_of_lessons(rules: Bridge) -> None:
    judged = refuted = 0
    tasks = [task for lesson in lessons().values() for task in lesson.tasks if task.goal in PROVEN and task.position]
    for task in tasks[::5]:
        before = santorini.read_position(task.position or "")
        seat = before.to_move
        for turn in itertools.islice(before.turns(), 0, None, 7):
            found = rules.ask("goal", turn.after.text, seat, task.goal)
            reached = is_reached(task.goal, turn, seat)
            reply = None if reached else best_reply(task.goal, turn.after, seat)
            assert found == {"reached": reached, "reply": reply.text if reply else None}
            judged += reached
            refuted += reply is not None
    assert judged
    assert refuted


def test_powers_of_puzzles(rules: Bridge) -> None:
    positions = [one.position.text for one in shipped()]
    assert rules.ask("movers", *positions)["powers"] == [one.power for one in shipped()]


@pytest.mark.parametrize(
    ("question", "code"),
    [
        (("look", "nonsense"), "parts"),
        (("look",), "parts"),
        (("play", "0000000000000000000000000/1/mortal:b3,d3/mortal:c2,c4", "b3-e5"), "turn/illegal"),
        (("turn", "0000000000000000000000000/1/mortal:b3,d3/mortal:c2,c4", "b3-e5 +e4"), "turn/illegal"),
        (("view", "0000000000000000000000000/1/mortal:b3,d3/mortal:c2,c4", 5), "seat-number"),
        (("fly", "0000000000000000000000000/1/mortal:b3,d3/mortal:c2,c4", 1), "question"),
        (("pass", "0000000000000000000000000/1/mortal/mortal"), "pass"),
        (("movers", "0000000000000000000000000/1/mortal:b3,d3/mortal:c2,c4", "nonsense"), "parts"),
        (("join", "game printed 1 0", "card nobody printed"), "question"),
        (("join", "game printed 1 0", "aim n", "card mortal printed", "card mortal printed"), "question"),
        (("join", "game printed 1 0", "card mortal printed", "number 1.5"), "question"),
        (("join", "game printed 1 0", "tower f1 2 0"), "question"),
    ],
)
def test_bad_questions(rules: Bridge, question: tuple[object, ...], code: str) -> None:
    assert rules.ask(*question)["error"]["code"] == code
