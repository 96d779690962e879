"""One address must not stop everybody: deadlines, counts, proxies, and every limit as an option."""

from __future__ import annotations

import json
import os
import re
import resource
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import httpx
import pytest
from starlette.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from santorini.cli import main
from santorini.server.storage.home import Unavailable
from santorini.server.storage.sqlite import sqlite_url
from santorini.server.tables.journal import Journal
from santorini.server.web import guard
from santorini.server.web.address import client_of, networks, visitor
from santorini.server.web.limits import Limits, Rate
from santorini.server.web.run import bind
from tests.server.house import DEADLINE, HERE, House, bearer


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server with little patience and few places."""
    options = ["--header-seconds", "1", "--body-seconds", "1", "--hello-seconds", "1"]
    options += ["--address-connections", "20", "--address-sockets", "6", "--trusted-proxies", "127.0.0.2"]
    house = House(tmp_path_factory.mktemp("narrow") / "games.sqlite", *options)
    yield house
    house.stop()


def half(house: House, text: bytes, source: str = "127.0.0.1") -> socket.socket:
    """A connection that has sent the beginning of something."""
    connection = socket.create_connection(("127.0.0.1", house.port), DEADLINE, source_address=(source, 0))
    connection.sendall(text)
    return connection


def is_closed(connection: socket.socket) -> bool:
    """Whether the server closes the connection before long."""
    connection.settimeout(DEADLINE)
    try:
        while connection.recv(4096):
            pass
    except ConnectionResetError:
        return True
    except TimeoutError:
        return False
    return True


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"GET / HT",
        b"GET /api/health HTTP/1.1\r\nHost: here\r\nX-Slow: ",
        b"GET /api/health HTTP/1.1\r\nHost: here\r\n\r\nGET /api/he",
        b"POST /api/games HTTP/1.1\r\nHost: here\r\nContent-Length: 100\r\n\r\n{",
    ],
)
def test_half_a_request_is_not_waited_for(narrow: House, text: bytes) -> None:
    with half(narrow, text) as connection:
        assert is_closed(connection)
    assert narrow.http.get("/api/health").status_code == 200


def knock(house: House, game: str) -> ClientConnection:
    """A socket that has not said hello."""
    return connect(f"{house.url.replace('http', 'ws')}/api/games/{game}/socket", open_timeout=DEADLINE, proxy=None)


def test_a_socket_that_says_nothing_is_closed(narrow: House) -> None:
    with knock(narrow, narrow.create(HERE, HERE)["game"]) as silent, pytest.raises(ConnectionClosed):
        silent.recv(DEADLINE)


def test_an_address_has_so_many_connections(narrow: House) -> None:
    narrow.http.close()
    held = [half(narrow, b"", "127.0.0.3") for _ in range(20)]
    with half(narrow, b"", "127.0.0.3") as one_more:
        one_more.settimeout(0.5)
        begun = time.monotonic()
        assert is_closed(one_more)
        assert time.monotonic() - begun < 0.9, "at once, not at the deadline"
    narrow.http = httpx.Client(base_url=narrow.url, timeout=DEADLINE)
    assert narrow.http.get("/api/health").status_code == 200, "other addresses have their own"
    for connection in held:
        connection.close()


def test_an_address_has_so_many_sockets(narrow: House) -> None:
    games = [narrow.create(HERE, HERE) for _ in range(8)]
    clients = [narrow.client(created["game"], created["token"]) for created in games[:6]]
    assert {client.first["type"] for client in clients} == {"state"}
    for created in games[6:]:
        with knock(narrow, created["game"]) as one_more:
            assert json.loads(one_more.recv(DEADLINE))["code"] == "full"
    narrow.close_clients()
    assert narrow.client(games[0]["game"], games[0]["token"]).first["type"] == "state"
    narrow.close_clients()


def test_a_trusted_proxy_tells_the_visitor_and_nobody_else_does(tmp_path: Path) -> None:
    options = ["--creations", "2/0.001", "--trusted-proxies", "127.0.0.2"]
    house = House(tmp_path / "games.sqlite", "--strict", *options)
    try:
        for source, header, codes in (
            ("127.0.0.2", "203.0.113.1", [201, 201, 429]),
            ("127.0.0.2", "198.51.100.9, 203.0.113.2", [201, 201, 429]),
            ("127.0.0.2", "203.0.113.1, 203.0.113.3", [201, 201, 429]),
            ("127.0.0.3", "203.0.113.4", [201, 201, 429]),
            ("127.0.0.3", "203.0.113.5", [429, 429, 429]),
        ):
            transport = httpx.HTTPTransport(local_address=source)
            with httpx.Client(base_url=house.url, transport=transport, timeout=DEADLINE) as client:
                headers = {"X-Forwarded-For": header}
                asked = [client.post("/api/games", json={"seats": [HERE, HERE]}, headers=headers) for _ in codes]
                assert [answer.status_code for answer in asked] == codes, header
    finally:
        house.stop()


@pytest.mark.parametrize(
    ("headers", "behind"),
    [
        ({}, "10.0.0.1"),
        ({"x-forwarded-for": "192.0.2.7"}, "192.0.2.7"),
        ({"x-forwarded-for": "192.0.2.7, 10.0.0.2"}, "192.0.2.7"),
        ({"x-forwarded-for": "6.6.6.6, 192.0.2.7:81"}, "192.0.2.7"),
        ({"x-forwarded-for": "192.0.2.7, nonsense"}, "10.0.0.1"),
        ({"forwarded": 'for=192.0.2.7;proto=https, for="[2001:db8::1]:80"'}, "2001:db8::1"),
        ({"forwarded": "for=192.0.2.7", "x-forwarded-for": "6.6.6.6"}, "192.0.2.7"),
        ({"forwarded": "for=_hidden"}, "10.0.0.1"),
        ({"forwarded": "proto=https"}, "10.0.0.1"),
    ],
)
def test_who_is_behind_a_proxy(headers: dict[str, str], behind: str) -> None:
    trusted = networks(["10.0.0.0/8"])
    assert client_of("10.0.0.1", Headers(headers), trusted) == behind
    assert client_of("192.0.2.1", Headers(headers), trusted) == "192.0.2.1", "no proxy of ours"
    assert client_of("10.0.0.1", Headers(headers), ()) == "10.0.0.1", "none is trusted"


def test_a_visitor_is_an_address_or_a_network() -> None:
    assert visitor("2001:db8:1:2::1") == visitor("2001:db8:1:2:ffff::9") != visitor("2001:db8:1:3::1")
    assert visitor("fe80::1%eth0") == "fe80::/64"
    assert visitor("unix") == "unix"


# -- options -------------------------------------------------------------------------------------------------------


def test_every_limit_is_an_option_that_help_lists(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--help"]) == 0
    listed = capsys.readouterr().out
    for field in fields(Limits):
        assert f"--{field.name.replace('_', '-')}" in listed


def settings(tmp_path: Path, text: str) -> str:
    file = tmp_path / "santorini.toml"
    file.write_text(text)
    return str(file)


def test_the_settings_file_says_what_the_command_line_does_not(tmp_path: Path) -> None:
    data = tmp_path / "games.sqlite"
    text = f'port = 0\nno-browser = true\ndata = "{data}"\ncreations = "1/0.001"\nrequests = "5/0.001"\nbody = 400\n'
    command = [sys.executable, "-m", "santorini", "serve", "--config", settings(tmp_path, text), "--requests", "50/1"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    where = process.stdout.readline().split()[-1]
    try:
        asked = [httpx.post(where + "api/games", json={"seats": [HERE, HERE]}, timeout=DEADLINE) for _ in range(10)]
        assert [answer.status_code for answer in asked] == [201] + [429] * 9
        assert httpx.post(where + "api/positions", json={"position": "x" * 500}, timeout=DEADLINE).status_code == 413
    finally:
        process.terminate()
        process.communicate(timeout=DEADLINE)
    assert data.exists()


@pytest.mark.parametrize(
    "text",
    ["nonsense = 1", "thinkers = 'x'", "creations = 5", "creations = '0/0'", "no-browser = 3", "body = true", "= = =",
     "header-seconds = -1", "trusted-proxies = ['nowhere']"],
)  # fmt: skip
def test_a_wrong_setting_is_told_in_one_line(tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert start(tmp_path / "games.sqlite", "--config", settings(tmp_path, text)) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "listen" not in error


def start(data: Path, *options: str) -> int:
    """Start a server on a port that is taken, so that it ends in any case."""
    with bind("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        return main(["serve", "--data", str(data), "--port", str(port), *options])


def test_a_settings_file_that_is_not_there(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["serve", "--config", str(tmp_path / "nothing.toml")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_rates_as_text() -> None:
    assert Rate.read(str(Limits().creations)) == Rate(20, 0.333)
    for text in ("", "5", "a/b", "0/1", "1/0", "nan/1", "1/inf"):
        with pytest.raises(ValueError):  # noqa: PT011  of any kind
            Rate.read(text)


# -- the rest ------------------------------------------------------------------------------------------------------


def test_another_method_is_405_and_another_path_404(house: House) -> None:
    created = house.create(HERE, HERE)
    for method, path, allowed in (
        ("DELETE", "/api/games", "POST"),
        ("GET", "/api/games", "POST"),
        ("POST", "/api/health", "GET"),
        ("PUT", f"/api/games/{created['game']}", "GET"),
        ("GET", f"/api/games/{created['game']}/commands", "POST"),
    ):
        answer = house.http.request(method, path, headers=bearer(created["token"]))
        assert (answer.status_code, answer.json()["code"]) == (405, "method"), path
        assert answer.headers["allow"] == allowed
    for method in ("GET", "POST", "DELETE"):
        assert house.http.request(method, "/api/nothing").json()["code"] == "unknown"


def test_the_file_of_games_is_its_owners_alone(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    for mode in (None, 0o644):
        if mode is not None:
            file.chmod(mode)
        Journal(sqlite_url(file)).close()
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.parametrize("spoil", ["not a database", "a folder", "no such folder", "read only"])
def test_a_database_that_cannot_be_used_is_told_in_one_sentence(
    tmp_path: Path, spoil: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.sqlite"
    match spoil:
        case "not a database":
            file.write_bytes(b"nothing that SQLite knows" * 100)
        case "a folder":
            file.mkdir()
        case "no such folder":
            file.parent.joinpath("file").write_text("")
            file = tmp_path / "file" / "games.sqlite"
        case _:
            if os.geteuid() == 0:  # root may write anything; a device that is full stands for it
                file = Path("/dev/full")
            else:
                file.touch(0o400)
    assert start(file) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert re.search(r"database .*: \w", error)
    with pytest.raises(Unavailable):
        Journal(sqlite_url(file))


def test_a_system_without_a_limit_of_open_files_keeps_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """macOS names no hard limit, and refuses a soft one without end."""
    set_to = []
    monkeypatch.setattr(resource, "getrlimit", lambda what: (256, resource.RLIM_INFINITY))
    monkeypatch.setattr(resource, "setrlimit", lambda what, limits: set_to.append(limits))
    assert guard.raise_file_limit() > 1000
    ((soft, hard),) = set_to
    assert 256 < soft < 100_000
    assert hard == resource.RLIM_INFINITY
