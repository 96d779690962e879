"""A server in a process of its own, and a browser to look at it."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Playwright

__all__ = ["Served", "chromium", "free_port"]

FLAGS = (
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
)


def chromium(playwright: Playwright, *, webgl: bool = False) -> Browser:
    """The machine's Chromium; with `webgl` it draws in software, otherwise it has no WebGL."""
    found = next(
        (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None
    )
    if found is None:
        raise RuntimeError("the browser tests need Chromium; on Debian: apt-get install chromium")
    graphics = (
        ("--use-angle=swiftshader", "--enable-unsafe-swiftshader") if webgl else ("--disable-gpu", "--disable-3d-apis")
    )
    return playwright.chromium.launch(executable_path=found, args=[*FLAGS, *graphics])


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


class Served:
    """`santorini --no-browser` with a file of its own, or on a database; it can be started again on the same port."""

    def __init__(self, database: str | None = None, *, many: bool = True) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="santorini-")
        file = Path(self._folder.name) / "games.sqlite"
        self._games = ["--database", database] if database else ["--data", str(file)]
        self._many = many  # games from one address; a server of 0.1.0 has no option for that
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Served:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        self._folder.cleanup()

    def start(self) -> None:
        """Start, and wait until it answers."""
        command = os.environ.get("SANTORINI_SERVE", f"{sys.executable} -m santorini").split()
        arguments = ["--no-browser", "--port", str(self.port), *self._games]
        if self._many:
            arguments += ["--creations", "1000/100"]  # one address makes the games of all tests
        self._process = subprocess.Popen([*command, *arguments], stdout=subprocess.DEVNULL)
        until = time.monotonic() + 60
        while True:
            try:
                self.get("/api/health")
                return
            except (urllib.error.URLError, ConnectionError):
                if self._process.poll() is not None or time.monotonic() > until:
                    raise RuntimeError("the server does not start") from None
                time.sleep(0.1)

    def kill(self) -> None:
        """As a power cut does."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """As Ctrl-C does."""
        self._end(signal.SIGINT)

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait()
            self._process = None

    def get(self, path: str) -> Any:
        """The JSON of an address."""
        with urllib.request.urlopen(self.url + path, timeout=10) as answer:
            return json.load(answer)

    def post(self, path: str, body: object) -> Any:
        """The JSON that answers a JSON body."""
        request = urllib.request.Request(
            self.url + path, json.dumps(body).encode(), {"Content-Type": "application/json"}
        )
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{path}: {error.read().decode()}") from None
