"""A table as one of its guests may see it."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Literal
from weakref import WeakKeyDictionary

from pydantic_core import from_json, to_json

from santorini import Game, Turn
from santorini._core import board_json, restrictions_json, steps_json
from santorini.server.protocol import responses
from santorini.server.tables.table import Entry, Role, Table, who
from santorini.server.views import board, redaction

__all__ = ["Around", "best_seat", "chat", "entry", "lobby", "settings", "state_json", "state_of"]


class Around:
    """What is not part of the stored game: who is connected, who is thinking, the time."""

    def __init__(
        self, now: float, present: frozenset[int] = frozenset(), thinking: int = 0, queued: bool = False
    ) -> None:
        self.now, self.present, self.thinking, self.queued = now, present, thinking, queued
        self.written: dict[Hashable, bytes] = {}
        """States that were written already: guests who see the same, such as all watchers, share one."""


def best_seat(table: Table, role: Role, looking: int | None = None) -> int:
    """From which of its seats a guest looks: without secrets, the one that decides.

    With secrets and several seats it is the one that was asked for, or 0: nobody knows who sits at the device.
    """
    if not role.seats:
        return 0
    asked = looking if looking in role.seats else None
    if table.secretive and not table.over and len(role.seats) > 1:
        return asked or 0
    if table.decider in role.seats:
        return table.decider
    return asked or role.seats[0]


def state_of(
    table: Table, role: Role, seat: int, around: Around, log_from: int = 0, full: bool = True
) -> responses.State:
    """The whole state for a guest that looks from this seat; 0 is a spectator."""
    state: responses.State = from_json(state_json(table, role, seat, around, log_from, full))
    return state


def state_json(
    table: Table,
    role: Role,
    seat: int,
    around: Around,
    log_from: int = 0,
    full: bool = True,
    behind: bool | None = None,
) -> bytes:
    """The same as it is sent. JSON from the core goes into it unparsed; parsing it would cost the most."""
    decides = table.status == "playing" and seat != 0 and table.decider == seat
    awaits_confirm = decides and table.awaits_confirm
    position = table.view(seat)
    read = responses.StateRead(
        type="state",
        game=table.id,
        version=table.version(role.seats),
        status=table.status,
        you=responses.You(
            role="seat" if role.kind == "seat" else "watcher", host=role.host, seats=list(role.seats), seat=seat
        ),
        pass_to=_pass_to(table, role, seat),
        secrets=table.secretive and not table.over,
        seats=_seats(table, around),
        decider=table.decider,
        awaits="confirm" if awaits_confirm else "step" if decides else "nothing",
        turn=_turn(table, seat),
        log_from=log_from,
        log=[entry(table, number, seat) for number in range(log_from, len(table.entries))],
        chat=(chat(table) if role.kind == "seat" else []) if full else None,
        outcome=responses.Outcome(winners=[], reason="called-off")
        if table.called_off
        else board.outcome(table.outcome),
        running=table.clock.running if table.clock else 0,
        now=around.now,
        rematch=table.rematch,
        can=_can(table, role, seat, decides, awaits_confirm),
    )
    if behind is not None:
        read["behind"] = behind
    steps = steps_json(position) if decides and not awaits_confirm else "[]"
    restrictions = restrictions_json(position, seat) if decides else "[]"
    written = (
        f',"settings":{_settings_json(table)},"board":{board_json(position)},"steps":{steps},'
        f'"restrictions":{restrictions}}}'
    )
    return to_json(read)[:-1] + written.encode()


def settings(table: Table) -> responses.Settings:
    """What the game was created with."""
    asked = table.created.asked
    return responses.Settings(
        players=len(table.seats),
        powers=asked.powers,
        rules=table.settled.position.rules,
        fleece=asked.fleece,
        clock=asked.clock,
        confirm=asked.confirm,
        first=asked.first,
        any_pair=asked.any_pair,
        settings=list(asked.settings),
    )


_settings: WeakKeyDictionary[Table, str] = WeakKeyDictionary()


def _settings_json(table: Table) -> str:
    """They never change, so they are written once."""
    if (kept := _settings.get(table)) is None:
        kept = _settings[table] = to_json(settings(table)).decode()
    return kept


def lobby(table: Table, role: Role) -> responses.Lobby:
    """What an invited guest sees before sitting down."""
    return responses.Lobby(
        game=table.id,
        status=table.status,
        seat=role.seats[0] if role.kind == "invite" else None,
        settings=settings(table),
        seats=[
            responses.LobbySeat(seat=number, kind=seat.kind, level=seat.level, name=seat.name, taken=seat.taken)
            for number, seat in enumerate(table.seats, 1)
        ],
    )


def chat(table: Table) -> list[responses.Chat]:
    """What was said lately."""
    return [responses.Chat(number=said.number, seat=said.seat, text=said.text, at=said.at) for said in table.chat]


def entry(table: Table, number: int, seat: int) -> responses.Entry:
    """An entry of the log as the seat may read it."""
    kept = table.entries[number]
    return responses.Entry(
        turn=number + 1,
        seat=who(kept.what),
        text=text_of(kept, seat, table.over),
        event=event_of(kept),
        effects=effects_of(kept, seat, table.over),
        position=(kept.after if table.over else kept.after.view(seat)).text,
        left=None if kept.left is None else round(kept.left, 3),
    )


def text_of(kept: Entry, seat: int, over: bool) -> str:
    """The turn, or who gave up, as text."""
    if isinstance(kept.what, Turn):
        return redaction.text(kept.what, seat, over)
    number, reason = kept.what
    return f"{'time' if reason == 'time' else 'resign'}:{number}"


def event_of(kept: Entry) -> Literal["resigned", "time"] | None:
    """How a seat gave up, if that is what the entry is."""
    if isinstance(kept.what, Turn):
        return None
    return "time" if kept.what[1] == "time" else "resigned"


def effects_of(kept: Entry, seat: int, over: bool) -> list[responses.Effect]:
    """What happened in the turn."""
    return redaction.effects(kept.what, seat, over) if isinstance(kept.what, Turn) else []


# -- internals -----------------------------------------------------------------------------------------------------


def _pass_to(table: Table, role: Role, seat: int) -> int | None:
    if table.status != "playing" or not table.secretive or table.decider == seat:
        return None
    return table.decider if table.decider in role.seats else None


def _seats(table: Table, around: Around) -> list[responses.Seat]:
    position = table.settled.position
    clock = table.clock
    return [
        responses.Seat(
            seat=number,
            side=position.side(number) + 1,
            kind=seat.kind,
            level=seat.level,
            name=seat.name,
            taken=seat.taken,
            present=seat.kind == "computer" or number in around.present,
            out=position.is_out(number),
            thinking=around.thinking == number,
            queued=around.queued and around.thinking == number,
            left=round(clock.now(number, around.now), 3) if clock and seat.kind != "computer" else None,
        )
        for number, seat in enumerate(table.seats, 1)
    ]


def _turn(table: Table, seat: int) -> responses.TurnSoFar | None:
    game = table.seen(seat)
    turn = _in_progress(game, table.settled)
    if turn is None or table.over:
        return None
    own = game is table.draft
    text = redaction.text(turn, seat)
    return responses.TurnSoFar(
        seat=turn.before.decider or 0,
        text=text,
        steps=text.split(),
        effects=redaction.effects(turn, seat),
        can_undo=own and bool(table.pending),
    )


def _in_progress(game: Game, settled: Game) -> Turn | None:
    if len(game.turns) > len(settled.turns):
        return game.turns[-1]
    return game.turn_so_far or None


def _can(table: Table, role: Role, seat: int, decides: bool, awaits_confirm: bool) -> responses.Can:
    plays = role.kind == "seat" and bool(role.seats)
    on = table.status == "playing"
    position = table.settled.position
    others = any(s.kind != "computer" and n not in role.seats for n, s in enumerate(table.seats, 1))
    return responses.Can(
        undo=decides and bool(table.pending),
        restart=decides and table.can_restart(role.seats),
        confirm=awaits_confirm,
        takeback=plays and table.can_take_back(role.seats),
        hint=plays and on and decides and not awaits_confirm and table.against_computer(role.seats),
        resign=plays and on and position.stage == "play" and seat != 0 and not position.is_out(seat),
        leave=table.can_leave(role),
        rematch=plays and table.over,
        chat=plays and others,
    )
