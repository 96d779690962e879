"""A server for the tests in its own process, with generous limits and, on request, a leak.

A leak is a deliberate bug. It shows that the scan for secrets can fail.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from pydantic_core import from_json, to_json

from santorini import Position, Step
from santorini.cli import serve as command
from santorini.server.tables.table import Table
from santorini.server.views import redaction, replay, table_state
from santorini.server.web.config import Config
from santorini.server.web.limits import Rate
from santorini.server.web.run import address, bind, prepare, serve
from santorini.server.web.workers import serve_with

PLENTY = Rate(1e9, 1e9)


def leak_view() -> None:
    def view(table: Table, seat: int) -> Position:
        return table.seen(seat).position

    setattr(Table, "view", view)  # noqa: B010


def leak_text() -> None:
    redaction.text = lambda turn, seat, over=False: turn.text


def leak_effects() -> None:
    honest = redaction.effects

    def effects(turn: Any, seat: int, over: bool = False) -> Any:
        return honest(turn, seat, over=True)

    redaction.effects = effects


def leak_draft() -> None:
    setattr(Table, "seen", lambda table, seat: table.draft or table.settled)  # noqa: B010


def leak_record() -> None:
    replay.record_text = lambda table, seat: table.settled.record().text()


def leak_log() -> None:
    honest = table_state.entry

    def entry(table: Table, number: int, seat: int) -> Any:
        return {**honest(table, number, seat), "position": table.entries[number].after.text}

    table_state.entry = entry


def leak_seed() -> None:
    honest = table_state.state_json

    def state_json(table: Table, *args: Any, **named: Any) -> bytes:
        return to_json({**from_json(honest(table, *args, **named)), "rematch": str(table.created.seed)})

    table_state.state_json = state_json


def leak_undo() -> None:
    """Only a step that ran into something is final, as in 0.1.0."""

    def depends_on_secrets(before: Position, step: Step, seat: int) -> bool:
        view = before.view(seat)
        return view != before and view.play(step).view(seat).text != before.play(step).view(seat).text

    setattr(Position, "depends_on_secrets", depends_on_secrets)  # noqa: B010


LEAKS: dict[str, Callable[[], None]] = {
    "view": leak_view,
    "text": leak_text,
    "effects": leak_effects,
    "draft": leak_draft,
    "record": leak_record,
    "log": leak_log,
    "seed": leak_seed,
}
PROBES: dict[str, Callable[[], None]] = {
    "undo": leak_undo,
}


GENEROUS: dict[str, object] = {
    **dict.fromkeys(("creations", "attempts", "chat", "messages", "requests", "hints"), PLENTY),
    **dict.fromkeys(("address_messages", "game_messages"), PLENTY),
    **dict.fromkeys(("address_sockets", "address_connections"), 10**6),
}


def main() -> None:
    parser = argparse.ArgumentParser()
    command.arguments(parser)
    parser.add_argument("--leak", choices=[*LEAKS, *PROBES])
    parser.add_argument("--strict", action="store_true", help="with the limits of a real server")
    parser.add_argument("--page", type=Path, default=Config.page, help="another built page")
    args = parser.parse_args()
    if args.leak:
        (LEAKS | PROBES)[args.leak]()
    for name, plenty in GENEROUS.items():
        if not args.strict and getattr(args, name) is None:
            setattr(args, name, plenty)
    args.thinkers = 1 if args.thinkers is None else args.thinkers
    config = replace(command.config_of(args), page=args.page)
    listening = bind("127.0.0.1", args.port)
    prepare(config)
    if args.workers:
        serve_with(args.workers, config, listening, ready=lambda: print(address(listening), flush=True))
    else:
        serve(config, listening, ready=lambda: print(address(listening), flush=True))


if __name__ == "__main__":
    main()
