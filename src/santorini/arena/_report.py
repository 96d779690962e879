"""The result of a match as plain data (docs/engine.md)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from santorini.arena._match import GameResult, Match
from santorini.arena._statistics import Sprt, elo, interval, pentanomial

__all__ = ["round_score", "summed_up"]


def round_score(results: Sequence[GameResult]) -> float:
    """What the first player scored in a round, from 0 to 1."""
    return sum(one.score for one in results) / len(results)


def summed_up(match: Match, rounds: Sequence[Sequence[GameResult]], test: Sprt | None) -> dict[str, object]:
    """The result; all figures are from the first player's side."""
    played = [one for results in rounds for one in results]
    scores = [round_score(results) for results in rounds]
    games, points = len(played), sum(one.score for one in played)
    least, most = interval(scores)
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
        "pentanomial": pentanomial(scores) if match.players != 3 else None,
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
        "openings": {"book": sum(one.booked for one in played), "random": sum(not one.booked for one in played)},
        "seconds_per_decision": [_each([one.seconds[who] for one in played], played, who) for who in (0, 1)],
        "cpu_per_decision": [_each([one.cpu[who] for one in played], played, who) for who in (0, 1)],
        "clocks": ["/".join(sorted({one.clocks[who] for one in played})) for who in (0, 1)],
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


def _each(taken: Sequence[float | None], played: Sequence[GameResult], who: int) -> float | None:
    """The mean time of a decision; None where it was not measured."""
    known = [seconds for seconds in taken if seconds is not None]
    if len(known) < len(taken):
        return None
    return round(sum(known) / max(1, sum(one.decisions[who] for one in played)), 4)


def _share(games: Iterable[GameResult]) -> list[float]:
    """Points and games."""
    scores = [one.score for one in games]
    return [sum(scores), len(scores)]


def _by_power(match: Match, played: Sequence[GameResult]) -> dict[str, dict[str, float]]:
    """For each power: what the first player scored with it, and how often it won, whoever played it."""
    found: dict[str, dict[str, float]] = defaultdict(lambda: {"games": 0, "points": 0, "held": 0, "won": 0})
    for one in played:
        if len(one.powers) != match.players:  # the Golden Fleece: one power for both
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
