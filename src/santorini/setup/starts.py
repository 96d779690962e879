"""The positions from which learning programs begin their games."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Sequence
from typing import Literal

from santorini._core import Position
from santorini.game.game import Game
from santorini.setup.random_choice import pool, random_powers
from santorini.setup.suits import refuse, suits

__all__ = ["start_positions"]

TABLES = 500
"""How many tables are drawn for three or four players and random powers: all of them would be too many."""


def start_positions(
    powers: Sequence[str] | Literal["random"] | None = None,
    *,
    players: int | None = None,
    rules: str = "printed",
    fleece: str | None = None,
    settings: Sequence[str] = (),
    first: int | None = 1,
    any_pair: bool = False,
    draft: bool | Literal["challenger", "passing"] = False,
    among: Iterable[str] | None = None,
    seed: int | None = None,
) -> list[Position]:
    """The first positions of games with these options, as `Game` takes them.

    With `powers="random"` there is one for every pair of powers that may be played (of those `among` names), and for
    three and four players a sample. With `first=None` every seat begins in some of them.

    >>> from santorini.setup.starts import start_positions
    >>> [position.text for position in start_positions(("pan", "atlas"))]
    ['0000000000000000000000000/1/pan/atlas/setup=place']
    >>> len(start_positions("random", among=["pan", "atlas", "hades"]))
    4
    """
    if powers == "random":
        tables = _random_tables(players or 2, rules, any_pair, among, seed)
    elif isinstance(powers, str):
        raise refuse("power", what=powers)
    else:
        tables = [tuple(powers or ())]
    found: list[Position] = []
    for table in tables:
        seats = players or len(table) or 2
        for begins in range(1, seats + 1) if first is None else [first]:
            game = Game(
                *table,
                players=players,
                rules=rules,
                fleece=fleece,
                settings=settings,
                first=begins,
                any_pair=any_pair,
                draft=draft,
                seed=0,
            )
            found.append(game.start)
    return found


def _random_tables(
    players: int, rules: str, any_pair: bool, among: Iterable[str] | None, seed: int | None
) -> list[tuple[str, ...]]:
    cards = pool(rules, {}, among, ())
    if players != 2:
        dice = random.Random(seed)
        return [
            random_powers(players, rules=rules, any_pair=any_pair, among=cards, seed=dice.getrandbits(48))
            for _ in range(TABLES)
        ]
    pairs: list[tuple[str, ...]] = [*itertools.permutations(cards, 2)]
    if pairs := [pair for pair in pairs if suits(pair, rules, any_pair) is None]:
        return pairs
    raise refuse("no-table", players=players)
