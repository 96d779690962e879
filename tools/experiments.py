"""Adds a match to the table of experiments (docs/experiments.md).

    python -m tools.experiments runs/margin.jsonl --tried "static margin 40" --against "0.1.0" --kept yes

The file is one that `santorini arena --resume` made.
"""

from __future__ import annotations

import argparse
import datetime as dt
import sys
from collections.abc import Sequence
from pathlib import Path

from santorini.arena._log import Log, read_log
from santorini.arena._report import summed_up
from santorini.errors import SantoriniError

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "docs/experiments.md"


def conditions(log: Log) -> str:
    """How it was played, in a few words."""
    match = log.match
    limit = match.options.limit
    words = []
    if limit is not None:
        words += [f"{limit.seconds:g} s"] if limit.seconds is not None else []
        words += [f"{limit.nodes:,} nodes"] if limit.nodes is not None else []
        words += [f"depth {limit.depth}"] if limit.depth is not None else []
    words += ["cpu"] if match.options.cpu_time else []
    words += [f"{match.options.threads} threads"] if match.options.threads > 1 else []
    words.append(f"fleece {match.fleece}" if match.fleece is not None else match.powers)
    words += [match.rules] if match.rules != "printed" else []
    words += [f"{match.players} players"] if match.players != 2 else []
    words.append("placed by the players" if match.engine_places else f"{Path(match.openings).name} openings")
    return ", ".join(words)


def row(log: Log, tried: str, against: str | None, kept: str, date: str) -> str:
    """A line of the table."""
    found = summed_up(log.match, [log.rounds[at] for at in sorted(log.rounds)], log.test)
    least, most = (_signed(bound) for bound in found["elo_interval"])  # type: ignore[attr-defined]
    score = found["score"]
    assert isinstance(score, float)
    result = f"{100 * score:.1f}%, Elo {_signed(found['elo'])} ({least} to {most})"
    if (test := found["sprt"]) is not None:
        assert isinstance(test, dict)
        result += f", SPRT {test['low']:g},{test['high']:g}: {test['verdict'] or 'open'} (LLR {test['llr']:.2f})"
    cells = (date, tried, against or log.match.sides[1], conditions(log), str(found["games"]), result, kept)
    return "| " + " | ".join(cell.replace("|", "/") for cell in cells) + " |"


def _signed(value: object) -> str:
    return f"{value:+.0f}" if isinstance(value, float) else "∞"


def main(argv: Sequence[str] | None = None) -> int:
    """Append the row."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("match", type=Path, help="the file of a match")
    parser.add_argument("--tried", required=True, help="what the first player has that the second has not")
    parser.add_argument("--against", help="who the second player is (default: as the match names it)")
    parser.add_argument("--kept", choices=("yes", "no", "open"), required=True)
    parser.add_argument("--date", default=dt.datetime.now(tz=dt.UTC).date().isoformat())
    parser.add_argument("--table", type=Path, default=TABLE)
    args = parser.parse_args(argv)
    try:
        log = read_log(args.match)
    except SantoriniError as error:
        parser.error(str(error))
    if not log.rounds:
        parser.error(f"{args.match} has no finished round")
    line = row(log, args.tried, args.against, args.kept, args.date)
    text = args.table.read_text(encoding="utf-8").rstrip("\n")
    args.table.write_text(f"{text}\n{line}\n", encoding="utf-8")
    print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
