# The stub of santorini._core.testing: it must not import _core by the name it has in the build folder.
_core.testing.numbers$:
    \from typing import Any
    \from . import Position
    def numbers(position: Position) -> tuple[Any, ...]:
        \doc

_core.testing.listed_perft$:
    \from . import Position
    def listed_perft(position: Position, depth: int) -> int:
        \doc

_core.testing.bare_perft$:
    \from . import Position
    def bare_perft(position: Position, depth: int) -> int:
        \doc

_core.testing.chances$:
    \from collections.abc import Sequence
    \from . import Network, Position
    def chances(positions: Sequence[Position], network: Network) -> list[tuple[float, float, float]]:
        \doc

_core.testing.list_all$:
    \from . import Position
    def list_all(position: Position) -> int:
        \doc

_core.testing.bulk_perft$:
    \from . import Position
    def bulk_perft(position: Position, depth: int) -> int | None:
        \doc

_core.testing.is_decided$:
    \from . import Position
    def is_decided(position: Position) -> bool:
        \doc

_core.testing.random_turn$:
    \from . import Position, Turn
    def random_turn(position: Position, seed: int) -> Turn:
        \doc
