"""`santorini analyse`: the best turns of a position."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from concurrent.futures import wait
from contextlib import ExitStack

from santorini import Analysis, AnalysisLine, Engine, Limit, Position, Words
from santorini.cli._columns import paragraph, screen_width
from santorini.cli._common import add_limits, add_rules, answer_batch, limit_of, one_position, say
from santorini.cli._progress import Progress

__all__ = ["arguments", "run"]


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("position", metavar="POSITION", help=say("cli.option.position"))
    parser.add_argument("--lines", metavar="K", type=int, default=1, help=say("cli.analyse.lines"))
    add_limits(parser)
    parser.add_argument("--threads", metavar="N", type=int, default=1, help=say("cli.analyse.threads"))
    parser.add_argument("--hash", metavar="MB", type=int, default=64, help=say("cli.analyse.hash"))
    parser.add_argument("--no-network", action="store_true", help=say("cli.analyse.no-network"))
    parser.add_argument("--json", action="store_true", help=say("cli.option.json"))
    add_rules(parser)


def run(args: argparse.Namespace) -> int:
    """Search."""
    limit = limit_of(args)
    with ExitStack() as stack:
        engine = stack.enter_context(
            Engine(hash_mb=args.hash, threads=args.threads, seed=0, network=not args.no_network)
        )
        if args.position == "-":
            return answer_batch(lambda line: in_json(engine, one_position(line, args.rules), limit, args.lines))
        position = one_position(args.position, args.rules)
        if args.json:
            print("".join(in_json(engine, position, limit, args.lines)))
            return 0
        with Progress(say("cli.analyse.progress")) as progress:
            task = engine.start(
                position, limit or Limit(seconds=1.0), lines=args.lines, on_info=lambda _: progress.count()
            )
            try:
                while not wait([task], 0.1).done:
                    progress.show()
            except KeyboardInterrupt:  # report the best found so far
                task.stop()
        print("\n".join(in_words(task.result())))
    return 0


def in_json(engine: Engine, position: Position, limit: Limit | None, lines: int) -> Iterator[str]:
    """The answer for programs."""
    engine.clear()  # the answer must not depend on earlier positions
    yield json.dumps(engine.analyse(position, limit or Limit(seconds=1.0), lines=lines).to_dict())


def in_words(analysis: Analysis) -> list[str]:
    """The answer for people."""
    best = max(len(line.turn) for line in analysis.lines)
    rows: list[str] = []
    for number, line in enumerate(analysis.lines, 1):
        rows.append(f"{number:>3}  {line.turn:<{best}}  {_verdict(line)}")
        if len(line.pv) > 1:
            rows += paragraph(say("cli.analyse.then", turns=", ".join(line.pv[1:])), "       ", screen_width())
    nodes, seconds = Words.load().number(analysis.nodes), Words.load().number(analysis.seconds, 2)
    told = say("cli.analyse.searched", depth=analysis.depth, nodes=nodes, seconds=seconds)
    return [*rows, told]


def _verdict(line: AnalysisLine) -> str:
    if line.wins_in is not None:
        return say("cli.analyse.wins" if line.wins_in > 0 else "cli.analyse.loses", turns=abs(line.wins_in))
    score = ("+" if line.score >= 0 else "") + Words.load().number(line.score / 100, 2)
    return say("cli.analyse.score", score=score, chance=f"{100 * line.win_chance:.0f}")
