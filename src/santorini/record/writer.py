"""Writing a record's turns and headers as text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from santorini.errors import RecordError, sentence
from santorini.record.grammar import NUMBER, RESULT, WIDTH, WORD
from santorini.record.tree import Line

__all__ = ["line_words", "quoted", "steps", "wrapped"]


def line_words(line: Line, number: int) -> Iterator[str]:
    """The parts of a line that stay on one line of text: numbered turns, comments, the brackets of variations."""
    if comment := _comment(line.comment, None):
        yield comment
    for node in line.nodes:
        number += 1
        yield f"{number}. {steps(node.turn)} ;"
        if comment := _comment(node.comment, node.clock):
            yield comment
        for variation in node.variations:
            yield "("
            yield from line_words(variation, number - 1)
            yield ")"


def steps(turn: str) -> str:
    """A turn text with single spaces, refused if it could not be read back."""
    words = turn.split()
    for word in words or [""]:
        if not WORD.fullmatch(word) or RESULT.fullmatch(word):
            raise RecordError("record/word", sentence("record-word", what=word))
    if words[0][0] == "(" or NUMBER.match(words[0]):
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


def quoted(value: str) -> str:
    """A header's value as it stands between the quotation marks."""
    return _escaped(value, r'[\\"]')


def _escaped(text: str, special: str) -> str:
    """With a backslash before special characters, and unprintable ones as escapes: terminals and editors stay safe."""
    text = re.sub(special, r"\\\g<0>", text)
    return "".join(c if c.isprintable() else "\\n" if c == "\n" else f"\\u({ord(c):x})" for c in text)


def wrapped(words: list[str]) -> Iterator[str]:
    """Lines of at most `WIDTH` characters, unless one part alone is longer."""
    row = ""
    for word in words:
        if row and len(row) + 1 + len(word) > WIDTH:
            yield row
            row = ""
        row = f"{row} {word}" if row else word
    if row:
        yield row
