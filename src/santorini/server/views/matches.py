"""Powers that go together, suggested; and why some do not."""

from __future__ import annotations

from itertools import combinations

from santorini import SetupError, ban, random_powers, suits
from santorini.server.protocol import requests, responses

__all__ = ["suggested"]


def suggested(wish: requests.MatchWish) -> responses.Match:
    """A table with the powers that were named, the others drawn at random."""
    named, players = [power for power in wish.powers if power], len(wish.powers)
    if (refused := _refused(named, players, wish.rules)) is not None:
        return responses.Match(powers=[], refused=refused)
    try:
        drawn = iter(
            random_powers(
                players,
                rules=wish.rules,
                hidden=wish.hidden,
                luck=wish.luck,
                heroes=wish.heroes,
                simple_only=wish.simple_only,
                without=named,
                beside=named,
            )
        )
    except SetupError as error:
        return responses.Match(powers=[], refused=responses.NoMatch(code=error.code, powers=named, ban=None))
    return responses.Match(powers=[power or next(drawn) for power in wish.powers], refused=None)


def _refused(named: list[str], players: int, rules: str) -> responses.NoMatch | None:
    """The smallest reason: a single power, then two of them."""
    for count in (1, 2):
        for some in combinations(named, count):
            if (reason := suits(some, rules, players=players)) is not None:
                kind = ban(some[0], some[1], rules) if reason.code in ("ban", "ban-rule") else None
                return responses.NoMatch(code=reason.code, powers=list(some), ban=kind)
    return None
