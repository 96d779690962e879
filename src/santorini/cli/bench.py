"""`santorini bench`: the project's own speed figures."""

from __future__ import annotations

import argparse
import json
from importlib import import_module
from typing import TypedDict

from santorini.cli._columns import table
from santorini.cli._common import CommandError, say
from santorini.errors import sentence

__all__ = ["arguments", "run"]


class Row(TypedDict):
    """A measurement, its reference, and the upper bound of their ratio if there is one."""

    name: str
    value: float
    unit: str
    ratio: float | None
    bound: float | None
    note: str


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--pairs", action="store_true", help=say("cli.bench.pairs"))
    parser.add_argument("--env", action="store_true", help=say("cli.bench.env"))
    parser.add_argument("--json", action="store_true", help=say("cli.option.json"))


def run(args: argparse.Namespace) -> int:
    """Measure. The exit status is 1 if a ratio exceeds its bound."""
    try:
        measure = import_module("santorini.bench_env" if args.env else "santorini.bench")
    except ModuleNotFoundError as error:
        extra = "pettingzoo,openspiel"
        raise CommandError(sentence("extra", extra=extra) if args.env else say("cli.bench.missing")) from error
    rows: list[Row] = measure.pairs() if args.pairs and not args.env else measure.run()
    if args.json:
        print(json.dumps({"rows": rows}))
    else:
        heads = [say(f"cli.bench.{column}") for column in ("name", "value", "unit", "ratio", "bound", "note")]
        print(table(heads, [_written(row) for row in rows], right={1, 3, 4}))
    over = any(row["ratio"] is not None and row["bound"] is not None and row["ratio"] > row["bound"] for row in rows)
    return 1 if over else 0


def _written(row: Row) -> list[str]:
    ratio = "" if row["ratio"] is None else f"{row['ratio']:.2f}"
    bound = "" if row["bound"] is None else f"{row['bound']:.2f}"
    return [row["name"], f"{row['value']:,.4g}", row["unit"], ratio, bound, row["note"]]
