"""What the commands share: words, positions from arguments, batches, files."""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

from santorini import Limit, Position, Power, SantoriniError, Words, power, read_position
from santorini.errors import sentence
from santorini.setup.random_choice import Filters
from santorini.words.catalogue import RULE_SETS

__all__ = [
    "CommandError",
    "add_filters",
    "add_limits",
    "add_ray",
    "add_rules",
    "answer_batch",
    "filters",
    "limit_of",
    "named_power",
    "one_position",
    "ray_address",
    "read_file",
    "say",
    "write_file",
]

LONGEST_LINE = 100_000
"""The longest line of a batch in bytes; longer ones are answered with an error."""


class CommandError(Exception):
    """The command cannot do what was asked; the message says why and what would work. Exit status 2."""


def say(key: str, /, **values: object) -> str:
    """A text of the catalogue, in the language in use."""
    return Words.load().text(key, **values)


def named_power(name: str) -> Power:
    """The power with this id, or with this name in the language in use."""
    return power(Words.load().find_power(name) or name)


def add_rules(parser: argparse.ArgumentParser) -> None:
    """`--rules`, for a command that takes a position."""
    parser.add_argument("--rules", choices=RULE_SETS, help=say("cli.option.rules-position"))


def add_filters(parser: argparse._ActionsContainer) -> None:
    """Options that restrict which powers are drawn at random."""
    for name in ("no-hidden", "no-luck", "no-heroes", "simple"):
        parser.add_argument(f"--{name}", action="store_true", help=say(f"cli.option.{name}"))


def filters(args: argparse.Namespace) -> Filters:
    """The filters that were given."""
    return Filters(hidden=not args.no_hidden, luck=not args.no_luck, heroes=not args.no_heroes, simple_only=args.simple)


def add_limits(parser: argparse._ActionsContainer) -> None:
    """Options that limit a search."""
    parser.add_argument("--time", metavar="SECONDS", type=float, help=say("cli.option.time"))
    parser.add_argument("--nodes", metavar="N", type=int, help=say("cli.option.nodes"))
    parser.add_argument("--depth", metavar="N", type=int, help=say("cli.option.depth"))


def limit_of(args: argparse.Namespace) -> Limit | None:
    """The limit that was given, or None."""
    limit = Limit(args.time, args.nodes, args.depth)
    return None if limit.is_none else limit


def add_ray(parser: argparse.ArgumentParser) -> None:
    """`--ray`, for a command that plays many games."""
    parser.add_argument("--ray", metavar="ADDRESS", help=say("cli.option.ray"))


def ray_address(args: argparse.Namespace) -> str | None:
    """The cluster that was given, or None."""
    if args.ray is not None and find_spec("ray") is None:
        raise CommandError(sentence("extra", extra="cluster"))
    address: str | None = args.ray
    return address


def one_position(text: str, rules: str | None = None) -> Position:
    """Read a position text; `rules` overrides its rule set."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise CommandError(say("cli.not-text")) from None
    if rules is not None:
        fields = [field for field in text.strip().split("/") if not field.lower().startswith("rules=")]
        text = "/".join([*fields, f"rules={rules}"])
    return read_position(text)


def answer_batch(answer: Callable[[str], Iterable[str]]) -> int:
    """Answer each line of standard input with one line of JSON, each before the next is read.

    `answer` yields the JSON in pieces; if it fails, it raises before the first one.
    """
    for line in _lines():
        try:
            if isinstance(line, CommandError):
                raise line
            pieces = iter(answer(line))
            first = next(pieces)
        except (SantoriniError, CommandError) as error:
            sys.stdout.write(json.dumps({"error": str(error)}))
        else:
            sys.stdout.write(first)
            for piece in pieces:
                sys.stdout.write(piece)
        sys.stdout.write("\n")
        sys.stdout.flush()
    return 0


def _lines() -> Iterator[str | CommandError]:
    """The lines of standard input, with an error in place of each line that cannot be read."""
    stream = sys.stdin.buffer
    while line := stream.readline(LONGEST_LINE):
        if len(line) == LONGEST_LINE and not line.endswith(b"\n"):
            while (rest := stream.readline(LONGEST_LINE)) and not rest.endswith(b"\n"):
                pass
            yield CommandError(say("cli.long-line", most=LONGEST_LINE))
            continue
        try:
            yield line.decode().strip()
        except UnicodeDecodeError:
            yield CommandError(say("cli.not-text"))


def read_file(name: str) -> str:
    """The text of a file; `-` is standard input."""
    try:
        return sys.stdin.buffer.read().decode() if name == "-" else Path(name).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise CommandError(say("cli.not-text-file", file=name)) from None
    except ValueError:  # a null character in the name
        raise CommandError(say("cli.not-a-name", file=name)) from None


def write_file(name: str, text: str) -> None:
    """Write a file atomically: at every moment it holds either the old or the new text."""
    try:
        path = Path(name).expanduser().resolve()
        handle, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".new")
    except ValueError:
        raise CommandError(say("cli.not-a-name", file=name)) from None
    except OSError as error:
        raise OSError(error.errno, error.strerror, name) from None
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
        Path(draft).chmod(mode)
        Path(draft).replace(path)
    except BaseException as error:
        with suppress(OSError):
            Path(draft).unlink()
        if isinstance(error, OSError):
            raise OSError(error.errno, error.strerror, name) from None
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
