"""Every example runs, for a few steps."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from santorini import Game
from tests.server.house import House

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def load(name: str) -> ModuleType:
    """An example as a module."""
    spec = importlib.util.spec_from_file_location(f"example_{name}", EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_all_examples_are_listed() -> None:
    page = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    files = {path.name for path in EXAMPLES.iterdir() if path.suffix in (".py", ".ipynb")}
    assert {name for name in files if f"`{name}`" in page} == files
    tested = Path(__file__).read_text(encoding="utf-8")
    assert all(Path(name).stem in tested for name in files)


def test_the_notebook(capsys: pytest.CaptureFixture[str]) -> None:
    notebook = json.loads((EXAMPLES / "first_steps.ipynb").read_text(encoding="utf-8"))
    names: dict[str, Any] = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)
    assert isinstance(names["game"], Game)
    assert len(names["game"].turns) == 8
    assert "legal actions" in capsys.readouterr().out


def test_the_bot_over_http(tmp_path: Path) -> None:
    house = House(tmp_path / "games.sqlite")
    try:
        outcome = load("http_bot").play(house.url, level=1)
    finally:
        house.stop()
    assert outcome["winners"] in ([1], [2])


def test_the_bot_over_the_protocol() -> None:
    lines = [
        "santorini",
        "isready",
        "position 0003200000000000000000000/1/mortal:e5,a1/mortal:a5,b1",
        "go movetime 100",
        "position 0000000000000000000000000/1/pan:b3,d3/demeter:c2,c4 turns b3-b4 +c3",
        "go",
        "quit",
    ]
    command = [sys.executable, str(EXAMPLES / "engine_bot.py")]
    answer = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, timeout=60, check=True)
    said = answer.stdout.splitlines()
    assert said[1:3] == ["santoriniok", "readyok"]
    assert said[3].startswith("bestturn e5-d5# result ")  # it wins
    assert said[4].startswith("bestturn c")
    assert len(said) == 5


def test_learning_with_a_tree(capsys: pytest.CaptureFixture[str]) -> None:
    share = load("alpha_zero").main(rounds=1, games=4, decisions=110, simulations=2)
    assert 0 <= share <= 1
    assert "round 1:" in capsys.readouterr().out


def test_ppo_as_far_as_its_environment(tmp_path: Path) -> None:
    """sb3-contrib and torch are not needed for the tests: what they are given is tested, not the packages."""
    example = load("masked_ppo")
    env = example.make()
    env.reset(seed=1)
    assert env.action_masks().sum() > 1
    share = example.wins(lambda observation, mask: int(mask.argmax()), games=3, seed=1)
    assert 0 <= share <= 1
    example.picture([(0, 0.5), (1000, share)], 3, tmp_path / "curve.svg")
    assert "decisions learnt from" in (tmp_path / "curve.svg").read_text()


def test_a_table_and_a_picture_of_self_play(tmp_path: Path) -> None:
    example = load("self_play")
    turns = example.main(games=3, level=1, out=str(tmp_path / "picture.png"))
    assert turns["game"].n_unique() == 3
    assert set(turns.columns) == {"game", "seat", "power", "chance", "turn", "won", "reason"}
    assert (tmp_path / "picture.png").read_bytes().startswith(b"\x89PNG")
