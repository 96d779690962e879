"""`santorini selfplay`: games of the computer against itself, as data."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from santorini import level, random_powers
from santorini.cli._common import CommandError, add_ray, named_power, ray_address, say
from santorini.cli._progress import Progress
from santorini.game.game import Game
from santorini.selfplay import Plan
from santorini.selfplay import run as play
from santorini.words.catalogue import RULE_SETS

__all__ = ["arguments", "run"]


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--games", type=int, required=True, metavar="N", help=say("cli.selfplay.games"))
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help=say("cli.selfplay.out"))
    parser.add_argument("--powers", nargs="*", default=[], metavar="POWER", help=say("cli.selfplay.powers"))
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=2, help=say("cli.play.players"))
    parser.add_argument("--rules", choices=RULE_SETS, default="printed", help=say("cli.option.rules"))
    parser.add_argument("--level", default="potter", help=say("cli.selfplay.level"))
    parser.add_argument("--seed", type=int, default=0, help=say("cli.selfplay.seed"))
    parser.add_argument(
        "--processes", type=int, default=os.cpu_count() or 1, metavar="N", help=say("cli.selfplay.processes")
    )
    add_ray(parser)


def run(args: argparse.Namespace) -> int:
    """Play, and leave records and tables in the folder."""
    if args.games < 1 or args.processes < 1:
        raise CommandError(say("cli.selfplay.too-few"))
    powers = tuple(named_power(name).id for name in args.powers)
    players = len(powers) or args.players
    if powers:
        Game(*powers, rules=args.rules)  # raises now if the powers cannot be played together
    else:
        random_powers(players, rules=args.rules)
    plan = Plan(powers, players, args.rules, level(args.level).name, args.seed)
    with Progress(say("cli.selfplay.playing")) as bar:
        try:
            played = play(
                plan,
                args.games,
                args.out,
                args.processes,
                lambda done: bar.reach(done / args.games, f"{done:,} / {args.games:,}"),
                ray=ray_address(args),
            )
        except ModuleNotFoundError as error:
            raise CommandError(str(error)) from None
    print(say("cli.selfplay.done", played=played, games=args.games, folder=args.out))
    return 0
