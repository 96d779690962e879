"""The core as WebAssembly in Chromium: the same counts, games and proofs as natively."""

from __future__ import annotations

import base64
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.perft.counts import all_rows
from tests.playthroughs.script import FOLDER, read
from tests.suite.positions import read as read_suite
from tests.wasm.bridge import MODULES, NETWORK, ROOT

PREPARE = """async ([source, code, weights]) => {
  const bytes = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const { Host } = await import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
  window.said = [];
  const around = { tell: (line) => window.said.push(line), shouldStop: () => false };
  window.core = new Host(await WebAssembly.compile(bytes(code)), around);
  return window.core.readNetwork(bytes(weights));
}"""
COUNT = "(rows) => rows.map(([text, depth]) => JSON.parse(core.ask(['perft', text, depth])).nodes)"
PLAY = """([text, turns]) => turns.reduce((at, turn) =>
  JSON.parse(core.ask(['turn', at, turn])).board.position, text)"""
THINK = """([text, nodes]) => {
  window.said = [];
  for (const line of ['newgame', 'position ' + text, 'go nodes ' + nodes]) core.obey(line);
  return window.said.at(-2);
}"""


@pytest.fixture(scope="module")
def core(flat: Browser) -> Iterator[Page]:
    page = flat.new_page()
    host = (ROOT / "web" / "src" / "core" / "host.js").read_text()
    binaries = (base64.b64encode(path.read_bytes()).decode() for path in (MODULES / "engine.wasm", NETWORK))
    assert page.evaluate(PREPARE, [host, *binaries])
    yield page
    page.close()


def test_counts(core: Page) -> None:
    rows = [(row.position, 2, row.counts[1]) for row in all_rows() if len(row.counts) > 1 and row.counts[1] < 10_000]
    assert len(rows) > 100
    assert core.evaluate(COUNT, [row[:2] for row in rows]) == [row[2] for row in rows]


def test_golden_games(core: Page) -> None:
    for path in sorted(FOLDER.glob("*.txt"))[::8]:
        script = read(path.read_text())
        position = script.start()
        for text in script.turns:
            position = position.read_turn(text)[0].after
        assert core.evaluate(PLAY, [script.start().text, list(script.turns)]) == position.text, path.name


def test_proofs(core: Page) -> None:
    for one in [p for p in read_suite() if p.kind == "win 2"][:5]:
        assert " win 2 " in core.evaluate(THINK, [one.position.text, 300_000]), one.line()
