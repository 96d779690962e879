"""`santorini think`: thinks for the computer opponents of a web table that runs elsewhere."""

from __future__ import annotations

import argparse
from importlib.util import find_spec

from santorini.cli._common import CommandError, say
from santorini.cli.serve import NEEDED_FOR_POSTGRES, count, is_postgres, need_packages

__all__ = ["arguments", "run"]


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--database", metavar="URL", required=True, help=say("cli.think.database"))
    parser.add_argument("--thinkers", metavar="NUMBER", type=count, help=say("cli.serve.thinkers"))


def run(args: argparse.Namespace) -> int:
    """Think until Ctrl-C."""
    need_packages()
    if not is_postgres(args.database):
        raise CommandError(say("cli.think.postgres"))
    if any(find_spec(name) is None for name in NEEDED_FOR_POSTGRES):
        raise CommandError(say("cli.serve.postgres-missing"))
    from santorini.server.storage.database import shown
    from santorini.server.storage.home import Unavailable
    from santorini.server.thinking.answering import answer_for_ever
    from santorini.server.thinking.questions import is_prepared

    try:
        is_prepared(args.database)
    except Unavailable as why:
        raise CommandError(say("cli.serve.no-database", where=shown(args.database), why=why)) from None
    answer_for_ever(
        args.database,
        args.thinkers,
        waits=lambda: print(say("cli.think.waits"), flush=True),
        ready=lambda: print(say("cli.think.ready", where=shown(args.database)), flush=True),
    )
    print(say("cli.serve.stopped"))
    return 0
