"""`santorini play`: a game in the terminal."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

from santorini import Game, Limit, level
from santorini.cli._common import CommandError, add_filters, filters, one_position, read_file, say
from santorini.cli._computer import HUMAN, RANDOM, Computer, kind_of
from santorini.cli._questions import Questions
from santorini.cli._screen import Screen
from santorini.cli._session import Session
from santorini.record.reader import read_record
from santorini.record.record import Record
from santorini.words.catalogue import RULE_SETS

__all__ = ["arguments", "run"]


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("powers", metavar="POWER", nargs="*", help=say("cli.play.powers"))
    parser.add_argument("--players", metavar="N", type=int, choices=(2, 3, 4), help=say("cli.play.players"))
    parser.add_argument("--seats", metavar="KIND,KIND", help=say("cli.play.seats"))
    parser.add_argument("--level", metavar="LEVEL", help=say("cli.play.level"))
    parser.add_argument("--random", action="store_true", help=say("cli.play.random"))
    parser.add_argument("--time", metavar="SECONDS", type=float, help=say("cli.play.time"))
    parser.add_argument("--names", metavar="NAME,NAME", help=say("cli.play.names"))
    parser.add_argument("--rules", choices=RULE_SETS, help=say("cli.option.rules"))
    parser.add_argument("--fleece", metavar="POWER", help=say("cli.play.fleece"))
    parser.add_argument("--draft", action="store_true", help=say("cli.play.draft"))
    parser.add_argument("--any-pair", action="store_true", help=say("cli.play.any-pair"))
    parser.add_argument("--set", metavar="SETTING", action="append", default=[], help=say("cli.play.set"))
    parser.add_argument("--first", metavar="SEAT", type=int, default=1, help=say("cli.play.first"))
    parser.add_argument("--seed", metavar="NUMBER", type=int, help=say("cli.play.seed"))
    parser.add_argument("--position", metavar="TEXT", help=say("cli.play.position"))
    parser.add_argument("--record", metavar="FILE", help=say("cli.play.record"))
    add_filters(parser.add_argument_group(say("cli.play.filters")))


def run(args: argparse.Namespace) -> int:
    """Set the game up and play it."""
    old = _old_record(args)
    with Screen() as screen:
        try:
            session = _session(args, old, screen)
            session.play()
        except (EOFError, KeyboardInterrupt):  # before the game began
            session = None
    if session is not None:
        print("\n".join(session.farewell()))
    return 0


def _old_record(args: argparse.Namespace) -> Record | None:
    """The game in the file of `--record`, to be continued if the file exists."""
    if args.record is None or not _exists(args.record):
        return None
    given = args.powers or args.fleece or args.draft or args.position or args.players or args.rules or args.set
    if given:
        raise CommandError(say("cli.play.record-exists", file=args.record))
    return read_record(read_file(args.record))


def _exists(name: str) -> bool:
    try:
        path = Path(name).expanduser()
        if not path.parent.is_dir():
            raise CommandError(say("cli.play.no-folder", file=name))
        return path.exists()
    except ValueError:
        raise CommandError(say("cli.not-a-name", file=name)) from None


def _session(args: argparse.Namespace, old: Record | None, screen: Screen) -> Session:
    seats = _kinds(args)
    headers: dict[str, str] = {}
    if old is not None:
        game = old.game()
        # Headers that the game determines are written again.
        headers = {name: value for name, value in old.headers.items() if name not in Record.from_game(game).headers}
        players = range(1, game.position.players + 1)
        seats = seats or [headers.get(f"Kind{seat}", "human") for seat in players]
        names = _names(args) or _clean(headers.get(f"Seat{seat}", "") for seat in players)
    else:
        if args.position is not None:
            game = _from_position(args)
        elif args.powers or args.fleece or args.draft:
            game = _new_game(args, seats)
        else:
            questions = _questions(args, screen)
            powers, seats = questions.ask(args.players, seats)
            game = _game(args, powers)
        headers["Date"] = datetime.now().astimezone().strftime("%Y.%m.%d")
        names = _names(args)
    count = game.position.players
    seats = seats or [HUMAN] * count
    if args.random or args.level is not None:
        other = RANDOM if args.random else level(args.level).name
        seats = [HUMAN] + [other] * (count - 1)
    kinds = [kind for seat in seats if (kind := kind_of(seat)) is not None]
    if not len(kinds) == len(seats) == count:
        raise CommandError(say("cli.play.not-seats", seats=",".join(seats), players=count))
    names = names or [""] * count
    if len(names) != count:
        raise CommandError(say("cli.play.not-names", names=",".join(names), players=count))
    for seat, (kind, name) in enumerate(zip(kinds, names, strict=True), 1):
        headers[f"Kind{seat}"] = kind
        if name:
            headers[f"Seat{seat}"] = name
    nodes = tuple(old.main.nodes) if old is not None else ()
    computer = Computer(kinds, game.seed, None if args.time is None else Limit(seconds=args.time))
    return Session(game, kinds, names, screen, computer, record=args.record, headers=headers, old_nodes=nodes)


def _kinds(args: argparse.Namespace) -> list[str]:
    if (args.seats is not None) + (args.level is not None) + args.random > 1:
        raise CommandError(say("cli.play.seats-and-random"))
    return [kind.strip().lower() for kind in args.seats.split(",")] if args.seats is not None else []


def _names(args: argparse.Namespace) -> list[str]:
    return _clean(args.names.split(",")) if args.names else []


def _clean(names: Iterable[str]) -> list[str]:
    """Names without control characters."""
    return [re.sub(r"[^\w .'-]", "", name).strip()[:20] for name in names]


def _from_position(args: argparse.Namespace) -> Game:
    if args.powers or args.fleece or args.draft or args.players:
        raise CommandError(say("cli.play.position-alone"))
    return Game.from_position(one_position(args.position, args.rules), seed=args.seed)


def _new_game(args: argparse.Namespace, seats: list[str]) -> Game:
    if args.draft and (args.powers or args.fleece):
        raise CommandError(say("cli.play.draft-alone"))
    players = args.players or len(args.powers) or (len(seats) if args.draft and seats else 2)
    if args.powers and len(args.powers) != players:
        raise CommandError(say("cli.play.not-powers", powers=" ".join(args.powers), players=players))
    questions = _questions(args, None)
    return _game(args, questions.dealt(args.powers, players), players, questions.fleece(args.fleece))


def _questions(args: argparse.Namespace, screen: Screen | None) -> Questions:
    return Questions(screen, args.rules or "printed", args.any_pair, args.seed, filters(args))


def _game(args: argparse.Namespace, powers: list[str], players: int | None = None, fleece: str | None = None) -> Game:
    return Game(
        *powers,
        players=players or len(powers) or 2,
        rules=args.rules or "printed",
        fleece=fleece,
        settings=args.set,
        first=args.first,
        any_pair=args.any_pair,
        draft=args.draft,
        seed=args.seed,
    )
