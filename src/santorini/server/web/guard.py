"""Limits on the connections themselves: a deadline for headers, a maximum for each address, and one in all.

uvicorn waits for ever for the rest of a request. This is its HTTP protocol with a clock and two counts.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from santorini.server.web.address import Networks, is_in, visitor
from santorini.server.web.limits import Limits

__all__ = ["guarded", "raise_file_limit"]

SPARE_FILES = 100
"""Descriptors that are not for visitors: the database, the thinking processes, logs."""


def raise_file_limit() -> int:
    """Allow as many open files as the system lets us. Returns how many connections that leaves room for."""
    if sys.platform == "win32":
        return 10_000  # it has no such limit
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    # macOS names no hard limit, and refuses a soft one without end.
    most = hard if hard != resource.RLIM_INFINITY else max(soft, 10_240)
    if soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return max(1, most - SPARE_FILES)


def guarded(limits: Limits, trusted: Networks, room: int) -> type[H11Protocol]:
    """The protocol class for these limits. `room`: how many connections the system allows."""
    most = min(limits.connections or room, room)
    open_by: Counter[str] = Counter()

    class Guarded(H11Protocol):
        _late: asyncio.TimerHandle | None = None
        _counted: str | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            host = self.client[0] if self.client else None
            if not is_in(host, trusted):  # the visitors of a proxy are counted later, each on their own
                self._counted = visitor(host)
                open_by[self._counted] += 1
            if len(self.connections) > most or open_by[self._counted or ""] > limits.address_connections:
                transport.abort()
            else:
                self._watch()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.conn.their_state is not h11.IDLE:
                self._rest()  # the headers are complete
            elif self._late is None:
                self._watch()  # the beginning of another request

        def on_response_complete(self) -> None:
            super().on_response_complete()
            if self.timeout_keep_alive_task is not None:
                self._rest()

        def handle_websocket_upgrade(self, event: h11.Request) -> None:
            self._gone()  # sockets are counted where they are served
            super().handle_websocket_upgrade(event)

        def connection_lost(self, exc: Exception | None) -> None:
            self._gone()
            super().connection_lost(exc)

        def _watch(self) -> None:
            self._late = self.loop.call_later(limits.header_seconds, self.transport.abort)

        def _rest(self) -> None:
            if self._late is not None:
                self._late.cancel()
                self._late = None

        def _gone(self) -> None:
            self._rest()
            if self._counted is not None:
                open_by[self._counted] -= 1
                if not open_by[self._counted]:
                    del open_by[self._counted]
                self._counted = None

    return Guarded
