"""What each command does, the same over a socket and over HTTP."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from santorini.server.protocol import requests
from santorini.server.protocol.refusal import Refusal
from santorini.server.protocol.responses import Answer, Said
from santorini.server.tables.events import Event
from santorini.server.tables.hall import Hall, Room
from santorini.server.tables.table import Role, Table, read_whole
from santorini.server.views.hint import hint
from santorini.server.views.why import why

__all__ = ["carry_out"]


async def carry_out(hall: Hall, room: Room, role: Role, looking: int, command: requests.Command) -> Answer | None:
    """Carry out a command for a client that looks from a seat. Returns the answer, if the command has one."""
    if isinstance(command, requests.PingCommand):
        return Answer(pong=True)
    if isinstance(command, requests.LeaveCommand) and role.host and not role.seats:
        await hall.act(room, lambda table: table.may_leave(role, 0))  # the host of a table of friends
        return None
    seat = _seat(role, looking, command)
    match command:
        case requests.WhyCommand():
            return Answer(why=_why(room.table, seat, command))
        case requests.HintCommand():
            return await _hint(hall, room, role, seat)
        case requests.RematchCommand():
            await hall.rematch(room)
        case requests.ChatCommand(text=text, key=key):
            hall.chatting.take(f"{room.table.id}/{role.seats[0]}")
            await hall.act(room, lambda table: table.may_chat(seat, text, key))
        case requests.LookCommand():
            pass  # `_seat` has checked that the seat is one of the client's
        case _:
            await hall.act(room, _decision(role, seat, command))
    return None


def _decision(role: Role, seat: int, command: requests.Command) -> Callable[[Table], Sequence[Event]]:
    def decide(table: Table) -> Sequence[Event]:
        version = getattr(command, "version", None)
        if version is not None and version != table.version(role.seats):
            raise Refusal("stale", version=table.version(role.seats))
        match command:
            case requests.StepCommand(step=step):
                return table.may_play(seat, [step])
            case requests.TurnCommand(turn=turn):
                return table.may_play(seat, read_whole(table.view(seat), turn), whole=True)
            case requests.UndoCommand():
                return table.may_undo(seat)
            case requests.RestartCommand():
                return table.may_restart(seat, role.seats)
            case requests.ConfirmCommand():
                return table.may_confirm(seat)
            case requests.ResignCommand():
                return table.may_resign(seat)
            case requests.LeaveCommand():
                return table.may_leave(role, seat)
            case requests.TakebackCommand():
                return table.may_take_back(role.seats)
        raise Refusal("invalid", where="type")

    return decide


def _seat(role: Role, looking: int, command: requests.Command) -> int:
    """The seat that a client's command is for."""
    seat = command.seat or looking
    if role.kind != "seat" or seat not in role.seats:
        raise Refusal("forbidden")
    return seat


def _why(table: Table, seat: int, command: requests.WhyCommand) -> list[Said]:
    if table.status != "playing":
        return [_because("over" if table.over else "not_started")]
    if table.decider != seat:
        return [_because("not_your_turn")]
    if table.awaits_confirm:
        return [_because("confirm")]
    return why(table.view(seat), seat, command.square, command.origin, command.step)


def _because(key: str) -> Said:
    return Said(key=f"server.why.{key}", args={}, squares=[])


async def _hint(hall: Hall, room: Room, role: Role, seat: int) -> Answer:
    table = room.table
    if not table.against_computer(role.seats) or table.status != "playing":
        raise Refusal("hint")
    if table.decider != seat or table.awaits_confirm:
        raise Refusal("not-your-turn")
    hall.hinting.take(table.id)
    view = table.view(seat)
    async with hall.computers.places.place(room.address, table.id, requests.TOP_LEVEL):
        return hint(view, seat, await hall.computers.think_for(table, seat, requests.TOP_LEVEL))
