"""The command that starts it, and the page it serves."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from santorini.cli import main
from santorini.server.views import catalogue
from santorini.server.web.app import create_app
from santorini.server.web.config import Config
from santorini.server.web.page import FOREVER
from santorini.server.web.run import bind
from tests.server.house import DEADLINE, HERE, bearer


@pytest.mark.parametrize("command", [[], ["serve"]])
def test_it_starts_says_where_and_stops(command: list[str], tmp_path: Path) -> None:
    options = ["--port", "0", "--no-browser", "--data", str(tmp_path / "sub" / "games.sqlite")]
    process = subprocess.Popen(
        [sys.executable, "-m", "santorini", *command, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    where = process.stdout.readline().split()[-1]
    assert httpx.get(where + "api/health", timeout=DEADLINE).json()["ok"]
    assert "Santorini" in httpx.get(where, timeout=DEADLINE).text
    for _ in range(5):
        created = httpx.post(where + "api/games", json={"seats": [HERE, HERE]}, timeout=DEADLINE).json()
        turn = {"type": "turn", "version": 1, "turn": "*b3 *d3"}
        address = f"{where}api/games/{created['game']}/commands"
        assert httpx.post(address, json=turn, headers=bearer(created["token"]), timeout=DEADLINE).is_success
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=DEADLINE)
    assert (process.returncode, err) == (0, "")
    assert out
    assert (tmp_path / "sub" / "games.sqlite").exists()


def test_a_port_that_is_taken(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with bind("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        assert main(["serve", "--port", str(port), "--no-browser", "--data", str(tmp_path / "games")]) == 2
    assert f"port {port}" in capsys.readouterr().err


def test_a_free_port_where_the_usual_one_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    with bind("127.0.0.1", 0) as taken:
        monkeypatch.setattr("santorini.server.web.run.DEFAULT_PORT", taken.getsockname()[1])
        with bind("127.0.0.1", None) as free:
            assert free.getsockname()[1] != taken.getsockname()[1]


@pytest.mark.parametrize(
    "argv", [["--port", "x"], ["--port", "70000"], ["serve", "--data", "a", "--database", "b"], ["--workers", "2"]]
)
def test_options_that_cannot_be(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(argv) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_without_the_web_packages_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("santorini.cli.serve.find_spec", lambda name: None)
    assert main([]) == 2
    error = capsys.readouterr().err
    assert "santorini[web]" in error
    assert error.count("\n") == 1


def test_the_built_page(tmp_path: Path) -> None:
    assets = tmp_path / "assets"
    assets.mkdir()
    (tmp_path / "index.html").write_text("<!doctype html>hello")
    (assets / "index-B3xk9_aZ.js").write_text("let a = 1;" * 100)
    (assets / "plain.svg").write_text("<svg/>")
    (tmp_path.parent / "secret.txt").write_text("not of the page")
    visitor = Visitor(tmp_path)
    index, script, picture = (visitor.get(at) for at in ("/", "/assets/index-B3xk9_aZ.js", "/assets/plain.svg"))
    assert (index.text, index.headers["cache-control"]) == ("<!doctype html>hello", "no-cache")
    assert script.headers["cache-control"] == FOREVER
    assert script.headers["content-type"].startswith("text/javascript")
    assert script.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in visitor.get("/assets/index-B3xk9_aZ.js", headers={"Accept-Encoding": ""}).headers
    assert (picture.headers["cache-control"], picture.headers["content-type"]) == ("no-cache", "image/svg+xml")
    again = visitor.get("/", headers={"If-None-Match": index.headers["etag"]})
    assert (again.status_code, again.content, again.headers["cache-control"]) == (304, b"", "no-cache")
    for address in ("/..%2fsecret.txt", "/assets/..%2f..%2fsecret.txt", "/assets", "/nothing", "/api/nothing"):
        assert visitor.get(address).json()["code"] == "unknown"
    assert visitor.ask("POST", "/").json()["code"] == "method"


def test_without_a_built_page_it_says_so(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "nowhere"):
        assert "not been built" in Visitor(folder).get("/").text


def test_while_the_page_is_being_built_an_earlier_one_is_served(tmp_path: Path) -> None:
    whole, early = tmp_path / "page", tmp_path / "early"
    (early / "assets").mkdir(parents=True)
    (early / "index.html").write_text("early")
    (early / "assets/index-aaaaaaaa.js").write_text("1")
    visitor = Visitor(whole)
    assert visitor.get("/").text == "early"
    whole.mkdir()
    (whole / "index.html").write_text("whole")
    assert visitor.get("/").text == "whole"
    assert visitor.get("/assets/index-aaaaaaaa.js").text == "1", "a page that is open goes on"


class Visitor:
    """A client of the application itself, without a server in between."""

    def __init__(self, page: Path) -> None:
        self.transport = httpx.ASGITransport(create_app(Config(page=page)))

    def ask(self, method: str, address: str, **headers: str) -> httpx.Response:
        async def ask() -> httpx.Response:
            async with httpx.AsyncClient(transport=self.transport, base_url="http://here") as client:
                return await client.request(method, address, headers=headers)

        # In a thread of its own: a browser test in the same process keeps an event loop in this one.
        with ThreadPoolExecutor(1) as alone:
            return alone.submit(asyncio.run, ask()).result()

    def get(self, address: str, headers: dict[str, str] | None = None) -> httpx.Response:
        return self.ask("GET", address, **headers or {})


def test_words_of_the_page_alone_make_a_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "page").mkdir()
    (tmp_path / "en.toml").write_text('[game]\na = "A"\nb = "B"\n')
    (tmp_path / "page" / "en.toml").write_text('[page]\nc = "C"\n')
    (tmp_path / "page" / "xx.toml").write_text('[page]\nc = "X"\n')
    monkeypatch.setattr(catalogue, "LOCALES", tmp_path)
    assert "xx" in catalogue.known_languages()
    catalogue.words.cache_clear()
    assert json.loads(catalogue.words("xx").body)["texts"] == {"game.a": "A", "game.b": "B", "page.c": "X"}
    catalogue.words.cache_clear()


def test_small_answers_are_sent_at_once() -> None:
    """asyncio turns Nagle's algorithm off only for sockets declared as TCP; otherwise every answer takes 40 ms more."""
    with bind("127.0.0.1", 0) as listening:
        assert listening.proto == socket.IPPROTO_TCP
