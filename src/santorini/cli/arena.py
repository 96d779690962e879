"""`santorini arena`: a match between two computer players."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from santorini.arena._log import Log, read_log
from santorini.arena._match import GameResult, Match, rounds, seatings
from santorini.arena._players import Options, check
from santorini.arena._report import round_score, summed_up
from santorini.arena._statistics import Sprt, interval, mean
from santorini.cli._columns import table
from santorini.cli._common import (
    CommandError,
    add_filters,
    add_limits,
    add_ray,
    filters,
    limit_of,
    ray_address,
    say,
    write_file,
)
from santorini.cli._progress import Progress
from santorini.pool import cores
from santorini.words.catalogue import RULE_SETS, Words

__all__ = ["arguments", "run"]

MOST_GAMES = 10**6
MOST_FAULTS = 20
"""How many faults are listed individually."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("sides", metavar="PLAYER", nargs="*", help=say("cli.arena.sides"))
    parser.add_argument("--games", metavar="N", type=int, help=say("cli.arena.games"))
    add_limits(parser)
    parser.add_argument("--cpu-time", action="store_true", help=say("cli.arena.cpu-time"))
    parser.add_argument("--powers", metavar="WHICH", default="plain", help=say("cli.arena.powers"))
    parser.add_argument("--players", metavar="N", type=int, choices=(2, 3, 4), default=2, help=say("cli.play.players"))
    parser.add_argument("--fleece", metavar="POWER", help=say("cli.play.fleece"))
    parser.add_argument("--rules", choices=RULE_SETS, default="printed", help=say("cli.option.rules"))
    parser.add_argument("--placement", choices=("random", "engine"), default="random", help=say("cli.arena.placement"))
    parser.add_argument("--openings", metavar="WHICH", default="random", help=say("cli.arena.openings"))
    parser.add_argument("--seed", metavar="NUMBER", type=int, default=0, help=say("cli.arena.seed"))
    parser.add_argument("--sprt", metavar="ELO,ELO", help=say("cli.arena.sprt"))
    parser.add_argument("--concurrency", metavar="N", type=int, help=say("cli.arena.concurrency"))
    add_ray(parser)
    parser.add_argument("--hash", metavar="MB", type=int, default=64, help=say("cli.analyse.hash"))
    parser.add_argument("--threads", metavar="N", type=int, default=1, help=say("cli.analyse.threads"))
    parser.add_argument("--most-turns", metavar="N", type=int, default=400, help=say("cli.arena.most-turns"))
    parser.add_argument("--by-power", action="store_true", help=say("cli.arena.by-power"))
    parser.add_argument("--resume", metavar="FILE", help=say("cli.arena.resume"))
    parser.add_argument("--report", action="store_true", help=say("cli.arena.report"))
    parser.add_argument("--record", metavar="FILE", help=say("cli.arena.record"))
    parser.add_argument("--pairings", metavar="FILE", help=say("cli.arena.pairings"))
    parser.add_argument("--json", action="store_true", help=say("cli.option.json"))
    add_filters(parser.add_argument_group(say("cli.play.filters")))


def run(args: argparse.Namespace) -> int:
    """Play a match, or continue one."""
    log = _log(args)
    match, test = log.match, log.test
    for number in range(2):
        match.table(number).game(0)  # refuse impossible pairings before the first game
    if args.pairings is not None:
        _known(args.pairings)
    file = None if args.resume is None else Path(args.resume).expanduser()
    if file is not None and not args.report:
        log.open(file)
    played, stopped = ([log.rounds[at] for at in sorted(log.rounds)], False) if args.report else _play(args, log, file)
    games = [one for results in played for one in results]
    if args.record is not None:
        write_file(args.record, "\n".join(one.record for one in games))
    if args.pairings is not None:
        _learn(args.pairings, match.rules, games)
    summary = summed_up(match, played, test)
    if args.json:
        print(json.dumps({**summary, "interrupted": stopped}))
    else:
        print("\n".join(in_words(match, summary, args.by_power)))
    return 0


def _play(args: argparse.Namespace, log: Log, file: Path | None) -> tuple[list[list[GameResult]], bool]:
    """The rounds in order, and whether Ctrl-C ended the match early."""
    match, test = log.match, log.test
    in_round = len(seatings(match.players))
    count = -(-log.games // in_round)
    concurrency = args.concurrency or max(1, cores() // match.options.threads)
    cluster = ray_address(args)
    played: list[list[GameResult]] = []
    scores: list[float] = []

    def keep(results: list[GameResult]) -> None:
        if file is not None:
            log.add(file, results)

    try:
        with (
            Progress(say("cli.arena.progress"), total=count * in_round) as progress,
            closing(rounds(match, count, concurrency, progress.show, done=log.rounds, keep=keep, ray=cluster)) as told,
        ):
            for results in told:
                played.append(results)
                scores.append(round_score(results))
                for _ in results:
                    progress.count()
                progress.tell(_so_far(scores, test))
                if test is not None and test.verdict(scores) is not None:
                    break
    except KeyboardInterrupt:
        if not played:
            raise
        return played, True  # report the rounds played so far
    return played, False


def _so_far(scores: Sequence[float], test: Sprt | None) -> str:
    """A few figures beside the progress bar."""
    words = Words.load()
    least, most = interval(scores)
    share, low, high = (words.number(100 * value, 1) for value in (mean(scores), least, most))
    line = say("cli.arena.so-far", score=share, least=low, most=high)
    if test is not None:
        llr, lower, upper = (words.number(value, 2) for value in (test.llr(scores), *test.bounds))
        line = f"{line}, {say('cli.arena.so-far-sprt', llr=llr, lower=lower, upper=upper)}"
    return line


def _log(args: argparse.Namespace) -> Log:
    """What is to be played, and what has been played of it."""
    file = None if args.resume is None else Path(args.resume).expanduser()
    known = read_log(file) if file is not None and file.exists() else None
    if len(args.sides) != 2 and (args.sides or known is None):
        raise CommandError(say("cli.arena.two-players"))
    if args.report and known is None:
        raise CommandError(say("cli.arena.no-report"))
    _check_numbers(args)
    test = _sprt(args.sprt) or (None if known is None else known.test)
    match = _match(args) if args.sides or known is None else known.match
    if known is not None and known.match != match:
        raise CommandError(say("cli.arena.other-match", file=args.resume))
    games = args.games or (100 if known is None else known.games)
    return Log(match, games, test, {} if known is None else known.rounds)


def _check_numbers(args: argparse.Namespace) -> None:
    for name, value, most in (
        ("--games", args.games, MOST_GAMES),
        ("--concurrency", args.concurrency, 256),
        ("--most-turns", args.most_turns, 10**5),
    ):
        if value is not None and not 1 <= value <= most:
            raise CommandError(say("cli.arena.not-number", name=name, what=value, most=most))


def _match(args: argparse.Namespace) -> Match:
    if args.fleece is not None and (args.players != 2 or args.powers != "plain"):
        raise CommandError(say("cli.arena.fleece-alone"))
    if args.record is not None and not Path(args.record).expanduser().parent.is_dir():
        raise CommandError(say("cli.play.no-folder", file=args.record))
    if args.openings != "random" and args.placement == "engine":
        raise CommandError(say("cli.arena.opening-alone"))
    one, other = (check(spec) for spec in args.sides)
    return Match(
        (one, other),
        Options(limit_of(args), args.hash, args.threads, args.cpu_time),
        args.powers.lower(),
        args.players,
        args.rules,
        args.fleece,
        args.seed,
        args.placement == "engine",
        args.openings,
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


# -- the result --------------------------------------------------------------------------------------------------------


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
    if match.options.cpu_time:
        clocks = summary["clocks"]
        assert isinstance(clocks, list)
        for side, clock in zip(match.sides, clocks, strict=True):
            if clock in ("process", "wall") and side != "random":
                lines.append(say(f"cli.arena.clock-{clock}", player=side))
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
