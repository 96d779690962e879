"""How many positions of the suite the engine solves.

    .venv/bin/python -m tests.suite.run --time 1
    .venv/bin/python -m tests.suite.run --set hard --time 1 --cpu-time
    .venv/bin/python -m tests.suite.run --level 5 --immediate

A position is solved if the turn that is played is one of the right ones. Exit status 1 if fewer are than `--least`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterable

from santorini import Decision, Engine, Limit
from santorini.cli._progress import Progress
from tests.suite.positions import SETS, Problem, read


def decide(engine: Engine, problem: Problem, limit: Limit | None) -> Decision:
    """What the engine plays, without anything learned from the positions before."""
    engine.clear()
    return engine.play(problem.position, limit)


def main() -> int:
    """Ask the engine and count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", choices=SETS, default="old", help="hard: those that 0.1.0 gets wrong in a second")
    parser.add_argument("--time", type=float, help="seconds a position")
    parser.add_argument("--cpu-time", action="store_true", help="the seconds are processor time")
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--depth", type=int)
    parser.add_argument("--level", help="a level instead of full strength")
    parser.add_argument("--seeds", type=int, default=1, help="how often each is tried, with another seed each time")
    parser.add_argument("--kind", action="append", help="only these, such as 'win 3'")
    parser.add_argument("--power", action="append", help="only those of these powers")
    parser.add_argument(
        "--immediate", action="store_true", help="only: is a win of now taken, is a loss of the next turn stopped?"
    )
    parser.add_argument("--no-network", action="store_true")
    parser.add_argument("--least", type=float, default=0.0, help="percent that must be solved")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    limit = Limit(args.time, args.nodes, args.depth)
    problems = [
        problem
        for problem in read(file=SETS[args.set])
        if (not args.kind or problem.kind in args.kind)
        and (not args.power or problem.power in args.power)
        and (problem.is_immediate or not args.immediate)
    ]
    tried: dict[str, list[bool]] = defaultdict(list)
    missed: list[tuple[Problem, str]] = []
    with Progress("solving", total=len(problems) * args.seeds) as progress:
        for seed in range(args.seeds):
            with Engine(args.level, seed=seed, network=not args.no_network, cpu_time=args.cpu_time) as engine:
                for problem in problems:
                    decision = decide(engine, problem, None if limit.is_none else limit)
                    solved = (problem.survives if args.immediate else problem.solved_by)(decision.steps)
                    tried[problem.kind].append(solved)
                    if not solved:
                        missed.append((problem, decision.text))
                    progress.advance()
    every = [one for some in tried.values() for one in some]
    rate = 100 * sum(every) / max(1, len(every))
    if args.json:
        kinds = {kind: [sum(some), len(some)] for kind, some in sorted(tried.items())}
        lines = [{"kind": p.kind, "position": p.position.text, "played": turn} for p, turn in missed]
        print(json.dumps({"solved": sum(every), "of": len(every), "kinds": kinds, "missed": lines}))
    else:
        print("\n".join(told(tried, missed)))
        print(f"solved {sum(every)} of {len(every)}: {rate:.1f}%")
    return 0 if rate >= args.least else 1


def told(tried: dict[str, list[bool]], missed: Iterable[tuple[Problem, str]]) -> Iterable[str]:
    """The result for people."""
    for problem, turn in missed:
        listed = "wrong" if problem.kind in ("avoid", "worse") else "right"
        yield f"{problem.kind}: {problem.position.text}: played {turn}, {listed}: {' ; '.join(problem.turns)}"
    for kind, some in sorted(tried.items()):
        yield f"{kind}: {sum(some)} of {len(some)}"


if __name__ == "__main__":
    sys.exit(main())
