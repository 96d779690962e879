r"""Game records: headers, turns, comments, clock times and variations in a text file, in the manner of PGN.

The grammar is in docs/notation.md.

>>> from santorini import Game, read_record
>>> game = Game("demeter", "pan", seed=7)
>>> for turn in ("*b3 *d3", "*c2 *c4", "b3-b4 +c3 +a3"):
...     _ = game.push(turn)
>>> record = Record.from_game(game, Seat1="Ann", Seat2='Ben "the Wall"')
>>> record.main.nodes[2].comment = "two at once"
>>> print(record)
[Game "Santorini"]
[Seat1 "Ann"]
[Seat2 "Ben \"the Wall\""]
[Power1 "demeter"]
[Power2 "pan"]
[Rules "printed"]
[Seed "7"]
[Result "*"]
<BLANKLINE>
1. *b3 *d3 ; 2. *c2 *c4 ; 3. b3-b4 +c3 +a3 ; {two at once} *
<BLANKLINE>
>>> read_record(str(record)) == record
True
>>> read_record(str(record)).game().text == game.text
True
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import takewhile
from typing import TYPE_CHECKING, NoReturn

from santorini import _core
from santorini._core import Position, Turn
from santorini.errors import RecordError, SantoriniError, sentence
from santorini.record.grammar import EVENT, NAME
from santorini.record.headers import KNOWN, OWN, ordered, seed_of, setup_headers
from santorini.record.redaction import event_text, has_secrets, is_hidden, public_text
from santorini.record.tree import Line, Node, copied
from santorini.record.writer import line_words, quoted, steps, wrapped

if TYPE_CHECKING:
    from santorini.game.game import Game

__all__ = ["Record"]


@dataclass(slots=True)
class Record:
    """A game written down.

    `headers` are those of the text, `start` is the position they describe, `main` the line that was played,
    `unfinished` the steps of a turn in progress.

    >>> from santorini import Game, Record
    >>> game = Game("pan", "atlas", seed=1)
    >>> _ = game.push("*b3 *d3")
    >>> record = Record.from_game(game, Seat1="Ann")
    >>> record.headers["Power1"], record.main.nodes[0].turn, record.game().text == game.text
    ('pan', '*b3 *d3', True)
    """

    headers: dict[str, str]
    start: Position
    main: Line = field(default_factory=Line)
    unfinished: str = ""

    @classmethod
    def from_game(cls, game: Game, /, **headers: str) -> Record:
        """Write a game down. Headers such as Date, Site or Seat1 are given by name; the game's own are added."""
        for name in headers:
            if name in OWN:
                raise RecordError("record/header-own", sentence("record-header-own", what=name))
        own = {"Game": "Santorini", **headers, **setup_headers(game.start), "Seed": str(game.seed), **_result(game)}
        record = cls(dict(ordered(own)), game.start)
        record.main.nodes = [Node(text) for text in _history(game)]
        record.unfinished = game.turn_so_far.text
        return record

    # -- playing ---------------------------------------------------------------------------------------------------

    def game(self) -> Game:
        """Replay the main line.

        >>> from santorini import read_record
        >>> read_record('[Seed "1"] *b3 *d3 ; *c2 *c4 ; b3-b5 +a3 ;').game()
        Traceback (most recent call last):
        santorini.errors.RecordError: turn 3 (line 1): illegal turn 'b3-b5 +a3': 'b3-b5' is not possible here; ...
        """
        game = self._begin()
        before = ""
        for number, node in enumerate(_in_turn_order(self.start, self.main.nodes), 1):
            self._play(game, node, number, before)
            before = node.turn
        if self.unfinished:
            self._go_on(game)
        self._finish(game)
        return game

    def check(self) -> int:
        """Replay all turns, variations too, and compare the result with the headers. Returns the number of turns."""
        game = self.game()
        told = _result(game)
        for name in ("Result", "Reason"):
            value, other = self.headers.get(name), told.get(name, "")
            if value not in (None, other):
                raise RecordError("record/outcome", sentence("record-outcome", what=name, value=value, other=other))
        return self._check_line(self._begin(), self.main, 0, "")

    def _check_line(self, game: Game, line: Line, number: int, before: str) -> int:
        played = 0
        for node in line.nodes if number else _in_turn_order(self.start, line.nodes):
            for variation in node.variations:
                played += self._check_line(game.copy(), variation, number, before)
            number += 1
            self._play(game, node, number, before)
            played += 1
            before = node.turn
        return played

    def _begin(self) -> Game:
        from santorini.game.game import Game

        return Game.from_position(self.start, seed=seed_of(self.headers))

    def _play(self, game: Game, node: Node, number: int, before: str) -> None:
        # A game draws the first card of a deck itself. A record may contain it.
        drawn = bool(game.turns) and game.turns[-1].text.startswith("~") and not before.startswith("~")
        if drawn and node.turn.startswith("~"):
            game._pop_one()
        elif drawn and "Seed" not in self.headers:
            _bad_turn("record/luck", sentence("record-luck", what=before), node, number)
        event = EVENT.fullmatch(node.turn)
        if is_hidden(node.turn):
            _bad_turn("record/hidden", sentence("record-hidden", what=node.turn), node, number)
        try:
            if event:
                _give_up(game, int(event[2]), event[1])
                return
            turn = game.push(node.turn)
        except SantoriniError as error:
            _bad_turn(error.code, str(error), node, number)
        if "Seed" not in self.headers and "~" not in node.turn and any(s.kind == "chance" for s in turn.steps):
            _bad_turn("record/luck", sentence("record-luck", what=node.turn), node, number)

    def _go_on(self, game: Game) -> None:
        node = Node(self.unfinished)
        if is_hidden(self.unfinished):
            _bad_turn("record/hidden", sentence("record-hidden", what=self.unfinished), node, len(game.turns) + 1)
        try:
            game.push_part(self.unfinished)
        except SantoriniError as error:
            _bad_turn(error.code, str(error), node, len(game.turns) + 1)

    def _finish(self, game: Game) -> None:
        """Other programs may say only in the headers who gave up, not in the turns."""
        reason, result = self.headers.get("Reason", ""), self.headers.get("Result", "*")
        if game.is_over or result == "*" or reason not in ("resigned", "time"):
            return
        winners = {int(seat) for seat in result.split("+") if seat.isdecimal()}
        for seat in range(1, self.start.players + 1):
            if seat not in winners and game.outcome() is None and not game.position.is_out(seat):
                try:
                    _give_up(game, seat, "time" if reason == "time" else "resign")
                except SantoriniError as error:
                    raise RecordError(error.code, str(error)) from None

    # -- hiding ----------------------------------------------------------------------------------------------------

    def for_seat(self, seat: int) -> Record:
        """The record as a seat may read it; seat 0 is a spectator. Once the game is over, that is all of it.

        Until then the seed is left out. If others have secrets, only what was public remains: turns of hidden workers
        keep their builds, secret squares become `?`. Comments, variations and unknown headers could give anything
        away, so they are dropped.

        >>> from santorini import read_record
        >>> text = '[Power1 "pan"] [Power2 "hecate"] [Seed "5"] *b3 *d3 ; *c2 *c4 ; b3-b4 +a3 ; c2-b2 +b1 ; {near}'
        >>> print(read_record(text).for_seat(1))
        [Power1 "pan"]
        [Power2 "hecate"]
        <BLANKLINE>
        1. *b3 *d3 ; 2. *? *? ; 3. b3-b4 +a3 ; 4. ? +b1 ; *
        <BLANKLINE>
        """
        game = self.game()
        try:
            game.position.view(seat)
        except _core.CoreError:
            players = game.position.players
            raise RecordError("not-seat", sentence("not-seat", what=seat, players=players)) from None
        if game.is_over:
            return self._copy(dict(self.headers))
        headers = {name: value for name, value in self.headers.items() if name != "Seed"}
        public = [public_text(event, seat) for event in game.history]
        rest = public_text(game.turn_so_far, seat)
        if not has_secrets([self.start, game.position, *(turn.before for turn in game.turns)], seat):
            return self._copy(headers)
        headers = {name: value for name, value in headers.items() if name in KNOWN}
        start = self.start
        if "Position" in headers:  # without one the game starts at the beginning, where nobody has a secret yet
            start = start.view(seat)
            headers["Position"] = start.text
        # A first card that the game drew itself is in the game, but the record may leave it out.
        unwritten = len(public) - len(self.main.nodes)
        clocks = [None] * unwritten + [node.clock for node in self.main.nodes]
        nodes = [Node(text, clock=clock) for text, clock in zip(public, clocks, strict=True)]
        return Record(headers, start, Line(nodes), "" if is_hidden(rest) else rest)

    def _copy(self, headers: dict[str, str]) -> Record:
        return Record(headers, self.start, copied(self.main), self.unfinished)

    # -- writing ---------------------------------------------------------------------------------------------------

    def text(self) -> str:
        """The record as text, ending with a line break."""
        for name in self.headers:
            if not re.fullmatch(NAME, name):
                raise RecordError("record/header-name", sentence("record-header-name", what=name))
        lines = [f'[{name} "{quoted(value)}"]' for name, value in ordered(self.headers)]
        words = [*line_words(self.main, 0)]
        if self.unfinished:
            words.append(f"{len(self.main.nodes) + 1}. {steps(self.unfinished)}")
        words.append(self.headers.get("Result", "*"))
        return "\n".join([*lines, "", *wrapped(words), ""])

    def __str__(self) -> str:
        return self.text()


def _result(game: Game) -> dict[str, str]:
    outcome = game.outcome()
    if outcome is None:
        return {"Result": "*"}
    return {"Result": "+".join(str(seat) for seat in outcome.winners), "Reason": outcome.reason}


def _history(game: Game) -> Iterator[str]:
    for event in game.history:
        yield event.text if isinstance(event, Turn) else event_text(*event)


def _give_up(game: Game, seat: int, word: str) -> None:
    before = game.position
    game.resign(seat, "time" if word == "time" else "resigned")
    if game.position == before:
        raise RecordError("record/give-up", sentence("record-give-up", what=seat))


def _bad_turn(code: str, why: str, node: Node, number: int) -> NoReturn:
    key = "record-turn" if node.line else "record-turn-unread"
    message = sentence(key, number=number, line=node.line, why=why)
    raise RecordError(code, message, node.line, node.column) from None


def _in_turn_order(start: Position, nodes: list[Node]) -> list[Node]:
    """The turns as they are played now: earlier versions had additional set-ups by kind, not in turn order (C4)."""
    waiting = list(takewhile(lambda node: re.fullmatch(r"[~@?]\S+", node.turn), nodes))
    rest = nodes[len(waiting) :]
    position, ordered = start, []
    while waiting:
        for at, node in enumerate(waiting):
            try:
                turn, _ = position.read_turn(node.turn)
            except _core.CoreError:
                continue
            position = turn.after
            ordered.append(waiting.pop(at))
            break
        else:
            if position.stage == "play" or not position.awaits_luck:
                return nodes
            position = position.play(position.steps()[0])  # luck that was not written down: any card will do here
    return [*ordered, *rest]
