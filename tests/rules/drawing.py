"""Reads rules files: drawn positions and what must hold there. README.md describes the format.

`read_file` gives one `Case` for each title and rule set. A case carries its position text, ready for
`santorini.Game.from_text`, and its checks. Nothing here knows the rules of the game.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise
from pathlib import Path

FILES = "abcde"
RANKS = "54321"
SEATS = "ABCD"
RULE_SETS = ("printed", "revised", "aid")
DOMED = {0: "x", 1: "y", 2: "z", 3: "4"}
"""How the position text writes a dome on that many blocks."""

_CELL = re.compile(r"([0-3])(\^)?([A-D])?(f)?")
_SQUARE = re.compile(r"[a-e][1-5]")
_LEVEL = re.compile(r"([a-e][1-5])=([0-3])")
_DATA = re.compile(r"\[[^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)*\]")
_MOVES = re.compile(r"[a-e][1-5](?:-[a-e][1-5])+")
_GAP = re.compile(r"\s{2,}")
_SEMICOLON = re.compile(r";(?![^\[]*\])")


class RulesFileError(ValueError):
    """A rules file that cannot be read. The message begins with file and line."""


class Verb(StrEnum):
    """The first word of a check."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    WINS = "wins"
    ONLY = "only"
    MOVES = "moves"
    AFTER = "after"
    LOST = "lost"
    FREE = "free"


class Claim(StrEnum):
    """What a part of an `after` line speaks about."""

    WORKERS = "workers"
    LEVELS = "levels"
    DOMED = "domed"
    OPEN = "open"
    TO_MOVE = "to move"
    WINNER = "winner"
    SEAT = "seat"
    OUT = "out"
    EXTRA = "extra"
    CHAOS = "chaos"
    STOLEN = "stolen"
    NOT_STOLEN = "not stolen"
    DECIDES = "decides"
    BUILDS = "builds"
    DOMES = "domes"
    NEXT = "next"


IN_PROGRESS = frozenset({Claim.BUILDS, Claim.NEXT, Claim.DECIDES})
"""Claims that only make sense in the middle of a turn."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One part of an `after` line. `seat` and `number` are 0 where they say nothing."""

    claim: Claim
    text: str
    seat: int = 0
    number: int = 0
    words: tuple[str, ...] = ()
    levels: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Check:
    """One line after a drawing (all `only` lines of a case are one check)."""

    verb: Verb
    line: int
    text: str
    turns: tuple[str, ...] = ()
    seat: int = 0
    square: str = ""
    squares: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class Case:
    """A drawing under one rule set, and its checks."""

    file: str
    line: int
    title: str
    rules: str
    players: int
    seat: int
    drawing: str
    position: str
    checks: tuple[Check, ...]

    @property
    def id(self) -> str:
        edition = "" if self.rules == RULE_SETS[0] else f" [{self.rules}]"
        return f"{self.file}: {self.title}{edition}"


def steps_of(turn: str) -> list[str]:
    """The single steps of a turn text: `b2-c3-d4 +d5` gives `b2-c3`, `c3-d4`, `+d5`."""
    steps: list[str] = []
    for word in turn.split():
        if _MOVES.fullmatch(word):
            squares = word.split("-")
            steps += [f"{start}-{end}" for start, end in pairwise(squares)]
        else:
            steps.append(word)
    return steps


def team_of(seat: int, players: int) -> int:
    """The seat that stands for a seat's side: with four players the first seat of its team."""
    return (seat - 1) % 2 + 1 if players == 4 else seat


# ---------------------------------------------------------------- the drawing


@dataclass(frozen=True, slots=True)
class Board:
    """What a drawing shows."""

    heights: str
    workers: tuple[tuple[str, ...], ...]
    women: tuple[tuple[str, ...], ...]


def read_board(rows: Sequence[str]) -> Board:
    """Reads the line of file letters and the five ranks below it."""
    if len(rows) != 6:
        raise ValueError("a drawing has a line of file letters and five ranks")
    if rows[0].split() != list(FILES):
        raise ValueError(f"expected the file letters 'a b c d e', found {rows[0].strip()!r}")
    heights: list[str] = []
    workers: list[list[str]] = [[] for _ in SEATS]
    women: list[list[str]] = [[] for _ in SEATS]
    for rank, row in zip(RANKS, rows[1:], strict=True):
        label, *cells = row.split()
        if label != rank or len(cells) != len(FILES):
            raise ValueError(f"expected rank {rank} and five cells, found {row.strip()!r}")
        for file, cell in zip(FILES, cells, strict=True):
            square = file + rank
            match = _CELL.fullmatch(cell)
            if match is None:
                raise ValueError(f"cannot read the cell {cell!r} on {square}")
            blocks, dome, letter, woman = match.groups()
            if (letter and dome) or (woman and not letter):
                raise ValueError(f"{cell!r} on {square}: no worker on a dome, no 'f' without worker")
            heights.append(DOMED[int(blocks)] if dome else blocks)
            if letter:
                workers[SEATS.index(letter)].append(square)
                if woman:
                    women[SEATS.index(letter)].append(square)
    return Board("".join(heights), tuple(map(tuple, workers)), tuple(map(tuple, women)))


def position_text(
    board: Board,
    powers: Sequence[str],
    *,
    seat: int = 1,
    data: dict[int, str] | None = None,
    rules: str = RULE_SETS[0],
    fields: Sequence[str] = (),
) -> str:
    """The position text (docs/notation.md) of a drawing. `data` has the bracket texts by seat."""
    for number in range(len(powers) + 1, len(SEATS) + 1):
        if board.workers[number - 1]:
            raise ValueError(f"a worker {SEATS[number - 1]} with {len(powers)} players")
    seats = [
        _seat_text(power, (data or {}).get(number, ""), board.workers[number - 1], board.women[number - 1])
        for number, power in enumerate(powers, 1)
    ]
    edition = [] if rules == RULE_SETS[0] else [f"rules={rules}"]
    return "/".join([board.heights, str(seat), *seats, *edition, *fields])


def _seat_text(power: str, data: str, workers: Sequence[str], women: Sequence[str]) -> str:
    items = [data[1:-1]] if data else []
    if women:
        joined = ",".join(women)
        items = [joined, *items] if power == "selene" else [*items, f"f{joined}"]
    brackets = f"[{';'.join(items)}]" if items else ""
    squares = f":{','.join(workers)}" if workers else ""
    return f"{power}{brackets}{squares}"


# ---------------------------------------------------------------- the checks


def _squares(words: Sequence[str]) -> tuple[str, ...]:
    for word in words:
        if not _SQUARE.fullmatch(word):
            raise ValueError(f"{word!r} is no square")
    if len(set(words)) != len(words):
        raise ValueError(f"a square stands twice in {' '.join(words)!r}")
    return tuple(words)


def _seat(word: str, players: int) -> int:
    if word not in [str(number) for number in range(1, players + 1)]:
        raise ValueError(f"{word!r} is no seat of {players}")
    return int(word)


def _single(words: Sequence[str]) -> str:
    if len(words) != 1:
        raise ValueError(f"expected one word, found {' '.join(words)!r}")
    return words[0]


def read_fact(text: str, players: int) -> Fact:
    """Reads one part of an `after` line."""
    head, *words = text.split()
    if head == "to" and words[:1] == ["move"]:
        return Fact(Claim.TO_MOVE, text, seat=_seat(_single(words[1:]), players))
    if text in (Claim.STOLEN, Claim.NOT_STOLEN):
        return Fact(Claim(text), text)
    if head in SEATS[:players]:
        return Fact(Claim.WORKERS, text, seat=SEATS.index(head) + 1, words=_squares(words))
    try:
        claim = Claim(head)
    except ValueError:
        raise ValueError(f"unknown fact {text!r}") from None
    match claim:
        case Claim.DOMED | Claim.OPEN | Claim.BUILDS | Claim.DOMES:
            return Fact(claim, text, words=_squares(words))
        case Claim.NEXT:
            return Fact(claim, text, words=tuple(words))
        case Claim.LEVELS:
            pairs = [_LEVEL.fullmatch(word) for word in words]
            if not pairs or None in pairs:
                raise ValueError(f"expected levels like c3=2 in {text!r}")
            return Fact(claim, text, levels=tuple((pair[1], int(pair[2])) for pair in pairs if pair))
        case Claim.WINNER:
            word = _single(words)
            return Fact(claim, text, seat=0 if word == "-" else _seat(word, players))
        case Claim.OUT | Claim.DECIDES:
            return Fact(claim, text, seat=_seat(_single(words), players))
        case Claim.CHAOS:
            return Fact(claim, text, words=(_single(words),))
        case Claim.EXTRA:
            return Fact(claim, text, number=int(_single(words)))
        case Claim.SEAT:
            if len(words) != 2 or not (words[1] == "-" or _DATA.fullmatch(words[1])):
                raise ValueError(f"expected 'seat 1 [data]' or 'seat 1 -', found {text!r}")
            return Fact(claim, text, seat=_seat(words[0], players), words=() if words[1] == "-" else (words[1],))
    raise ValueError(f"unknown fact {text!r}")


def _without_remark(rest: str) -> str:
    """Cuts the remark off, and refuses one that looks like a part of the check."""
    text, *remark = _GAP.split(rest.strip(), maxsplit=1)
    if remark and (text.endswith(";") or (text.endswith(":") and _SQUARE.match(remark[0]))):
        raise ValueError(f"{remark[0]!r} would be a remark: put a single space behind {text[-1]!r}")
    return text


def read_check(line: str, number: int, players: int) -> Check:
    """Reads one line after a drawing."""
    word, _, rest = line.strip().partition(" ")
    try:
        verb = Verb(word)
    except ValueError:
        raise ValueError(f"unknown check {word!r}") from None
    if verb in (Verb.LOST, Verb.FREE):
        return Check(verb, number, verb)
    text = _without_remark(rest)
    if verb in (Verb.MOVES, Verb.AFTER):
        before, colon, behind = text.partition(":")
        if not colon:
            raise ValueError(f"a colon is missing in {text!r}")
        if verb is Verb.MOVES:
            squares = _squares(behind.split())
            return Check(verb, number, f"{verb} {text}", square=_squares([before.strip()])[0], squares=squares)
        if not behind.strip():
            raise ValueError(f"nothing behind the colon in {text!r}")
        facts = tuple(read_fact(part.strip(), players) for part in _SEMICOLON.split(behind))
        return Check(verb, number, f"{verb} {text}", turns=(" ".join(before.split()),), facts=facts)
    seat = 0
    if verb is Verb.WINS and (match := re.fullmatch(r"(.*?)\s*#([1-4]?)", text)):
        text, seat = match[1], int(match[2] or 0)
    if not text:
        raise ValueError(f"{verb} what?")
    return Check(verb, number, f"{verb} {text}", turns=(text,), seat=seat)


# ---------------------------------------------------------------- the file


@dataclass(slots=True)
class _Draft:
    """A case while its lines are read."""

    line: int
    title: str
    powers: list[str] = field(default_factory=list)
    rules: list[str] = field(default_factory=lambda: [RULE_SETS[0]])
    seat: int = 1
    data: dict[int, str] = field(default_factory=dict)
    fields: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    rows: list[str] | None = None
    checks: list[Check] = field(default_factory=list)

    def read(self, line: str, number: int) -> None:
        if self.rows is None:
            self._read_header(line)
        elif len(self.rows) < 6:
            self.rows.append(line)
            self.lines.append(line.rstrip())
        else:
            self.checks.append(read_check(line, number, len(self.powers)))

    def _read_header(self, line: str) -> None:
        word, _, rest = line.strip().partition(" ")
        words = _GAP.split(rest.strip(), maxsplit=1)[0].split()
        match word:
            case "board" if not words:
                if len(self.powers) not in (2, 3, 4):
                    raise ValueError("a case names two to four powers before its board")
                self.rows = []
                return
            case "powers":
                self.powers = words
            case "rules" if words and all(rules in RULE_SETS for rules in words):
                self.rules = words
            case "to" if words[:1] == ["move"]:
                self.seat = _seat(_single(words[1:]), len(self.powers))
            case "data" if len(words) == 2 and _DATA.fullmatch(words[1]):
                self.data[_seat(words[0], len(self.powers))] = words[1]
            case "with" if words and all("=" in each for each in words):
                self.fields += words
            case _:
                raise ValueError(f"cannot read {line.strip()!r} (powers, rules, to move, data, with or board)")
        self.lines.append(" ".join([word, *words]))

    def cases(self, file: str) -> Iterator[Case]:
        if self.rows is None or not self.checks:
            raise ValueError(f"{self.title!r} has no {'board' if self.rows is None else 'checks'}")
        board = read_board(self.rows)
        for rules in self.rules:
            text = position_text(board, self.powers, seat=self.seat, data=self.data, rules=rules, fields=self.fields)
            yield Case(
                file=file,
                line=self.line,
                title=self.title,
                rules=rules,
                players=len(self.powers),
                seat=self.seat,
                drawing="\n".join(self.lines),
                position=text,
                checks=_gathered(self.checks),
            )


def _gathered(checks: Sequence[Check]) -> tuple[Check, ...]:
    """Joins the `only` lines of a case into one check."""
    only = [check for check in checks if check.verb is Verb.ONLY]
    others = [check for check in checks if check.verb is not Verb.ONLY]
    if only:
        turns = tuple(turn for check in only for turn in check.turns)
        others.append(Check(Verb.ONLY, only[0].line, f"only {' | '.join(turns)}", turns=turns))
    return tuple(others)


@contextmanager
def _located(file: str, line: int) -> Iterator[None]:
    """Turns a `ValueError` into a `RulesFileError` that says where it was."""
    try:
        yield
    except ValueError as error:
        raise RulesFileError(f"{file}.txt, line {line}: {error}") from error


def read_text(text: str, file: str) -> list[Case]:
    """All cases of a rules file's text. Lines before the first title are remarks."""
    drafts: list[_Draft] = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("=="):
            drafts.append(_Draft(number, line.removeprefix("==").strip()))
        elif drafts and line.strip():
            with _located(file, number):
                drafts[-1].read(line, number)
    cases: list[Case] = []
    for draft in drafts:
        with _located(file, draft.line):
            cases += draft.cases(file)
    return cases


def read_file(path: Path) -> list[Case]:
    """All cases of one rules file."""
    return read_text(path.read_text(encoding="utf-8"), path.stem)
