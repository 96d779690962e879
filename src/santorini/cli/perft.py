"""`santorini perft`: count the positions after a number of turns."""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from santorini import LegalTurns, Position, Words
from santorini.cli._common import add_rules, answer_batch, one_position, say
from santorini.cli._progress import Progress

__all__ = ["arguments", "run"]

DEEPEST = 60

PIECE = 1e8
"""About how many positions the core counts in one call: a fraction of a second."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("position", metavar="POSITION", help=say("cli.option.position"))
    parser.add_argument("depth", metavar="DEPTH", type=depth, help=say("cli.perft.depth"))
    parser.add_argument("--json", action="store_true", help=say("cli.option.json"))
    parser.add_argument("--split", action="store_true", help=say("cli.perft.split"))
    add_rules(parser)


def depth(text: str) -> int:
    """A number of turns."""
    if not text.isdecimal() or int(text) > DEEPEST:
        raise argparse.ArgumentTypeError(say("cli.perft.not-depth", text=text, most=DEEPEST))
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Count."""
    if args.position == "-":
        return answer_batch(lambda line: in_json(one_position(line, args.rules), args.depth, args.split))
    position = one_position(args.position, args.rules)
    if args.json:
        print("".join(in_json(position, args.depth, args.split)))
        return 0
    result = counted(position, args.depth, args.split)
    for turn, nodes in result.split.items():
        print(f"{turn}\t{nodes}")
    print(result.nodes, flush=True)
    words = Words.load()
    rate = result.nodes / result.seconds if result.seconds else 0
    print(say("cli.perft.time", seconds=words.number(result.seconds, 3), rate=words.number(rate)), file=sys.stderr)
    return 0


def in_json(position: Position, depth: int, split: bool) -> Iterator[str]:
    """The answer."""
    result = counted(position, depth, split)
    answer: dict[str, object] = {"depth": depth, "nodes": result.nodes, "seconds": round(result.seconds, 6)}
    if split:
        answer["split"] = result.split
    yield json.dumps(answer)


@dataclass
class Count:
    """What has been counted so far."""

    nodes: int = 0
    seconds: float = 0.0
    split: dict[str, int] = field(default_factory=dict)


def counted(position: Position, depth: int, split: bool) -> Count:
    """Count in pieces, small enough that Ctrl-C is noticed between them."""
    turns = position.count_turns()
    at_once = int(math.log(PIECE) / math.log(max(turns, 2)))
    result = Count()
    with Progress(say("cli.perft.progress", depth=depth), total=turns) as progress:
        start = time.perf_counter()
        if not depth or not (split or depth > at_once):
            result.nodes = position.perft(depth)
        else:
            for turn in LegalTurns(position):
                nodes = _nodes(turn.after, depth - 1, max(at_once, 1))
                result.nodes += nodes
                if split:
                    result.split[turn.text] = nodes
                progress.advance()
        result.seconds = time.perf_counter() - start
    return result


def _nodes(position: Position, depth: int, at_once: int) -> int:
    if depth <= at_once:
        return position.perft(depth)
    return sum(_nodes(turn.after, depth - 1, at_once) for turn in LegalTurns(position))
