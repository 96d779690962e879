"""Extras are imported when they are needed, and one that is missing is named."""

from __future__ import annotations

import subprocess
import sys

import pytest

PACKAGES = ("numpy", "gymnasium", "pettingzoo", "pyspiel", "polars", "ray", "torch", "fastapi", "sqlalchemy", "psycopg")
BLOCK = f"import sys\nfor name in {PACKAGES}: sys.modules[name] = None\n"


def run(program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", BLOCK + program], capture_output=True, text=True, check=False)


def test_the_package_needs_none_of_them() -> None:
    program = (
        "import santorini\n"
        "game = santorini.Game('demeter', 'pan', seed=1)\n"
        "with santorini.Engine(level=1, seed=1) as engine:\n"
        "    while not game.is_over: engine.play(game).push(game)\n"
        "print(len(game.turns) > 4)"
    )
    answer = run(program)
    assert (answer.stdout, answer.stderr) == ("True\n", "")


@pytest.mark.parametrize(
    ("program", "extra"),
    [
        ("import santorini; santorini.Batch(2)", "env"),
        ("from santorini import Game, encoding; encoding.mask(Game().position)", "env"),
        ("from santorini import Game, encoding; encoding.observe(Game().position, 1)", "env"),
        ("import santorini.gym", "gym"),
        ("import santorini.pettingzoo.santorini_v0", "pettingzoo"),
        ("import santorini.open_spiel", "openspiel"),
        ("from santorini.selfplay import Plan, run; from pathlib import Path; run(Plan(), 1, Path('nowhere'))", "data"),
        ("from santorini.pool import open_pool; open_pool(object, (), 1, ray='auto')", "cluster"),
    ],
    ids=lambda value: value if " " not in value else "",
)
def test_a_missing_extra_is_named(program: str, extra: str) -> None:
    error = run(program).stderr.splitlines()[-1]
    assert f"pip install 'santorini[{extra}]'" in error


@pytest.mark.parametrize(
    ("words", "extra"), [(["serve", "--no-browser"], "web"), (["train", "plan.toml", "--out", "nowhere"], "train")]
)
def test_a_command_that_needs_an_extra_says_so(words: list[str], extra: str) -> None:
    answer = run(f"from santorini.cli import main; sys.exit(main({words}))")
    assert answer.returncode == 2
    assert f"santorini[{extra}]" in answer.stderr
