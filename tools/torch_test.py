"""Does everything that needs PyTorch work, end to end? The tests do without it, because it is so large.

    pip install 'santorini[train,cluster,gym]' sb3-contrib matplotlib
    python tools/torch_test.py

A tiny plan of `santorini train` is carried out: games, a teacher, learning, weights that play. Then it is continued,
another one learns from the leaves of searches, and the games are played once more by a Ray cluster on this machine.
`examples/masked_ppo.py` learns for a short while, and PyTorch looks at the arrays of a batch without copying them.
Takes some minutes.
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PLAN = """
[games]
seconds = 4
nodes = 20
asides = true
[learning]
seconds = 10
batch = 256
[teacher]
seconds = 4
channels = 8
blocks = 1
batch = 64
"""
LEAVES = """
[games]
seconds = 4
nodes = 100
leaves = 3
leaf_nodes = 20
[learning]
seconds = 5
batch = 256
"""
GAME = """
import sys
from santorini import Engine, Game, Limit
game = Game("demeter", "pan", seed=1)
with Engine(seed=1, network=sys.argv[1]) as engine:
    while not game.is_over:
        engine.play(game, Limit(nodes=50)).push(game)
print(len(game.turns))
"""

PPO = """
import sys
from pathlib import Path
sys.path.insert(0, "examples")
import masked_ppo
masked_ppo.main(steps=2, games=10, file=Path(sys.argv[1]))  # twice as many decisions as it collects at once
"""
SHARED = """
import santorini, torch
batch = santorini.Batch(4, powers="random", seed=1)
masks, seen = torch.from_numpy(batch.masks), torch.from_dlpack(batch.observations)
batch.step(masks.int().argmax(dim=1).numpy())
assert masks.numpy().ctypes.data == batch.masks.ctypes.data
assert seen.numpy().ctypes.data == batch.observations.ctypes.data
"""


def main() -> int:
    """Try everything; the first thing that fails raises."""
    run("-c", SHARED)
    print("PyTorch shares the arrays of a batch.")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        plan = folder / "tiny.toml"
        plan.write_text(PLAN)
        out = folder / "here"
        first = train(plan, out)
        again = train(plan, out)
        assert again["fit"]["examples"] == first["made"] + again["made"], "a run that is continued keeps its games"
        weights = out / "network.bin"
        turns = run("-c", GAME, str(weights))
        print(f"The weights, {weights.stat().st_size:,} bytes, have played a game of {turns.strip()} turns.")
        plan.write_text(LEAVES)
        beside = train(plan, folder / "leaves")
        assert 0 < beside["fit"]["held_back_asides"] < 1, "positions beside the games are judged by a search"
        plan.write_text(PLAN)
        train(plan, folder / "ray", "--ray", "local")
        curve = run("-c", PPO, str(folder / "curve.svg"))
        print("PPO,", curve.strip().splitlines()[-1])
        assert (folder / "curve.svg").exists()
    print("What needs PyTorch works.")
    return 0


def train(plan: Path, out: Path, *more: str) -> dict[str, Any]:
    """Carry out a plan and return the result that it prints."""
    told = run("-m", "santorini", "train", str(plan), "--out", str(out), "--threads", "2", *more)
    result: dict[str, Any] = json.loads(told.strip().splitlines()[-1])
    assert result["made"] > 0
    assert all(math.isfinite(value) for value in result["fit"].values()), result["fit"]
    logged = (out / "log.jsonl").read_text().splitlines()
    assert json.loads(logged[-1]) == result
    where = " ".join(more) or "here"
    print(
        f"Trained {where}: {result['made']:,} examples, {result['fit']['steps']:.0f} steps, run {len(logged)}.",
        flush=True,
    )
    return result


def run(*arguments: str) -> str:
    """What a Python program prints; its error output is shown, and a failure raises."""
    one = {**os.environ, "OMP_NUM_THREADS": "1"}  # threads that wait for each other would crawl on a busy machine
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True, env=one).stdout


if __name__ == "__main__":
    sys.exit(main())
