"""Who plays what, asked step by step, with an answer ready for each question."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from difflib import get_close_matches

from santorini import POWERS, Power, SantoriniError, Words, ban, power
from santorini._drawing import letter
from santorini.cli._common import CommandError, say
from santorini.cli._screen import Screen
from santorini.cli._table import columns, paragraph

__all__ = ["Questions"]

ANY = "random"


class Questions:
    """Asks for the number of players, who sits where, and the powers."""

    def __init__(self, screen: Screen | None, rules: str, any_pair: bool, seed: int | None) -> None:
        self._screen = screen
        self._rules = rules
        self._any_pair = any_pair
        self._luck = random.Random(seed)

    def ask(self, players: int | None, seats: Sequence[str]) -> tuple[list[str], list[str]]:
        """The powers and the kinds of the seats."""
        assert self._screen is not None
        self._screen.show([self._screen.bold(say("play.title")), "", *paragraph(say("play.welcome"))])
        if players is None:
            players = len(seats) if 2 <= len(seats) <= 4 else self._players()
        kinds = list(seats)
        kinds += [
            self._choice(say("play.ask-seat", letter=letter(seat)), "human" if seat == 1 else "random")
            for seat in range(len(kinds) + 1, players + 1)
        ]
        powers: list[str] = []
        for seat in range(1, players + 1):
            powers.append(self._power(seat, players, powers))
        return powers, kinds

    def dealt(self, keys: Sequence[str], players: int) -> list[str]:
        """The powers that were named, `random` replaced by ones that fit."""
        fixed = [power(key).id for key in keys if key.lower() != ANY]
        dealt: list[str] = []
        for key in keys:
            if key.lower() == ANY:
                dealt.append(self._drawn(players, [*fixed, *dealt]))
            else:
                dealt.append(power(key).id)
        return dealt

    def _players(self) -> int:
        answer = self._until(say("play.ask-players"), lambda text: text in ("", "2", "3", "4"), say("play.say-players"))
        return int(answer or 2)

    def _choice(self, question: str, otherwise: str) -> str:
        kinds = {"": otherwise, "human": "human", "h": "human", "random": "random", "r": "random"}
        prompt = f"{question} [{otherwise}]: "
        return kinds[self._until(prompt, lambda text: text in kinds, say("play.say-kind"))]

    def _power(self, seat: int, players: int, taken: list[str]) -> str:
        otherwise = "mortal" if players == 2 else ANY
        while True:
            answer = self._line(f"{say('play.ask-power', letter=letter(seat))} [{otherwise}]: ") or otherwise
            if answer in ("list", "?"):
                print("\n".join(columns([one.id for one in self._fitting(players, taken)], 80)))
            elif answer == ANY:
                drawn = self._drawn(players, taken)
                print(f"  {Words.load('en').power_name(drawn)}")
                return drawn
            elif (named := self._named(answer, players, taken)) is not None:
                return named

    def _named(self, answer: str, players: int, taken: list[str]) -> str | None:
        """The power that was named, or None after saying why it cannot be."""
        try:
            one = power(answer)
        except SantoriniError:
            near = get_close_matches(answer, POWERS, n=3)
            hint = say("play.did-you-mean", names=", ".join(near)) if near else say("play.say-list")
            print(f"  {say('play.no-power', what=answer)} {hint}")
            return None
        if one not in self._fitting(players, taken):
            print(f"  {say('play.power-does-not-fit', name=one.name, players=players)} {say('play.say-list')}")
            return None
        if one.number:
            print("\n".join(paragraph(one.text(self._rules), "  ")))
        return one.id

    def _fitting(self, players: int, taken: Sequence[str]) -> list[Power]:
        """The powers that can join those that are taken."""
        return [one for one in POWERS.values() if self._fits(one, players, taken)]

    def _fits(self, one: Power, players: int, taken: Sequence[str]) -> bool:
        if self._rules not in one.rules or players not in one.players:
            return False
        if one.number and one.id in taken:
            return False
        bans = [ban(one.id, other, self._rules) for other in taken if other != one.id]
        return all(why is None or (self._any_pair and why != "rule") for why in bans)

    def _drawn(self, players: int, taken: Sequence[str]) -> str:
        cards = [one.id for one in self._fitting(players, taken) if one.number]
        if not cards:
            raise CommandError(say("play.no-power-left"))
        return self._luck.choice(cards)

    def _until(self, prompt: str, fits: Callable[[str], bool], hint: str) -> str:
        while not fits(answer := self._line(prompt)):
            print(f"  {hint}")
        return answer

    def _line(self, prompt: str) -> str:
        assert self._screen is not None
        return self._screen.ask(prompt).lower()
