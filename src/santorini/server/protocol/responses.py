"""What clients are told: the shapes of states, boards and answers. docs/api.md explains each field.

The page's types are made from these (`tools/schema.py`), so a field that changes here no longer compiles there.
"""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from santorini import EffectKind, RuleSet, Setting, Stage, StepKind
from santorini.server.protocol.kinds import (
    AimKind,
    Ban,
    Category,
    Direction,
    Goal,
    LessonKind,
    LessonPart,
    NumberKind,
    Reason,
    SecretKind,
    Timing,
    TokenKind,
)
from santorini.server.protocol.refusal import Problem, Value
from santorini.server.protocol.requests import Clock, Fleece, PowerChoice

__all__ = [
    "Aim",
    "Answer",
    "Board",
    "Bound",
    "Can",
    "Card",
    "Chat",
    "Created",
    "Effect",
    "Entry",
    "Health",
    "Invite",
    "Joined",
    "Languages",
    "Lesson",
    "LessonName",
    "LessonTask",
    "Lessons",
    "Lobby",
    "LobbySeat",
    "Match",
    "NoMatch",
    "Number",
    "Outcome",
    "PowerCard",
    "PowerKept",
    "Powers",
    "Problem",
    "Replay",
    "ReplayTurn",
    "Reply",
    "Rulebook",
    "RulebookPicture",
    "RulebookSection",
    "RulebookTerm",
    "Said",
    "Seat",
    "Secret",
    "Settings",
    "SharedPosition",
    "State",
    "Step",
    "Supply",
    "Texts",
    "Token",
    "Tried",
    "TurnSoFar",
    "WatchLink",
    "Worker",
    "You",
]


# -- a board -------------------------------------------------------------------------------------------------------


class Worker(TypedDict):
    """A worker that may be seen."""

    square: str
    side: int
    seat: int
    woman: bool


class Token(TypedDict):
    """A token on the board and whose it is; the Ram is nobody's."""

    square: str
    kind: TokenKind
    seat: int


class Number(TypedDict):
    """What a card counts: pieces, coins, waiting workers."""

    kind: NumberKind
    value: int


class Aim(TypedDict):
    """Where the song leads or which moves the wind forbids, and the way the token beside the board points."""

    kind: AimKind
    direction: Direction | None
    points: Direction | None


class Secret(TypedDict):
    """The Abyss or the Fate squares; `null` if the reader may not know them."""

    kind: SecretKind
    squares: list[str] | None


class Bound(TypedDict):
    """The worker Adonis binds."""

    square: str
    beside: str | None


class Card(TypedDict):
    """A card on the table and what it keeps."""

    seat: int
    power: str
    held: str
    rules: RuleSet
    dealt: bool
    climbed: bool
    spent: bool
    stolen: bool
    out: bool
    hides: bool
    number: Number | None
    aim: Aim | None
    secret: Secret | None
    face: str | None
    deck: list[str]
    discard: list[str]
    bound: Bound | None


class Supply(TypedDict):
    """The pieces left in the box."""

    level_1: int
    level_2: int
    level_3: int
    domes: int
    substituted: int


class Board(TypedDict):
    """A position as one seat may see it."""

    position: str
    stage: Stage
    players: int
    rules: RuleSet
    blocks: list[int]
    domes: list[str]
    workers: list[Worker]
    hidden: list[int]
    tokens: list[Token]
    cards: list[Card]
    shared: Card | None
    offer: list[str]
    to_move: int
    decider: int
    extra: int
    supply: Supply


# -- turns ---------------------------------------------------------------------------------------------------------


Step = TypedDict(
    "Step",
    {
        "text": str,
        "kind": StepKind,
        "from": str | None,
        "to": str | None,
        "dome": bool,
        "power": str | None,
        "seat": int | None,
        "direction": Direction | None,
        "woman": bool,
    },
)

Effect = TypedDict(
    "Effect",
    {
        "kind": EffectKind,
        "from": str | None,
        "to": str | None,
        "side": int | None,
        "seat": int | None,
        "power": str | None,
    },
)


class Outcome(TypedDict):
    """Who won and why."""

    winners: list[int]
    reason: Reason


class Entry(TypedDict):
    """A turn of the log."""

    turn: int
    seat: int
    text: str
    event: Literal["resigned", "time"] | None
    effects: list[Effect]
    position: str
    left: float | None


class TurnSoFar(TypedDict):
    """The unfinished or unconfirmed turn."""

    seat: int
    text: str
    steps: list[str]
    effects: list[Effect]
    can_undo: bool


class Said(TypedDict):
    """Words as a key and values; the squares they are about."""

    key: str
    args: dict[str, Value]
    squares: list[str]


# -- a table -------------------------------------------------------------------------------------------------------


class You(TypedDict):
    """Who the reader is at this table."""

    role: Literal["seat", "watcher"]
    host: bool
    seats: list[int]
    seat: int


class Seat(TypedDict):
    """Who sits there."""

    seat: int
    side: int
    kind: Literal["here", "friend", "computer"]
    level: int | None
    name: str
    taken: bool
    present: bool
    out: bool
    thinking: bool
    queued: bool
    left: float | None


class Settings(TypedDict):
    """What the game was created with."""

    players: int
    powers: PowerChoice
    rules: RuleSet
    fleece: Fleece | None
    clock: Clock | None
    confirm: bool
    first: int
    any_pair: bool
    settings: list[Setting]


class Chat(TypedDict):
    """Something a player said."""

    number: int
    seat: int
    text: str
    at: float


class Can(TypedDict):
    """Which commands make sense now."""

    undo: bool
    restart: bool
    confirm: bool
    takeback: bool
    hint: bool
    resign: bool
    leave: bool
    rematch: bool
    chat: bool


class StateRead(TypedDict):
    """The part of a state that is made in Python; the core writes most of the rest."""

    type: Literal["state"]
    game: str
    version: int
    status: Literal["waiting", "playing", "over"]
    you: You
    pass_to: int | None
    secrets: bool
    seats: list[Seat]
    decider: int
    awaits: Literal["step", "confirm", "nothing"]
    turn: TurnSoFar | None
    log_from: int
    log: list[Entry]
    chat: list[Chat] | None
    outcome: Outcome | None
    running: int
    now: float
    rematch: str | None
    can: Can
    behind: NotRequired[bool]


class State(StateRead):
    """A table as one seat may see it."""

    settings: Settings
    board: Board
    steps: list[Step]
    restrictions: list[Said]


# -- answers -------------------------------------------------------------------------------------------------------


class Health(TypedDict):
    """Is the server there?"""

    ok: bool
    version: str


class Languages(TypedDict):
    """The languages there are words in."""

    languages: list[str]


class Texts(TypedDict):
    """All words of a language."""

    language: str
    texts: dict[str, str]


class PowerKept(TypedDict):
    """What a card keeps besides its workers."""

    number: NumberKind | None
    token: TokenKind | None
    aim: AimKind | None
    secret: SecretKind | None
    deck: bool


class PowerCard(TypedDict):
    """A card of the box."""

    id: str
    number: int
    category: Category
    players: list[int]
    fleece: bool
    fleece_revised: bool
    rules: list[RuleSet]
    hidden: bool
    luck: bool
    timing: list[Timing]
    kept: PowerKept
    bans: dict[RuleSet, dict[str, Ban]]


class Powers(TypedDict):
    """All cards."""

    powers: list[PowerCard]
    settings: list[Setting]
    levels: int


class NoMatch(TypedDict):
    """Why powers do not go together: a code of the set-up, the powers it is about, and the kind of a ban."""

    code: str
    powers: list[str]
    ban: Ban | None


class Match(TypedDict):
    """Powers that go together, in the order of the seats; or why those that were to be kept do not."""

    powers: list[str]
    refused: NoMatch | None


class RulebookPicture(TypedDict):
    """A board of the rulebook; arrows lead from square to square."""

    id: str
    caption: str
    arrows: list[tuple[str, str]]
    board: Board


class RulebookSection(TypedDict):
    """A chapter of the rulebook. Its id is the same in every language."""

    id: str
    title: str
    text: list[str]
    pictures: list[RulebookPicture]


class RulebookTerm(TypedDict):
    """An entry of the glossary."""

    id: str
    name: str
    text: str


class Rulebook(TypedDict):
    """The rulebook in a language."""

    language: str
    title: str
    sections: list[RulebookSection]
    glossary_title: str
    glossary: list[RulebookTerm]


class LessonName(TypedDict):
    """A lesson in the list of lessons."""

    id: str
    kind: LessonKind
    power: str | None
    tasks: int


class Lessons(TypedDict):
    """What can be learned."""

    lessons: list[LessonName]


class LessonTask(TypedDict):
    """One thing to do; without a board it continues from the previous task. `steps` are those of the first turn.

    `without`: how many turns there would be without the power, none of which does it.
    """

    part: LessonPart
    goal: Goal
    turns: list[str]
    origin: str | None
    square: str | None
    without: int | None
    board: Board | None
    steps: list[Step]


class Lesson(TypedDict):
    """A few tasks, one after the other."""

    id: str
    kind: LessonKind
    power: str | None
    tasks: list[LessonTask]


class Tried(TypedDict):
    """How far a try at a task has come: has the turn ended, was it what was asked for, what the computer answered.

    `other`: what the opponent sees, if that differs.
    """

    state: State
    ended: bool
    reached: bool
    why: list[Said] | None
    answered: State | None
    other: Board | None


class Created(TypedDict):
    """A new game and its tokens, which are sent only once."""

    game: str
    token: str
    seats: list[int]
    invites: dict[str, str]
    watch: str


class Joined(TypedDict):
    """A seat that was taken, and its token, which is sent only once."""

    game: str
    token: str
    seats: list[int]


class Invite(TypedDict):
    """A new invite to an open seat, which is sent only once."""

    seat: int
    invite: str


class WatchLink(TypedDict):
    """A new token to watch with, which is sent only once; the old one no longer works."""

    watch: str


class LobbySeat(TypedDict):
    """Who sits there, as shown to somebody who may sit down."""

    seat: int
    kind: Literal["here", "friend", "computer"]
    level: int | None
    name: str
    taken: bool


class Lobby(TypedDict):
    """What an invited guest sees."""

    game: str
    status: Literal["waiting", "playing", "over"]
    seat: int | None
    settings: Settings
    seats: list[LobbySeat]


class Answer(TypedDict, total=False):
    """The answer to `why`, `hint` and `ping`."""

    why: list[Said]
    hint: list[str]
    effects: list[Effect]
    because: Said | None
    pong: bool


class Reply(TypedDict):
    """The answer to a command over HTTP."""

    state: State
    answer: Answer | None


class ReplayTurn(TypedDict):
    """A turn to step through."""

    turn: int
    seat: int
    text: str
    event: Literal["resigned", "time"] | None
    effects: list[Effect]
    comment: str
    clock: float | None
    board: Board


class Replay(TypedDict):
    """A game to step through."""

    headers: dict[str, str]
    start: Board
    turns: list[ReplayTurn]
    outcome: Outcome | None


class SharedPosition(TypedDict):
    """A position to look at."""

    board: Board
    steps: list[Step]
    decider: int
    outcome: Outcome | None
