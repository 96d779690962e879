"""What can go wrong.

    ValueError
    └── SantoriniError            everything the package refuses, with a code for programs
        ├── InvalidPositionError  a text that is no position
        ├── IllegalTurnError      a turn or step that cannot be played here
        ├── SetupError            a game that cannot be set up so
        ├── RecordError           a game record that cannot be read or replayed, with the line and column
        └── EngineError           something the computer player cannot be asked

The core answers with a code and the piece of text it is about; the sentence comes from the catalogue.
"""

from __future__ import annotations

from santorini.words.catalogue import Words

__all__ = ["EngineError", "IllegalTurnError", "InvalidPositionError", "RecordError", "SantoriniError", "SetupError"]


class SantoriniError(ValueError):
    """Something asked for cannot be. ``code`` is stable and meant for programs, the message for people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> tuple[type[SantoriniError], tuple[str, str]]:
        return type(self), (self.code, str(self))


class InvalidPositionError(SantoriniError):
    """A text that cannot be read as a position."""


class IllegalTurnError(SantoriniError):
    """A turn or step that cannot be played in the position."""


class SetupError(SantoriniError):
    """An impossible combination of players, powers, rule set and variant."""


class RecordError(SantoriniError):
    """A game record that cannot be read or replayed. ``line`` and ``column`` count from 1; 0 where there is none."""

    def __init__(self, code: str, message: str, line: int = 0, column: int = 0) -> None:
        super().__init__(code, message)
        self.line = line
        self.column = column

    def __reduce__(self) -> tuple[type[RecordError], tuple[str, str, int, int]]:  # type: ignore[override]
        return type(self), (self.code, str(self), self.line, self.column)


class EngineError(SantoriniError):
    """Something that the engine cannot be asked: a finished game, a limit or a level that is none."""


def sentence(code: str, **values: object) -> str:
    """The sentence for a core's code, in the language in use."""
    return Words.load().text("error." + code.replace("/", "-"), **values)
