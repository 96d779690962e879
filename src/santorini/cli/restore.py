"""`santorini restore`: the games from a copy that `santorini backup` has made."""

from __future__ import annotations

import argparse
from pathlib import Path

from santorini.cli._common import CommandError, say
from santorini.cli.serve import need_packages

__all__ = ["arguments", "run"]


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", help=say("cli.restore.file"))
    parser.add_argument("--data", metavar="FILE", help=say("cli.serve.data"))


def run(args: argparse.Namespace) -> int:
    """Put the copy in place."""
    need_packages()
    from santorini.server.storage.home import Unavailable
    from santorini.server.tables.keeping import restore
    from santorini.server.web.config import data_file

    data = Path(args.data).expanduser() if args.data else data_file()
    if data.exists():
        raise CommandError(say("cli.restore.there", file=str(data)))
    try:
        restore(Path(args.file), data)
    except Unavailable as why:
        raise CommandError(say("cli.serve.no-database", where=args.file, why=why)) from None
    print(say("cli.restore.done", file=str(data)))
    return 0
