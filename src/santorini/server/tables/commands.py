"""What each command does, the same over a socket and over HTTP."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from santorini.server import asked
from santorini.server.events import Event
from santorini.server.hall import Hall, Room
from santorini.server.refusal import Refusal
from santorini.server.table import Role, Table, read_whole
from santorini.server.told import Answer, Said
from santorini.server.why import why

__all__ = ["carry_out"]


async def carry_out(hall: Hall, room: Room, role: Role, looking: int, command: asked.Command) -> Answer | None:
    """Do what was asked, for a guest that looks from a seat; the answer, where one was asked for."""
    if isinstance(command, asked.PingCommand):
        return Answer(pong=True)
    seat = _seat(role, looking, command)
    match command:
        case asked.WhyCommand():
            return Answer(why=_why(room.table, seat, command))
        case asked.HintCommand():
            return Answer(hint=await _hint(hall, room, role, seat))
        case asked.RematchCommand():
            await hall.rematch(room)
        case asked.ChatCommand(text=text):
            hall.chatting.take(f"{room.table.id}/{role.seats[0]}")
            await hall.act(room, lambda table: table.may_chat(seat, text))
        case asked.LookCommand():
            pass  # the seat is one of its own; that was the question
        case _:
            await hall.act(room, _decision(role, seat, command))
    return None


def _decision(role: Role, seat: int, command: asked.Command) -> Callable[[Table], Sequence[Event]]:
    def decide(table: Table) -> Sequence[Event]:
        version = getattr(command, "version", None)
        if version is not None and version != table.version(seat):
            raise Refusal("stale", version=table.version(seat))
        match command:
            case asked.StepCommand(step=step):
                return table.may_play(seat, [step])
            case asked.TurnCommand(turn=turn):
                return table.may_play(seat, read_whole(table.view(seat), turn), whole=True)
            case asked.UndoCommand():
                return table.may_undo(seat)
            case asked.ConfirmCommand():
                return table.may_confirm(seat)
            case asked.ResignCommand():
                return table.may_resign(seat)
            case asked.TakebackCommand():
                return table.may_take_back(role.seats)
        raise Refusal("invalid", where="type")

    return decide


def _seat(role: Role, looking: int, command: asked.Command) -> int:
    """For which of its seats a guest speaks."""
    seat = command.seat or looking
    if role.kind != "seat" or seat not in role.seats:
        raise Refusal("forbidden")
    return seat


def _why(table: Table, seat: int, command: asked.WhyCommand) -> list[Said]:
    if table.status != "playing":
        return [_because("over" if table.over else "not_started")]
    if table.decider != seat:
        return [_because("not_your_turn")]
    if table.awaits_confirm:
        return [_because("confirm")]
    return why(table.view(seat), seat, command.square, command.origin, command.step)


def _because(key: str) -> Said:
    return Said(key=f"server.why.{key}", args={}, squares=[])


async def _hint(hall: Hall, room: Room, role: Role, seat: int) -> list[str]:
    table = room.table
    if not table.against_computer(role.seats) or table.status != "playing":
        raise Refusal("hint")
    if table.decider != seat or table.awaits_confirm:
        raise Refusal("not-your-turn")
    hall.hinting.take(table.id)
    return await hall.thinkers.choose(table.view(seat).text, seat, asked.LEVELS)
