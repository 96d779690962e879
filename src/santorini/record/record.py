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
from typing import TYPE_CHECKING, Literal, NoReturn

from santorini import _core
from santorini._core import Position, Step, Turn
from santorini.draw.drawing import UNSEEN, kept_by
from santorini.errors import RecordError, SantoriniError, sentence
from santorini.setup.stages import DRAFT_STAGES, PASSING_STAGES

if TYPE_CHECKING:
    from santorini.game.game import Game

__all__ = ["Line", "Node", "Record", "read_record", "read_records"]

WIDTH = 100  # of a written line; a turn or a comment is never broken
DEEPEST = 64  # variations inside variations

# In the order in which they are written; other headers follow.
_KNOWN = [
    "Game", "Date", "Site", "Seat1", "Seat2", "Seat3", "Seat4", "Players", "Power1", "Power2", "Power3", "Power4",
    "Setup", "Rules", "Variant", "Fleece", "Settings", "First", "Position", "Seed", "Result", "Reason",
]  # fmt: skip
# What the start position says too, and all that comes from the game itself.
_SETUP = {
    "Players", "Power1", "Power2", "Power3", "Power4", "Setup", "Rules", "Variant", "Fleece", "Settings", "First",
}  # fmt: skip
_OWN = _SETUP | {"Position", "Seed", "Result", "Reason"}
FLEECE = "Golden Fleece"
ANY_PAIR = "any-pair"
HIDDEN_WORDS = ("?", "??", "*?", "~?", "discard:?", "take:?")


# -- the values ----------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Node:
    """A turn in a record, with what is said about it and what might have been played instead.

    `turn` is a turn text, or `resign:2` or `time:2` when seat 2 gave up or ran out of time. `clock` is the time that
    the player has left after it, in seconds.
    """

    turn: str
    comment: str = ""
    clock: float | None = None
    variations: list[Line] = field(default_factory=list)
    line: int = field(default=0, compare=False, repr=False)
    column: int = field(default=0, compare=False, repr=False)


@dataclass(slots=True)
class Line:
    """Turns one after another, with a comment ahead of the first."""

    nodes: list[Node] = field(default_factory=list)
    comment: str = ""


@dataclass(slots=True)
class Record:
    """A game as it is written down.

    `headers` are as in the text, `start` is the position they describe, `main` the line that was played,
    `unfinished` the steps of a turn that is not complete yet.
    """

    headers: dict[str, str]
    start: Position
    main: Line = field(default_factory=Line)
    unfinished: str = ""

    @classmethod
    def from_game(cls, game: Game, /, **headers: str) -> Record:
        """Write a game down. Headers such as Date, Site, Seat1 are given by name; those of the game are added."""
        for name in headers:
            if name in _OWN:
                raise RecordError("record/header-own", sentence("record-header-own", what=name))
        own = {"Game": "Santorini", **headers, **_setup_headers(game.start), "Seed": str(game.seed), **_result(game)}
        record = cls(dict(_ordered(own)), game.start)
        record.main.nodes = [Node(text) for text in _history(game)]
        if game.turn_in_progress:
            record.unfinished = game._before.turn_of(game.turn_in_progress).text
        return record

    # -- playing ---------------------------------------------------------------------------------------------------

    def game(self) -> Game:
        """Replay the main line.

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
        """Replay everything, variations too, and compare the result with the headers; the number of turns verified."""
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

        return Game.from_position(self.start, seed=self._seed())

    def _seed(self) -> int | None:
        text = self.headers.get("Seed")
        if text is not None and not _SEED.fullmatch(text):
            _bad_header("Seed", text, sentence("record-integer"))
        return None if text is None else int(text)

    def _play(self, game: Game, node: Node, number: int, before: str) -> None:
        # The first card of a deck is drawn by itself. Here it may be written.
        drawn = bool(game.turns) and game.turns[-1].text.startswith("~") and not before.startswith("~")
        if drawn and node.turn.startswith("~"):
            game._pop_one()
        elif drawn and "Seed" not in self.headers:
            _bad_turn("record/luck", sentence("record-luck", what=before), node, number)
        event = _EVENT.fullmatch(node.turn)
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
            game._push_part(self.unfinished)
        except SantoriniError as error:
            _bad_turn(error.code, str(error), node, len(game.turns) + 1)

    def _finish(self, game: Game) -> None:
        """Who gave up without a word in the turns, as other programs may write it, is told by the headers."""
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
        """What a seat may have of the record; 0 is a stranger. After the end of the game that is everything.

        Before, the seed is left out. Where the game has secrets of others, only what was public is left: turns of
        hidden workers keep their builds, secret squares become `?`, and comments, variations and unknown headers,
        which may tell anything, are left out.

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
        unfinished = game._before.turn_of(game.turn_in_progress) if game.turn_in_progress else None
        rest = public_text(unfinished, seat) if unfinished is not None else ""
        if not _has_secrets(self.start, game, seat):
            return self._copy(headers)
        headers = {name: value for name, value in headers.items() if name in _KNOWN}
        start = self.start
        if "Position" in headers:  # otherwise it is the beginning, where nobody has a secret yet
            start = start.view(seat)
            headers["Position"] = start.text
        # A first card that was drawn and not written stands in the game, not in the record.
        unwritten = len(public) - len(self.main.nodes)
        clocks = [None] * unwritten + [node.clock for node in self.main.nodes]
        nodes = [Node(text, clock=clock) for text, clock in zip(public, clocks, strict=True)]
        return Record(headers, start, Line(nodes), "" if is_hidden(rest) else rest)

    def _copy(self, headers: dict[str, str]) -> Record:
        return Record(headers, self.start, _copied(self.main), self.unfinished)

    # -- writing ---------------------------------------------------------------------------------------------------

    def text(self) -> str:
        """The record as text, ending with a line break."""
        for name in self.headers:
            if not re.fullmatch(_NAME, name):
                raise RecordError("record/header-name", sentence("record-header-name", what=name))
        lines = [f'[{name} "{_quoted(value)}"]' for name, value in _ordered(self.headers)]
        words = [*_line_words(self.main, 0)]
        if self.unfinished:
            words.append(f"{len(self.main.nodes) + 1}. {_steps(self.unfinished)}")
        words.append(self.headers.get("Result", "*"))
        return "\n".join([*lines, "", *_wrapped(words), ""])

    def __str__(self) -> str:
        return self.text()


def is_hidden(turn: str) -> bool:
    """Does a turn text leave out what its reader may not know?

    >>> [is_hidden(turn) for turn in ("*? *?", "? +d4", "??", "take:?", "?c4", "b3-b2 +c3?", "(*c5)?")]
    [True, True, True, True, False, False, False]
    """
    return any(word in HIDDEN_WORDS for word in turn.split())


# -- from a game ---------------------------------------------------------------------------------------------------


def _ordered(headers: dict[str, str]) -> list[tuple[str, str]]:
    known = [(name, headers[name]) for name in _KNOWN if name in headers]
    return known + [(name, value) for name, value in headers.items() if name not in _KNOWN]


def _setup_headers(start: Position) -> dict[str, str]:
    headers = {"Rules": start.rules}
    if start.players != 2:
        headers["Players"] = str(start.players)
    if start.stage in DRAFT_STAGES:
        headers["Setup"] = "passing" if start.stage in PASSING_STAGES else "draft"
    elif start.shared:
        headers |= {"Variant": FLEECE, "Fleece": start.shared}
    else:
        headers |= {f"Power{seat}": start.card(seat) for seat in range(1, start.players + 1)}
    if settings := _settings(start):
        headers["Settings"] = ",".join(settings)
    if start.starter != 1:
        headers["First"] = str(start.starter)
    if _start_of(headers) != start:
        headers["Position"] = start.text
    return headers


def _settings(start: Position) -> list[str]:
    for part in start.text.split("/"):
        if part.startswith("set="):
            return part.removeprefix("set=").split(",")
    return []


def _result(game: Game) -> dict[str, str]:
    outcome = game.outcome()
    if outcome is None:
        return {"Result": "*"}
    return {"Result": "+".join(str(seat) for seat in outcome.winners), "Reason": outcome.reason}


def _history(game: Game) -> Iterator[str]:
    for event in game.history:
        yield event.text if isinstance(event, Turn) else _event_text(*event)


def _event_text(seat: int, reason: str) -> str:
    return f"{'time' if reason == 'time' else 'resign'}:{seat}"


def _give_up(game: Game, seat: int, word: str) -> None:
    before = game.position
    game.resign(seat, "time" if word == "time" else "resigned")
    if game.position == before:
        raise RecordError("record/give-up", sentence("record-give-up", what=seat))


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
            if position.stage == "play" or position.decider != -1:
                return nodes
            position = position.play(position.steps()[0])  # luck that was not written down: any card will do here
    return [*ordered, *rest]


# -- secrets -------------------------------------------------------------------------------------------------------


def _has_secrets(start: Position, game: Game, seat: int) -> bool:
    """Has any other player secrets, or had them, or may come to have them with the card that lies there?"""
    positions = [start, game.position, *(turn.before for turn in game.turns)]
    return any(_hides(position, seat) for position in positions)


def _hides(position: Position, seat: int) -> bool:
    if position.stage in PASSING_STAGES:
        return True
    view = position.view(seat)
    others = [s for s in range(1, position.players + 1) if seat == 0 or position.side(s) != position.side(seat)]
    return any(view.flags(s) & UNSEEN or kept_by(position.power(s)).secret for s in others)


def public_text(event: Turn | tuple[int, str], seat: int) -> str:
    """The text of a turn as far as the seat may know it."""
    if not isinstance(event, Turn):
        return _event_text(*event)
    words: list[str] = []
    hidden = False
    position = event.before
    for step in event.steps:
        decider = position.decider
        after = position.play(step)
        if _is_hidden_step(position, step, seat):
            hidden = True
            word = _public_step(position, step)
            if word and not (word == "?" and words and words[-1] == "?"):
                words.append(word)
        elif position.stage == "deal" or (hidden and step.kind != "done"):
            # Somebody answers inside the turn, or luck does.
            answer = "(-)" if step.kind == "pass" else f"({step})"
            clash = any(effect[0] == "conflict" for effect in position.effects(step))
            words.append((str(step) if decider <= 0 else answer) + ("?" if clash else ""))
        position = after
    return " ".join(words) if hidden else event.text


def _is_hidden_step(position: Position, step: Step, seat: int) -> bool:
    """May the seat not know what is chosen, or dealt, here?"""
    decider = position.decider
    if position.stage == "deal":  # a card goes to one hand, and only that player sees it
        return seat == 0 or str(step).strip("~") not in position.play(step).hand(seat)
    if decider in (0, -1, seat):
        return False
    if position.stage in PASSING_STAGES:
        return position.play(step).stage in PASSING_STAGES  # with the last choice the cards are turned up
    # In the player aid's additional turn somebody else plays the hidden workers (G2).
    owner = position.acting if decider == position.to_move else decider
    if seat and position.side(owner) == position.side(seat):
        return False
    return bool(position.view(seat).flags(owner) & UNSEEN) or step.kind == "secret"


def _public_step(position: Position, step: Step) -> str:
    """What others see of a step of a hidden worker, of a secret choice, of a card dealt."""
    if position.stage == "keep":
        return "take:?"
    match step.kind:
        case "chance":
            return "~?"
        case "discard":
            return "discard:?"
        case "build" | "dome":
            return f"+{step.to}" + ("^" if step.dome else "")
        case "place":
            return "*?"
        case "secret":
            return "??"
        case "done":
            return ""
    return "?"


def _copied(line: Line) -> Line:
    nodes = [Node(n.turn, n.comment, n.clock, [_copied(v) for v in n.variations], n.line, n.column) for n in line.nodes]
    return Line(nodes, line.comment)


# -- writing -------------------------------------------------------------------------------------------------------


def _line_words(line: Line, number: int) -> Iterator[str]:
    """The pieces of a line that are not broken: numbered turns, comments, the brackets of variations."""
    if comment := _comment(line.comment, None):
        yield comment
    for node in line.nodes:
        number += 1
        yield f"{number}. {_steps(node.turn)} ;"
        if comment := _comment(node.comment, node.clock):
            yield comment
        for variation in node.variations:
            yield "("
            yield from _line_words(variation, number - 1)
            yield ")"


def _steps(turn: str) -> str:
    words = turn.split()
    for word in words or [""]:
        if not _WORD.fullmatch(word) or _RESULT.fullmatch(word):
            raise RecordError("record/word", sentence("record-word", what=word))
    if words[0][0] == "(" or _NUMBER.match(words[0]):
        raise RecordError("record/word", sentence("record-word", what=words[0]))
    return " ".join(words)


def _comment(comment: str, clock: float | None) -> str:
    words = [_clock_text(clock)] if clock is not None else []
    if said := " ".join(comment.split()):
        words.append(_escaped(said, r"[\\}]|\[(?=%clk)"))
    return f"{{{' '.join(words)}}}" if words else ""


def _clock_text(seconds: float) -> str:
    whole, thousandths = divmod(max(0, round(seconds * 1000)), 1000)
    fraction = f".{thousandths:03}".rstrip("0") if thousandths else ""
    return f"[%clk {whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}{fraction}]"


def _quoted(value: str) -> str:
    return _escaped(value, r'[\\"]')


def _escaped(text: str, special: str) -> str:
    """With a backslash before what would end the text, and nothing that a terminal or an editor might take amiss."""
    text = re.sub(special, r"\\\g<0>", text)
    return "".join(c if c.isprintable() else "\\n" if c == "\n" else f"\\u({ord(c):x})" for c in text)


def _wrapped(words: list[str]) -> Iterator[str]:
    row = ""
    for word in words:
        if row and len(row) + 1 + len(word) > WIDTH:
            yield row
            row = ""
        row = f"{row} {word}" if row else word
    if row:
        yield row


# -- reading -------------------------------------------------------------------------------------------------------

_NAME = r"[A-Za-z][A-Za-z0-9_]{0,63}"
_EVENT = re.compile(r"(resign|time):([1-4])")
_CLOCK = re.compile(r"\[%clk\b([^\]]*)\]")
_TIME = re.compile(r"\s*(\d{1,4}):([0-5]?\d):([0-5]?\d(?:\.\d{1,3})?)\s*")
_HEADER = re.compile(rf'\[\s*({_NAME})\s+"((?:[^"\\\n]|\\.)*)"\s*\]')
_NUMBER = re.compile(r"[0-9]{1,6}\.+")
_RESULT = re.compile(r"(\*|[1-4](?:\+[1-4])*)(?=[\s\[{]|$)")
_SEED = re.compile(r"-?[0-9]{1,80}")
_WORD = re.compile(r"(?:\([^\s(){};\[\]\"\\]*\)|[^\s(){};\[\]\"\\])+")
_COMMENT = re.compile(r"\{((?:[^\\}]|\\.)*)\}", re.DOTALL)
_ESCAPE = re.compile(r"\\(?:u\(([0-9A-Fa-f]{1,6})\)|(.))?", re.DOTALL)


def read_record(text: str) -> Record:
    r"""Read one game record.

    >>> read_record("*b3 *d3 ; *c2 *c4 ; b3-b4 +c3 ; ( d3-d4 +c3 ; {or so} ) c2-b2 +b1 ;").main.nodes[2].variations
    [Line(nodes=[Node(turn='d3-d4 +c3', comment='or so', clock=None, variations=[])], comment='')]
    >>> read_record("*b3 *d3 ;\n*c2 {oh")
    Traceback (most recent call last):
    santorini.errors.RecordError: line 2, column 5: the comment is not closed with }
    """
    reader = _Reader(text)
    record = reader.record()
    if record is None:
        reader.fail("empty")
    if not reader.at_end():
        reader.fail("several")
    return record


def read_records(text: str) -> Iterator[Record]:
    """Read the game records of a file, one after another.

    >>> [record.headers["Result"] for record in read_records('[Result "1"] 1 [Result "2"] 2')]
    ['1', '2']
    """
    reader = _Reader(text)
    while (record := reader.record()) is not None:
        yield record


class _Reader:
    """Goes through a text once, from left to right, and knows where it is."""

    def __init__(self, text: str) -> None:
        self.text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        self.at = 0
        self._counted, self._line = 0, 1  # line breaks counted up to here

    def record(self) -> Record | None:
        """The next record, or None at the end."""
        if self.at_end():
            return None
        headers, places = self.headers()
        main, unfinished, node = self.line(0)
        result = self.result(headers)
        if result not in (None, "*"):
            headers.setdefault("Result", result)
        try:
            start = _start_of(headers)
        except _HeaderError as error:
            line, column = places.get(error.name, (1, 1))
            raise RecordError(
                error.code, sentence("record-at", line=line, column=column, why=error), line, column
            ) from None
        if node is not None:
            # A last turn without its ; is in progress.
            main.nodes.pop()
            if node != Node(unfinished):
                self.fail("unfinished", what=unfinished)
        return Record(headers, start, main, unfinished)

    # -- headers

    def headers(self) -> tuple[dict[str, str], dict[str, tuple[int, int]]]:
        headers: dict[str, str] = {}
        places: dict[str, tuple[int, int]] = {}
        while not self.at_end() and self.text[self.at] == "[":
            found = _HEADER.match(self.text, self.at)
            if not found:
                self.fail("header", what=self.text[self.at : self.at + 40].split("\n")[0])
            name = found[1]
            if name in headers:
                self.fail("header-twice", what=name)
            headers[name] = self.unescaped(found[2], found.start(2))
            places[name] = self.place(self.at)
            self.at = found.end()
        return headers, places

    def unescaped(self, text: str, begin: int) -> str:
        def plain(found: re.Match[str]) -> str:
            number, char = found[1], found[2]
            if number is not None and int(number, 16) < 0x110000:
                return chr(int(number, 16))
            if char == "n":
                return "\n"
            if char is None or char not in '"\\{}[]':
                self.at = begin + found.start()
                self.fail("escape", what=found[0])
            return char

        return _ESCAPE.sub(plain, text)

    # -- turns

    def line(self, depth: int) -> tuple[Line, str, Node | None]:
        """Turns up to the closing bracket of a variation, the result, the next record or the end.

        Also the steps of a last turn that lacks its `;`, and its node.
        """
        line = Line()
        node: Node | None = None  # the turn that is being read
        words: list[str] = []
        while not self.at_end():
            char = self.text[self.at]
            if char == "{":
                self.comment(line)
            elif char == ";":
                if node is None:
                    self.fail("semicolon")
                node.turn, node, words = " ".join(words), None, []
                self.at += 1
            elif char == ")":
                if not depth:
                    self.fail("variation-close")
                break
            elif node is None and char == "(":
                self.variation(line, depth)
            elif node is None and (found := _NUMBER.match(self.text, self.at)):
                self.at = found.end()
            elif node is None and not depth and (char == "[" or _RESULT.match(self.text, self.at)):
                break
            elif char == "(" and not _WORD.match(self.text, self.at):
                self.fail("variation")
            elif node is not None and not depth and _RESULT.match(self.text, self.at):
                break
            elif (found := _WORD.match(self.text, self.at)) and not _RESULT.fullmatch(found[0]):
                if node is None:
                    node = Node("", line=self.place(self.at)[0], column=self.place(self.at)[1])
                    line.nodes.append(node)
                words.append(found[0])
                self.at = found.end()
            else:
                self.fail("word", what=char)
        if depth and self.at_end():
            self.fail("variation-open")
        if node is not None:
            node.turn = " ".join(words)
        return line, " ".join(words), node

    def comment(self, line: Line) -> None:
        found = _COMMENT.match(self.text, self.at)
        if not found:
            self.fail("comment-open")
        raw, begin = found[1], found.start(1)
        node = line.nodes[-1] if line.nodes else None
        rest = []
        done = 0
        for clock in _CLOCK.finditer(raw):
            escaped = len(raw[: clock.start()]) - len(raw[: clock.start()].rstrip("\\"))
            if escaped % 2 or node is None:
                continue
            time = _TIME.fullmatch(clock[1])
            if not time:
                self.at = begin + clock.start()
                self.fail("clock", what=clock[0])
            node.clock = round(int(time[1]) * 3600 + int(time[2]) * 60 + float(time[3]), 3)
            rest.append(self.unescaped(raw[done : clock.start()], begin + done))
            done = clock.end()
        rest.append(self.unescaped(raw[done:], begin + done))
        owner: Line | Node = node or line
        owner.comment = " ".join(f"{owner.comment} {' '.join(rest)}".split())
        self.at = found.end()

    def variation(self, line: Line, depth: int) -> None:
        if not line.nodes:
            self.fail("variation-first")
        if depth == DEEPEST:
            self.fail("deep", depth=DEEPEST)
        opened = self.at
        self.at += 1
        variation, _, _ = self.line(depth + 1)
        if not variation.nodes:
            self.at = opened
            self.fail("variation-empty")
        line.nodes[-1].variations.append(variation)
        self.at += 1

    def result(self, headers: dict[str, str]) -> str | None:
        found = None if self.at_end() else _RESULT.match(self.text, self.at)
        if not found:
            return None
        other = headers.get("Result", found[1])
        if other != found[1]:
            self.fail("result", what=found[1], other=other)
        self.at = found.end()
        if not self.at_end() and self.text[self.at] != "[":
            self.fail("result-late")
        return found[1]

    # -- where we are

    def at_end(self) -> bool:
        """Skips white space."""
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1
        return self.at == len(self.text)

    def place(self, at: int) -> tuple[int, int]:
        if at < self._counted:
            self._counted, self._line = 0, 1
        self._line += self.text.count("\n", self._counted, at)
        self._counted = at
        return self._line, at - self.text.rfind("\n", 0, at)

    def fail(self, what_is_wrong: str, **values: object) -> NoReturn:
        line, column = self.place(min(self.at, len(self.text)))
        why = sentence(f"record-{what_is_wrong}", **values)
        message = sentence("record-at", line=line, column=column, why=why)
        raise RecordError(f"record/{what_is_wrong}", message, line, column)


class _HeaderError(RecordError):
    """A header that says something impossible; becomes a plain RecordError with its place."""

    def __init__(self, name: str, code: str, message: str) -> None:
        super().__init__(code, message)
        self.name = name


def _bad_header(name: str, value: str, why: object) -> NoReturn:
    raise _HeaderError(
        name, "record/header-value", sentence("record-header-value", what=name, value=value, why=why)
    ) from None


def _bad_turn(code: str, why: str, node: Node, number: int) -> NoReturn:
    key = "record-turn" if node.line else "record-turn-unread"
    message = sentence(key, number=number, line=node.line, why=why)
    raise RecordError(code, message, node.line, node.column) from None


def _start_of(headers: dict[str, str]) -> Position:
    """The position that headers describe."""
    from santorini.game.game import Game, read_position

    if not _RESULT.fullmatch(headers.get("Result", "*")):
        _bad_header("Result", headers["Result"], sentence("record-no-result"))
    if not _SEED.fullmatch(headers.get("Seed", "0")):
        _bad_header("Seed", headers["Seed"], sentence("record-integer"))
    if "Position" in headers:
        try:
            start = read_position(headers["Position"])
        except SantoriniError as error:
            _bad_header("Position", headers["Position"], error)
        told = _told(start)
        for name in headers.keys() & _SETUP:
            if headers[name] != told.get(name, headers[name]):
                message = sentence("record-header-clash", what=name, value=headers[name], other=told[name])
                raise _HeaderError(name, "record/header-clash", message)
        return start
    powers = [headers[f"Power{seat}"] for seat in range(1, 5) if f"Power{seat}" in headers]
    players = _integer(headers, "Players", len(powers) or 2)
    settings = [one for one in headers.get("Settings", "").split(",") if one]
    draft, fleece = _draft(headers), _fleece(headers)
    name = "Power1" if powers else "Fleece" if fleece else "Players"
    if "Rules" in headers and headers["Rules"] not in ("printed", "revised", "aid"):
        _bad_header("Rules", headers["Rules"], sentence("rules", what=headers["Rules"]))
    try:
        return Game(
            *powers,
            players=players,
            rules=headers.get("Rules", "printed"),
            fleece=fleece,
            settings=[one for one in settings if one != ANY_PAIR],
            first=_integer(headers, "First", 1),
            any_pair=ANY_PAIR in settings,
            draft=draft,
            seed=0,
        ).start
    except SantoriniError as error:
        name = {"setting": "Settings", "not-seat": "First", "seat-number": "First"}.get(error.code, name)
        _bad_header(name, headers.get(name, str(players)), error)


def _told(start: Position) -> dict[str, str]:
    """What headers must say of a position where they say anything."""
    told = {
        "Rules": start.rules,
        "Players": str(start.players),
        "First": str(start.starter),
        "Variant": FLEECE if start.shared else "",
        "Fleece": start.shared,
        "Settings": ",".join(_settings(start)),
    }
    if start.stage not in DRAFT_STAGES:
        told |= {f"Power{seat}": start.card(seat) for seat in range(1, start.players + 1)}
    return told


def _integer(headers: dict[str, str], name: str, otherwise: int) -> int:
    text = headers.get(name)
    if text is None:
        return otherwise
    if not re.fullmatch(r"[0-9]{1,3}", text):
        _bad_header(name, text, sentence("record-integer"))
    return int(text)


def _draft(headers: dict[str, str]) -> Literal["challenger", "passing", False]:
    match headers.get("Setup"):
        case None:
            return False
        case "draft":
            return "challenger"
        case "passing":
            return "passing"
        case setup:
            _bad_header("Setup", setup, sentence("record-setup"))


def _fleece(headers: dict[str, str]) -> str | None:
    variant, power = headers.get("Variant"), headers.get("Fleece")
    if variant not in (None, FLEECE):
        _bad_header("Variant", variant or "", sentence("record-variant"))
    if variant and not power:
        _bad_header("Variant", variant, sentence("record-fleece"))
    return power
