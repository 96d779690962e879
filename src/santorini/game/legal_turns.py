"""The legal turns of a position, found as they are asked for."""

from __future__ import annotations

from collections.abc import Iterator

from santorini import _core
from santorini._core import Position, Turn
from santorini.game.reading import clean

__all__ = ["LegalTurns"]


class LegalTurns:
    """The legal turns of a position. Supports iteration, `len`, `bool`, and `in` with turns and texts.

    There is one turn for each outcome. Turns are found as they are asked for.

    >>> from santorini import Game
    >>> game = Game.from_text("0000000000000000000000000/1/mortal:b3,d3/mortal:c2,c4")
    >>> len(game.legal_turns)
    68
    >>> "b3-b4 +b3" in game.legal_turns, "b3-c4 +b3" in game.legal_turns
    (True, False)
    >>> next(iter(game.legal_turns))
    <Turn b3-a2 +a1>
    """

    __slots__ = ("_position",)

    def __init__(self, position: Position) -> None:
        self._position = position

    def __iter__(self) -> Iterator[Turn]:
        return iter(self._position.turns())

    def __len__(self) -> int:
        return self._position.count_turns()

    def count(self) -> int:
        """The number of turns, that is of distinct outcomes."""
        return self._position.count_turns()

    def __bool__(self) -> bool:
        return self._position.has_turn()

    def __contains__(self, turn: object) -> bool:
        text = turn.text if isinstance(turn, Turn) else turn
        if not isinstance(text, str):
            return False
        try:
            _, complete = self._position.read_turn(clean(text))
        except _core.CoreError:
            return False
        return complete

    def list(self) -> list[Turn]:
        """All turns as a list, which is quicker than iterating."""
        return self._position.turn_list()

    def __repr__(self) -> str:
        shown: list[str] = []
        for turn in self:
            if len(shown) == 4:
                shown.append("…")
                break
            shown.append(turn.text)
        return f"<LegalTurns ({', '.join(shown)})>"
