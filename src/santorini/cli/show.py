"""`santorini show`: a position as text or as a picture."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict

from santorini import Position
from santorini.cli._common import CommandError, add_rules, answer_batch, one_position, say, write_file

__all__ = ["arguments", "run"]


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("position", metavar="POSITION", help=say("cli.option.position"))
    parser.add_argument("--svg", metavar="FILE", help=say("cli.show.svg"))
    parser.add_argument("--json", action="store_true", help=say("cli.option.json"))
    add_rules(parser)


def run(args: argparse.Namespace) -> int:
    """Draw it."""
    batch = args.position == "-"
    if args.svg is not None and (args.json or batch):
        raise CommandError(say("cli.show.svg-alone"))
    if batch:
        return answer_batch(lambda line: in_json(one_position(line, args.rules)))
    position = one_position(args.position, args.rules)
    if args.json:
        print("".join(in_json(position)))
    elif args.svg is None:
        from santorini.draw.drawing import drawing
        from santorini.game.supply import supply

        print(drawing(position))
        print(supply(position).text())
    else:
        from santorini.draw.svg import board_svg

        picture = board_svg(position)
        if args.svg == "-":
            sys.stdout.write(picture)
        else:
            write_file(args.svg, picture)
    return 0


def in_json(position: Position) -> Iterator[str]:
    """The answer: the position in both forms, the board as text and what is left in the box."""
    from santorini.draw.drawing import drawing
    from santorini.game.supply import supply

    yield json.dumps(
        {
            "position": position.text,
            "short": position.short,
            "board": drawing(position),
            "supply": asdict(supply(position)),
        }
    )
