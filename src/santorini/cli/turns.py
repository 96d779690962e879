"""`santorini turns`: every legal turn of a position."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator

from santorini import LegalTurns, Position, Turn
from santorini.cli._common import add_rules, answer_batch, one_position, say
from santorini.cli._progress import Progress

__all__ = ["arguments", "run"]


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("position", metavar="POSITION", help=say("cli.option.position"))
    parser.add_argument("--json", action="store_true", help=say("cli.option.json"))
    parser.add_argument("--format", choices=("full", "short"), help=say("cli.turns.format"))
    add_rules(parser)


def run(args: argparse.Namespace) -> int:
    """List them."""
    short = args.format == "short"
    if args.position == "-":
        return answer_batch(lambda line: in_json(one_position(line, args.rules), short))
    position = one_position(args.position, args.rules)
    if args.json:
        for piece in in_json(position, short):
            sys.stdout.write(piece)
        print()
        return 0
    found = Found(short)
    for _ in found.turns(position):
        print(found.text if args.format is None else f"{found.text}\t{found.result}")
    sys.stdout.flush()
    print(say("cli.turns.total", count=found.count, distinct=found.distinct), file=sys.stderr)
    return 0


class Found:
    """Iterates over the turns and counts distinct texts and results.

    It keeps only their hashes: some positions have millions of turns.
    """

    def __init__(self, short: bool) -> None:
        self.short = short
        self.text = ""
        self.result = ""
        self.has_win = False
        self._texts: set[int] = set()
        self._results: set[int] = set()

    @property
    def count(self) -> int:
        """Distinct turn texts."""
        return len(self._texts)

    @property
    def distinct(self) -> int:
        """Distinct resulting positions, as they are written."""
        return len(self._results)

    def turns(self, position: Position) -> Iterator[Turn]:
        """Iterate over the turns; `text` and `result` are those of the current one."""
        with Progress(say("cli.turns.progress"), quiet=sys.stdout.isatty()) as progress:
            for turn in LegalTurns(position):
                self.result = turn.after.short if self.short else turn.after.text
                self.text = turn.text
                self._texts.add(hash(self.text))
                self._results.add(hash(self.result))
                self.has_win = self.has_win or turn.wins
                progress.advance()
                yield turn


def in_json(position: Position, short: bool) -> Iterator[str]:
    """The JSON in pieces, with the counts at the end, when they are known."""
    yield f'{{"position": {json.dumps(position.short if short else position.text)}, "turns": ['
    found = Found(short)
    comma = ""
    for _ in found.turns(position):
        yield comma + json.dumps({"turn": found.text, "result": found.result})
        comma = ", "
    counts = {"count": found.count, "distinct": found.distinct, "has_win": found.has_win}
    yield f"], {json.dumps(counts)[1:]}"
