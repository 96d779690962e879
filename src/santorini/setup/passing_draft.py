"""The draft of the player aid: cards are passed between two hands."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Unpack

from santorini.game.powers import power
from santorini.setup.random_choice import Filters, Seats, pool
from santorini.setup.suits import Reason, refuse, suits
from santorini.words.catalogue import RULE_SETS

__all__ = ["PassingDraft", "PassingView"]


@dataclass(frozen=True, slots=True)
class PassingView:
    """All that a seat may know of a passing draft; seat 0 is a spectator.

    >>> from santorini import PassingDraft
    >>> view = PassingDraft(seed=1).view(1)
    >>> view.stage, view.decides, len(view.hand), view.received
    ('discard', True, 5, ())
    """

    seat: int
    stage: str
    """`discard`, `keep` or `done`."""
    waiting: tuple[int, ...]
    """The seats that still have to choose; others see that a seat has chosen, but not what."""
    dealt: tuple[str, ...]
    discarded: tuple[str, ...]
    received: tuple[str, ...]
    kept: str | None
    result: tuple[str, str] | None

    @property
    def decides(self) -> bool:
        """Does this seat still have to choose?"""
        return self.seat in self.waiting

    @property
    def passed(self) -> tuple[str, ...]:
        """The cards this seat hands over."""
        return tuple(c for c in self.dealt if c not in self.discarded) if self.discarded else ()

    @property
    def hand(self) -> tuple[str, ...]:
        """The cards in front of the seat: dealt, then those to hand over, then those received, then the one kept."""
        if self.kept is not None:
            return (self.kept,)
        return self.received or self.passed or self.dealt


class PassingDraft:
    """The draft of the player aid for two (C6): five cards each, two discarded, three handed over, one of them kept.

    Both discard at the same time and keep at the same time: nobody sees what was handed over before both have
    discarded, nor what was kept before both have chosen. Unused cards are shown to nobody.

    A seat keeps a card of the *other* hand. Where the rule set has bans (the aid has none), the hands are dealt so
    that no card of one is banned with a card of the other: every choice leads to a pair that may be played, and
    no refusal reveals anything. Cards banned with each other may lie in the same hand.

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
        **filters: Unpack[Filters],
    ) -> None:
        cards = pool(rules, filters, None, ())
        cards = Seats(2, rules, False).fitting((), cards)
        if len(cards) < 2 * self.HAND:
            raise refuse("deal-cards", needed=2 * self.HAND, left=len(cards))
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
        """Does this seat still have to choose? Both may at once."""
        return self.view(seat).decides

    def hand(self, seat: int) -> tuple[str, ...]:
        """The cards in front of the seat now, for its eyes only."""
        self._index(seat)
        return self.view(seat).hand

    @property
    def result(self) -> tuple[str, str] | None:
        """The powers of seats 1 and 2, or None before both have chosen."""
        one, other = self._kept
        return None if one is None or other is None else (one, other)

    def view(self, seat: int) -> PassingView:
        """All that the seat may know; 0 is a spectator."""
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
            raise refuse("draft-discard", count=self.DISCARDS, cards=", ".join(self._dealt[own]))
        self._discarded[own] = chosen

    def keep(self, seat: int, card: str) -> None:
        """The seat keeps one of the three cards it received."""
        own = self._index(seat)
        self._open(seat, "keep")
        chosen, received = power(card).id, self._passed(1 - own)
        if chosen not in received:
            raise refuse("draft-keep", cards=", ".join(received))
        self._kept[own] = chosen

    def _open(self, seat: int, stage: str) -> None:
        if self.stage != stage or not self.decides(seat):
            raise refuse("draft-not-now", what=seat)

    @staticmethod
    def _index(seat: int) -> int:
        if seat not in (1, 2):
            raise refuse("not-seat", what=seat, players=2)
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
            raise refuse("draft-data", why="rules, dealt, discarded, kept")
        rules = data["rules"]
        if not isinstance(rules, str) or rules not in RULE_SETS:
            raise refuse("draft-data", why="rules")
        one, other = (_cards(hand, "dealt") for hand in _two(data["dealt"], "dealt"))
        cards = (*one, *other)
        if len(one) != cls.HAND or len(other) != cls.HAND or len(set(cards)) != len(cards):
            raise refuse("draft-data", why="dealt")
        if any(not power(card).number or suits((card,), rules, players=2) is not None for card in cards):
            raise refuse("draft-data", why="dealt")
        if (reason := _ban_between((one, other), rules)) is not None:
            raise refuse("draft-data", why=reason.message)
        draft = cls.__new__(cls)
        draft._begin(rules, (one, other))
        for seat, chosen in enumerate(_two(data["discarded"], "discarded"), 1):
            if discarded := _cards(chosen, "discarded"):
                if len(discarded) != cls.DISCARDS:
                    raise refuse("draft-data", why="discarded")
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
        raise refuse("draft-data", why=why)
    return value


def _cards(value: object, why: str) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or not all(isinstance(card, str) for card in value):
        raise refuse("draft-data", why=why)
    return tuple(power(card).id for card in value)
