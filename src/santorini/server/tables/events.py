"""What can happen at a table. A game is the list of its events, and nothing else is stored.

Events are only ever appended. They hold the whole truth, secrets included, and never leave the server.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from santorini.server.protocol.requests import NewGame

__all__ = [
    "EVENT",
    "Arrived",
    "CalledOff",
    "Chatted",
    "Confirmed",
    "Created",
    "Event",
    "Flagged",
    "Invited",
    "Left",
    "Luck",
    "Moved",
    "Rematched",
    "Resigned",
    "Restarted",
    "Resumed",
    "Sat",
    "SeatKept",
    "Stepped",
    "TakenBack",
    "Undone",
    "only_seen_by",
    "read_back",
]


class _Event(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class SeatKept(_Event):
    """A seat as it was created. Only hashes of tokens are stored."""

    kind: Literal["here", "friend", "computer"]
    name: str = ""
    level: int | None = None
    holder: str | None = None
    invite: str | None = None


class Created(_Event):
    """The table was set up."""

    kind: Literal["created"] = "created"
    asked: NewGame
    start: str
    seed: int
    drawn: str | None = None  # the first card, if the game begins with a draw
    seats: list[SeatKept]
    host: str
    watch: str


class Sat(_Event):
    """A friend took a seat."""

    kind: Literal["sat"] = "sat"
    seat: int
    name: str
    holder: str


class Invited(_Event):
    """An open seat got a new invite."""

    kind: Literal["invited"] = "invited"
    seat: int
    invite: str


class Arrived(_Event):
    """A friend who took a seat has come to the table."""

    kind: Literal["arrived"] = "arrived"
    seat: int


class Left(_Event):
    """A friend left before the game began; the seat is open again."""

    kind: Literal["left"] = "left"
    seat: int


class Moved(_Event):
    """A token was replaced: by its holder, who plays on elsewhere, or the watch link by the host. Both are hashes."""

    kind: Literal["moved"] = "moved"
    old: str
    new: str


class CalledOff(_Event):
    """The game ended before its first turn. Seat 0: nobody continued the set-up."""

    kind: Literal["called-off"] = "called-off"
    seat: int


class Stepped(_Event):
    """A step was chosen; nobody else sees it yet."""

    kind: Literal["step"] = "step"
    seat: int
    step: str


class Undone(_Event):
    """The last unconfirmed step was taken back."""

    kind: Literal["undo"] = "undo"
    seat: int


class Restarted(_Event):
    """A turn is begun again: the unconfirmed steps are gone, and, if `played`, those that were confirmed in it."""

    kind: Literal["restart"] = "restart"
    seat: int
    played: bool


class Confirmed(_Event):
    """The unconfirmed steps were played."""

    kind: Literal["confirm"] = "confirm"
    seat: int


class Luck(_Event):
    """A card was drawn."""

    kind: Literal["luck"] = "luck"
    step: str


class Resigned(_Event):
    """A seat gave up."""

    kind: Literal["resign"] = "resign"
    seat: int


class Flagged(_Event):
    """A seat ran out of time."""

    kind: Literal["flag"] = "flag"
    seat: int


class TakenBack(_Event):
    """Whole turns were taken back."""

    kind: Literal["takeback"] = "takeback"
    seat: int
    turns: int


class Chatted(_Event):
    """A player said something."""

    kind: Literal["chat"] = "chat"
    seat: int
    text: str
    key: str | None = None


class Resumed(_Event):
    """The server was restarted; nobody is charged for the time it was down."""

    kind: Literal["resumed"] = "resumed"


class Rematched(_Event):
    """The next game at this table."""

    kind: Literal["rematch"] = "rematch"
    game: str


Event = Annotated[
    Created
    | Sat
    | Invited
    | Arrived
    | Left
    | Moved
    | CalledOff
    | Stepped
    | Undone
    | Restarted
    | Confirmed
    | Luck
    | Resigned
    | Flagged
    | TakenBack
    | Chatted
    | Resumed
    | Rematched,
    Field(discriminator="kind"),
]

EVENT: TypeAdapter[Event] = TypeAdapter(Event)


E = TypeVar("E", bound=_Event)


def read_back(event: E) -> E:
    """The event as it will be read from the journal. Raises an error if it would read differently, or not at all."""
    stored = EVENT.validate_json(event.model_dump_json())
    if not isinstance(stored, type(event)) or stored != event:
        raise ValueError(f"a {type(event).__name__} is not read back as it was written")
    return stored


def only_seen_by(happened: Sequence[Event]) -> int:
    """The only seat that sees these events, because they are about its unconfirmed steps; 0 if others see them too."""
    seats = {_only_seen_by(event) for event in happened}
    return seats.pop() if len(seats) == 1 else 0


def _only_seen_by(event: Event) -> int:
    match event:
        case Stepped(seat=seat) | Undone(seat=seat) | Restarted(seat=seat, played=False):
            return seat
    return 0
