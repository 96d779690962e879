"""Closed lists of words in messages that are not enumerations of the core. Each is a named type of the schema.

In Python they are strings, as the package gives them. For a client each is one of a fixed list, and a test plays games
of every power to check that nothing else is ever sent (`tests/server/test_messages.py`).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import GetCoreSchemaHandler
from typing_extensions import TypeAliasType

from santorini import EndReason

__all__ = [
    "TIMINGS",
    "AimKind",
    "Ban",
    "Category",
    "Direction",
    "Goal",
    "LessonKind",
    "LessonPart",
    "NumberKind",
    "OneOf",
    "Reason",
    "SecretKind",
    "Timing",
    "TokenKind",
]


class OneOf:
    """A text that is one of these."""

    def __init__(self, *names: str) -> None:
        self.names = names

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> Any:
        """Validated and described as the `Literal` of the names."""
        return handler.generate_schema(Literal[self.names])


Reason = TypeAliasType(
    "Reason",
    Annotated[str, OneOf(*(str(reason) for reason in EndReason if reason is not EndReason.NONE), "called-off")],
)
Direction = TypeAliasType("Direction", Annotated[str, OneOf("n", "ne", "e", "se", "s", "sw", "w", "nw")])

# -- the cards -----------------------------------------------------------------------------------------------------

Category = TypeAliasType(
    "Category", Annotated[str, OneOf("simple", "advanced", "golden fleece", "hero", "none", "home-made")]
)
Ban = TypeAliasType("Ban", Annotated[str, OneOf("printed", "advised", "rule")])
# In the order of a turn.
# fmt: off
TIMINGS = (
    "setup", "start", "your_turn", "your_move", "your_build", "end", "opponent_start", "opponent_turn", "any_move",
    "any_build", "any_time", "win", "lose", "once",
)
# fmt: on
Timing = TypeAliasType("Timing", Annotated[str, OneOf(*TIMINGS)])
TokenKind = TypeAliasType("TokenKind", Annotated[str, OneOf("whirlpool", "coin", "talus", "ram")])
NumberKind = TypeAliasType("NumberKind", Annotated[str, OneOf("pieces", "coins", "waiting")])
AimKind = TypeAliasType("AimKind", Annotated[str, OneOf("wind", "song")])
SecretKind = TypeAliasType("SecretKind", Annotated[str, OneOf("abyss", "fate")])

# -- lessons -------------------------------------------------------------------------------------------------------

LessonKind = TypeAliasType("LessonKind", Annotated[str, OneOf("basics", "moments", "tables", "craft", "power")])
LessonPart = TypeAliasType("LessonPart", Annotated[str, OneOf("task", "mistake", "puzzle")])
Goal = TypeAliasType(
    "Goal", Annotated[str, OneOf("any", "same", "climb", "dome", "win", "safe", "force", "watch", "why")]
)
