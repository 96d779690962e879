"""The computer on the command line: games against it, hints and analyses, with the real searches of the core."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from santorini import Game, read_position, read_record
from santorini.cli import main

PLAIN = "0000000000000000000000000/1/mortal:b3,d3/mortal:c2,c4"
SHORT = "4101202110011400102000100/2/mortal:A3,C3/artemis:E4,A1"
WIN = "0003200000000000000000000/1/mortal:e5,a1/mortal:a5,b1"

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command in this process, with lines typed into it."""

    def command(*argv: str, typed: list[str] | None = None) -> tuple[int, str, str]:
        raw = "".join(f"{line}\n" for line in typed or []).encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw), encoding="utf-8"))
        monkeypatch.setenv("COLUMNS", "80")
        status = main(argv)
        return status, *capsys.readouterr()

    return command


# -- play --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "argv",
    [
        ["demeter", "pan", "--seats", "1,3"],
        ["hecate", "pan", "--seats", "fisherman,random"],
        ["--draft", "--players", "2", "--seats", "2,random"],
        ["apollo", "atlas", "athena", "--seats", "1,random,random"],
        ["--fleece", "pan", "--seats", "1,Shepherd"],
    ],
)
def test_levels_play_whole_games(run: Run, argv: list[str]) -> None:
    status, out, err = run("play", *argv, "--seed", "7")
    assert (status, err) == (0, "")
    assert "has won" in out or "have won" in out or "cannot" in out
    assert run("play", *argv, "--seed", "7")[1] == out, "the same seed, the same game"


def test_a_person_against_a_level(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.san"
    typed = ["*a1 *b1", "a1-a2 +a1", "quit"]  # in a corner, out of the way of wherever it places
    status, out, _ = run(
        "play", "demeter", "pan", "--level", "Potter", "--seed", "4", "--record", str(file), typed=typed
    )
    assert status == 0
    assert "B (Pan): *" in out
    record = read_record(file.read_text())
    assert (record.headers["Kind1"], record.headers["Kind2"]) == ("human", "potter")
    assert len(record.game().turns) == 4
    # It goes on against the same opponent, and an undo takes back both turns.
    status, out, _ = run("play", "--record", str(file), typed=["undo", "b1-c1 +b1", "quit"])
    turns = [turn.text for turn in read_record(file.read_text()).game().turns]
    assert turns[2] == "b1-c1 +b1"
    assert len(turns) == 4


def test_a_hint(run: Run) -> None:
    _, out, _ = run("play", "--position", WIN, typed=["hint", "quit"])
    assert "Hint: e5-d5# (wins in 1 turn)" in out
    _, out, _ = run("play", "pan", "hecate", "--level", "1", typed=["hint", "quit"])
    assert "Hint: *" in out
    _, out, _ = run("play", "--position", WIN, typed=["e5-d5", "hint", "quit"])
    assert "The game is over, so 'hint' cannot be done." in out


# -- analyse -----------------------------------------------------------------------------------------------------------


def test_an_analysis_in_words(run: Run) -> None:
    status, out, err = run("analyse", WIN, "--nodes", "5000", "--lines", "2")
    assert (status, err) == (0, "")
    first, second, *_ = out.splitlines()
    assert first.split() == ["1", "e5-d5#", "wins", "in", "1", "turn"]
    assert second.split()[0] == "2"
    assert "to win" in run("analyse", PLAIN, "--depth", "2")[1]


@pytest.mark.parametrize("text", [PLAIN, SHORT, "0000000000000000000000000/2/hecate:?/pan:c2,c4"])
def test_an_analysis_in_json(run: Run, text: str) -> None:
    found = json.loads(run("analyse", text, "--json", "--nodes", "300", "--lines", "3")[1])
    assert set(found) == {"position", "seat", "depth", "nodes", "seconds", "lines"}
    position = read_position(found["position"])
    assert found["seat"] == position.decider
    assert len(found["lines"]) == 3
    for line in found["lines"]:
        assert set(line) == {"turn", "result", "score", "win_chance", "wins_in", "depth", "pv"}
        game = Game.from_position(position)
        game.push(line["turn"])
        assert game.text == line["result"]
        assert line["pv"][0] == line["turn"]
        assert 0 <= line["win_chance"] <= 1


def test_a_batch_of_analyses(run: Run) -> None:
    over = "0003200000000000000000000/2/#mortal:d5,a1/mortal:a5,b1/reason=climbed"
    _, out, err = run("analyse", "-", "--depth", "2", typed=[WIN, "nonsense", over, PLAIN, WIN])
    assert err == ""
    found = [json.loads(line) for line in out.splitlines()]
    assert ["error" in one for one in found] == [False, True, True, False, False]
    assert found[0]["lines"] == found[-1]["lines"]
    assert found[0]["lines"][0]["wins_in"] == 1


def test_nothing_secret_is_analysed(run: Run) -> None:
    """What a seat is told does not depend on where hidden workers really stand."""
    answers = [
        json.loads(run("analyse", text, "--json", "--nodes", "100")[1])
        for text in (
            "0000000000000000000000000/2/hecate:a1,a2/pan:c2,c4",
            "0000000000000000000000000/2/hecate:e4,e5/pan:c2,c4",
        )
    ]
    for answer in answers:
        answer.pop("seconds")
        assert ":?" in answer["position"]
    assert answers[0] == answers[1]
