"""Compares `santorini bench` of this checkout with that of another one, row by row, alternating on one machine.

    python -m tools.bench_against ../older --rounds 10

Both must be built. Each row counts with its best round, because other work on the machine only ever slows one down. The
ratio is above 1 where this checkout is better.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
TIMES = ("µs", "ms", "s")
"""Units of rows in which a small number is a good one."""

Row = dict[str, Any]


def best(rounds: Iterable[Sequence[Row]]) -> dict[str, tuple[float, str]]:
    """The best value of each row, with its unit."""
    found: dict[str, tuple[float, str]] = {}
    for rows in rounds:
        for row in rows:
            name, value, unit = row["name"], row["value"], row["unit"]
            better = min if unit in TIMES else max
            found[name] = (better(value, found[name][0]) if name in found else value, unit)
    return found


def ratios(before: Iterable[Sequence[Row]], now: Iterable[Sequence[Row]]) -> dict[str, float]:
    """How much better each row is now, for rows that both have: 2 is twice as fast."""
    old, new = best(before), best(now)
    both = {name: (old[name][0], new[name][0], unit) for name, (_, unit) in new.items() if name in old}
    return {name: a / b if unit in TIMES else b / a for name, (a, b, unit) in both.items() if a > 0 < b}


def bench(checkout: Path) -> list[Row]:
    """One run. It is no reason to stop if a figure misses its bound, as happens on a busy machine."""
    command = [str(checkout / ".venv/bin/santorini"), "bench", "--json"]
    done = subprocess.run(command, cwd=checkout, stdout=subprocess.PIPE, check=False)
    rows: list[Row] = json.loads(done.stdout)["rows"]
    return rows


def main(argv: Sequence[str] | None = None) -> int:
    """Compare. Fails if a row is below the bound."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("other", type=Path, metavar="CHECKOUT", help="the other one, built")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--bound", type=float, default=0.97)
    args = parser.parse_args(argv)
    before: list[list[Row]] = []
    now: list[list[Row]] = []
    for number in range(args.rounds):
        before.append(bench(args.other.resolve()))
        now.append(bench(ROOT))
        print(f"\r{number + 1} of {args.rounds} rounds", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    found = sorted(ratios(before, now).items(), key=lambda row: row[1])
    for name, ratio in found:
        print(f"{ratio:6.2f}  {name}")
    low = sum(ratio < args.bound for _, ratio in found)
    print(f"{len(found)} rows, {low} below {args.bound}, median {found[len(found) // 2][1]:.2f}")
    return 1 if low else 0


if __name__ == "__main__":
    sys.exit(main())
