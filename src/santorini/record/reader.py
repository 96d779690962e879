"""Reading records: one pass from left to right, with line and column for every error."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NoReturn

from santorini.errors import RecordError, sentence
from santorini.record.grammar import CLOCK, COMMENT, DEEPEST, ESCAPE, HEADER, NUMBER, RESULT, TIME, WORD
from santorini.record.headers import HeaderError, start_of
from santorini.record.record import Record
from santorini.record.tree import Line, Node

__all__ = ["read_record", "read_records"]


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
    """A text and how far it has been read."""

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
            start = start_of(headers)
        except HeaderError as error:
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
            found = HEADER.match(self.text, self.at)
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

        return ESCAPE.sub(plain, text)

    # -- turns

    def line(self, depth: int) -> tuple[Line, str, Node | None]:
        """Turns up to the closing bracket of a variation, the result, the next record or the end of the text.

        With them come the steps of a last turn that lacks its `;`, and its node.
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
            elif node is None and (found := NUMBER.match(self.text, self.at)):
                self.at = found.end()
            elif node is None and not depth and (char == "[" or RESULT.match(self.text, self.at)):
                break
            elif char == "(" and not WORD.match(self.text, self.at):
                self.fail("variation")
            elif node is not None and not depth and RESULT.match(self.text, self.at):
                break
            elif (found := WORD.match(self.text, self.at)) and not RESULT.fullmatch(found[0]):
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
        found = COMMENT.match(self.text, self.at)
        if not found:
            self.fail("comment-open")
        raw, begin = found[1], found.start(1)
        node = line.nodes[-1] if line.nodes else None
        rest = []
        done = 0
        for clock in CLOCK.finditer(raw):
            escaped = len(raw[: clock.start()]) - len(raw[: clock.start()].rstrip("\\"))
            if escaped % 2 or node is None:
                continue
            time = TIME.fullmatch(clock[1])
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
        found = None if self.at_end() else RESULT.match(self.text, self.at)
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
