"""`santorini train`: games against itself, then learning from them."""

from __future__ import annotations

import argparse
import json
import os
import time
from importlib import import_module
from pathlib import Path

from santorini.cli._common import CommandError, add_ray, ray_address, say
from santorini.cli._progress import Progress

__all__ = ["arguments", "run"]


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("plan", type=Path, help=say("cli.train.plan"))
    parser.add_argument("--out", type=Path, required=True, help=say("cli.train.out"))
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1, help=say("cli.train.threads"))
    add_ray(parser)


def run(args: argparse.Namespace) -> int:
    """Play, learn, and leave weights, a checkpoint and a log in the folder."""
    from santorini.train._plan import read_plan

    try:
        examples = import_module("santorini.train._examples")
        learning = import_module("santorini.train._learn")
    except ModuleNotFoundError as missing:
        raise CommandError(say("cli.train.missing", package=missing.name or "torch")) from None
    try:
        plan = read_plan(args.plan)
    except ValueError as error:
        raise CommandError(say("cli.train.bad_plan", problem=error)) from None
    args.out.mkdir(parents=True, exist_ok=True)
    folder = args.out / "examples"
    network = Path(plan.games.network).read_bytes() if plan.games.network else None
    began = time.monotonic()
    made = 0
    if plan.games.seconds > 0:
        with Progress(say("cli.train.playing")) as bar:
            made = examples.play_games(
                plan.games,
                folder,
                args.threads,
                network,
                lambda share, n: bar.reach(share, f"{n:,}"),
                ray=ray_address(args),
            )
    played = time.monotonic() - began
    weights, fit = None, {}
    if plan.learning.seconds > 0 or plan.teacher.seconds > 0:
        data = examples.load([folder, *(Path(other) for other in plan.examples)])
        with Progress(say("cli.train.learning")) as bar:
            weights, fit = learning.learn(
                data,
                plan.learning,
                plan.teacher,
                args.out / "checkpoint.pt",
                lambda share, seen: bar.reach(share, f"{seen['loss']:.4f}"),
            )
    if weights is not None:
        (args.out / "network.bin").write_bytes(weights)
    result = {"plan": plan.told(), "made": made, "played_seconds": round(played, 1), "fit": fit}
    with (args.out / "log.jsonl").open("a", encoding="utf-8") as log:
        log.write(json.dumps(result) + "\n")
    print(json.dumps(result))
    return 0
