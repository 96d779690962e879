"""The engine as the page has it: its lines, what it proves, and the judgement of turns."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib.resources import files

import pytest

import santorini
from santorini import _core
from santorini.server.thinking.seen import seen_by
from santorini.server.views.hint import hint
from tests.suite.positions import read
from tests.wasm.bridge import Bridge
from tools.page_data import level_of

START = "0000000000000000000000000/1/mortal:b3,d3/mortal:c2,c4"
INFO = re.compile(
    r"info depth \d+( line \d+)? score -?\d+( win -?\d+)? chance [01]\.\d{3}( chances( [01]\.\d{3}){3})?"
    r" nodes \d+ nps \d+ time \d+ pv .+"
)


@pytest.fixture(scope="module")
def engine() -> Iterator[Bridge]:
    with Bridge("engine.wasm", network=True) as bridge:
        yield bridge


def test_lines(engine: Bridge) -> None:
    said = engine.obey("setoption name Lines value 3", f"position {START}", "go depth 3", "isready")
    assert said.pop() == "readyok"
    best = said.pop()
    assert all(INFO.fullmatch(line) for line in said)
    assert len(said) == 9  # three depths of three lines
    turn, result = best.removeprefix("bestturn ").split(" result ")
    assert santorini.read_position(START).read_turn(turn)[0].after.text == result
    game = santorini.Game.from_text(START)
    for turn in said[-3].partition(" pv ")[2].split(", "):
        game.push(turn)


def test_it_proves_what_can_be_proven(engine: Bridge) -> None:
    engine.obey("setoption name Lines value 1")
    problems = [one for kind in ("win 1", "win 2") for one in [p for p in read() if p.kind == kind][:20]]
    assert len(problems) == 40
    for one in problems:
        said = engine.obey("newgame", f"position {one.position.text}", "go nodes 300000")
        assert f" win {one.kind[-1]} " in said[-2], one.line()


@pytest.mark.parametrize(
    "text",
    [
        "0000000000000000000000000/1/hecate:b5,e3/ares:d4,c1",
        "0000000000000000000000000/1/mortal:b3,d3/mortal:c2,c4/mortal:a1,a5",
        "0000000000000000000000000/1/pan/atlas",
    ],
)
def test_hidden_workers_three_players_and_set_up(engine: Bridge, text: str) -> None:
    said = engine.obey("setoption name Lines value 2", f"position {text}", "go nodes 600")
    assert all(INFO.fullmatch(line) for line in said[:-1])
    position = santorini.read_position(text)
    turn = said[-1].removeprefix("bestturn ").split(" result ")[0]
    assert position.view(position.decider or 0).read_turn(turn, whole=False)[0].steps
    assert ("chances" in said[0]) == (position.players == 3)


def test_nothing_to_decide(engine: Bridge) -> None:
    over = "0003200000000000000000000/2/#mortal:d5,a1/mortal:a5,b1/reason=climbed"
    assert engine.obey(f"position {over}", "go depth 1") == ["error nothing to decide"]
    assert engine.obey("position nonsense")[0].startswith("error ")


def test_turns_are_judged_as_the_native_core_judges_them(engine: Bridge) -> None:
    game = santorini.Game.from_text("0003200000000000000000000/1/mortal:e5,a1/mortal:a5,b1")
    missed, won = (game.position.read_turn(text)[0].after for text in ("e5-e4 +e3", "e5-d5"))
    weights = files("santorini").joinpath("data/network.bin").read_bytes()
    reviewer = _core.Reviewer(nodes=2000, network=_core.Network(weights))
    engine.obey("review nodes 2000")
    for after, mark in ((missed, "missed_win"), (won, "best")):
        native = reviewer.judge(game.position, after)
        assert native
        assert native.mark == mark
        said = json.loads(engine.obey(f"judge {game.position.text} {after.text}")[0].removeprefix("judged "))
        assert (said["mark"], said["seat"], said["wins_in"]) == (native.mark, 1, 1)
        assert said["best"] == native.best == "e5-d5#"
        assert said["after"] == pytest.approx(native.after, abs=1e-5)
    summary = json.loads(engine.obey("reviewed")[0].removeprefix("review "))
    assert summary["moments"] == [0]
    assert 0 < summary["accuracy"][0] < 100
    assert summary["accuracy"][1] is None


@pytest.mark.parametrize("level", range(1, len(santorini.LEVELS)))
def test_every_level_plays_legal_turns(engine: Bridge, level: int) -> None:
    """Two sides, hidden workers, three players and set-up; a careful level takes a win and stops one."""
    wish = " ".join(f"{name} {value}" for name, value in level_of(level - 1).items() if name != "iterations")
    for text in (START, "0/hecate:b5,e3/ares:d4,c1", "0/mortal:b3,d3/mortal:c2,c4/mortal:a1,a5", "0/pan/atlas"):
        position = santorini.read_position(text.replace("0/", "0" * 25 + "/1/") if text != START else text)
        view = position.view(position.decider or 0)
        said = engine.obey("forget", f"position {view.text}", f"play {wish} iterations 60 seed {level}")
        now = view
        for step in said[0].removeprefix("played ").split(";"):
            now = now.play(next(one for one in now.steps() if str(one) == step))
    if level >= 5:
        win = engine.obey("position 0003200000000000000000000/1/mortal:e5,a1/mortal:a5,b1", f"play {wish} seed 1")
        assert win == ["played e5-d5"]
        stop = engine.obey("position 2300000000000000000000000/1/mortal:c3,e1/mortal:a5,e3", f"play {wish} seed 1")
        assert stop[0].endswith(";+b5^")


def test_what_a_seat_has_seen_is_taken_in(engine: Bridge) -> None:
    game = santorini.Game("hecate", "ares", seed=1)
    for text in ("*b3 *d3", "*c2 *c4"):
        game.push(text)
    looks = seen_by(game, game.seat_to_decide or 1)
    shown = [f"look {view} {game.seat_to_decide} {step or ''}".strip() for view, step in looks]
    view = game.position.view(game.seat_to_decide or 1)
    said = engine.obey("forget", *shown, f"position {view.text}", "play iterations 100 seed 1")
    assert said[-1].startswith("played ")


def test_a_hint_is_told_as_the_server_tells_it(engine: Bridge) -> None:
    text = "2300000000000000000000000/1/mortal:c3,e1/mortal:a5,e3"
    steps = ["c3-c4", "+b5^"]
    said = engine.obey(f"hint {text} 1 {';'.join(steps)}")
    assert json.loads(said[0].removeprefix("hint ")) == hint(santorini.read_position(text), 1, steps)
