"""How quick the core is in the page: WebAssembly in Chromium against the native core, in one interleaved run.

.venv/bin/python -m tools.page_speed
"""

from __future__ import annotations

import base64
import gzip
import os
import time
from itertools import count
from statistics import median
from typing import Any

from playwright.sync_api import Page, sync_playwright

from santorini import Engine, Game, _core, read_position
from santorini.cli._columns import table
from tests.browser.served import chromium
from tests.wasm.bridge import MODULES, NETWORK, ROOT, Bridge

ROUNDS = 12
COUNT = ("0000000000000000000000000/1/mortal:b3,d3/mortal:c2,c4", 4)
NODES = 50_000
POSITIONS = {
    "search, plain game": "0000001010022100121000000/1/mortal:b3,d3/mortal:c2,c4",
    "search, demeter, pan": "0000001000010000100000000/1/demeter:b3,d3/pan:c2,c4",
    "search, artemis, hera": "0000001010022100121000000/1/artemis:b3,d3/hera:c2,c4",
}

# Does what the page does, but is handed the files: nothing is served here.
PREPARE = """async ([source, rules, code, weights]) => {
  const bytes = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const { Host } = await import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
  const small = bytes(rules);
  const begin = performance.now();
  const first = new Host(await WebAssembly.compile(small));
  first.ask(["look", "0000000000000000000000000/1/mortal:b3,d3/mortal:c2,c4"]);
  const taken = performance.now() - begin;
  window.core = new Host(await WebAssembly.compile(bytes(code)), { tell: () => undefined, shouldStop: () => false });
  window.core.readNetwork(bytes(weights));
  window.core.obey("setoption name Hash value 32");
  return taken;
}"""
SEARCH = """([text, nodes]) => {
  window.core.obey("newgame");
  window.core.obey("position " + text);
  const begin = performance.now();
  window.core.obey("go nodes " + nodes);
  return (performance.now() - begin) / 1000;
}"""
PERFT = """([text, depth]) => {
  const begin = performance.now();
  window.core.ask(["perft", text, depth]);
  return (performance.now() - begin) / 1000;
}"""
JUDGE = """([before, after]) => {
  const begin = performance.now();
  window.core.obey("judge " + before + " " + after);
  return (performance.now() - begin) / 1000;
}"""
TURNS = 40
SEED = 1
"""The first seed to try: its game is long enough."""
DEPTHS = {"search, plain game": 13, "search, demeter, pan": 10, "search, artemis, hera": 8}
"""The depth that one and two threads have to reach."""


def _encoded(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _count(page: Page) -> tuple[float, float]:
    """Seconds natively and in the page, the best of several rounds."""
    text, depth = COUNT
    position = read_position(text)
    natives, pages = [], []
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        position.perft(depth)
        natives.append(time.perf_counter() - begin)
        pages.append(page.evaluate(PERFT, [text, depth]))
    return min(natives), min(pages)


def _search(page: Page, text: str, network: _core.Network) -> tuple[float, float]:
    natives, pages = [], []
    for _ in range(ROUNDS):
        searcher = _core.Searcher(hash_mb=32, network=network)
        begin = time.perf_counter()
        searcher.go(read_position(text), nodes=NODES)
        natives.append(time.perf_counter() - begin)
        pages.append(page.evaluate(SEARCH, [text, NODES]))
    return min(natives), min(pages)


def _long_game() -> Game:
    """The first game of a level against itself that lasts long enough."""
    for seed in count(SEED):
        game = Game("mortal", "mortal", seed=seed)
        with Engine(level=8, seed=seed) as engine:
            while not game.is_over and len(game.turns) < 2 + TURNS:  # after the set-up
                engine.play(game).push(game)
        if len(game.turns) == 2 + TURNS:
            return game
    raise AssertionError("there is always another game")


def _review(page: Page, network: _core.Network) -> tuple[float, float, float]:
    """Seconds that the review of a plain game of 40 turns takes in both, and processor seconds natively."""
    game = _long_game()
    reviewer = _core.Reviewer(network=network)
    page.evaluate('window.core.obey("review")')
    native = wasm = processor = 0.0
    for turn in game.turns[2:]:
        begin, used = time.perf_counter(), time.thread_time()
        reviewer.judge(turn.before, turn.after)
        native += time.perf_counter() - begin
        processor += time.thread_time() - used
        wasm += page.evaluate(JUDGE, [turn.before.text, turn.after.text])
    return native, wasm, processor


def _two_threads() -> list[list[str]]:
    """How much sooner two threads reach a depth than one, and how many positions they look at, in Node."""
    rows = []
    with (
        Bridge("engine.wasm", network=True) as alone,
        Bridge("engine_threads.wasm", network=True, threads=2) as helped,
    ):
        for name, depth in DEPTHS.items():
            seconds: dict[Bridge, list[float]] = {alone: [], helped: []}
            rates: dict[Bridge, list[int]] = {alone: [], helped: []}
            for _ in range(ROUNDS):
                for bridge in (alone, helped):
                    begin = time.perf_counter()
                    said = bridge.obey("newgame", f"position {POSITIONS[name]}", f"go depth {depth}")
                    seconds[bridge].append(time.perf_counter() - begin)
                    rates[bridge].append(int(said[-2].split(" nps ")[1].split()[0]))
            sooner = median(seconds[alone]) / median(seconds[helped])
            more = median(rates[helped]) / median(rates[alone])
            rows.append([f"{name}, depth {depth}", f"{sooner:.2f}", f"{more:.2f}"])
    return rows


def main() -> None:
    """Measure and print."""
    network = _core.Network(NETWORK.read_bytes())
    rows: list[list[Any]] = []
    with sync_playwright() as playwright:
        browser = chromium(playwright)
        page = browser.new_page()
        source = (ROOT / "web" / "src" / "core" / "host.js").read_text()
        binaries = (MODULES / "rules.wasm", MODULES / "engine.wasm", NETWORK)
        first = page.evaluate(PREPARE, [source, *(_encoded(path.read_bytes()) for path in binaries)])
        measured = {"count, plain game": _count(page)}
        measured |= {name: _search(page, text, network) for name, text in POSITIONS.items()}
        native, wasm, processor = _review(page, network)
        measured[f"review, plain game of {TURNS} turns"] = native, wasm
        browser.close()
    for name, (native, wasm) in measured.items():
        rows.append([name, f"{native:.3f}", f"{wasm:.3f}", f"{native / wasm:.2f}"])
    print(table(["", "native s", "page s", "speed of the page"], rows, right={1, 2, 3}))
    print(f"review: {processor:.1f} processor seconds natively; load of the machine: {os.getloadavg()[0]:.0f}")
    print(table(["two threads against one", "sooner", "positions a second"], _two_threads(), right={1, 2}))
    for name in ("rules", "engine", "engine_threads"):
        size = len(gzip.compress((MODULES / f"{name}.wasm").read_bytes(), 9))
        print(f"{name}.wasm: {size / 1000:.0f} kB compressed")
    print(f"first answer {first:.0f} ms after the files are there (compiling, and one question about the rules)")


if __name__ == "__main__":
    main()
