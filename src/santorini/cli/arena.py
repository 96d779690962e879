"""`santorini arena`: a match between two computer players."""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from santorini.arena._match import GameResult, Match, rounds, seatings
from santorini.arena._players import Options, check
from santorini.arena._statistics import Sprt, elo, wilson
from santorini.cli._columns import table
from santorini.cli._common import CommandError, add_filters, add_limits, filters, limit_of, say, write_file
from santorini.cli._progress import Progress
from santorini.words.catalogue import RULE_SETS, Words

__all__ = ["arguments", "run"]

MOST_GAMES = 10**6
MOST_FAULTS = 20
"""How many faults are listed individually."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("sides", metavar="PLAYER", nargs=2, help=say("cli.arena.sides"))
    parser.add_argument("--games", metavar="N", type=int, default=100, help=say("cli.arena.games"))
    add_limits(parser)
    parser.add_argument("--powers", metavar="WHICH", default="plain", help=say("cli.arena.powers"))
    parser.add_argument("--players", metavar="N", type=int, choices=(2, 3, 4), default=2, help=say("cli.play.players"))
    parser.add_argument("--fleece", metavar="POWER", help=say("cli.play.fleece"))
    parser.add_argument("--rules", choices=RULE_SETS, default="printed", help=say("cli.option.rules"))
    parser.add_argument("--placement", choices=("random", "engine"), default="random", help=say("cli.arena.placement"))
    parser.add_argument("--seed", metavar="NUMBER", type=int, default=0, help=say("cli.arena.seed"))
    parser.add_argument("--sprt", metavar="ELO,ELO", help=say("cli.arena.sprt"))
    parser.add_argument("--concurrency", metavar="N", type=int, default=1, help=say("cli.arena.concurrency"))
    parser.add_argument("--hash", metavar="MB", type=int, default=64, help=say("cli.analyse.hash"))
    parser.add_argument("--threads", metavar="N", type=int, default=1, help=say("cli.analyse.threads"))
    parser.add_argument("--most-turns", metavar="N", type=int, default=400, help=say("cli.arena.most-turns"))
    parser.add_argument("--by-power", action="store_true", help=say("cli.arena.by-power"))
    parser.add_argument("--record", metavar="FILE", help=say("cli.arena.record"))
    parser.add_argument("--pairings", metavar="FILE", help=say("cli.arena.pairings"))
    parser.add_argument("--json", action="store_true", help=say("cli.option.json"))
    add_filters(parser.add_argument_group(say("cli.play.filters")))


def run(args: argparse.Namespace) -> int:
    """Play the match."""
    match, test = _match(args), _sprt(args.sprt)
    for number in range(2):
        match.table(number).game(0)  # refuse impossible pairings before the first game
    if args.pairings is not None:
        _known(args.pairings)
    in_round = len(seatings(match.players))
    count = -(-args.games // in_round)
    played: list[GameResult] = []
    scores: list[float] = []
    stopped = False
    try:
        with (
            Progress(say("cli.arena.progress"), total=count * in_round) as progress,
            closing(rounds(match, count, args.concurrency, progress.show)) as all_rounds,
        ):
            for results in all_rounds:
                played += results
                scores.append(sum(one.score for one in results) / len(results))
                for _ in results:
                    progress.advance()
                if test is not None and test.verdict(scores) is not None:
                    break
    except KeyboardInterrupt:
        if not played:
            raise
        stopped = True  # report the games played so far
    if args.record is not None:
        write_file(args.record, "\n".join(one.record for one in played))
    if args.pairings is not None:
        _learn(args.pairings, match.rules, played)
    summary = summed_up(match, played, test, scores)
    if args.json:
        print(json.dumps({**summary, "interrupted": stopped}))
    else:
        print("\n".join(in_words(match, summary, args.by_power)))
    return 0


def _match(args: argparse.Namespace) -> Match:
    for name, value, most in (
        ("--games", args.games, MOST_GAMES),
        ("--concurrency", args.concurrency, 256),
        ("--most-turns", args.most_turns, 10**5),
    ):
        if not 1 <= value <= most:
            raise CommandError(say("cli.arena.not-number", name=name, what=value, most=most))
    if args.fleece is not None and (args.players != 2 or args.powers != "plain"):
        raise CommandError(say("cli.arena.fleece-alone"))
    if args.record is not None and not Path(args.record).expanduser().parent.is_dir():
        raise CommandError(say("cli.play.no-folder", file=args.record))
    one, other = (check(spec) for spec in args.sides)
    return Match(
        (one, other),
        Options(limit_of(args), args.hash, args.threads),
        args.powers.lower(),
        args.players,
        args.rules,
        args.fleece,
        args.seed,
        args.placement == "engine",
        args.most_turns,
        args.record is not None,
        filters(args),
    )


def _sprt(text: str | None) -> Sprt | None:
    if text is None:
        return None
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        low = high = 0.0
    if not -1000 < low < high < 1000:
        raise CommandError(say("cli.arena.not-sprt", what=text))
    return Sprt(low, high)


# -- what came of it ---------------------------------------------------------------------------------------------------


def summed_up(
    match: Match, played: Sequence[GameResult], test: Sprt | None, scores: Sequence[float]
) -> dict[str, object]:
    """The result as plain data (docs/engine.md)."""
    games, points = len(played), sum(one.score for one in played)
    least, most = wilson(points, games)
    return {
        "players": list(match.sides),
        "games": games,
        "wins": sum(one.score == 1 for one in played),
        "losses": sum(one.score == 0 for one in played),
        "draws": sum(one.score == 0.5 for one in played),
        "score": round(points / games, 4) if games else None,
        "interval": [round(least, 4), round(most, 4)],
        "elo": _rounded(elo(points / games) if games else None),
        "elo_interval": [_rounded(elo(least)), _rounded(elo(most))],
        "sprt": None if test is None else {
            "low": test.low,
            "high": test.high,
            "llr": round(test.llr(scores), 3),
            "bounds": [round(bound, 3) for bound in test.bounds],
            "verdict": test.verdict(scores),
        },
        "seats": {str(seat): _share(one for one in played if one.seating[seat - 1] == 0 and one.seating.count(0) == 1)
                  for seat in range(1, match.players + 1)} if match.players != 4 else {},
        "powers": _by_power(match, played),
        "reasons": dict(Counter(one.reason for one in played).most_common()),
        "turns": round(sum(one.turns for one in played) / games, 1) if games else None,
        "seconds_per_decision": [
            round(sum(one.seconds[who] for one in played) / max(1, sum(one.decisions[who] for one in played)), 4)
            for who in (0, 1)
        ],
        "faults": [
            {"round": one.round + 1, "player": match.sides[int(one.score)], "what": one.fault}
            for one in played if one.fault
        ],
        "rules": match.rules,
        "table": (match.fleece and f"fleece {match.fleece}") or match.powers,
        "number_of_players": match.players,
        "seed": match.seed,
    }  # fmt: skip


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 1)


def _share(games: object) -> list[float]:
    """Points and games."""
    scores = [one.score for one in games]  # type: ignore[attr-defined]
    return [sum(scores), len(scores)]


def _by_power(match: Match, played: Sequence[GameResult]) -> dict[str, dict[str, float]]:
    """For each power: the first player's score with it, and the score of all seats that held it."""
    found: dict[str, dict[str, float]] = defaultdict(lambda: {"games": 0, "points": 0, "held": 0, "won": 0})
    for one in played:
        if len(one.powers) != match.players:  # with the Golden Fleece both sides share one power
            row = found[one.powers[0]]
            row["games"] += 1
            row["points"] += one.score
            continue
        for seat, key in enumerate(one.powers, 1):
            row = found[key]
            row["held"] += 1
            row["won"] += seat in one.winners
            if one.seating[seat - 1] == 0:
                row["games"] += 1
                row["points"] += one.score
    return dict(sorted(found.items()))


def in_words(match: Match, summary: dict[str, object], by_power: bool) -> list[str]:
    """The result for people."""
    one, other = match.sides
    lines = [
        say("cli.arena.result", one=one, other=other, **{k: summary[k] for k in ("games", "wins", "losses", "draws")})
    ]
    if summary["score"] is not None:
        lines.append(_score(summary))
    if (test := summary["sprt"]) is not None:
        assert isinstance(test, dict)
        low, high, llr = f"{test['low']:g}", f"{test['high']:g}", Words.load().number(test["llr"], 3)
        lines.append(say(f"cli.arena.sprt-{test['verdict'] or 'open'}", low=low, high=high, llr=llr))
    faults = summary["faults"]
    assert isinstance(faults, list)
    lines += [say("cli.arena.fault", **fault) for fault in faults[:MOST_FAULTS]]
    if len(faults) > MOST_FAULTS:
        lines.append(say("cli.arena.more-faults", number=len(faults) - MOST_FAULTS))
    if by_power:
        powers = summary["powers"]
        assert isinstance(powers, dict)
        rows = [
            [
                key,
                f"{row['games']:g}",
                _percent(row["points"], row["games"]),
                f"{row['held']:g}",
                _percent(row["won"], row["held"]),
            ]
            for key, row in powers.items()
        ]
        heads = [say(f"cli.arena.head-{name}", one=one) for name in ("power", "games", "score", "held", "won")]
        lines += ["", table(heads, rows, right={1, 2, 3, 4})]
    return lines


def _percent(points: float, games: float) -> str:
    return f"{100 * points / games:.0f}%" if games else ""


def _score(summary: dict[str, object]) -> str:
    interval, bounds = summary["interval"], summary["elo_interval"]
    assert isinstance(interval, list)
    assert isinstance(bounds, list)
    words = Words.load()
    least, most = (words.number(100 * bound, 1) for bound in interval)
    difference, low, high = (
        "∞" if value is None else f"{value:+.0f}" for value in (summary["elo"], bounds[0], bounds[1])
    )
    score = summary["score"]
    assert isinstance(score, float)
    share = words.number(100 * score, 1)
    return say("cli.arena.score", score=share, least=least, most=most, elo=difference, low=low, high=high)


# -- what is learned for the draft -------------------------------------------------------------------------------------


def _known(name: str) -> dict[str, object]:
    path = Path(name).expanduser()
    if not path.exists():
        return {"rules": {}}
    try:
        known = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(known["rules"], dict):
            raise TypeError
    except (ValueError, TypeError, KeyError):
        raise CommandError(say("cli.arena.not-pairings", file=name)) from None
    return known  # type: ignore[no-any-return]


def _learn(name: str, rules: str, played: Sequence[GameResult]) -> None:
    """Add the games to a table of pairings. Only two-player games won on the board count."""
    known = _known(name)
    all_rules = known["rules"]
    assert isinstance(all_rules, dict)
    here = all_rules.setdefault(rules, {"powers": {}, "pairs": {}, "first": [0, 0]})
    for one in played:
        if len(one.powers) != 2 or len(one.seating) != 2 or not one.winners or one.fault:
            continue
        first = one.winners[0] == 1
        here["first"] = [here["first"][0] + first, here["first"][1] + 1]
        left, right = one.powers
        for own, other, won in ((left, right, first), (right, left, not first)):
            row = here["powers"].setdefault(own, [0, 0])
            here["powers"][own] = [row[0] + won, row[1] + 1]
            if own < other:
                pair = here["pairs"].setdefault(f"{own} {other}", [0, 0])
                here["pairs"][f"{own} {other}"] = [pair[0] + won, pair[1] + 1]
    write_file(name, json.dumps(known, indent=0, sort_keys=True) + "\n")
