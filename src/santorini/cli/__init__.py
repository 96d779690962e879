"""The `santorini` command: one module for each subcommand, imported only when it runs.

A command module has `arguments(parser)`, which says what it takes, and `run(args)`, which does it and returns the exit
status: 0 for success, 1 for a negative answer, 2 for bad usage or unreadable input.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import version
from typing import NoReturn

from santorini._errors import SantoriniError
from santorini.cli._common import CommandError, say

__all__ = ["COMMANDS", "main"]

COMMANDS = ("serve", "play", "powers", "turns", "perft", "show", "replay", "bench")

INTERRUPTED = 130
"""Exit status after Ctrl-C: 128 and the number of the signal, as shells have it."""


class Parser(argparse.ArgumentParser):
    """A parser whose complaint is one line."""

    def error(self, message: str) -> NoReturn:
        """Refuse the arguments."""
        raise CommandError(say("cli.usage", problem=message, command=self.prog))


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit status."""
    _tolerant_streams()
    try:
        status = _run(sys.argv[1:] if argv is None else list(argv))
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has gone (`santorini powers | head`). Python flushes once more on leaving: give it somewhere to.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except (SantoriniError, CommandError, OSError, UnicodeError, MemoryError) as error:
        print(say("cli.error", problem=_one_line(error)), file=sys.stderr)
        return 2
    return status


def _run(argv: list[str]) -> int:
    parser = Parser(prog="santorini", description=say("cli.about"), epilog=say("cli.more"), allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"%(prog)s {version('santorini')}")
    commands = parser.add_subparsers(title=say("cli.commands"), metavar=say("cli.command"), dest="command")
    if not argv or (argv[0].startswith("-") and argv[0] not in ("-h", "--help", "--version")):
        argv = ["serve", *argv]  # `santorini` alone opens the table
    # Only the command that is asked for is imported; the others are just named.
    wanted = next((word for word in argv if word in COMMANDS), None)
    for name in COMMANDS:
        command = commands.add_parser(
            name,
            help=say(f"cli.{name}.help"),
            description=say(f"cli.{name}.about"),
            epilog=_examples(name),
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        if name == wanted:
            module = import_module(f"santorini.cli.{name}")
            module.arguments(command)
            command.set_defaults(run=module.run)
    try:
        args = parser.parse_args(argv)
    except SystemExit as leaving:  # --help and --version have printed what was asked
        return int(leaving.code or 0)
    status: int = args.run(args)
    return status


def _examples(command: str) -> str:
    return "\n".join([say("cli.examples"), *(f"  {line}" for line in EXAMPLES[command])])


def _one_line(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    if isinstance(error, MemoryError):
        return say("cli.memory")
    return " ".join(str(error).split())


def _tolerant_streams() -> None:
    """Characters that the terminal cannot show, or that were mistyped, are replaced instead of ending the program."""
    for stream in (sys.stdin, sys.stdout):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


_START = "0000000000000000000000000/1/mortal:b3,d3/mortal:c2,c4"

EXAMPLES = {
    "serve": (
        "santorini",
        "santorini --port 8080 --no-browser",
        "santorini serve --host 0.0.0.0 --data games.sqlite",
    ),
    "play": (
        "santorini play",
        "santorini play demeter pan --seats human,random",
        "santorini play apollo atlas athena --names Ann,Ben,Cas --record evening.san",
        "santorini play random random --no-hidden --no-luck",
        "santorini play --fleece pan",
        "santorini play --draft --players 3",
    ),
    "powers": (
        "santorini powers",
        "santorini powers demeter hecate",
        "santorini powers --category hero --rules revised",
        "santorini powers --json --players 4",
        "santorini powers --random 3 --no-hidden --no-luck",
    ),
    "turns": (
        f"santorini turns {_START}",
        f"santorini turns {_START} --json --format short",
        "santorini turns - < positions.txt",
    ),
    "perft": (
        f"santorini perft {_START} 3",
        f"santorini perft {_START} 2 --split",
        "santorini perft - 2 < positions.txt",
    ),
    "show": (
        f"santorini show {_START}",
        f"santorini show {_START} --svg board.svg",
    ),
    "replay": (
        "santorini replay evening.san",
        "santorini replay evening.san --check",
    ),
    "bench": (
        "santorini bench",
        "santorini bench --json",
    ),
}
