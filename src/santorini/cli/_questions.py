"""Asks step by step who plays what, with a default answer for each question."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from difflib import get_close_matches

from santorini import LEVELS, POWERS, Power, SantoriniError, Words, power, random_fleece, random_powers, suits
from santorini.cli._columns import columns, paragraph
from santorini.cli._common import named_power, say
from santorini.cli._computer import HUMAN, kind_of
from santorini.cli._screen import Screen
from santorini.draw.drawing import letter
from santorini.setup.random_choice import Filters

__all__ = ["Questions"]

ANY = "random"
OPPONENT = "potter"
"""The default level: it makes no gross mistakes and can be beaten."""


class Questions:
    """Asks for the number of players, who sits where, and the powers."""

    def __init__(self, screen: Screen | None, rules: str, any_pair: bool, seed: int | None, filters: Filters) -> None:
        self._screen = screen
        self._rules = rules
        self._any_pair = any_pair
        self._luck = random.Random(seed)
        self._filters = filters

    def ask(self, players: int | None, seats: Sequence[str]) -> tuple[list[str], list[str]]:
        """The powers and the kinds of the seats."""
        assert self._screen is not None
        self._screen.show([self._screen.bold(say("play.title")), "", *paragraph(say("play.welcome"))])
        if players is None:
            players = len(seats) if 2 <= len(seats) <= 4 else self._players()
        kinds = list(seats)
        kinds += [
            self._choice(say("play.ask-seat", letter=letter(seat)), HUMAN if seat == 1 else OPPONENT)
            for seat in range(len(kinds) + 1, players + 1)
        ]
        powers: list[str] = []
        for seat in range(1, players + 1):
            powers.append(self._power(seat, players, powers))
        return powers, kinds

    def dealt(self, keys: Sequence[str], players: int) -> list[str]:
        """The given powers, with each `random` replaced by one that fits."""
        named = [key.lower() for key in keys]
        if ANY not in named:
            return [power(key).id for key in named]
        drawn = iter(self._drawn(players, [power(key).id for key in named if key != ANY]))
        return [next(drawn) if key == ANY else power(key).id for key in named]

    def fleece(self, key: str | None) -> str | None:
        """The power of the Golden Fleece, with `random` replaced."""
        if key is None or key.lower() != ANY:
            return key
        some = self._filters
        return random_fleece(
            rules=self._rules,
            seed=self._luck.getrandbits(48),
            hidden=some["hidden"],
            luck=some["luck"],
            simple_only=some["simple_only"],
        )

    def _players(self) -> int:
        answer = self._until(say("play.ask-players"), lambda text: text in ("", "2", "3", "4"), say("play.say-players"))
        return int(answer or 2)

    def _choice(self, question: str, otherwise: str) -> str:
        answer = say(f"play.answer.{otherwise}") if otherwise == HUMAN else otherwise
        prompt = say("play.ask", question=question, answer=answer)
        hint = say("play.say-kind", names=", ".join(one.name for one in LEVELS))
        answer = self._until(prompt, lambda text: not text or kind_of(text) is not None, hint)
        return kind_of(answer or otherwise) or otherwise

    def _power(self, seat: int, players: int, taken: list[str]) -> str:
        otherwise = "mortal" if players == 2 else ANY
        while True:
            ready = say("play.answer.random") if otherwise == ANY else say("power.mortal.name").lower()
            question = say("play.ask-power", letter=letter(seat))
            answer = self._line(say("play.ask", question=question, answer=ready)) or otherwise
            if answer in ("list", "?", say("play.answer.list")):
                print("\n".join(columns([one.name for one in self._fitting(players, taken)], 80)))
            elif answer in (ANY, say("play.answer.random")):
                drawn = self._drawn(players, taken)[0]
                print(f"  {Words.load().power_name(drawn)}")
                return drawn
            elif (named := self._named(answer, players, taken)) is not None:
                return named

    def _named(self, answer: str, players: int, taken: list[str]) -> str | None:
        """The named power, or None after saying why it cannot be played."""
        try:
            one = named_power(answer)
        except SantoriniError:
            names = {one.name.casefold(): one.name for one in POWERS.values()}
            near = [names.get(key, key) for key in get_close_matches(answer, {**names, **dict.fromkeys(POWERS)}, n=3)]
            near = list(dict.fromkeys(near))
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
        """The powers that can be played together with those already taken."""

        def fits(one: Power) -> bool:
            return suits((*taken, one.id), self._rules, self._any_pair, players=players) is None

        return [one for one in POWERS.values() if fits(one)]

    def _drawn(self, players: int, taken: Sequence[str]) -> tuple[str, ...]:
        """Powers for all the other seats."""
        return random_powers(
            players,
            rules=self._rules,
            seed=self._luck.getrandbits(48),
            beside=taken,
            any_pair=self._any_pair,
            **self._filters,
        )

    def _until(self, prompt: str, fits: Callable[[str], bool], hint: str) -> str:
        while not fits(answer := self._line(prompt)):
            print(f"  {hint}")
        return answer

    def _line(self, prompt: str) -> str:
        assert self._screen is not None
        return self._screen.ask(prompt).lower()
