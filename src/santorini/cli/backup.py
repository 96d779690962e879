"""`santorini backup`: a copy of the games while the server runs, or all of them as records."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from santorini.cli._common import CommandError, say
from santorini.cli.serve import need_packages

__all__ = ["arguments", "run"]


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", nargs="?", help=say("cli.backup.file"))
    parser.add_argument("--data", metavar="FILE", help=say("cli.serve.data"))
    parser.add_argument("--database", metavar="URL", help=say("cli.serve.database"))
    parser.add_argument("--records", metavar="FOLDER", help=say("cli.backup.records"))


def run(args: argparse.Namespace) -> int:
    """Copy."""
    need_packages()
    from santorini.server.storage.database import shown
    from santorini.server.storage.home import Unavailable
    from santorini.server.storage.sqlite import sqlite_url
    from santorini.server.tables.keeping import backup, write_records
    from santorini.server.web.config import data_file

    if not args.file and not args.records:
        raise CommandError(say("cli.backup.nothing"))
    if args.data and args.database:
        raise CommandError(say("cli.serve.data-or-database"))
    if args.database and args.file:
        raise CommandError(say("cli.backup.pg-dump"))
    data = Path(args.data).expanduser() if args.data else data_file()
    try:
        if args.file:
            backup(data, Path(args.file))
            print(say("cli.backup.done", file=args.file))
        if args.records:
            if not args.database and not data.is_file():
                raise Unavailable(say("cli.backup.no-games"))
            database = args.database or sqlite_url(data)
            number = write_records(database, Path(args.records), lambda problem: print(problem, file=sys.stderr))
            print(say("cli.backup.written", number=number, folder=args.records))
    except Unavailable as why:
        raise CommandError(
            say("cli.serve.no-database", where=shown(args.database) if args.database else str(data), why=why)
        ) from None
    return 0
