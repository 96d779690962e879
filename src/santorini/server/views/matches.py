"""Suggests powers that can be played together, and says why some cannot."""

from __future__ import annotations

from itertools import combinations

from santorini import SetupError, ban, random_powers, suits
from santorini.server.protocol import requests, responses

__all__ = ["suggested"]


def suggested(wish: requests.MatchWish) -> responses.Match:
    """The named powers, completed with random ones."""
    named, players = [power for power in wish.powers if power], len(wish.powers)
    if (refused := _refused(named, players, wish.rules)) is not None:
        return responses.Match(powers=[], refused=refused)
    try:
        drawn = iter(
            random_powers(
                players,
                rules=wish.rules,
                without=named,
                beside=named,
                **wish.filters,
            )
        )
    except SetupError as error:
        return responses.Match(powers=[], refused=responses.NoMatch(code=error.code, powers=named, ban=None))
    return responses.Match(powers=[power or next(drawn) for power in wish.powers], refused=None)


def _refused(named: list[str], players: int, rules: str) -> responses.NoMatch | None:
    """The simplest reason: one power alone, or else a pair of them."""
    for count in (1, 2):
        for some in combinations(named, count):
            if (reason := suits(some, rules, players=players)) is not None:
                kind = ban(some[0], some[1], rules) if reason.code in ("ban", "ban-rule") else None
                return responses.NoMatch(code=reason.code, powers=list(some), ban=kind)
    return None
