"""What clients send: every field checked, unknown ones refused."""

from __future__ import annotations

import unicodedata
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, model_validator
from typing_extensions import TypeAliasType

from santorini import LEVELS, RuleSet, Setting
from santorini.setup.random_choice import Filters

__all__ = [
    "COMMAND",
    "HELLO",
    "NUMBERED",
    "Clock",
    "Command",
    "Fleece",
    "Hello",
    "Join",
    "MatchWish",
    "NewGame",
    "NewToken",
    "PositionText",
    "PowerChoice",
    "RecordText",
    "SeatChoice",
    "Try",
]

LONGEST_NAME = 40
LONGEST_CHAT = 300
LONGEST_RECORD = 256_000
LONGEST_POSITION = 1000
LONGEST_TOKEN = 64
MOST_VERSION = 2**40
TOP_LEVEL = len(LEVELS)


class Strict(BaseModel):
    """Nothing is guessed: no unknown fields, no numbers from texts."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


def _one_line(text: str) -> str:
    """Names and chat are data in any script; only what could break a line or a terminal becomes a space."""
    plain = "".join(" " if unicodedata.category(c) in ("Cc", "Zl", "Zp") else c for c in text)
    return " ".join(plain.split())


# Characters that change the direction of the text around them: embeddings and overrides, and isolates (UAX 9).
_EMBEDS, _ENDS_EMBED = "\u202a\u202b\u202d\u202e", "\u202c"
_ISOLATES, _ENDS_ISOLATE = "\u2066\u2067\u2068", "\u2069"
_TURNS = frozenset(_EMBEDS + _ENDS_EMBED + _ISOLATES + _ENDS_ISOLATE)
_FIRST_STRONG = "\u2068"


def _name(text: str) -> str:
    if not _TURNS.isdisjoint(text):
        raise ValueError("direction")  # a name is shown inside other text, which it would turn too
    return _one_line(text)


def _said(text: str) -> str:
    if not (said := _one_line(text)):
        raise ValueError("empty")
    return said if _TURNS.isdisjoint(said) else _isolated(said)


def _isolated(text: str) -> str:
    """The text with everything that it opens closed, so that the text around it reads as before."""
    kept, open_ends = [], []
    for c in text:
        if c in _EMBEDS:
            open_ends.append(_ENDS_EMBED)
        elif c in _ISOLATES:
            open_ends.append(_ENDS_ISOLATE)
        elif c in (_ENDS_EMBED, _ENDS_ISOLATE):
            if not open_ends or open_ends[-1] != c:
                continue  # it would end something outside
            open_ends.pop()
        kept.append(c)
    return "".join((_FIRST_STRONG, *kept, *reversed(open_ends), _ENDS_ISOLATE))


Name = Annotated[str, Field(max_length=LONGEST_NAME), AfterValidator(_name)]
Said = Annotated[str, Field(min_length=1, max_length=LONGEST_CHAT), AfterValidator(_said)]
Seat = Annotated[int, Field(ge=1, le=4)]
Rules = Annotated[RuleSet, Field(strict=False)]
PowerName = Annotated[str, Field(max_length=40, pattern=r"^[a-z_0-9]+(~[a-z]+)?$")]
SquareName = Annotated[str, Field(pattern=r"^[a-e][1-5]$")]
StepText = Annotated[str, Field(min_length=1, max_length=60)]
TurnText = Annotated[str, Field(min_length=1, max_length=400)]
Token = Annotated[str, Field(max_length=LONGEST_TOKEN)]
OwnToken = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{32,64}$")]
Version = Annotated[int, Field(ge=0, le=MOST_VERSION)]


# -- a new game ----------------------------------------------------------------------------------------------------


class Here(Strict):
    """A person at the creator's device."""

    kind: Literal["here"]
    name: Name = ""


class Friend(Strict):
    """A person who comes by an invite link."""

    kind: Literal["friend"]


class Computer(Strict):
    """The computer, at a level."""

    kind: Literal["computer"]
    level: Annotated[int, Field(ge=1, le=TOP_LEVEL)] = 3


SeatChoice = TypeAliasType("SeatChoice", Annotated[Here | Friend | Computer, Field(discriminator="kind")])


class NoPowers(Strict):
    """The beginner game."""

    choose: Literal["none"] = "none"


class Draft(Strict):
    """The Challenger's draft."""

    choose: Literal["draft"]


class Filtered(Strict):
    """Which powers may be drawn at random."""

    hidden: bool = True
    luck: bool = True
    heroes: bool = True
    simple_only: bool = False

    @property
    def filters(self) -> Filters:
        """The filters as the functions that draw take them."""
        return Filters(hidden=self.hidden, luck=self.luck, heroes=self.heroes, simple_only=self.simple_only)


class AtRandom(Filtered):
    """Powers drawn at random, with filters."""

    choose: Literal["random"]
    without: Annotated[list[PowerName], Field(max_length=60)] = []


class Chosen(Filtered):
    """Powers named seat by seat; `null` is drawn at random beside the others."""

    choose: Literal["free"]
    powers: Annotated[list[PowerName | None], Field(min_length=2, max_length=4)]
    without: Annotated[list[PowerName], Field(max_length=60)] = []


PowerChoice = TypeAliasType(
    "PowerChoice", Annotated[NoPowers | Draft | AtRandom | Chosen, Field(discriminator="choose")]
)


class Fleece(Strict):
    """The Golden Fleece with this shared power; `null` is one at random."""

    power: PowerName | None = None


class Clock(Strict):
    """Seconds for the game, and more of them for every turn."""

    base: Annotated[int, Field(ge=10, le=86_400)]
    increment: Annotated[int, Field(ge=0, le=600)] = 0


class NewGame(Strict):
    """What a game is created from."""

    seats: Annotated[list[SeatChoice], Field(min_length=2, max_length=4)]
    powers: PowerChoice = NoPowers()
    rules: Rules = RuleSet.PRINTED
    fleece: Fleece | None = None
    clock: Clock | None = None
    confirm: bool = True
    first: Seat = 1
    any_pair: bool = False
    settings: Annotated[list[Annotated[Setting, Field(strict=False)]], Field(max_length=len(Setting))] = []
    position: Annotated[str, Field(min_length=1, max_length=LONGEST_POSITION)] | None = None


class Join(Strict):
    """Sitting down at a friend's table. With a token of the client's own, asking again gets the same answer."""

    name: Name = ""
    token: OwnToken | None = None


class NewToken(Strict):
    """The token to continue with, if the client wants to choose it."""

    token: OwnToken | None = None


class PositionText(Strict):
    """A position to look at."""

    position: Annotated[str, Field(min_length=1, max_length=LONGEST_POSITION)]


class RecordText(Strict):
    """A game record to step through."""

    record: Annotated[str, Field(min_length=1, max_length=LONGEST_RECORD)]


# -- commands ------------------------------------------------------------------------------------------------------


CommandId = Annotated[int, Field(ge=0, le=MOST_VERSION)]


class _Numbered(BaseModel):
    """Any message, of which only the number is read."""

    model_config = ConfigDict(strict=True)

    id: CommandId | None = None


class _Command(Strict):
    id: CommandId | None = None
    seat: Seat | None = None


class _Based(_Command):
    version: Version


class StepCommand(_Based):
    """Play one step."""

    type: Literal["step"]
    step: StepText


class TurnCommand(_Based):
    """Play a whole turn, or the rest of one, and confirm it."""

    type: Literal["turn"]
    turn: TurnText


class UndoCommand(_Based):
    """Take back the last step of the unfinished turn."""

    type: Literal["undo"]


class RestartCommand(_Based):
    """Begin the turn again."""

    type: Literal["restart"]


class ConfirmCommand(_Based):
    """End the turn, or hand it to whoever has to answer."""

    type: Literal["confirm"]


class ResignCommand(_Command):
    """Give up."""

    type: Literal["resign"]


class LeaveCommand(_Command):
    """Leave before the game has begun."""

    type: Literal["leave"]


class TakebackCommand(_Based):
    """Go back to the beginning of the player's previous turn; only against the computer."""

    type: Literal["takeback"]


class HintCommand(_Command):
    """What would the computer play? Only against the computer."""

    type: Literal["hint"]


class WhyCommand(_Command):
    """Why is a square, or a step, not possible now?"""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, populate_by_name=True)

    type: Literal["why"]
    square: SquareName | None = None
    origin: Annotated[SquareName | None, Field(alias="from")] = None
    step: StepText | None = None

    @model_validator(mode="after")
    def _one_of_them(self) -> WhyCommand:
        if (self.square is None) == (self.step is None):
            raise ValueError("square or step")
        return self


class ChatCommand(_Command):
    """Say something to the other players."""

    type: Literal["chat"]
    text: Said
    key: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,40}$")] | None = None


class RematchCommand(_Command):
    """The same table again."""

    type: Literal["rematch"]


class LookCommand(_Command):
    """See the table from another of the client's seats."""

    type: Literal["look"]
    seat: Seat


class PingCommand(_Command):
    """Are you there?"""

    type: Literal["ping"]


Command = TypeAliasType(
    "Command",
    Annotated[
        StepCommand
        | TurnCommand
        | UndoCommand
        | RestartCommand
        | ConfirmCommand
        | ResignCommand
        | LeaveCommand
        | TakebackCommand
        | HintCommand
        | WhyCommand
        | ChatCommand
        | RematchCommand
        | LookCommand
        | PingCommand,
        Field(discriminator="type"),
    ],
)


class MatchWish(Filtered):
    """Asks for powers that can be played together: `null` is drawn at random, the others are kept."""

    powers: Annotated[list[PowerName | None], Field(min_length=2, max_length=4)]
    rules: Rules = RuleSet.PRINTED


class Try(Strict):
    """Steps to try at a lesson's task, from its position or from the one given; or a square to ask about."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, populate_by_name=True)

    position: Annotated[str | None, Field(max_length=LONGEST_POSITION)] = None
    steps: Annotated[list[StepText], Field(max_length=60)] = []
    confirm: bool = False
    square: SquareName | None = None
    origin: Annotated[SquareName | None, Field(alias="from")] = None


class Hello(Strict):
    """The first message on a socket."""

    type: Literal["hello"]
    token: Token
    seat: Seat | None = None
    seen: Version | None = None


COMMAND: TypeAdapter[Command] = TypeAdapter(Command)
HELLO: TypeAdapter[Hello] = TypeAdapter(Hello)
NUMBERED: TypeAdapter[_Numbered] = TypeAdapter(_Numbered)
