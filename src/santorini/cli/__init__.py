"""The `santorini` command: one module for each subcommand, imported only when it runs.

A command module has `arguments(parser)`, which declares its arguments, and `run(args)`, which returns the exit status:
0 for success, 1 for a negative answer, 2 for bad usage or unreadable input.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any, NoReturn

from santorini import __version__
from santorini.cli._common import CommandError, say
from santorini.errors import SantoriniError
from santorini.words.catalogue import language_of_terminal, languages, speaking

__all__ = ["COMMANDS", "main"]

COMMANDS = (
    "serve",
    "think",
    "play",
    "analyse",
    "arena",
    "engine",
    "powers",
    "rulebook",
    "turns",
    "perft",
    "show",
    "replay",
    "review",
    "puzzles",
    "bench",
    "selfplay",
    "train",
    "backup",
    "restore",
)

INTERRUPTED = 130
"""Exit status after Ctrl-C: 128 plus the signal number, as in shells."""


class Formatter(argparse.RawDescriptionHelpFormatter):
    """Help with its heading in the language in use."""

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],
        prefix: str | None = None,
    ) -> None:
        """Add the usage line."""
        super().add_usage(usage, actions, groups, say("cli.usage-head") + " " if prefix is None else prefix)


class Parser(argparse.ArgumentParser):
    """A parser that speaks the language in use and refuses arguments with a `CommandError`."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options, add_help=False, allow_abbrev=False, exit_on_error=False, formatter_class=Formatter)
        self._positionals.title = say("cli.arguments")
        self._optionals.title = say("cli.options")
        self.register("type", int, _whole_number)
        self.register("type", float, _number)
        self.add_argument("-h", "--help", action="help", help=say("cli.option.help"))
        # The language is determined before parsing, because the help texts depend on it. Here it is only validated.
        self.add_argument("--lang", choices=languages(), help=say("cli.option.lang"))

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse the known arguments; invalid ones raise a `CommandError`."""
        try:
            return super().parse_known_args(args, namespace)
        except argparse.ArgumentError as error:
            if error.argument_name is None:
                self.error(error.message)
            raise self.refusal("argument", argument=error.argument_name, what=error.message) from None

    def error(self, message: str) -> NoReturn:
        """Called by argparse when no single argument is at fault: some are missing, and listed after the colon."""
        raise self.refusal("required", what=message.rpartition(": ")[2])

    def refusal(self, problem: str, **values: object) -> CommandError:
        """The error that says what is wrong with the arguments, and where to find help."""
        return CommandError(say("cli.usage", problem=say(f"cli.problem.{problem}", **values), command=self.prog))

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            choices = ", ".join(map(str, action.choices))
            raise argparse.ArgumentError(action, say("cli.problem.choice", what=repr(value), choices=choices))

    def _match_argument(self, action: argparse.Action, arg_strings_pattern: str) -> int:
        try:
            return super()._match_argument(action, arg_strings_pattern)
        except argparse.ArgumentError:
            raise argparse.ArgumentError(action, say("cli.problem.value")) from None


def _whole_number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(say("cli.problem.number", what=repr(text))) from None


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(say("cli.problem.decimal", what=repr(text))) from None


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit status."""
    _tolerant_streams()
    argv = sys.argv[1:] if argv is None else list(argv)
    with speaking(_language(argv)):
        return _main(argv)


def _language(argv: list[str]) -> str:
    """The language asked for, or the terminal's. Output for programs is in English on every machine."""
    # What follows `--` is not an option.
    options = argv[: argv.index("--")] if "--" in argv else argv
    for at, option in enumerate(options):
        given = options[at + 1 : at + 2] if option == "--lang" else [option.removeprefix("--lang=")]
        if option.startswith("--lang") and given and given[0] in languages():
            return given[0]
    return "en" if "--json" in options or "-" in options else language_of_terminal()


def _main(argv: list[str]) -> int:
    try:
        status = _run(argv)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has gone (`santorini powers | head`). Python flushes once more on exit: give it somewhere to write.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except (SantoriniError, CommandError, OSError, UnicodeError, MemoryError) as error:
        print(say("cli.error", problem=_one_line(error)), file=sys.stderr)
        return 2
    return status


def _run(argv: list[str]) -> int:
    parser = Parser(prog="santorini", description=say("cli.about"), epilog=say("cli.more"))
    shown = f"%(prog)s {__version__}"
    parser.add_argument("--version", action="version", version=shown, help=say("cli.option.version"))
    commands = parser.add_subparsers(title=say("cli.commands"), metavar=say("cli.command"), dest="command")
    if not argv or (argv[0].startswith("-") and argv[0] not in ("-h", "--help", "--version")):
        argv = ["serve", *argv]  # `santorini` alone opens the table
    # Only the requested command is imported; the others are just listed.
    wanted = next((word for word in argv if word in COMMANDS), None)
    for name in COMMANDS:
        command = commands.add_parser(
            name,
            help=say(f"cli.{name}.help"),
            description=say(f"cli.{name}.about"),
            epilog=_examples(name),
        )
        if name == wanted:
            module = import_module(f"santorini.cli.{name}")
            module.arguments(command)
            command.set_defaults(run=module.run)
    try:
        args, unknown = parser.parse_known_args(argv)
    except SystemExit as leaving:  # --help and --version have printed their text
        return int(leaving.code or 0)
    if unknown:
        raise parser.refusal("unknown", what=" ".join(unknown))
    status: int = args.run(args)
    return status


def _examples(command: str) -> str:
    return "\n".join([say("cli.examples"), *(f"  {line}" for line in EXAMPLES[command])])


def _one_line(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    if isinstance(error, MemoryError):
        return say("cli.memory")
    return " ".join(re.split(r"\s+", str(error).strip(), flags=re.ASCII))  # re.ASCII: no-break spaces stay


def _tolerant_streams() -> None:
    """Replace characters that cannot be decoded or displayed instead of failing on them."""
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
        "santorini serve --config santorini.toml",
    ),
    "think": ("santorini think --database postgresql://thinker@db.example.org/santorini",),
    "backup": ("santorini backup games-monday.sqlite", "santorini backup --records games/"),
    "restore": ("santorini restore games-monday.sqlite --data games.sqlite",),
    "play": (
        "santorini play",
        "santorini play --level 3",
        "santorini play demeter pan --seats human,oracle",
        "santorini play apollo atlas athena --names Ann,Ben,Cas --record evening.san",
        "santorini play random random --no-hidden --no-luck",
        "santorini play --fleece pan",
        "santorini play --draft --players 3",
    ),
    "analyse": (
        f"santorini analyse {_START}",
        f"santorini analyse {_START} --time 5 --lines 3",
        "santorini analyse - --nodes 100000 < positions.txt",
    ),
    "arena": (
        "santorini arena potter mason --games 200 --powers mixed",
        "santorini arena network handmade --time 0.1 --powers random --concurrency 2",
        "santorini arena titan 'other-engine --fast' --time 0.5 --sprt 0,30",
        "santorini arena titan random --players 3 --games 60",
        "santorini arena network titan --time 0.1 --openings book --cpu-time --resume match.jsonl",
        "santorini arena --resume match.jsonl --report",
    ),
    "engine": ("santorini engine",),
    "powers": (
        "santorini powers",
        "santorini powers demeter hecate",
        "santorini powers --category hero --rules revised",
        "santorini powers --json --players 4",
        "santorini powers --random 3 --no-hidden --no-luck",
    ),
    "rulebook": (
        "santorini rulebook",
        "santorini rulebook winning fleece glossary",
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
    "review": (
        "santorini review evening.san",
        "santorini review evening.san --out judged.san",
    ),
    "puzzles": (
        "santorini puzzles",
        "santorini puzzles --theme 'win 2' --power pan",
        "santorini puzzles make --set mine.txt --wanted 20 --powers pan,artemis",
        "santorini puzzles check --sample 300",
    ),
    "bench": (
        "santorini bench",
        "santorini bench --json",
    ),
    "selfplay": ("santorini selfplay --games 1000 --level 3 --out games/",),
    "train": ("santorini train training/first.toml --out runs/first",),
}
