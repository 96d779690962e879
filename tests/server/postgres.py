"""A PostgreSQL server for the tests, from the machine's package, in a folder of its own. It ends with its parent."""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import psycopg

from tests.server.house import DEADLINE

SETTINGS = {"listen_addresses": "", "shared_buffers": "64MB", "max_connections": "60", "log_min_messages": "fatal"}


class Postgres:
    """A database server that can be stopped and started."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="pg"))  # short: the path of a socket may have no more than 107 bytes
        self._as: list[str] = []
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            user = next(one for name in ("postgres", "nobody") if (one := _user(name)) is not None)
            os.chown(self.folder, user.pw_uid, user.pw_gid)
            self._as = ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]
        data = str(self.folder / "data")
        self._run("initdb", "-D", data, "-U", "santorini", "-A", "trust", "-E", "UTF8", "--no-sync")
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = [word for name, value in SETTINGS.items() for word in ("-c", f"{name}={value}")]
        command = [_program("postgres"), "-D", str(self.folder / "data"), "-k", str(self.folder), *options]
        dies_with_us = ["setpriv", *self._as[1:], "--pdeathsig=INT", "--"]
        self._process = subprocess.Popen([*dies_with_us, *command], cwd="/", stderr=subprocess.DEVNULL)
        until = time.monotonic() + DEADLINE
        while True:
            try:
                psycopg.connect(self._address("postgres")).close()
                return
            except psycopg.OperationalError:
                assert time.monotonic() < until, "PostgreSQL did not start"
                assert self._process.poll() is None, "PostgreSQL did not start"
                time.sleep(0.05)

    @property
    def pid(self) -> int:
        """The process that starts all others."""
        assert self._process is not None
        return self._process.pid

    def stop(self) -> None:
        """Stop it at once: whoever is connected is cut off."""
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(DEADLINE)
            self._process = None

    def close(self) -> None:
        """Stop it, and remove everything."""
        self.stop()
        shutil.rmtree(self.folder)

    def database(self) -> str:
        """The address of a new, empty database."""
        name = f"games_{secrets.token_hex(6)}"
        with psycopg.connect(self._address("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self._address(name)

    def _address(self, database: str) -> str:
        return f"postgresql://santorini@/{database}?host={self.folder}"

    def _run(self, program: str, *options: str) -> None:
        subprocess.run([*self._as, _program(program), *options], cwd="/", check=True, stdout=subprocess.DEVNULL)


def _user(name: str) -> pwd.struct_passwd | None:
    try:
        return pwd.getpwnam(name)
    except KeyError:
        return None


def _program(name: str) -> str:
    """On the path, or where Debian puts it: the newest version."""
    debian = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda file: float(file.parts[4]))
    found = shutil.which(name) or (str(debian[-1]) if debian else None)
    assert found, f"{name} is missing: tools/postgres.sh says what to install"
    return found
