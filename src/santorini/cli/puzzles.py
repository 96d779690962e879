"""`santorini puzzles`: solve puzzles in the terminal, make a set, check or rate one."""

from __future__ import annotations

import argparse
import datetime as dt
import json
import random
import sys
from pathlib import Path

from santorini import Game, SantoriniError
from santorini.cli._common import CommandError, read_file, say, write_file
from santorini.cli._progress import Progress
from santorini.draw.drawing import drawing
from santorini.puzzles.judge import Attempt, is_sound
from santorini.puzzles.make import Maker, possible_powers
from santorini.puzzles.puzzle import MOST_DIFFICULT, THEMES, Puzzle, daily, read_puzzles, shipped, write_puzzles
from santorini.puzzles.rate import rate

__all__ = ["arguments", "run"]

ACTIONS = ("solve", "make", "check", "rate")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("action", nargs="?", choices=ACTIONS, default="solve", help=say("cli.puzzles.action"))
    parser.add_argument("--set", metavar="FILE", help=say("cli.puzzles.set"))
    parser.add_argument("--theme", choices=THEMES, help=say("cli.puzzles.theme"))
    parser.add_argument("--power", metavar="POWER", help=say("cli.puzzles.power"))
    parser.add_argument("--difficulty", metavar="N", type=int, help=say("cli.puzzles.difficulty"))
    parser.add_argument("--daily", action="store_true", help=say("cli.puzzles.daily"))
    parser.add_argument("--json", action="store_true", help=say("cli.option.json"))
    parser.add_argument("--wanted", metavar="N", type=int, default=20, help=say("cli.puzzles.wanted"))
    parser.add_argument("--games", metavar="N", type=int, default=150, help=say("cli.puzzles.games"))
    parser.add_argument("--processes", metavar="N", type=int, default=1, help=say("cli.puzzles.processes"))
    parser.add_argument("--seconds", metavar="S", type=float, help=say("cli.puzzles.seconds"))
    parser.add_argument("--powers", metavar="P,P", help=say("cli.puzzles.powers"))
    parser.add_argument("--seed", metavar="N", type=int, default=1, help=say("cli.puzzles.seed"))
    parser.add_argument("--sample", metavar="N", type=int, help=say("cli.puzzles.sample"))


def run(args: argparse.Namespace) -> int:
    """Solve, make, check or rate."""
    if args.action == "make":
        return make(args)
    if args.action == "rate":
        return rate_again(args)
    puzzles = tuple(read_puzzles(read_file(args.set))) if args.set else shipped()
    if args.action == "check":
        return check(puzzles, args)
    fitting = tuple(puzzle for puzzle in puzzles if fits(puzzle, args))
    if not fitting:
        raise CommandError(say("cli.puzzles.none"))
    if args.json:
        print(json.dumps({"puzzles": [as_dict(puzzle) for puzzle in fitting]}))
        return 0
    puzzle = daily(fitting, dt.datetime.now(tz=dt.UTC).date()) if args.daily else random.choice(fitting)
    return solve(puzzle)


def fits(puzzle: Puzzle, args: argparse.Namespace) -> bool:
    """Whether a puzzle is what was asked for."""
    return (
        args.theme in (None, puzzle.theme)
        and args.power in (None, puzzle.power)
        and args.difficulty in (None, puzzle.difficulty)
    )


def as_dict(puzzle: Puzzle) -> dict[str, object]:
    """A puzzle for programs."""
    return {
        "position": puzzle.position.text,
        "solution": list(puzzle.solution),
        "theme": puzzle.theme,
        "power": puzzle.power,
        "difficulty": puzzle.difficulty,
    }


# -- solving ---------------------------------------------------------------------------------------------------------


def task_of(attempt: Attempt) -> str:
    """What is to be found now, in words."""
    if not attempt.puzzle.is_played_out:
        return say(f"cli.puzzles.{attempt.puzzle.theme}")
    return say("cli.puzzles.win", turns=attempt.left)


def solve(puzzle: Puzzle) -> int:
    """Ask until it is solved or given up. Exit status 1 for a puzzle that was not solved."""
    attempt = Attempt(puzzle)
    print(say("cli.puzzles.level", difficulty=puzzle.difficulty, most=MOST_DIFFICULT))
    while not attempt.solved:
        print(drawing(attempt.position))
        print(task_of(attempt))
        try:
            text = input(say("cli.puzzles.prompt") + " ").strip()
        except (EOFError, KeyboardInterrupt):
            return 1
        if text in ("", "?"):
            print(say("cli.puzzles.solution", turns=", ".join(puzzle.solution)))
            return 1
        try:
            turn = Game.from_position(attempt.position).push(text)
        except SantoriniError as error:
            print(say("cli.error", problem=error), file=sys.stderr)
            continue
        if not attempt.answer(turn):
            reply = attempt.refutation(turn)
            print(say("cli.puzzles.wrong", reply=reply.text) if reply else say("cli.puzzles.wrong-at-once"))
    print(drawing(attempt.position))
    print(say("cli.puzzles.solved"))
    return 0


# -- making and checking ---------------------------------------------------------------------------------------------


def make(args: argparse.Namespace) -> int:
    """Make a set, or continue one."""
    file = Path(_named_set(args))
    powers = args.powers.split(",") if args.powers else possible_powers()
    for key in powers:
        if key not in possible_powers():
            raise CommandError(say("cli.puzzles.no-power", power=key))
    try:
        maker = Maker(file, args.wanted, args.seed, args.games)
    except SantoriniError as error:
        raise CommandError(str(error)) from None
    with Progress(say("cli.puzzles.making")) as progress:

        def tell() -> None:
            done = sum(min(maker.count(key), args.wanted) for key in powers)
            progress.reach(done / (args.wanted * len(powers)), str(len(maker)))

        maker.run(powers, args.processes, args.seconds, tell)
    for key in powers:
        print(f"{key}: {maker.count(key)}")
    print(say("cli.puzzles.made", count=len(maker), file=file))
    return 0


def rate_again(args: argparse.Namespace) -> int:
    """Estimate the difficulty of a whole set again."""
    file = Path(_named_set(args))
    puzzles = read_puzzles(read_file(str(file)))
    rated = []
    with Progress(say("cli.puzzles.rating")) as progress:
        for puzzle in rate(puzzles, args.processes):
            rated.append(puzzle)
            progress.reach(len(rated) / len(puzzles), "")
    write_file(str(file), write_puzzles(rated))
    print(say("cli.puzzles.rated", count=len(rated)))
    return 0


def _named_set(args: argparse.Namespace) -> str:
    if not args.set:
        raise CommandError(say("cli.puzzles.no-set"))
    return str(args.set)


def check(puzzles: tuple[Puzzle, ...], args: argparse.Namespace) -> int:
    """Settle every puzzle again, or a sample. Exit status 1 if one is wrong."""
    chosen = list(puzzles)
    if args.sample is not None:
        chosen = random.Random(args.seed).sample(chosen, min(args.sample, len(chosen)))
    wrong = []
    with Progress(say("cli.puzzles.checking"), total=len(chosen), quiet=args.json) as progress:
        for puzzle in chosen:
            if not is_sound(puzzle):
                wrong.append(puzzle)
            progress.advance()
    if args.json:
        print(json.dumps({"checked": len(chosen), "wrong": [puzzle.position.text for puzzle in wrong]}))
    else:
        for puzzle in wrong:
            print(puzzle.line())
        print(say("cli.puzzles.checked", count=len(chosen), wrong=len(wrong)))
    return 1 if wrong else 0
