"""A connected client: who it is, from which seat it looks, and what it has been told."""

from __future__ import annotations

import asyncio

from pydantic_core import to_json

from santorini.server.protocol.messages import ServerMessage
from santorini.server.tables.table import Role, Table
from santorini.server.views import table_state

__all__ = ["Guest"]


class Guest:
    """A client with a queue of messages that wait to be sent."""

    def __init__(self, role: Role, token_hash: str, seat: int | None, waiting: int, address: str = "") -> None:
        self.role, self.token_hash, self.address = role, token_hash, address
        self.looks_from = seat
        self.outgoing: asyncio.Queue[bytes | None] = asyncio.Queue(waiting)
        self.version = -1
        self.seat = 0
        self._log: list[int] = []
        self._over = False

    def seated(self, table: Table) -> bool:
        """Update the role: somebody may have sat down with this client's token. False if it is no longer valid."""
        role = table.role(self.token_hash)
        if role is None or role.kind == "invite":
            return False
        self.role = role
        return True

    def tell(self, message: ServerMessage) -> None:
        """Send a message that is not a state."""
        self._send(to_json(message))

    def tell_state(
        self, table: Table, around: table_state.Around, *, full: bool = False, seen: int | None = None
    ) -> None:
        """Send the state, if anything in it is new to this client."""
        self._tell_from(table_state.best_seat(table, self.role, self.looks_from), table, around, full, seen)

    def look(self, seat: int, table: Table, around: table_state.Around) -> None:
        """Look from another of the client's seats."""
        self._tell_from(seat, table, around, full=True)

    def _tell_from(
        self, seat: int, table: Table, around: table_state.Around, full: bool, seen: int | None = None
    ) -> None:
        version = table.version(self.role.seats)
        if not full and (seat, version) == (self.seat, self.version):
            return
        if seat != self.seat or table.over != self._over:
            self._log = []  # another seat, or nothing is hidden any more: the log reads differently
        serials = [entry.serial for entry in table.entries]
        known = 0 if full else _common(self._log, serials)
        behind = None if seen is None else seen != version
        key = (self.role, seat, known, full, behind)
        if (state := around.written.get(key)) is None:
            state = table_state.state_json(table, self.role, seat, around, known, full, behind)
            around.written[key] = state
        self.seat, self.version, self._log, self._over = seat, version, serials, table.over
        self.looks_from = seat or None
        self._send(state)

    def close(self) -> None:
        """Nothing more will be sent."""
        while True:
            try:
                self.outgoing.put_nowait(None)
            except asyncio.QueueFull:
                self.outgoing.get_nowait()
            else:
                return

    def _send(self, message: bytes) -> None:
        try:
            self.outgoing.put_nowait(message)
        except asyncio.QueueFull:
            self.close()  # the client does not read; it gets the full state when it reconnects


def _common(known: list[int], serials: list[int]) -> int:
    same = 0
    for one, other in zip(known, serials, strict=False):
        if one != other:
            break
        same += 1
    return same
