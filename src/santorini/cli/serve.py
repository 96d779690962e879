"""`santorini` and `santorini serve`: the web table on this machine."""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Callable
from dataclasses import fields
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from santorini.cli._common import CommandError, say
from santorini.server import DEFAULT_PORT

if TYPE_CHECKING:
    from santorini.server.web.config import Config

__all__ = ["arguments", "config_of", "count", "is_postgres", "need_packages", "run"]

NEEDED = ("fastapi", "pydantic", "sqlalchemy", "uvicorn", "websockets")
NEEDED_FOR_POSTGRES = ("psycopg", "procrastinate")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments. None has a default here: what is not given may be in the settings file."""
    parser.add_argument("--host", metavar="ADDRESS", help=say("cli.serve.host"))
    parser.add_argument("--port", metavar="NUMBER", type=_port, help=say("cli.serve.port", port=DEFAULT_PORT))
    parser.add_argument("--no-browser", action="store_true", default=None, help=say("cli.serve.no-browser"))
    parser.add_argument("--data", metavar="FILE", help=say("cli.serve.data"))
    parser.add_argument("--database", metavar="URL", help=say("cli.serve.database"))
    parser.add_argument("--config", metavar="FILE", help=say("cli.serve.config"))
    parser.add_argument("--trusted-proxies", metavar="ADDRESSES", type=_list, help=say("cli.serve.trusted-proxies"))
    parser.add_argument("--origins", metavar="ADDRESSES", type=_list, help=say("cli.serve.origins"))
    parser.add_argument("--thinkers", metavar="NUMBER", type=count, help=say("cli.serve.thinkers"))
    parser.add_argument("--workers", metavar="NUMBER", type=count, help=say("cli.serve.workers"))
    parser.add_argument("--keep-days", metavar="NUMBER", type=_seconds, help=say("cli.serve.keep-days"))
    group = parser.add_argument_group(say("cli.serve.limits"), say("cli.serve.limits-about"))
    for name, kind, default in _limits():
        shown = f"{say(f'cli.serve.limit.{name}')} ({default})"
        metavar = "BURST/PER_SECOND" if kind is _rate else "NUMBER"
        group.add_argument(f"--{name}", metavar=metavar, type=kind, help=shown)


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    need_packages()
    from santorini.server.storage.database import shown
    from santorini.server.storage.home import Unavailable
    from santorini.server.web.run import address, bind, open_browser, prepare, serve
    from santorini.server.web.workers import serve_with

    if args.config:
        _take_settings(args, Path(args.config))
    config = config_of(args)
    host = args.host or "127.0.0.1"
    try:
        prepare(config)
    except Unavailable as why:
        where = shown(args.database) if args.database else args.data
        raise CommandError(say("cli.serve.no-database", where=where, why=why)) from None
    try:
        listening = bind(host, args.port)
    except OSError as error:
        raise CommandError(
            say("cli.serve.not-there", host=host, port=args.port or 0, why=error.strerror or str(error))
        ) from None
    where = address(listening)

    def ready() -> None:
        print(say("cli.serve.open", where=where), flush=True)
        print(say("cli.serve.stop"), flush=True)
        if not args.no_browser:
            open_browser(where)

    if (args.workers or 1) > 1:
        serve_with(args.workers, config, listening, ready=ready)
    else:
        serve(config, listening, ready=ready)
    print(say("cli.serve.stopped"))
    return 0


def need_packages() -> None:
    """Raise an error if packages of the server are missing."""
    if any(find_spec(name) is None for name in NEEDED):
        raise CommandError(say("cli.serve.web-missing"))


def is_postgres(database: str) -> bool:
    """Is it the address of a PostgreSQL database?"""
    return database.startswith("postgresql")


def config_of(args: argparse.Namespace) -> Config:
    """The settings of the server, from the options."""
    from santorini.server.storage.sqlite import sqlite_url
    from santorini.server.web.address import networks
    from santorini.server.web.config import Config, data_file
    from santorini.server.web.limits import Limits

    if args.data and args.database:
        raise CommandError(say("cli.serve.data-or-database"))
    postgres = is_postgres(args.database or "")
    if (args.workers or 1) > 1 and not postgres:
        raise CommandError(say("cli.serve.workers-postgres"))
    if args.thinkers == 0 and not postgres:
        raise CommandError(say("cli.serve.thinkers-postgres"))
    if postgres and any(find_spec(name) is None for name in NEEDED_FOR_POSTGRES):
        raise CommandError(say("cli.serve.postgres-missing"))
    args.data = str(Path(args.data).expanduser().absolute() if args.data else data_file())
    given = {field.name: getattr(args, field.name) for field in fields(Limits)}
    try:
        trusted = networks(args.trusted_proxies or ())
    except ValueError:
        what = ",".join(args.trusted_proxies)
        raise CommandError(say("cli.serve.bad-value", what=what, option="--trusted-proxies")) from None
    return Config(
        database=args.database or sqlite_url(Path(args.data)),
        limits=Limits(**{name: value for name, value in given.items() if value is not None}),
        origins=tuple(args.origins or ()),
        trusted=trusted,
        thinkers=args.thinkers,
        keep_days=args.keep_days,
    )


# -- options and settings ------------------------------------------------------------------------------------------


def _limits() -> list[tuple[str, Callable[[str], object], object]]:
    """The limits as options: name, type, default. Empty if packages of the server are missing."""
    if any(find_spec(name) is None for name in NEEDED):
        return []
    from santorini.server.web.limits import Limits, Rate

    found: list[tuple[str, Callable[[str], object], object]] = []
    for field in fields(Limits):
        kind = _rate if isinstance(field.default, Rate) else _seconds if isinstance(field.default, float) else count
        found.append((field.name.replace("_", "-"), kind, field.default))
    return found


def _take_settings(args: argparse.Namespace, file: Path) -> None:
    """Options from a settings file, where the command line does not say otherwise."""
    parser = argparse.ArgumentParser()
    arguments(parser)
    known = {
        action.option_strings[0][2:]: action for action in parser._actions if action.dest not in ("help", "config")
    }
    try:
        with file.open("rb") as content:
            settings = tomllib.load(content)
        for name, value in settings.items():
            if name not in known:
                raise CommandError(say("cli.serve.unknown-setting", what=name))
            if getattr(args, known[name].dest) is None:
                setattr(args, known[name].dest, _setting(known[name], value))
    except (OSError, ValueError, argparse.ArgumentTypeError, CommandError) as error:
        why = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise CommandError(say("cli.serve.bad-config", file=str(file), why=why)) from None


def _setting(option: argparse.Action, value: Any) -> object:
    if isinstance(value, bool) == (option.nargs != 0):
        raise CommandError(say("cli.serve.bad-value", what=str(value), option=option.option_strings[0]))
    if isinstance(value, bool):
        return value or None
    text = ",".join(map(str, value)) if isinstance(value, list) else str(value)
    return option.type(text) if callable(option.type) else text


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(say("cli.serve.no-port", port=text))
    return int(text)


def _list(text: str) -> list[str]:
    return [one.strip() for one in text.split(",") if one.strip()]


def _read(text: str, read: Callable[[str], Any], good: Callable[[Any], bool]) -> Any:
    try:
        value = read(text)
    except ValueError:
        value = None
    if value is None or not good(value):
        raise argparse.ArgumentTypeError(say("cli.serve.no-number", what=text))
    return value


def count(text: str) -> int:
    """A number of something."""
    return int(_read(text, int, lambda number: 0 <= number < 2**31))


def _seconds(text: str) -> float:
    return float(_read(text, float, lambda number: 0 < number < 1e9))


def _rate(text: str) -> object:
    from santorini.server.web.limits import Rate

    return _read(text, Rate.read, lambda rate: True)
