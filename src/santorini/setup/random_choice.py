"""Powers drawn at random: whole tables, limited offers for a draft, a card for the Golden Fleece."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypedDict, Unpack

from santorini import _core
from santorini.errors import SetupError
from santorini.game.powers import POWERS, Power, entry, power
from santorini.setup.suits import refuse, suits
from santorini.words.catalogue import RULE_SETS

__all__ = ["Filters", "Seats", "offer_from", "pool", "random_fleece", "random_offer", "random_powers", "wanted"]

OFFER_SIZES = {2: 6, 3: 8, 4: 10}
"""Board Game Arena's "limited" set-up (C2): the first player chooses the offer from this many powers."""

_TRIES = 500  # random powers nearly always go together; after this many failures all combinations are listed


class Filters(TypedDict, total=False):
    """Which powers may be drawn at random; `wanted` has the defaults."""

    hidden: bool
    luck: bool
    heroes: bool
    simple_only: bool


def wanted(
    one: Power,
    rules: str = "printed",
    *,
    hidden: bool = True,
    luck: bool = True,
    heroes: bool = True,
    simple_only: bool = False,
) -> bool:
    """Whether the card passes the filters, which look at what it does, not at its name."""
    says = entry(one.id, rules)
    return (
        (hidden or "setup.secret" not in says)
        and (luck or "setup.deck" not in says)
        and (heroes or one.category != "hero")
        and (not simple_only or one.category == "simple")
    )


def random_powers(
    players: int = 2,
    *,
    rules: str = "printed",
    seed: int | None = None,
    among: Iterable[str] | None = None,
    without: Iterable[str] = (),
    beside: Sequence[str] = (),
    any_pair: bool = False,
    **filters: Unpack[Filters],
) -> tuple[str, ...]:
    """Powers that can be played together, in seat order. Every valid combination is equally likely.

    `hidden`, `luck` and `heroes` say whether powers with hidden information, powers with luck, and heroes are
    included. `simple_only` allows only the simple gods, `among` only the powers named. `beside` are powers that
    are already taken; the result contains the others.

    >>> from santorini import Game, random_powers
    >>> game = Game(*random_powers(3, hidden=False, luck=False))
    >>> random_powers(among=["hades", "pan", "mortal"], beside=["pan"])
    ('mortal',)
    >>> random_powers(among=["hades", "pan"])
    Traceback (most recent call last):
    santorini.errors.SetupError: no powers for 2 players are left that go together
    """
    cards = pool(rules, filters, among, without)
    if (reason := suits(beside, rules, any_pair, players=players)) is not None:
        raise SetupError(*reason)
    return _table(Seats(players, rules, any_pair), tuple(beside), cards, random.Random(seed))


def random_offer(
    players: int = 2,
    size: int | None = None,
    *,
    rules: str = "printed",
    seed: int | None = None,
    among: Iterable[str] | None = None,
    without: Iterable[str] = (),
    any_pair: bool = False,
    **filters: Unpack[Filters],
) -> tuple[str, ...]:
    """Powers from which the first player chooses the offer of a draft: 6, 8 or 10 for 2, 3 or 4 players (C2, BGA).

    Two powers that ban each other may both be among them, but cannot both be offered. At least one offer is
    possible. `offer_from` says which power can be offered next.

    >>> from santorini import random_offer
    >>> len(random_offer(3))
    8
    """
    cards = pool(rules, filters, among, without)
    seats = Seats(players, rules, any_pair)
    cards = seats.fitting((), cards)
    size = OFFER_SIZES[players] if size is None else size
    if not players <= size <= len(cards):
        raise refuse("offer-size", size=size, least=players, most=len(cards))
    dice = random.Random(seed)
    for _ in range(_TRIES):
        drawn = dice.sample(cards, size)
        if next(seats.tables((), drawn), None) is not None:
            return tuple(drawn)
    # Hardly any selection allows an offer, so start from one.
    offer = _table(seats, (), cards, dice)
    drawn = [*offer, *dice.sample([card for card in cards if card not in offer], size - players)]
    dice.shuffle(drawn)
    return tuple(drawn)


def offer_from(
    powers: Iterable[str],
    offered: Sequence[str] = (),
    *,
    players: int = 2,
    rules: str = "printed",
    any_pair: bool = False,
) -> tuple[str, ...]:
    """Which of the powers can be offered next such that the offer can still be completed.

    >>> from santorini import offer_from
    >>> offer_from(["hades", "pan", "atlas"], ["pan"])
    ('atlas',)
    """
    seats = Seats(players, rules, any_pair)
    offered = [power(key).id for key in offered]
    if (reason := suits(offered, rules, any_pair, players=players)) is not None:
        raise SetupError(*reason)
    cards = list(dict.fromkeys(power(key).id for key in powers))
    if len(offered) == players:
        return ()
    return tuple(
        card for card in seats.fitting(offered, cards) if next(seats.tables((*offered, card), cards), None) is not None
    )


def random_fleece(
    *,
    rules: str = "printed",
    seed: int | None = None,
    among: Iterable[str] | None = None,
    without: Iterable[str] = (),
    **filters: Unpack[Filters],
) -> str:
    """A random power for the Golden Fleece variant (E3); all are equally likely.

    >>> from santorini import Game, random_fleece
    >>> game = Game(fleece=random_fleece(luck=False))
    """
    cards = pool(rules, filters, among, without)
    cards = [card for card in cards if _core.allowed_as_fleece(card, rules)]
    if not cards:
        raise refuse("no-fleece")
    return random.Random(seed).choice(cards)


def pool(rules: str, filters: Filters, among: Iterable[str] | None = None, without: Iterable[str] = ()) -> list[str]:
    """The ids that may be drawn, always in the same order, however they were given."""
    if rules not in RULE_SETS:
        raise refuse("rules", what=rules)
    cards = [one for one in POWERS.values() if one.number] if among is None else [power(key) for key in among]
    unwanted = {power(key).id for key in without}
    left = {one for one in cards if rules in one.rules and one.id not in unwanted and wanted(one, rules, **filters)}
    return [one.id for one in sorted(left, key=lambda one: (one.number, one.id))]


@dataclass(frozen=True, slots=True)
class Seats:
    """The seats of a game, to be filled with powers."""

    players: int
    rules: str
    any_pair: bool

    def __post_init__(self) -> None:
        if (reason := suits((), self.rules, players=self.players)) is not None:
            raise SetupError(*reason)

    def fitting(self, beside: Sequence[str], cards: Iterable[str]) -> list[str]:
        """The cards that can be played with those already there."""
        return [c for c in cards if suits((*beside, c), self.rules, self.any_pair, players=self.players) is None]

    def tables(self, beside: Sequence[str], cards: Sequence[str]) -> Iterator[tuple[str, ...]]:
        """Every way to fill the remaining seats, regardless of order."""
        if len(beside) == self.players:
            yield ()
            return
        left = self.fitting(beside, cards)
        for index, card in enumerate(left):
            for others in self.tables((*beside, card), left[index + 1 :]):
                yield (card, *others)


def _table(seats: Seats, beside: tuple[str, ...], cards: Sequence[str], dice: random.Random) -> tuple[str, ...]:
    """A random way to fill the remaining seats; all ways and orders are equally likely."""
    count = seats.players - len(beside)
    if count == 0:
        return ()
    cards = seats.fitting(beside, cards)
    if count <= len(cards):
        for _ in range(_TRIES):
            drawn = dice.sample(cards, count)
            if suits((*beside, *drawn), seats.rules, seats.any_pair) is None:
                return tuple(drawn)
        if tables := list(seats.tables(beside, cards)):
            drawn = list(dice.choice(tables))
            dice.shuffle(drawn)
            return tuple(drawn)
    raise refuse("no-table", players=seats.players)
