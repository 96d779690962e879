"""Does a wheel work on its own? Installs it into a clean virtual environment and tries everything it should contain.

    python tools/wheel_test.py dist/santorini-*.whl     # as `make wheel` leaves it; needs the package index
    python tools/wheel_test.py --installed              # in the environment that runs this (cibuildwheel)
    python tools/wheel_test.py --qemu Nehalem dist/...  # and on an old x86-64 processor, by qemu-x86_64

It plays a game, asks the computer, lists the commands, and opens the table: the page and its files must come from the
wheel.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from urllib.request import urlopen

PROGRAM = """
import santorini
game = santorini.Game("demeter", "pan", seed=1)
with santorini.Engine(level=1, seed=1) as engine:
    while not game.is_over:
        engine.play(game).push(game)
batch = santorini.Batch(8, powers="random", seed=1)
for _ in range(200):
    batch.step(batch.sample())
print(santorini.__version__, santorini.__file__, game.outcome().reason, len(game.turns))
"""

SEARCH = """
from santorini import Engine, Game, Limit
game = Game("demeter", "pan", seed=1)
game.push("*b3 *d3")
game.push("*c2 *c4")
with Engine(seed=1) as engine:
    found = engine.analyse(game, Limit(nodes=20_000)).best
print(found.turn, found.score)
"""


def main() -> int:
    """Test a wheel; the exit status is 0 if it works."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wheel", nargs="?", type=Path)
    parser.add_argument("--installed", action="store_true")
    parser.add_argument("--qemu", metavar="PROCESSOR", help="as `qemu-x86_64 -cpu help` names it")
    args = parser.parse_args()
    if args.installed:
        return check(Path(sys.executable).parent, args.qemu)
    if args.wheel is None:
        parser.error("which wheel?")
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        programs = Path(folder) / ("Scripts" if os.name == "nt" else "bin")
        wanted = f"santorini[web,env] @ {args.wheel.resolve().as_uri()}"
        subprocess.run([programs / "pip", "install", "-q", "--disable-pip-version-check", wanted], check=True)
        return check(programs, args.qemu)


def check(programs: Path, processor: str | None) -> int:
    """Try the package that these programs belong to, from a folder where there is nothing else."""
    with tempfile.TemporaryDirectory() as empty:
        told = subprocess.run(
            [programs / "python", "-c", PROGRAM], cwd=empty, check=True, capture_output=True, text=True
        )
        print(told.stdout.strip())
        help_text = subprocess.run(
            [programs / "santorini", "--help"], cwd=empty, check=True, capture_output=True, text=True
        )
        assert "arena" in help_text.stdout
        serve(programs, Path(empty))
        if processor is not None:
            on_an_old_machine(programs, processor, empty)
    print("The wheel works.")
    return 0


def on_an_old_machine(programs: Path, processor: str, folder: str) -> None:
    """A search there must find what it finds on this machine."""
    search = [str(programs / "python"), "-c", SEARCH]
    here, there = (
        subprocess.run([*machine, *search], cwd=folder, check=True, capture_output=True, text=True).stdout
        for machine in ([], ["qemu-x86_64", "-cpu", processor])
    )
    assert here == there, (here, there)
    print(f"A search on {processor} finds the same: {there.strip()}")


def serve(programs: Path, folder: Path) -> None:
    """Open the table and fetch the page with everything it names."""
    command = [
        str(programs / "santorini"),
        "serve",
        "--no-browser",
        "--port",
        "0",
        "--data",
        str(folder / "games.sqlite"),
    ]
    server = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        where = re.search(r"http://\S+/", server.stdout.readline())
        assert where, "the server did not start"
        page = fetch(where[0]).decode()
        files = re.findall(r'(?:src|href)="\.?/?(assets/[^"]+)"', page)
        assert files, "the page names no files"
        for file in files:
            assert fetch(where[0] + file), file
        assert json.loads(fetch(where[0] + "api/health"))["ok"]
        print(f"The table answers, with a page of {len(files)} files and more behind them.")
    finally:
        server.terminate()
        server.wait(20)


def fetch(address: str) -> bytes:
    """The body of an answer."""
    with urlopen(address, timeout=20) as answer:
        body: bytes = answer.read()
        return body


if __name__ == "__main__":
    sys.exit(main())
