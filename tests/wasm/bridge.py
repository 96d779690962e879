"""Asks the WebAssembly modules from Python, through Node: the same questions as the page asks."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Any, Self

ROOT = Path(__file__).parents[2]
MODULES = ROOT / "build" / "wasm"
NETWORK = ROOT / "src" / "santorini" / "data" / "network.bin"


def node() -> str:
    """The Node that builds the page: the machine's, or the one in .venv (tools/page.sh)."""
    found = shutil.which("node", path=f"{ROOT / '.venv' / 'bin'}{os.pathsep}{os.environ['PATH']}")
    assert found, "no Node: run make page"
    return found


class NodeProcess:
    """A script in a Node process of its own: a line of JSON in, a line of JSON out."""

    def __init__(self, *command: str | Path) -> None:
        self._process = subprocess.Popen(
            [node(), *map(str, command)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, at: TracebackType | None) -> None:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait(timeout=10)

    def answer(self, request: dict[str, Any]) -> Any:
        """What it says to a request."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())


class Bridge(NodeProcess):
    """A module of the page's core."""

    def __init__(self, module: str, *, network: bool = False, threads: int = 0) -> None:
        script, host = Path(__file__).with_name("bridge.mjs"), ROOT / "web" / "src" / "core" / "host.js"
        several = [str(threads)] if threads else []
        super().__init__(script, MODULES / module, host, *([NETWORK] if network else []), *several)

    def ask(self, *lines: object) -> dict[str, Any]:
        """A question about the rules (wasm/rules.h)."""
        answer: dict[str, Any] = self.answer({"ask": [str(line) for line in lines]})
        return answer

    def obey(self, *lines: str) -> list[str]:
        """Lines of the engine's protocol, and what it says to them."""
        said: list[str] = self.answer({"obey": list(lines)})
        return said
