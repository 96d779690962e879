"""The engine as the page has it, with several threads over one memory."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from itertools import cycle

import pytest

from santorini import read_position
from tests.suite.positions import read
from tests.wasm.bridge import Bridge

START = "0000000000000000000000000/1/mortal:b3,d3/mortal:c2,c4"
THREADS = 3


@pytest.fixture(scope="module")
def engine() -> Iterator[Bridge]:
    with Bridge("engine_threads.wasm", network=True, threads=THREADS) as bridge:
        yield bridge


def test_it_says_how_many_threads_search(engine: Bridge) -> None:
    assert engine.obey(f"position {START}", "go depth 2")[0] == f"info threads {THREADS}"
    engine.obey("setoption name Threads value 100")
    assert engine.obey("go depth 2")[0] == f"info threads {THREADS}"  # there are no more
    engine.obey("setoption name Threads value 2")
    assert engine.obey("go depth 2")[0] == "info threads 2"
    engine.obey("setoption name Threads value 1")
    assert engine.obey("go depth 2")[0].startswith("info depth 1 ")
    engine.obey(f"setoption name Threads value {THREADS}")


def test_several_threads_prove_what_is_true(engine: Bridge) -> None:
    problems = [one for kind in ("win 1", "win 2") for one in [p for p in read() if p.kind == kind][:20]]
    assert len(problems) == 40
    for one in problems:
        said = engine.obey("newgame", f"position {one.position.text}", "go nodes 300000")
        assert f" win {one.kind[-1]} " in said[-2], one.line()


def test_hundreds_of_short_searches_end_and_play_legal_turns(engine: Bridge) -> None:
    """Positions of all powers, with ever different numbers of threads and sizes of memory."""
    lines = files("santorini").joinpath("data/puzzles.txt").read_text("utf-8").splitlines()
    texts = [line.split("\t")[0] for line in lines if not line.startswith("#")][::8]
    assert len(texts) > 300
    for number, (text, threads) in enumerate(zip(texts, cycle((3, 3, 3, 2, 1)), strict=False)):
        options = [f"setoption name Threads value {threads}", f"setoption name Hash value {1 + number % 8}"]
        fresh = options if number % 10 == 0 else ["newgame"]  # memory is given back and taken again
        said = engine.obey(*fresh, f"position {text}", f"go nodes {200 + number}")
        turn, result = said[-1].removeprefix("bestturn ").split(" result ")
        assert read_position(text).read_turn(turn)[0].after.text == result


def test_a_broken_helper_ends_the_engine_and_nobody_waits_for_it() -> None:
    with Bridge("engine_threads.wasm", network=True, threads=2) as engine:
        engine.answer({"break": 0})
        assert engine.obey(f"position {START}", "go nodes 1000")[-1].startswith("error ")
