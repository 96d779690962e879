"""Starting the server on this machine, and stopping it."""

from __future__ import annotations

import gc
import logging
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from contextlib import suppress

import uvicorn

from santorini.server import DEFAULT_PORT
from santorini.server.storage.database import open_home
from santorini.server.web.app import create_app
from santorini.server.web.config import Config
from santorini.server.web.guard import guarded, raise_file_limit

__all__ = ["bind", "prepare", "serve"]

QUEUE = 2048
SWITCH_SECONDS = 0.0005
FIRST_HANDED_OVER = 3
"""The descriptor of a socket that the service manager has opened."""


def bind(host: str, port: int | None) -> socket.socket:
    """A listening socket: on the given port, or else on the default one, or on a free one if that is taken.

    A service manager may hand one over that stays open while the server restarts (sd_listen_fds).
    """
    if os.environ.get("LISTEN_PID") == str(os.getpid()) and os.environ.get("LISTEN_FDS") == "1":
        return socket.socket(fileno=FIRST_HANDED_OVER)
    if port is not None:
        return _listen(host, port)
    try:
        return _listen(host, DEFAULT_PORT)
    except OSError:
        return _listen(host, 0)


def address(listening: socket.socket) -> str:
    """Where to open it in a browser."""
    host, port = listening.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{host}:{port}/"


def prepare(config: Config) -> None:
    """Make sure that the database can be used before the server starts. Raises `Unavailable` with a sentence."""
    open_home(config.database).close()


def serve(config: Config, listening: socket.socket, *, ready: Callable[[], None] = lambda: None) -> None:
    """Serve until Ctrl-C. `ready` is called once it answers."""
    settings = uvicorn.Config(
        create_app(config),
        log_level="error",  # what visitors do wrong is not worth a line: they could fill the disk with it
        access_log=False,
        server_header=False,
        http=guarded(config.limits, config.trusted, raise_file_limit()),
        ws="websockets-sansio",
        ws_max_size=config.limits.message * 4,  # in bytes, and a character may take four
        timeout_graceful_shutdown=3,
        proxy_headers=False,
        backlog=QUEUE,
    )
    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    # A thread that has stored something needs the interpreter to say so. It should not wait long for a busy event loop.
    sys.setswitchinterval(SWITCH_SECONDS)
    # Tables live long and have few cycles, and a full collection would stall every game: make it rare.
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 200, 100)
    server = _Server(settings, ready)
    with suppress(KeyboardInterrupt):  # uvicorn has shut down by then
        server.run(sockets=[listening])
    gc.unfreeze()
    gc.collect()  # so that no object of the core outlives the interpreter


def open_browser(where: str) -> None:
    """Open the page, without waiting for the browser."""
    threading.Thread(target=webbrowser.open, args=(where,), daemon=True).start()


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def on_tick(self, counter: int) -> bool:
        """Called ten times a second. Once a second it collects the garbage of that second, which takes milliseconds.

        Python itself waits until many more objects have been created than freed. While games go on, hardly more are
        created than freed, so it would collect ten seconds' worth or more in one go, and hold everybody up.
        """
        if counter % 10 == 0:
            gc.collect(0)
        return await super().on_tick(counter)


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol, because asyncio disables Nagle's algorithm only on sockets declared as TCP.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(QUEUE)
    except BaseException:
        listening.close()
        raise
    return listening
