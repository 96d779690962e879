"""The closed lists of words in messages. Each is a named type of the schema, and so of the page.

To Python they are texts, as the core gives them. To a client they are one of a few, and a test plays games of every
power to see that nothing else is ever sent (`tests/server/test_messages.py`).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import GetCoreSchemaHandler
from typing_extensions import TypeAliasType

__all__ = [
    "SETTINGS",
    "TIMINGS",
    "AimKind",
    "Ban",
    "Category",
    "Direction",
    "EffectKind",
    "Goal",
    "LessonKind",
    "NumberKind",
    "OneOf",
    "Reason",
    "RuleSet",
    "SecretKind",
    "Setting",
    "Stage",
    "StepKind",
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


# -- the rules -----------------------------------------------------------------------------------------------------

RuleSet = TypeAliasType("RuleSet", Annotated[str, OneOf("printed", "revised", "aid")])
SETTINGS = ("chaos-any-dome", "terpsichore-pass", "medusa-ignores-limus", "bga-start")
Setting = TypeAliasType("Setting", Annotated[str, OneOf(*SETTINGS)])
Stage = TypeAliasType(
    "Stage",
    Annotated[str, OneOf("play", "offer", "take", "begin", "deck", "aim", "fate", "place", "abyss", "ram")],
)
# fmt: off
StepKind = TypeAliasType(
    "StepKind",
    Annotated[
        str,
        OneOf(
            "move", "build", "dome", "force", "exchange", "unbuild", "slay", "token", "aim", "place", "bind", "use",
            "pass", "done", "chance", "offer", "take", "begin", "secret",
        ),
    ],
)
EffectKind = TypeAliasType(
    "EffectKind",
    Annotated[
        str,
        OneOf(
            "move", "force", "build", "dome", "unbuild", "remove", "place", "token", "untoken", "conflict", "win",
            "lose", "draw",
        ),
    ],
)
Reason = TypeAliasType(
    "Reason",
    Annotated[
        str,
        OneOf(
            "climbed", "fell", "together", "towers", "fate", "abyss", "stuck", "eliminated", "resigned", "time",
        ),
    ],
)
# fmt: on
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

LessonKind = TypeAliasType("LessonKind", Annotated[str, OneOf("basics", "moments", "power")])
Goal = TypeAliasType("Goal", Annotated[str, OneOf("any", "same", "climb", "dome", "win", "why")])
