"""The board as pixels, for environments that show pictures. `board_svg` draws a finer picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from santorini.draw.drawing import FILES, RANKS, tokens_on
from santorini.draw.svg import COATS, DOME, EDGE, GOLD, ROOF, SAND, SEA, TILE, TILE_TOO, WALL

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from santorini._core import Position

__all__ = ["board_pixels"]

HOUSES = ((WALL, 0.84), (ROOF, 0.64), (WALL, 0.44))
"""Colour and width of each level, the lowest first; the third is round."""


def board_pixels(position: Position, square: int = 64) -> NDArray[np.uint8]:
    """The board from above as (height, width, 3): squares are `square` pixels wide, surrounded by the sea.

    >>> from santorini import Game
    >>> from santorini.draw.pixels import board_pixels
    >>> board_pixels(Game("pan", "atlas").position, square=20).shape
    (140, 140, 3)
    """
    picture = np.empty((7 * square, 7 * square, 3), np.uint8)
    picture[:] = _rgb(SEA)
    tokens = tokens_on(position)
    workers = {
        name: COATS[position.side(seat)][name in position.women(seat)]
        for seat in range(1, position.players + 1)
        for name in position.workers(seat)
    }
    for down, rank in enumerate(RANKS, 1):
        for right, file in enumerate(FILES, 1):
            name = file + rank
            tile = picture[down * square : (down + 1) * square, right * square : (right + 1) * square]
            tile[:] = _rgb(SAND)
            _fill(tile, TILE if (down + right) % 2 else TILE_TOO, 0.96)
            for level, (colour, width) in enumerate(HOUSES[: position.height(name)], 1):
                _fill(tile, EDGE, width + 0.06, is_round=level == len(HOUSES))
                _fill(tile, colour, width, is_round=level == len(HOUSES))
            if name in tokens:
                _fill(tile, GOLD, 0.7, is_round=True, hole=0.5)
            if position.has_dome(name):
                _fill(tile, DOME, 0.5, is_round=True)
            if name in workers:
                _fill(tile, ROOF, 0.38, is_round=True)
                _fill(tile, workers[name], 0.32, is_round=True)
    return picture


def _fill(tile: NDArray[np.uint8], colour: str, width: float, *, is_round: bool = False, hole: float = 0) -> None:
    """Paint the middle of a tile: a square or a disc of this width, as a share of the tile's."""
    size = tile.shape[0]
    away = np.abs((np.arange(size) + 0.5) / size * 2 - 1)
    far = np.hypot(away[:, None], away) if is_round else np.maximum(away[:, None], away)
    tile[(far <= width) & (far >= hole)] = _rgb(colour)


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
