"""What goes over a table's WebSocket: the commands of clients, and everything the server says.

OpenAPI has no place for sockets. The application describes this one as a webhook called `socket`, so that its messages
are types of the schema like all others.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter
from typing_extensions import TypeAliasType, TypedDict

from santorini.server.protocol.refusal import Problem
from santorini.server.protocol.requests import Command, Hello
from santorini.server.protocol.responses import Answer, Chat, State

__all__ = [
    "SERVER_MESSAGE",
    "Answered",
    "ChatSaid",
    "ClientMessage",
    "Done",
    "Presence",
    "Present",
    "Refused",
    "ServerMessage",
    "Thinking",
]


class Done(TypedDict):
    """A command was carried out and is stored."""

    type: Literal["ok"]
    id: int | None
    version: int


class Refused(Problem):
    """A command, or the hello, was not carried out."""

    type: Literal["error"]
    id: int | None


class Answered(Answer):
    """The answer to a question."""

    type: Literal["answer"]
    id: int | None


class Present(TypedDict):
    """Whether somebody is at a seat."""

    seat: int
    present: bool


class Presence(TypedDict):
    """Somebody came or went."""

    type: Literal["presence"]
    seats: list[Present]
    watchers: int


class ChatSaid(Chat):
    """A player said something."""

    type: Literal["chat"]


class Thinking(TypedDict):
    """The computer has begun to think, or has finished. `queued`: it still waits for a place to think."""

    type: Literal["thinking"]
    seat: int
    thinking: bool
    queued: bool


ClientMessage = TypeAliasType("ClientMessage", Hello | Command)
ServerMessage = TypeAliasType(
    "ServerMessage",
    Annotated[
        State | Done | Refused | Answered | Presence | ChatSaid | Thinking,
        Field(discriminator="type"),
    ],
)

SERVER_MESSAGE: TypeAdapter[ServerMessage] = TypeAdapter(ServerMessage)
