"""Games to step through, and positions to look at."""

from __future__ import annotations

from datetime import UTC, datetime

from santorini import Outcome, Position, SantoriniError, Turn, read_position, read_records
from santorini.game.outcome import outcome_of
from santorini.record.tree import Node
from santorini.server.protocol import responses
from santorini.server.protocol.refusal import Refusal
from santorini.server.tables.table import Entry, Table, who
from santorini.server.views import board, table_state

__all__ = ["headers_of", "of_record", "of_table", "position", "record_text"]

MOST_TURNS = 1000


def of_table(table: Table, seat: int) -> responses.Replay:
    """The game of a table, as the seat may know it."""
    over = table.over
    turns = [
        responses.ReplayTurn(
            turn=number,
            seat=who(kept.what),
            text=table_state.text_of(kept, seat, over),
            event=table_state.event_of(kept),
            effects=table_state.effects_of(kept, seat, over),
            comment="",
            clock=kept.left,
            board=board.board(kept.after if over else kept.after.view(seat)),
        )
        for number, kept in enumerate(table.entries, 1)
    ]
    start = table.settled.start
    headers = headers_of(table) | {"Rules": start.rules}
    first = board.board(start if over else start.view(seat))
    return responses.Replay(headers=headers, start=first, turns=turns, outcome=board.outcome(table.outcome))


def headers_of(table: Table) -> dict[str, str]:
    """What a record says of a table beside the game itself: when it was played, by whom, with how much time."""
    headers = {"Date": datetime.fromtimestamp(table.created_at, UTC).strftime("%Y.%m.%d")}
    headers |= {f"Seat{n}": seat.name for n, seat in enumerate(table.seats, 1) if seat.name}
    headers |= {f"Level{n}": str(seat.level) for n, seat in enumerate(table.seats, 1) if seat.level}
    if clock := table.created.asked.clock:
        headers["Clock"] = f"{clock.base}+{clock.increment}"
    return headers


def record_text(table: Table, seat: int) -> str:
    """The record of a table's game, as the seat may have it."""
    record = table.settled.record(**headers_of(table))
    for node, kept in zip(record.main.nodes, table.entries, strict=True):
        node.clock = kept.left
    if not table.over:
        record = record.for_seat(seat)
    return record.text()


def of_record(text: str) -> responses.Replay:
    """The game of a record that somebody brought."""
    try:
        record = next(iter(read_records(text)))
        if len(record.main.nodes) > MOST_TURNS:
            raise Refusal("too-large")
        game = record.game()
    except SantoriniError as error:
        line, column = getattr(error, "line", 0), getattr(error, "column", 0)
        raise Refusal("record", message=str(error)[:500], line=line, column=column) from None
    except StopIteration:
        raise Refusal("record", "error.record-empty", message="", line=0, column=0) from None
    nodes = record.main.nodes
    unwritten = len(game.history) - len(nodes)  # a first card that was drawn, and not written
    turns = []
    now = game.start
    for number, what in enumerate(game.history, 1):
        node = nodes[number - 1 - unwritten] if number > unwritten else Node("")
        now = what.after if isinstance(what, Turn) else _given_up(now, what)
        turns.append(_turn(number, what, node, now))
    return responses.Replay(
        headers=dict(record.headers),
        start=board.board(game.start),
        turns=turns,
        outcome=board.outcome(game.outcome()),
    )


def position(text: str) -> responses.SharedPosition:
    """A position that somebody brought."""
    try:
        read = read_position(text)
    except SantoriniError as error:
        raise Refusal("position", message=str(error)[:500], line=0, column=0) from None
    ended: Outcome | None = outcome_of(read)
    decider = read.decider or 0
    return responses.SharedPosition(
        board=board.board(read),
        steps=board.choices(read),
        decider=decider,
        outcome=board.outcome(ended),
    )


def _given_up(now: Position, what: tuple[int, str]) -> Position:
    seat, reason = what
    return now.give_up(seat, reason)


def _turn(number: int, what: Turn | tuple[int, str], node: Node, now: Position) -> responses.ReplayTurn:
    kept = Entry(what, now, node.clock)
    return responses.ReplayTurn(
        turn=number,
        seat=who(what),
        text=table_state.text_of(kept, 0, over=True),
        event=table_state.event_of(kept),
        effects=table_state.effects_of(kept, 0, over=True),
        comment=node.comment,
        clock=node.clock,
        board=board.board(now),
    )
