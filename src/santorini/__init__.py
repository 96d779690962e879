"""The board game Santorini: rules, positions, games. Unofficial.

>>> import santorini
>>> game = santorini.Game("demeter", "pan")
>>> game.seat_to_decide
1
"""

from importlib.metadata import PackageNotFoundError, version

from santorini._core import Effect, Position, Restriction, Step, Turn, Why
from santorini.batch import Batch
from santorini.draw.drawing import drawing, spoken
from santorini.draw.svg import board_svg
from santorini.engine.answers import Analysis, AnalysisLine, Decision
from santorini.engine.engine import Engine
from santorini.engine.levels import LEVELS, Level, level
from santorini.engine.limit import Limit
from santorini.engine.review import Review, ReviewedTurn, review
from santorini.enums import (
    EffectKind,
    EndReason,
    RestrictionKind,
    RuleSet,
    Setting,
    Stage,
    StepKind,
    WhyCode,
)
from santorini.errors import (
    EngineError,
    IllegalTurnError,
    InvalidPositionError,
    RecordError,
    SantoriniError,
    SetupError,
)
from santorini.game.game import Game
from santorini.game.legal_turns import LegalTurns
from santorini.game.outcome import Outcome
from santorini.game.powers import POWERS, Power, ban, entry, make_power, power, vocabulary
from santorini.game.reading import read_position
from santorini.game.supply import Supply, supply
from santorini.game.view import View
from santorini.record.reader import read_record, read_records
from santorini.record.record import Record
from santorini.record.tree import Line, Node
from santorini.setup.passing_draft import PassingDraft, PassingView
from santorini.setup.random_choice import offer_from, random_fleece, random_offer, random_powers
from santorini.setup.suits import Reason, suits
from santorini.words.catalogue import Words, language_in_use, languages, set_language, speaking
from santorini.words.rulebook import Rulebook, rulebook

try:
    __version__ = version("santorini")
except PackageNotFoundError:  # run from the sources, as training machines do
    __version__ = "0+source"


def __dir__() -> list[str]:
    """Only the public names: the modules that define them are private."""
    return sorted([*__all__, *(name for name in globals() if name.startswith("__"))])


__all__ = [
    "LEVELS",
    "POWERS",
    "Analysis",
    "AnalysisLine",
    "Batch",
    "Decision",
    "Effect",
    "EffectKind",
    "EndReason",
    "Engine",
    "EngineError",
    "Game",
    "IllegalTurnError",
    "InvalidPositionError",
    "LegalTurns",
    "Level",
    "Limit",
    "Line",
    "Node",
    "Outcome",
    "PassingDraft",
    "PassingView",
    "Position",
    "Power",
    "Reason",
    "Record",
    "RecordError",
    "Restriction",
    "RestrictionKind",
    "Review",
    "ReviewedTurn",
    "RuleSet",
    "Rulebook",
    "SantoriniError",
    "Setting",
    "SetupError",
    "Stage",
    "Step",
    "StepKind",
    "Supply",
    "Turn",
    "View",
    "Why",
    "WhyCode",
    "Words",
    "ban",
    "board_svg",
    "drawing",
    "entry",
    "language_in_use",
    "languages",
    "level",
    "make_power",
    "offer_from",
    "power",
    "random_fleece",
    "random_offer",
    "random_powers",
    "read_position",
    "read_record",
    "read_records",
    "review",
    "rulebook",
    "set_language",
    "speaking",
    "spoken",
    "suits",
    "supply",
    "vocabulary",
]
