"""The 5 x 5 board: squares as numbers 0..24, sets of squares as 25-bit masks."""

from __future__ import annotations

from functools import cache

NAMES: tuple[str, ...] = tuple(f + r for r in "12345" for f in "abcde")
INDEX: dict[str, int] = {name: i for i, name in enumerate(NAMES)}

DIRECTIONS: tuple[str, ...] = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
VECTORS: tuple[tuple[int, int], ...] = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))


def _next(square: int, direction: int) -> int:
    x, y = square % 5 + VECTORS[direction][0], square // 5 + VECTORS[direction][1]
    return x + 5 * y if 0 <= x < 5 and 0 <= y < 5 else -1


def _wrapped(square: int, direction: int) -> int:
    x, y = square % 5 + VECTORS[direction][0], square // 5 + VECTORS[direction][1]
    return x % 5 + 5 * (y % 5)


# NEXT[d][s]: the next space in direction d, -1 off the board.
NEXT: tuple[tuple[int, ...], ...] = tuple(tuple(_next(s, d) for s in range(25)) for d in range(8))

# WAYS[s]: (direction, neighbour); RING[s]: the same on Urania's ring (F45), where every space has eight.
Ways = tuple[tuple[tuple[int, int], ...], ...]
WAYS: Ways = tuple(tuple((d, NEXT[d][s]) for d in range(8) if NEXT[d][s] >= 0) for s in range(25))
RING: Ways = tuple(tuple((d, _wrapped(s, d)) for d in range(8)) for s in range(25))

NEAR: tuple[int, ...] = tuple(sum(1 << t for _, t in WAYS[s]) for s in range(25))
NEAR_RING: tuple[int, ...] = tuple(sum(1 << t for _, t in RING[s]) for s in range(25))

PERIMETER: int = sum(1 << s for s in range(25) if len(WAYS[s]) < 8)
INTERIOR: int = (1 << 25) - 1 - PERIMETER
CORNERS: int = sum(1 << s for s in range(25) if len(WAYS[s]) == 3)
EVERYWHERE: int = (1 << 25) - 1


@cache
def bits(mask: int) -> tuple[int, ...]:
    """The squares of a mask, lowest first."""
    return tuple(s for s in range(25) if mask >> s & 1)


@cache
def names(mask: int) -> tuple[str, ...]:
    return tuple(NAMES[s] for s in bits(mask))


@cache
def around(mask: int) -> int:
    """All spaces neighbouring at least one space of the mask."""
    result = 0
    for s in bits(mask):
        result |= NEAR[s]
    return result


def mask_of(squares: list[str]) -> int:
    return sum(1 << INDEX[s.lower()] for s in squares)


def opposite(direction: int) -> int:
    return (direction + 4) % 8
