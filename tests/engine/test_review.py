"""The review of games: marks, accuracy, the decisive moments, and what is written into the record."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from santorini import Game, Record, read_record, review
from santorini.cli import main

START = "0003200000000000000000000/1/mortal:e5,a1/mortal:a5,b1"
"""Seat 1 wins at once by e5-d5."""


def game_of(*turns: str, start: str = START) -> Game:
    game = Game.from_text(start)
    for turn in turns:
        game.push(turn)
    return game


def test_a_win_that_was_missed() -> None:
    judged = review(game_of("e5-e4 +e3"), nodes=3000)
    (turn,) = judged.turns
    assert (turn.mark, turn.best, turn.before, turn.wins_in) == ("missed_win", "e5-d5#", 1.0, 1)
    assert turn.loss == turn.before - turn.after > 0.06
    assert judged.moments == (1,)
    assert 0 < judged.accuracy[1] < 100
    assert 2 not in judged.accuracy


def test_a_win_that_was_taken() -> None:
    judged = review(game_of("e5-d5"), nodes=3000)
    assert (judged.turns[0].mark, judged.turns[0].loss, judged.moments) == ("best", 0, ())
    assert judged.accuracy == {1: 100.0}


def test_a_threat_that_was_overlooked() -> None:
    """Seat 2 wins on d5 unless a dome is put there."""
    start = "0003200000000000000000000/1/mortal:c5,a1/mortal:e5,b1"
    judged = review(game_of("c5-c4 +d5", start=start), nodes=20_000)
    assert judged.turns[0].loss < 0.25
    worse = review(game_of("a1-a2 +a1", start=start), nodes=20_000)
    assert worse.turns[0].mark == "blunder"
    assert worse.turns[0].after == 0.0
    assert worse.turns[0].best.endswith("+d5^")


def test_set_up_and_resigning_are_not_judged() -> None:
    game = Game("pan", "atlas", seed=1)
    for turn in ("*b3 *d3", "*c2 *c4", "b3-b4 +b3"):
        game.push(turn)
    game.resign(2)
    judged = review(game, nodes=500)
    assert [turn.number for turn in judged.turns] == [3]


@pytest.mark.parametrize("powers", [("hecate", "ares"), ("chaos", "pan"), ("pan", "atlas", "artemis")])
def test_hidden_workers_luck_and_three_players(powers: tuple[str, ...]) -> None:
    game = Game(*powers, seed=3)
    while len([turn for turn in game.turns if turn.before.stage == "play"]) < 2:
        game.push(next(iter(game.legal_turns)))
    judged = review(game, nodes=200)
    assert len(judged.turns) >= 2
    assert all(0 <= turn.after <= 1 and turn.best for turn in judged.turns)


def test_the_record_is_annotated_and_again() -> None:
    record = Record.from_game(game_of("e5-e4 +e3"))
    record.main.nodes[0].comment = "hm"
    once = review(record, nodes=3000).annotate(record)
    assert once.main.nodes[0].comment.startswith("hm [%mark missed_win] [%chance 0.")
    assert once.main.nodes[0].comment.endswith("[%best e5-d5#]")
    assert record.main.nodes[0].comment == "hm"
    assert read_record(once.text()) == once
    assert review(once, nodes=3000).annotate(once) == once


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, target = tmp_path / "game.san", tmp_path / "judged.san"
    source.write_text(Record.from_game(game_of("e5-e4 +e3"), Seat1="Ann").text())
    assert main(["review", str(source), "--json", "--nodes", "3000", "--out", str(target)]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["turns"][0]["mark"] == "missed_win"
    assert answer["moments"] == [1]
    assert "[%mark missed_win]" in target.read_text()
    assert main(["review", str(source), "--nodes", "3000"]) == 0
    said = capsys.readouterr().out
    assert "1. Ann: e5-e4 +e3 (missed win, 100% →" in said
    assert "best was e5-d5#" in said
    assert "Turns that decided it: 1" in said


def test_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(tmp_path / "none.san")]) == 2
    empty = tmp_path / "empty.san"
    empty.write_text("")
    assert main(["review", str(empty)]) == 2
    assert main(["review", str(empty), "--nodes", "0"]) == 2
    capsys.readouterr()
