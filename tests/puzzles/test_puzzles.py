"""Puzzles: the shipped set, answers, making and checking sets."""

from __future__ import annotations

import datetime as dt
import json
import random
from collections import Counter
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from santorini import Position, read_position
from santorini.cli import main
from santorini.puzzles.judge import Attempt, is_sound
from santorini.puzzles.make import Maker, possible_powers, unsuited
from santorini.puzzles.puzzle import THEMES, Puzzle, daily, read_puzzles, shipped, write_puzzles
from santorini.puzzles.settle import settle

CHUNKS = 10
CHECKED = 300

WIN = "0003200000000000000000000/1/mortal:e5,a1/mortal:a5,b1"

KEEP = "0000000000000000100012122/2/minotaur:d2,b1/limus:e3,d1"


def puzzle_of(text: str, theme: str, *solution: str) -> Puzzle:
    return Puzzle(read_position(text), solution, theme, 1)


# -- the shipped set -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_a_sample_is_proven_again(chunk: int) -> None:
    sample = random.Random(11).sample(shipped(), min(CHECKED, len(shipped())))
    assert [puzzle.line() for puzzle in sample[chunk::CHUNKS] if not is_sound(puzzle)] == []


def test_no_two_are_the_same_under_the_symmetries() -> None:
    assert len({puzzle.canonical for puzzle in shipped()}) == len(shipped())


def test_every_solution_is_a_legal_turn() -> None:
    for puzzle in shipped():
        for text in puzzle.solution:
            turn, complete = puzzle.position.read_turn(text)
            assert complete
            assert turn.text == text


def test_the_set_covers_powers_and_themes() -> None:
    assert {puzzle.power for puzzle in shipped()} <= set(possible_powers())
    assert {puzzle.theme for puzzle in shipped()} <= set(THEMES)
    assert {puzzle.difficulty for puzzle in shipped()} <= set(range(1, 9))


def test_the_documents_say_which_powers_have_none() -> None:
    page = (Path(__file__).parents[2] / "docs" / "puzzles.md").read_text(encoding="utf-8")
    assert all(f"`{key}`" in page for key in unsuited())


# -- answers ---------------------------------------------------------------------------------------------------------


def test_a_win_is_accepted_and_everything_else_is_not() -> None:
    attempt = Attempt(puzzle_of(WIN, "win 1", "e5-d5#"))
    wrong, _ = attempt.position.read_turn("e5-e4 +e3")
    assert not attempt.answer(wrong)
    assert not attempt.solved
    reply = attempt.refutation(wrong)
    assert reply
    assert reply.before == wrong.after
    right, _ = attempt.position.read_turn("e5-d5")
    assert attempt.answer(right)
    assert attempt.solved


@pytest.mark.parametrize("theme", ["win 2", "win 3", "save"])
def test_shipped_puzzles_can_be_solved_to_the_end(theme: str) -> None:
    for puzzle in [one for one in shipped() if one.theme == theme][:4]:
        attempt = Attempt(puzzle)
        assert attempt.answer(puzzle.position.read_turn(puzzle.solution[0])[0])
        while not attempt.solved:
            settled = settle_any(attempt)
            assert attempt.answer(attempt.position.read_turn(settled)[0])


def settle_any(attempt: Attempt) -> str:
    """Any turn that is right now."""
    for turn in attempt.position.turn_list():
        if attempt._is_right(turn):
            return turn.text
    raise AssertionError(f"no right turn in {attempt.position.text}")


def test_one_turn_keeps_the_win() -> None:
    puzzle = puzzle_of(KEEP, "keep", "e3-e2 +e1")
    assert settle(puzzle.position, "keep") == puzzle.solution
    assert is_sound(puzzle)
    attempt = Attempt(puzzle)
    right = [turn.text for turn in attempt.position.turn_list() if attempt._is_right(turn)]
    assert right == ["e3-e2 +e1"]
    assert not attempt.answer(attempt.position.read_turn("e3-e2 +d3")[0])
    assert attempt.answer(attempt.position.read_turn("e3-e2 +e1")[0])
    assert attempt.solved


def test_to_win_at_once_is_not_to_keep_a_win() -> None:
    assert settle(read_position(WIN), "keep") == ()


def test_what_is_no_puzzle_is_not_settled_as_one() -> None:
    start = read_position("0000000000000000000000000/1/mortal:b3,d3/mortal:c2,c4")
    assert [settle(start, theme, budget=2000) for theme in THEMES] == [()] * len(THEMES)


def test_a_puzzle_has_one_theme() -> None:
    """Nothing wins sooner, and where something has to be saved nothing wins soon."""
    won = read_position(WIN)
    assert [theme for theme in THEMES if settle(won, theme)] == ["win 1"]


# -- files -----------------------------------------------------------------------------------------------------------


def test_a_set_is_written_and_read_again() -> None:
    one = puzzle_of(WIN, "win 1", "e5-d5#")
    turned = Puzzle(one.position.turned(1), one.solution, one.theme, one.difficulty)
    text = write_puzzles([one, turned])
    assert text.startswith("# ")
    assert len(read_puzzles(text)) == 1


@pytest.mark.parametrize("line", ["nonsense", f"{WIN}\te5-d5#\twin 9\t1", f"{WIN}\te5-d5#\twin 1\tx"])
def test_a_bad_line_is_named(line: str) -> None:
    with pytest.raises(ValueError, match="line 2 is no puzzle"):
        read_puzzles(f"# a set\n{line}\n")


def test_the_puzzle_of_the_day_is_the_same_for_everybody() -> None:
    """The page has the same number in web/tests/study.test.ts."""
    places = tuple(Puzzle(Position.read(WIN), (), "win 1", number) for number in range(1000))
    assert daily(places, dt.date(2026, 11, 15)).difficulty == 551


def test_a_set_is_made_and_continued(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "set.txt"
    command = ["puzzles", "make", "--set", str(file), "--powers", "mortal", "--wanted", "2"]
    assert main([*command, "--games", "3"]) == 0
    first = Maker(file, 2).games["mortal"]
    assert 1 <= first <= 3
    assert main([*command, "--games", "6", "--processes", "2"]) == 0
    again = Maker(file, 2)
    assert first <= again.games["mortal"] <= 6
    assert 1 <= len(again.puzzles) <= 2
    capsys.readouterr()
    assert main(["puzzles", "check", "--set", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"checked": len(again.puzzles), "wrong": []}


def test_a_set_is_left_when_the_time_is_up(tmp_path: Path) -> None:
    maker = Maker(tmp_path / "set.txt", 20)
    maker.run(["mortal"], seconds=0)
    assert maker.games == {"mortal": 1}
    assert read_puzzles(maker.file.read_text()) == maker.puzzles


def test_games_are_played_where_puzzles_are_scarce(tmp_path: Path) -> None:
    file = tmp_path / "set.txt"
    file.write_text(write_puzzles(shipped()))
    maker = Maker(file, 200)  # more than any power has
    powers = [key for key in possible_powers() if key != "mortal"]  # it is everybody's opponent
    scarce = min(powers, key=maker.count)
    rich = max(powers, key=maker.count)
    tasks = list(islice(maker._tasks(possible_powers()), 400))
    played = Counter(power for task in tasks for power in set(task.powers))
    assert played[scarce] > played[rich]
    assert ("mortal", "mortal") in {task.powers for task in tasks}
    assert all(themes for task in tasks for _, themes in task.wanted)


def test_the_difficulty_is_estimated_anew(tmp_path: Path) -> None:
    file = tmp_path / "set.txt"
    file.write_text(write_puzzles([replace(puzzle_of(WIN, "win 1", "e5-d5#"), difficulty=8)]))
    assert main(["puzzles", "rate", "--set", str(file)]) == 0
    (puzzle,) = read_puzzles(file.read_text())
    assert puzzle.difficulty <= 2, "only the weakest overlook a win in one"


def test_a_wrong_puzzle_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "set.txt"
    file.write_text(write_puzzles([puzzle_of(WIN, "win 1", "e5-e4 +e3")]))
    assert main(["puzzles", "check", "--set", str(file)]) == 1
    assert "wrong: 1" in capsys.readouterr().out


def test_solving_in_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "set.txt"
    file.write_text(write_puzzles([puzzle_of(WIN, "win 1", "e5-d5#")]))
    answers = iter(["e5-a1", "e5-e4", "e5-e4 +e3", "e5-d5"])
    monkeypatch.setattr("builtins.input", lambda _: next(answers))
    assert main(["puzzles", "--set", str(file)]) == 0
    said = capsys.readouterr()
    assert "illegal turn 'e5-a1'" in said.err
    assert len(said.err.splitlines()) == 2  # the second answer was no whole turn
    assert "That is not it: the answer is" in said.out
    assert said.out.rstrip().endswith("Solved!")
    monkeypatch.setattr("builtins.input", lambda _: "")
    assert main(["puzzles", "--set", str(file)]) == 1
    assert "The solution: e5-d5#" in capsys.readouterr().out


def test_puzzles_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzles", "--json", "--theme", "win 2"]) == 0
    found = json.loads(capsys.readouterr().out)["puzzles"]
    assert found
    assert all(puzzle["theme"] == "win 2" for puzzle in found)
    assert main(["puzzles", "--power", "nobody"]) == 2
    assert main(["puzzles", "make"]) == 2
    assert main(["puzzles", "rate"]) == 2
    assert main(["puzzles", "make", "--set", "x", "--powers", "hecate"]) == 2
    capsys.readouterr()
