"""The board game Santorini: rules, positions, games. Unofficial.

>>> import santorini
>>> game = santorini.Game("demeter", "pan")
>>> game.seat_to_decide
1
"""

from importlib.metadata import version

from santorini._core import Position, Step, Turn
from santorini._errors import IllegalTurnError, InvalidPositionError, SantoriniError, SetupError
from santorini._game import Game, LegalTurns, Outcome, View, read_position
from santorini._powers import POWERS, Power, ban, power
from santorini._words import Words, languages

__version__ = version("santorini")

__all__ = [
    "POWERS",
    "Game",
    "IllegalTurnError",
    "InvalidPositionError",
    "LegalTurns",
    "Outcome",
    "Position",
    "Power",
    "SantoriniError",
    "SetupError",
    "Step",
    "Turn",
    "View",
    "Words",
    "ban",
    "languages",
    "power",
    "read_position",
]
