"""A match that is stopped and continued, openings from a book, and processor time."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from santorini import EngineError, Game, Limit
from santorini.arena import _book, _program
from santorini.arena._book import Opening, book, read_book
from santorini.arena._log import Log, read_log
from santorini.arena._match import Match, play, rounds
from santorini.arena._players import Options, player
from santorini.arena._statistics import Sprt
from santorini.cli import main
from tests.engine import stand_in

PLAIN = "*b3 *d3, *c2 *c4, b3-b4 +c3 = 5"


@pytest.fixture(autouse=True)
def _stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in.put_in(monkeypatch)


def arena(capsys: pytest.CaptureFixture[str], *argv: str) -> dict[str, Any]:
    assert main(["arena", *argv, "--json", "--concurrency", "1"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert isinstance(found, dict)
    return found


# -- the file of a match -----------------------------------------------------------------------------------------------


def test_a_match_is_read_back_as_it_was(tmp_path: Path) -> None:
    options = Options(Limit(seconds=0.5, nodes=20), 8, 2, True)
    match = Match(("random", "potter:lines=2"), options, "demeter,pan", seed=7, openings="book", most_turns=9)
    log = Log(match, 40, Sprt(0, 5))
    file = tmp_path / "match.jsonl"
    log.open(file)
    results = next(rounds(Match(("random", "random"), keep_records=True), 1, 1))
    log.add(file, results)
    known = read_log(file)
    assert (known.match, known.games, known.test, known.rounds) == (match, 40, Sprt(0, 5), {0: results})


def test_a_match_goes_on_where_it_was_stopped(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file, whole = tmp_path / "match.jsonl", tmp_path / "whole.jsonl"
    asked = ("potter", "random", "--nodes", "20", "--seed", "3")
    first = arena(capsys, *asked, "--games", "4", "--resume", str(file))
    assert first["games"] == 4
    with file.open("a") as broken:
        broken.write('{"round": 2, "ga')  # a crash in the middle of a line
    more = arena(capsys, "--resume", str(file), "--games", "8")
    assert more["games"] == 8
    assert [json.loads(line).get("round") for line in file.read_text().splitlines()] == [None, 0, 1, 2, 3]
    at_once = arena(capsys, *asked, "--games", "8", "--resume", str(whole))
    same = ("games", "wins", "losses", "score", "interval", "pentanomial", "powers", "reasons")
    assert {key: more[key] for key in same} == {key: at_once[key] for key in same}
    before = file.read_text()
    assert arena(capsys, "--resume", str(file), "--report")["games"] == 8
    assert file.read_text() == before


def test_what_cannot_be_continued_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    arena(capsys, "random", "random", "--games", "2", "--resume", str(file))
    for argv, why in (
        (["random", "random", "--seed", "9", "--resume", str(file)], "holds another match"),
        (["random"], "name two players"),
        (["--resume", str(tmp_path / "none.jsonl")], "name two players"),
        (["random", "random", "--report"], "there is none"),
        (["random", "random", "--openings", "book", "--placement", "engine"], "leave out --placement"),
    ):
        assert main(["arena", *argv]) == 2
        assert why in capsys.readouterr().err
    file.write_text("nonsense\n")
    with pytest.raises(EngineError, match="is not the file of a match"):
        read_log(file)


# -- the book ----------------------------------------------------------------------------------------------------------


def test_the_book_that_ships_can_be_played() -> None:
    """Every opening is legal, ends with a choice of the seat to move, and is called about even."""
    known = book("book")
    assert len(known.of(("mortal", "mortal"), "printed")) >= 300
    assert len(known.sections) > 100
    assert read_book(known.text()) == known
    for (rules, powers), openings in known.sections.items():
        assert len({one.turns for one in openings}) == len(openings)
        for one in openings[:3]:
            game = Game(*powers, rules=rules, seed=0)
            for turn in one.turns:
                game.push(turn)
            assert not game.is_over
            assert game.position.stage == "play"
            assert abs(one.score) <= 40


def test_rounds_begin_from_the_book(tmp_path: Path) -> None:
    file = tmp_path / "openings.txt"
    pan = "printed pan demeter\n*a1 *a2, *c1 *c2 = 1\n"
    file.write_text(f"printed mortal mortal\n{PLAIN}\n*a1 *a2, *e1 *e2 = 0\n{pan}")
    match = Match(("random", "random"), openings=str(file), seed=2, keep_records=True)
    both = [player(spec, match.options) for spec in match.sides]
    begun = {match.table(number).opening for number in range(2)}
    assert {one.turns[0] for one in begun if one is not None} == {"*b3 *d3", "*a1 *a2"}, "each opening once"
    assert match.table(2).opening is None, "then the book is used up"
    games = [play(match, number, seating, both) for number in range(3) for seating in ((0, 1), (1, 0))]
    assert [game.booked for game in games] == [True] * 4 + [False] * 2
    assert "*b3 *d3" in games[0].record + games[2].record
    asked = Match(("random", "random"), powers="demeter,pan", openings=str(file))
    assert asked.table(0).opening is None, "the powers stay on the seats that were asked for"
    mixed = Match(("random", "random"), powers="mixed", openings="book", seed=4)
    tables = [mixed.table(number) for number in range(100, 120)]
    assert all(one.opening is not None for one in tables[::2])
    assert sum(one.opening is not None for one in tables[1::2]) > 3, "pairings that are drawn have few openings"
    drawn = book(str(file)).of(("demeter", "pan"), "printed", any_order=True)
    assert drawn == (Opening(("pan", "demeter"), ("*a1 *a2", "*c1 *c2"), 1),)


def test_a_pairing_without_revised_texts_uses_the_printed_openings() -> None:
    known = read_book(f"printed mortal mortal\n{PLAIN}\nprinted limus pan\n*a1 *a2, *c1 *c2 = 1\n")
    assert known.of(("mortal", "mortal"), "revised") == known.of(("mortal", "mortal"), "printed") != ()
    assert known.of(("limus", "pan"), "printed") != ()
    assert known.of(("limus", "pan"), "revised") == (), "its text differs there"


def test_a_book_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "openings.txt"
    for text in (PLAIN, "printed mortal mortal\n*a1 = even\n"):
        file.write_text(text)
        with pytest.raises(EngineError, match="no book of openings"):
            book(str(file))
        _book.book.cache_clear()


# -- processor time ----------------------------------------------------------------------------------------------------


def test_our_own_players_count_processor_time() -> None:
    match = Match(("titan", "random"), Options(Limit(nodes=5), cpu_time=True))
    both = [player(spec, match.options) for spec in match.sides]
    game = play(match, 0, (0, 1), both)
    assert game.clocks == ("thread", "wall")
    assert stand_in.Searcher.made[-1].cpu_time
    assert game.cpu[0] is not None
    assert game.cpu[0] >= 0


BUSY = """
import sys, threading, time
stop = threading.Event()
def think():
    end = time.thread_time() + 30
    while not stop.is_set() and time.thread_time() < end:
        pass
    print("bestturn", answer, flush=True)
def wait(seconds):
    stop.wait(seconds)
    print("bestturn", answer, flush=True)
for line in sys.stdin:
    word = line.split()[0]
    if word == "santorini": print("OPTION\\nsantoriniok", flush=True)
    elif word == "isready": print("readyok", flush=True)
    elif word == "position": answer = "b3-b4 +c3"
    elif word == "stop": stop.set()
    elif word == "quit": break
    elif word == "go":
        open(LOG, "a").write(line)
        stop.clear()
        WORK
"""


def test_a_program_is_stopped_when_its_process_has_used_its_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not sys.platform.startswith("linux"):  # elsewhere the clock of another process cannot be read like this
        monkeypatch.setattr(_program.Program, "cpu", lambda self: time.monotonic())
    file, log = tmp_path / "engine.py", tmp_path / "log"
    text = BUSY.replace("LOG", repr(str(log))).replace("OPTION", "id name busy")
    game = Game.from_text("0000000000000000000000000/1/mortal:b3,d3/mortal:c2,c4")
    for work, clock in (
        ("threading.Thread(target=think).start()", "process"),
        ("threading.Thread(target=wait, args=(0.2 if 'movetime' in line else 30,)).start()", "wall"),
    ):
        file.write_text(text.replace("WORK", work))
        one = player(f"{sys.executable} {file}", Options(Limit(seconds=0.2), cpu_time=True))
        one.begin(1)
        before, began = one.cpu(), time.monotonic()
        assert one.decide(game, 1)
        after, ended = one.cpu(), time.monotonic()
        assert one.clock == clock
        assert before is not None
        assert after is not None
        if clock == "process":
            assert 0.15 < after - before < 1
        else:
            assert 2 <= ended - began < 20
            assert one.decide(game, 1)
            assert time.monotonic() - ended < 10, "from now on it has its time on the wall"
        one.close()
    assert log.read_text() == "go infinite\n" * 2 + "go movetime 200\n"


def test_a_program_that_counts_processor_time_is_told_to(tmp_path: Path) -> None:
    file, log = tmp_path / "engine.py", tmp_path / "log"
    text = BUSY.replace("LOG", repr(str(log))).replace("OPTION", "option name CpuTime type check default false")
    file.write_text(text.replace("WORK", "print('bestturn', answer, flush=True)"))
    one = player(f"{sys.executable} {file}", Options(Limit(seconds=0.2), cpu_time=True))
    one.begin(1)
    assert one.clock == "thread"
    assert one.decide(Game.from_text("0000000000000000000000000/1/mortal:b3,d3/mortal:c2,c4"), 1)
    one.close()
    assert log.read_text() == "go movetime 200\n"


def test_the_result_says_which_clock_counted(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_program.Program, "cpu", lambda self: None)
    asked = ("--games", "2", "--time", "0.001", "--cpu-time", "--concurrency", "1", "--most-turns", "6")
    file = tmp_path / "engine.py"
    text = BUSY.replace("LOG", repr(str(tmp_path / "log"))).replace("OPTION", "id name busy")
    file.write_text(text.replace("WORK", "print('bestturn', answer, flush=True)"))
    for command, said in (
        (f"{sys.executable} -m tests.engine.stand_in engine", False),
        (f"{sys.executable} {file}", True),
    ):
        assert main(["arena", command, "random", *asked]) == 0
        assert ("limit was wall-clock time" in capsys.readouterr().out) is said
