"""Who plays what: which powers go together, tables drawn at random, limited offers, the draft of the player aid."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypedDict

from santorini import _core
from santorini.errors import SetupError, sentence
from santorini.game.powers import POWERS, Power, entry, power
from santorini.words.catalogue import RULE_SETS

__all__ = [
    "Filters",
    "PassingDraft",
    "PassingView",
    "Reason",
    "offer_from",
    "player_counts",
    "random_fleece",
    "random_offer",
    "random_powers",
    "suits",
    "wanted",
]

OFFER_SIZES = {2: 6, 3: 8, 4: 10}
"""Board Game Arena's "limited" set-up (C2): from so many powers the first player makes the offer."""

_TRIES = 500  # a table drawn blindly nearly always goes together; after so many failures all tables are listed


class Reason(NamedTuple):
    """Why powers cannot sit at one table: a code for programs and a sentence for people."""

    code: str
    message: str


class Filters(TypedDict):
    """What may be drawn at random."""

    hidden: bool
    luck: bool
    heroes: bool
    simple_only: bool


# -- what goes together ------------------------------------------------------------------------------------------------


def player_counts(one: Power, rules: str = "printed") -> tuple[int, ...]:
    """With how many players the card is played (D2); the player aid is a game for two."""
    return tuple(n for n in one.players if n == 2 or rules != "aid")


def suits(
    powers: Iterable[str], rules: str = "printed", any_pair: bool = False, *, players: int | None = None
) -> Reason | None:
    """Why these powers cannot sit at one table, or None if they can: exactly what `Game` refuses, without a game.

    With `players` they may be a part of a table of so many.

    >>> from santorini import suits
    >>> suits(["apollo", "pan"])
    >>> suits(["hades", "pan"]).code
    'ban'
    >>> suits(["hades", "pan"], any_pair=True)
    >>> suits(["clio"], players=4).message
    'clio is not played with 4 players'
    """
    keys = [key.lower() for key in powers]
    count = len(keys) if players is None else players
    try:
        _core.together(keys, rules, any_pair, count)
    except _core.CoreError as error:
        code, what = error.args
        one, _, other = what.partition(",")
        return _because(code, what=what, one=one, other=other, players=count)
    return None


def _because(code: str, **values: object) -> Reason:
    return Reason(code, sentence(code, **values))


def _refuse(code: str, **values: object) -> SetupError:
    return SetupError(*_because(code, **values))


def wanted(
    one: Power,
    rules: str = "printed",
    *,
    hidden: bool = True,
    luck: bool = True,
    heroes: bool = True,
    simple_only: bool = False,
) -> bool:
    """Does the card pass the filters? They ask what the card does, not what it is called."""
    says = entry(one.id, rules)
    return (
        (hidden or "setup.secret" not in says)
        and (luck or "setup.deck" not in says)
        and (heroes or one.category != "hero")
        and (not simple_only or one.category == "simple")
    )


# -- at random ---------------------------------------------------------------------------------------------------------


def random_powers(
    players: int = 2,
    *,
    rules: str = "printed",
    seed: int | None = None,
    hidden: bool = True,
    luck: bool = True,
    heroes: bool = True,
    simple_only: bool = False,
    among: Iterable[str] | None = None,
    without: Iterable[str] = (),
    beside: Sequence[str] = (),
    any_pair: bool = False,
) -> tuple[str, ...]:
    """A table of powers that go together, in the order of the seats; every such table is equally likely.

    `hidden`, `luck` and `heroes` say whether powers with hidden information, with luck, and heroes may come;
    `simple_only` keeps to the simple gods, `among` to the powers named. `beside` are powers that sit there
    already: what comes back are the others.

    >>> from santorini import Game, random_powers
    >>> game = Game(*random_powers(3, hidden=False, luck=False))
    >>> random_powers(among=["hades", "pan", "mortal"], beside=["pan"])
    ('mortal',)
    >>> random_powers(among=["hades", "pan"])
    Traceback (most recent call last):
    santorini.errors.SetupError: no powers for 2 players are left that go together
    """
    cards = _pool(rules, Filters(hidden=hidden, luck=luck, heroes=heroes, simple_only=simple_only), among, without)
    if (reason := suits(beside, rules, any_pair, players=players)) is not None:
        raise SetupError(*reason)
    return _table(_Seats(players, rules, any_pair), tuple(beside), cards, random.Random(seed))


def random_offer(
    players: int = 2,
    size: int | None = None,
    *,
    rules: str = "printed",
    seed: int | None = None,
    hidden: bool = True,
    luck: bool = True,
    heroes: bool = True,
    simple_only: bool = False,
    among: Iterable[str] | None = None,
    without: Iterable[str] = (),
    any_pair: bool = False,
) -> tuple[str, ...]:
    """Powers from which the first player makes the offer of a draft: 6, 8 or 10 for 2, 3 or 4 players (C2, BGA).

    Two that are banned with each other may both be among them, but not in the offer; one offer at least can be
    made. `offer_from` says which power can be offered next.

    >>> from santorini import random_offer
    >>> len(random_offer(3))
    8
    """
    cards = _pool(rules, Filters(hidden=hidden, luck=luck, heroes=heroes, simple_only=simple_only), among, without)
    seats = _Seats(players, rules, any_pair)
    cards = seats.fitting((), cards)
    size = OFFER_SIZES[players] if size is None else size
    if not players <= size <= len(cards):
        raise _refuse("offer-size", size=size, least=players, most=len(cards))
    dice = random.Random(seed)
    for _ in range(_TRIES):
        drawn = dice.sample(cards, size)
        if next(seats.tables((), drawn), None) is not None:
            return tuple(drawn)
    # Hardly any selection allows an offer: begin with one.
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
    """Which of the powers can be offered next, so that the offer can be completed from them.

    >>> from santorini import offer_from
    >>> offer_from(["hades", "pan", "atlas"], ["pan"])
    ('atlas',)
    """
    seats = _Seats(players, rules, any_pair)
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
    hidden: bool = True,
    luck: bool = True,
    simple_only: bool = False,
    among: Iterable[str] | None = None,
    without: Iterable[str] = (),
) -> str:
    """A power for the Golden Fleece (E3), each equally likely.

    >>> from santorini import Game, random_fleece
    >>> game = Game(fleece=random_fleece(luck=False))
    """
    cards = _pool(rules, Filters(hidden=hidden, luck=luck, heroes=True, simple_only=simple_only), among, without)
    cards = [card for card in cards if _core.allowed_as_fleece(card, rules)]
    if not cards:
        raise _refuse("no-fleece")
    return random.Random(seed).choice(cards)


def _pool(rules: str, filters: Filters, among: Iterable[str] | None, without: Iterable[str]) -> list[str]:
    """The ids that may be drawn, in an order that does not depend on how they were given."""
    if rules not in RULE_SETS:
        raise _refuse("rules", what=rules)
    cards = [one for one in POWERS.values() if one.number] if among is None else [power(key) for key in among]
    unwanted = {power(key).id for key in without}
    left = {one for one in cards if rules in one.rules and one.id not in unwanted and wanted(one, rules, **filters)}
    return [one.id for one in sorted(left, key=lambda one: (one.number, one.id))]


@dataclass(frozen=True, slots=True)
class _Seats:
    """A table to be filled."""

    players: int
    rules: str
    any_pair: bool

    def __post_init__(self) -> None:
        if (reason := suits((), self.rules, players=self.players)) is not None:
            raise SetupError(*reason)

    def fitting(self, beside: Sequence[str], cards: Iterable[str]) -> list[str]:
        """The cards that can join those that sit there."""
        return [c for c in cards if suits((*beside, c), self.rules, self.any_pair, players=self.players) is None]

    def tables(self, beside: Sequence[str], cards: Sequence[str]) -> Iterator[tuple[str, ...]]:
        """Every way, but for the order, to fill the seats that are left."""
        if len(beside) == self.players:
            yield ()
            return
        left = self.fitting(beside, cards)
        for index, card in enumerate(left):
            for others in self.tables((*beside, card), left[index + 1 :]):
                yield (card, *others)


def _table(seats: _Seats, beside: tuple[str, ...], cards: Sequence[str], dice: random.Random) -> tuple[str, ...]:
    """One of the ways to fill the seats that are left, each equally likely, in any order."""
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
    raise _refuse("no-table", players=seats.players)


# -- the draft of the player aid ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PassingView:
    """All that a seat may know of a passing draft; seat 0 is a stranger."""

    seat: int
    stage: str
    """`discard`, `keep` or `done`."""
    waiting: tuple[int, ...]
    """The seats that still have to choose; that somebody has chosen is seen, what they chose is not."""
    dealt: tuple[str, ...]
    discarded: tuple[str, ...]
    received: tuple[str, ...]
    kept: str | None
    result: tuple[str, str] | None

    @property
    def decides(self) -> bool:
        """Is a choice of this seat open?"""
        return self.seat in self.waiting

    @property
    def passed(self) -> tuple[str, ...]:
        """The cards this seat hands over."""
        return tuple(c for c in self.dealt if c not in self.discarded) if self.discarded else ()

    @property
    def hand(self) -> tuple[str, ...]:
        """The cards before the seat: dealt, then those to hand over, then those received, then the one kept."""
        if self.kept is not None:
            return (self.kept,)
        return self.received or self.passed or self.dealt


class PassingDraft:
    """The draft of the player aid for two (C6): five cards each, two discarded, three handed over, one of them kept.

    Both discard at the same time and keep at the same time: nobody sees what was handed over before both have
    discarded, nor what was kept before both have chosen. Unused cards are shown to nobody.

    A seat keeps a card of the *other* hand. Where the rule set knows bans (the aid has none), the hands are dealt so
    that no card of one is banned with a card of the other: every choice leads to a pair that may be played, and
    no refusal tells anything. Cards banned with each other may lie in the same hand.

    >>> from santorini import Game, PassingDraft
    >>> draft = PassingDraft(seed=1)
    >>> for seat in (1, 2):
    ...     draft.discard(seat, draft.hand(seat)[:2])
    >>> for seat in (1, 2):
    ...     draft.keep(seat, draft.hand(seat)[0])
    >>> game = Game(*draft.result, rules=draft.rules)
    """

    HAND = 5
    DISCARDS = 2

    def __init__(
        self,
        seed: int | None = None,
        rules: str = "aid",
        *,
        hidden: bool = True,
        luck: bool = True,
        heroes: bool = True,
        simple_only: bool = False,
    ) -> None:
        cards = _pool(rules, Filters(hidden=hidden, luck=luck, heroes=heroes, simple_only=simple_only), None, ())
        cards = _Seats(2, rules, False).fitting((), cards)
        if len(cards) < 2 * self.HAND:
            raise _refuse("deal-cards", needed=2 * self.HAND, left=len(cards))
        dice = random.Random(seed)
        while True:  # about every second deal is free of bans
            drawn = dice.sample(cards, 2 * self.HAND)
            hands = (tuple(drawn[: self.HAND]), tuple(drawn[self.HAND :]))
            if _ban_between(hands, rules) is None:
                break
        self._begin(rules, hands)

    def _begin(self, rules: str, hands: tuple[tuple[str, ...], tuple[str, ...]]) -> None:
        self.rules = rules
        self._dealt = hands
        self._discarded: list[tuple[str, ...]] = [(), ()]
        self._kept: list[str | None] = [None, None]

    # -- looking -------------------------------------------------------------------------------------------------------

    @property
    def stage(self) -> str:
        """`discard`, `keep` or `done`."""
        if not all(self._discarded):
            return "discard"
        return "done" if None not in self._kept else "keep"

    def decides(self, seat: int) -> bool:
        """Is a choice of this seat open? Both may be at once."""
        return self.view(seat).decides

    def hand(self, seat: int) -> tuple[str, ...]:
        """The cards before the seat now, for its eyes only."""
        self._index(seat)
        return self.view(seat).hand

    @property
    def result(self) -> tuple[str, str] | None:
        """The powers of seats 1 and 2, or None before both have chosen."""
        one, other = self._kept
        return None if one is None or other is None else (one, other)

    def view(self, seat: int) -> PassingView:
        """All that the seat may know; 0 is a stranger."""
        chosen: Sequence[object] = self._discarded if self.stage == "discard" else self._kept
        waiting = tuple(s for s in (1, 2) if not chosen[s - 1])
        if seat == 0:
            return PassingView(0, self.stage, waiting, (), (), (), None, self.result)
        own = self._index(seat)
        received = () if self.stage == "discard" else self._passed(1 - own)
        return PassingView(
            seat, self.stage, waiting, self._dealt[own], self._discarded[own], received, self._kept[own], self.result
        )

    def _passed(self, index: int) -> tuple[str, ...]:
        return tuple(card for card in self._dealt[index] if card not in self._discarded[index])

    def __repr__(self) -> str:
        return f"<PassingDraft {self.stage}, waiting for {self.view(0).waiting}>"  # nothing secret

    # -- choosing ------------------------------------------------------------------------------------------------------

    def discard(self, seat: int, cards: Iterable[str]) -> None:
        """The seat discards two of its five cards; the others go to the other player."""
        own = self._index(seat)
        self._open(seat, "discard")
        chosen = tuple(dict.fromkeys(power(card).id for card in cards))
        if len(chosen) != self.DISCARDS or any(card not in self._dealt[own] for card in chosen):
            raise _refuse("draft-discard", count=self.DISCARDS, cards=", ".join(self._dealt[own]))
        self._discarded[own] = chosen

    def keep(self, seat: int, card: str) -> None:
        """The seat keeps one of the three cards it received."""
        own = self._index(seat)
        self._open(seat, "keep")
        chosen, received = power(card).id, self._passed(1 - own)
        if chosen not in received:
            raise _refuse("draft-keep", cards=", ".join(received))
        self._kept[own] = chosen

    def _open(self, seat: int, stage: str) -> None:
        if self.stage != stage or not self.decides(seat):
            raise _refuse("draft-not-now", what=seat)

    @staticmethod
    def _index(seat: int) -> int:
        if seat not in (1, 2):
            raise _refuse("not-seat", what=seat, players=2)
        return seat - 1

    # -- as plain data -------------------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, object]:
        """The whole draft, secrets included, as plain data for JSON: for whoever runs the game, not for a player."""
        return {
            "rules": self.rules,
            "dealt": [list(hand) for hand in self._dealt],
            "discarded": [list(cards) for cards in self._discarded],
            "kept": list(self._kept),
        }

    @classmethod
    def from_dict(cls, data: object) -> PassingDraft:
        """The draft of `to_dict`. Anything that could not have come from there is refused."""
        if not isinstance(data, Mapping) or set(data) != {"rules", "dealt", "discarded", "kept"}:
            raise _refuse("draft-data", why="rules, dealt, discarded, kept")
        rules = data["rules"]
        if not isinstance(rules, str) or rules not in RULE_SETS:
            raise _refuse("draft-data", why="rules")
        one, other = (_cards(hand, "dealt") for hand in _two(data["dealt"], "dealt"))
        cards = (*one, *other)
        if len(one) != cls.HAND or len(other) != cls.HAND or len(set(cards)) != len(cards):
            raise _refuse("draft-data", why="dealt")
        if any(not power(card).number or suits((card,), rules, players=2) is not None for card in cards):
            raise _refuse("draft-data", why="dealt")
        if (reason := _ban_between((one, other), rules)) is not None:
            raise _refuse("draft-data", why=reason.message)
        draft = cls.__new__(cls)
        draft._begin(rules, (one, other))
        for seat, chosen in enumerate(_two(data["discarded"], "discarded"), 1):
            if discarded := _cards(chosen, "discarded"):
                if len(discarded) != cls.DISCARDS:
                    raise _refuse("draft-data", why="discarded")
                draft.discard(seat, discarded)
        for seat, kept in enumerate(_two(data["kept"], "kept"), 1):
            if kept is not None:
                draft.keep(seat, *_cards([kept], "kept"))
        return draft


def _ban_between(hands: tuple[Sequence[str], Sequence[str]], rules: str) -> Reason | None:
    pairs = (suits(pair, rules) for pair in ((one, other) for one in hands[0] for other in hands[1]))
    return next((reason for reason in pairs if reason is not None), None)


def _two(value: object, why: str) -> Sequence[object]:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise _refuse("draft-data", why=why)
    return value


def _cards(value: object, why: str) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or not all(isinstance(card, str) for card in value):
        raise _refuse("draft-data", why=why)
    return tuple(power(card).id for card in value)
