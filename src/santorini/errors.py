"""The exceptions of the package.

    ValueError
    └── SantoriniError            everything the package refuses, with a code for programs
        ├── InvalidPositionError  a text that is not a position
        ├── IllegalTurnError      a turn or step that cannot be played here
        ├── SetupError            a game that cannot be set up this way
        ├── RecordError           a game record that cannot be read or replayed, with line and column
        └── EngineError           a request that the computer player cannot answer

The core reports a code and the text it is about; the sentence comes from the catalogue. A `Position` belongs to the
core: where its methods are asked about a seat, square or step that is not there, they raise `CoreError`, a ValueError
with that code and text (`santorini._core.CoreError`). A `Game` raises the errors above.
"""

from __future__ import annotations

from santorini.words.catalogue import Words

__all__ = ["EngineError", "IllegalTurnError", "InvalidPositionError", "RecordError", "SantoriniError", "SetupError"]


class SantoriniError(ValueError):
    """The base of all errors of the package. ``code`` is stable and for programs, the message is for people.

    >>> from santorini import Game, SantoriniError
    >>> try:
    ...     Game("hades", "pan")
    ... except SantoriniError as error:
    ...     print(error.code)
    ban
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> tuple[type[SantoriniError], tuple[str, str]]:
        return type(self), (self.code, str(self))


class InvalidPositionError(SantoriniError):
    """A text that cannot be read as a position.

    >>> from santorini import read_position
    >>> read_position("here")
    Traceback (most recent call last):
    santorini.errors.InvalidPositionError: cannot read the position 'here': ...
    """


class IllegalTurnError(SantoriniError):
    """A turn or step that cannot be played in the position.

    >>> from santorini import Game
    >>> Game("pan", "atlas").push("*a6 *b1")
    Traceback (most recent call last):
    santorini.errors.IllegalTurnError: illegal turn '*a6 *b1': '*a6' is not possible here; ...
    """


class SetupError(SantoriniError):
    """An impossible combination of players, powers, rule set and variant.

    >>> from santorini import Game
    >>> Game("hades", "pan")
    Traceback (most recent call last):
    santorini.errors.SetupError: ...
    """


class RecordError(SantoriniError):
    """A game record that cannot be read or replayed. ``line`` and ``column`` count from 1; 0 if unknown.

    >>> from santorini import read_record
    >>> read_record("*b3 *d3 ; {open")
    Traceback (most recent call last):
    santorini.errors.RecordError: line 1, column 11: the comment is not closed with }
    """

    def __init__(self, code: str, message: str, line: int = 0, column: int = 0) -> None:
        super().__init__(code, message)
        self.line = line
        self.column = column

    def __reduce__(self) -> tuple[type[RecordError], tuple[str, str, int, int]]:  # type: ignore[override]
        return type(self), (self.code, str(self), self.line, self.column)


class EngineError(SantoriniError):
    """A request that the engine cannot answer: a finished game, an impossible limit, an unknown level.

    >>> from santorini import Limit
    >>> Limit(depth=-1)
    Traceback (most recent call last):
    santorini.errors.EngineError: -1 is no limit for depth; give a number above 0
    """


def sentence(code: str, **values: object) -> str:
    """The sentence for a code of the core, in the language in use."""
    return Words.load().text("error." + code.replace("/", "-"), **values)
