"""The WebSocket of a table: hello, then commands, each answered."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from urllib.parse import urlsplit

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from santorini.server.protocol import requests
from santorini.server.protocol.messages import Answered, Done, Refused
from santorini.server.protocol.refusal import Refusal
from santorini.server.protocol.responses import Answer
from santorini.server.tables.commands import carry_out
from santorini.server.tables.guests import Guest
from santorini.server.tables.hall import Hall, Room
from santorini.server.tables.tokens import digest
from santorini.server.web.address import visitor
from santorini.server.web.limits import Buckets

__all__ = ["attend"]

POLICY = 1008  # close code: policy violation
AGAIN = 1012  # close code: service restart


async def attend(socket: WebSocket, hall: Hall, game: str) -> None:
    """Serve one client until it disconnects."""
    await socket.accept()
    with hall.counted(_address(socket)) as counted:
        await _attend(socket, hall, game, counted)


async def _attend(socket: WebSocket, hall: Hall, game: str, counted: bool) -> None:
    try:
        if not _own_page(socket, hall.config.origins):
            raise Refusal("forbidden")
        if not counted:
            raise Refusal("full")
        room, guest, seen = await _welcome(socket, hall, game)
    except Refusal as refusal:
        with suppress(WebSocketDisconnect, RuntimeError):
            await socket.send_json(Refused(type="error", id=None, **refusal.problem))
            await socket.close(POLICY)
        return
    except (WebSocketDisconnect, TimeoutError):
        with suppress(WebSocketDisconnect, RuntimeError):
            await socket.close(POLICY)
        return
    sending = asyncio.create_task(_send(socket, guest))
    try:
        await hall.enter(room, guest, seen)
        await _listen(socket, hall, room, guest)
    except Refusal as refusal:
        guest.tell(Refused(type="error", id=None, **refusal.problem))
    except WebSocketDisconnect:
        pass
    finally:
        hall.leave(room, guest)
        guest.close()
        with suppress(WebSocketDisconnect, RuntimeError):
            await sending


def _address(socket: WebSocket) -> str:
    return visitor(socket.client.host if socket.client else None)


def _own_page(socket: WebSocket, origins: tuple[str, ...]) -> bool:
    """Is it our own page that connects? Only browsers send an origin; other programs have only their token's rights."""
    origin = socket.headers.get("origin")
    if origin is None:
        return True
    return origin in origins or urlsplit(origin).netloc == socket.headers.get("host", "")


async def _welcome(socket: WebSocket, hall: Hall, game: str) -> tuple[Room, Guest, int | None]:
    hello = requests.HELLO.validate_json
    try:
        greeting = hello(await asyncio.wait_for(_text(socket, hall), hall.config.limits.hello_seconds))
    except ValidationError as error:
        raise invalid(error) from None
    room = await hall.open(game)
    role = room.table.role(digest(greeting.token)) if room is not None else None
    if room is None or role is None or role.kind == "invite":
        hall.attempts.take(_address(socket))
        raise Refusal("unknown-game")
    if greeting.seat is not None and greeting.seat not in role.seats:
        raise Refusal("forbidden")
    await hall.arrive(room, role)
    guest = Guest(role, digest(greeting.token), greeting.seat, hall.config.limits.waiting, _address(socket))
    return room, guest, greeting.seen


async def _text(socket: WebSocket, hall: Hall) -> str:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text = message.get("text")
    if not isinstance(text, str):
        raise Refusal("invalid", where="message")
    if len(text) > hall.config.limits.message:
        raise Refusal("too-large")
    return text


async def _listen(socket: WebSocket, hall: Hall, room: Room, guest: Guest) -> None:
    pace = Buckets(hall.config.limits.messages, hall.now)
    while True:
        text = ""
        try:
            text = await _text(socket, hall)
            pace.take("")
            hall.address_messages.take(guest.address)
            hall.game_messages.take(room.table.id)
            await _answer(hall, room, guest, requests.COMMAND.validate_json(text))
        except ValidationError as error:
            guest.tell(Refused(type="error", id=_id(text), **invalid(error).problem))
        except Refusal as refusal:
            hall.metrics.refused[refusal.code] += 1
            if refusal.code == "stale":
                guest.tell_state(room.table, hall.around(room), full=True)
            guest.tell(Refused(type="error", id=_id(text), **refusal.problem))


def _id(text: str) -> int | None:
    """The id of a message that is refused, whatever else is wrong with it."""
    try:
        return requests.NUMBERED.validate_json(text).id
    except ValidationError:
        return None


async def _answer(hall: Hall, room: Room, guest: Guest, command: requests.Command) -> None:
    answer: Answer | None = await carry_out(hall, room, guest.role, guest.seat, command)
    if isinstance(command, requests.LookCommand):
        guest.look(command.seat, room.table, hall.around(room))
    if answer is not None:
        guest.tell(Answered(type="answer", id=command.id, **answer))
    else:
        guest.tell(Done(type="ok", id=command.id, version=room.table.version(guest.role.seats)))


def invalid(error: ValidationError) -> Refusal:
    """A refusal that says where a message is invalid, without repeating its content."""
    where = ".".join(str(part) for part in error.errors(include_input=False, include_url=False)[0]["loc"])
    return Refusal("invalid", where=where[:100])


async def _send(socket: WebSocket, guest: Guest) -> None:
    """Send what is queued. If the client cannot be reached, the listening side will notice."""
    try:
        while (message := await guest.outgoing.get()) is not None:
            await socket.send_text(message.decode())
        await socket.close(AGAIN)
    except (WebSocketDisconnect, RuntimeError):
        pass
