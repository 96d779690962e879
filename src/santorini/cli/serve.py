"""`santorini` and `santorini serve`: the web table on this machine."""

from __future__ import annotations

import argparse
from importlib.util import find_spec
from pathlib import Path

from santorini.cli._common import CommandError, say
from santorini.server import DEFAULT_PORT

__all__ = ["arguments", "run"]

NEEDED = ("fastapi", "pydantic", "sqlalchemy", "uvicorn", "websockets")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--host", metavar="ADDRESS", default="127.0.0.1", help=say("cli.serve.host"))
    parser.add_argument("--port", metavar="NUMBER", type=_port, help=say("cli.serve.port", port=DEFAULT_PORT))
    parser.add_argument("--no-browser", action="store_true", help=say("cli.serve.no-browser"))
    parser.add_argument("--data", metavar="FILE", help=say("cli.serve.data"))
    parser.add_argument("--database", metavar="URL", help=say("cli.serve.database"))


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    if any(find_spec(name) is None for name in NEEDED):
        raise CommandError(say("cli.serve.web-missing"))
    from santorini.server.tables.journal import sqlite_url
    from santorini.server.web.config import Config, data_file
    from santorini.server.web.run import address, bind, open_browser, serve

    if args.data and args.database:
        raise CommandError(say("cli.serve.data-or-database"))
    file = Path(args.data).expanduser().absolute() if args.data else data_file()
    if not args.database:
        file.parent.mkdir(parents=True, exist_ok=True)
    try:
        listening = bind(args.host, args.port)
    except OSError as error:
        raise CommandError(
            say("cli.serve.not-there", host=args.host, port=args.port or 0, why=error.strerror or str(error))
        ) from None
    where = address(listening)

    def ready() -> None:
        print(say("cli.serve.open", where=where), flush=True)
        print(say("cli.serve.stop"), flush=True)
        if not args.no_browser:
            open_browser(where)

    serve(Config(database=args.database or sqlite_url(file)), listening, ready=ready)
    print(say("cli.serve.stopped"))
    return 0


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(say("cli.serve.no-port", port=text))
    return int(text)
