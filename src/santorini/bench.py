"""The project's own speed figures, measured as ratios in one run: both sides interleaved, best of several."""

from __future__ import annotations

import itertools
import statistics
import time
from collections.abc import Callable
from importlib.resources import files

from santorini import _core
from santorini._core import Position, testing
from santorini.game.game import Game
from santorini.game.powers import POWERS, entry, make_power
from santorini.game.reading import read_position

__all__ = ["pairs", "run"]

START = "0000000000000000000000000/1/{}:b3,d3/{}:c2,c4"
MIDDLE = "0000001010022100121000000/1/{0}:b3,d3/{0}:c2,c4"
PLAIN_BOUND = 1.5
"""The general core may take this many times the bare loop's time for the plain game."""
GOD_BOUND = 3.0
"""A simple god may take this many times the bare loop's time per counted turn."""
ROUNDS = 5
COUNTED, LISTED = 60, 15
"""Millions of turns a second that every pair should reach."""
AGAIN = 25
"""More rounds for pairs below 1.5 times that: a busy machine may slow a pair down in all of the first few."""
LISTINGS = 20
"""How often each position is listed, so that the time is long enough to measure."""
WORST = {
    "heracles": "0000000000000000000000000/1/heracles:b3,d3/mortal:a1,e5/turn=ending,moved:b3,mover:b3",
    "morpheus, 12 pieces": "0000000000000000000000000/1/morpheus[11]:b3,d3/mortal:a1,e5/turn=moving,moved:d3,mover:d3",
    "polyphemus": "0000000000000000000000000/1/polyphemus:b3,d3/mortal:a1,e5/turn=ending,moved:b3,mover:b3",
    "poseidon": "0000000000000000000000000/1/poseidon:b3,d3/mortal:a1,e5/turn=ending,moved:b3,mover:b3",
    "terpsichore": "0000000000000000000000000/1/terpsichore:b3,d3/persephone:a1,e5",
    "hermes against persephone": "0000000000000000000000000/1/hermes:b3,d3/persephone:a1,e5",
    "nemesis, 4 workers": (
        "0000000000000000000000000/1/nemesis:a1,b1,c1,d1/mortal:a5,b5,c5,d5/turn=ending,moved:a1,mover:a1"
    ),
}
"""Positions in which asking for the next steps is hardest."""

PRINTED = {card["id"] for card in _core.cards()}

Row = dict[str, object]


def _seconds(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def _best(*works: Callable[[], object]) -> list[float]:
    """The best time of each; every round runs all of them in turn."""
    times: list[list[float]] = [[] for _ in works]
    for _ in range(ROUNDS):
        for kept, work in zip(times, works, strict=True):
            kept.append(_seconds(work))
    return [min(kept) for kept in times]


def _row(
    name: str, value: float, unit: str, ratio: float | None = None, bound: float | None = None, note: str = ""
) -> Row:
    return {"name": name, "value": value, "unit": unit, "ratio": ratio, "bound": bound, "note": note}


def _each(work: Callable[[], object], least: float = 0.05) -> float:
    """Seconds per call, over as many calls as fit into a short time."""
    calls = 1
    while True:
        begin = time.perf_counter()
        for _ in range(calls):
            work()
        taken = time.perf_counter() - begin
        if taken >= least:
            return taken / calls
        calls = max(calls * 2, int(calls * least / max(taken, 1e-9)))


def _counting() -> list[Row]:
    plain = read_position(START.format("mortal", "mortal"))
    depth = 4
    nodes = testing.bare_perft(plain, depth)
    rows: list[Row] = []
    bare, core = _best(lambda: testing.bare_perft(plain, depth), lambda: plain.perft(depth))
    if plain.perft(depth) != nodes:
        raise AssertionError("the core and the bare loop count differently")
    rows.append(
        _row("bare loop, plain game", nodes / bare / 1e6, "M turns/s", 1.0, None, f"{nodes} turns, depth {depth}")
    )
    rows.append(
        _row(
            "core, plain game", nodes / core / 1e6, "M turns/s", core / bare, PLAIN_BOUND, "time against the bare loop"
        )
    )
    for key, card in POWERS.items():
        if card.category != "simple":
            continue
        position = read_position(START.format(key, key))
        deep = 3 if position.perft(3) < 30_000_000 else 2
        deep = 4 if deep == 3 and position.perft(3) < 2_000_000 else deep
        turns = position.perft(deep)
        bare, core = _best(lambda: testing.bare_perft(plain, depth), lambda p=position, d=deep: p.perft(d))  # type: ignore[misc]
        ratio = (core / turns) / (bare / nodes)
        rows.append(
            _row(
                f"core, {key}",
                turns / core / 1e6,
                "M turns/s",
                ratio,
                GOD_BOUND,
                f"per turn; {turns} turns, depth {deep}",
            )
        )
    return rows


def _home_made() -> list[Row]:
    """A power put together at run time against the same words compiled in."""
    rows: list[Row] = []
    for key, depth in (("artemis", 3), ("demeter", 3), ("minotaur", 3), ("medusa", 2)):
        make_power(f"bench_{key}", entry(key))
        card, copy = (read_position(START.format(k, "mortal")) for k in (key, f"bench_{key}"))
        compiled, read = _best(lambda p=card, d=depth: p.perft(d), lambda p=copy, d=depth: p.perft(d))  # type: ignore[misc]
        rows.append(
            _row(
                f"home-made {key}",
                card.perft(depth) / read / 1e6,
                "M turns/s",
                read / compiled,
                None,
                "time against the card",
            )
        )
    return rows


def _listing() -> list[Row]:
    """Turns made one by one, for every power, against the plain game."""
    plain = read_position(START.format("mortal", "mortal"))
    turns = testing.listed_perft(plain, 2)
    base = _best(lambda: testing.listed_perft(plain, 2))[0] / turns
    rows = [_row("listed one by one, plain game", 1 / base / 1e6, "M turns/s", 1.0)]
    for key, card in POWERS.items():
        if card.category == "none":
            continue
        position = _begun(key)
        count = testing.listed_perft(position, 1)
        seconds = _each(lambda p=position: testing.listed_perft(p, 1), 0.01)  # type: ignore[misc]
        rows.append(
            _row(f"listed, {key}", count / seconds / 1e6, "M turns/s", seconds / count / base, None, f"{count} turns")
        )
    return rows


def _begun(key: str) -> Position:
    """The beginning of play with this power against none."""
    game = Game(key, "mortal", seed=1)
    while game.position.stage != "play":
        game.push(next(iter(game.legal_turns)))
    return game.position


def _python() -> list[Row]:
    game = Game.from_text(START.format("mortal", "mortal"))
    turn = next(iter(game.legal_turns))

    def push_and_pop() -> None:
        game.push(turn)
        game.pop()

    rows = [
        _row("legal_turns as a list", _each(game.legal_turns.list) * 1e6, "µs", note="68 turns"),
        _row("legal_steps", _each(lambda: game.legal_steps) * 1e6, "µs"),
        _row("push and pop", _each(push_and_pop) * 1e6, "µs"),
        _row("position text read", _each(lambda: read_position(game.text)) * 1e6, "µs"),
    ]
    for name, text in WORST.items():
        position = read_position(text)
        rows.append(
            _row(f"next steps, {name}", _each(position.steps) * 1e6, "µs", note=f"{len(position.steps())} steps")
        )
    return rows


def _searching() -> list[Row]:
    """Positions searched per second, for every power that the search can play, against the plain game."""
    weights = _core.Network(files("santorini").joinpath("data/network.bin").read_bytes())
    rows: list[Row] = []
    plain = read_position(MIDDLE.format("mortal"))
    speeds = {
        name: _speed(_core.Searcher(hash_mb=32, network=network), plain, 300_000)
        for name, network in (("network", weights), ("hand-made evaluation", None))
    }
    base = speeds["network"]
    for name, speed in speeds.items():
        rows.append(_row(f"search, plain game, {name}", speed / 1e3, "k nodes/s", speed / base))
    opening = _core.Searcher(hash_mb=64, network=weights).go(
        read_position(START.format("mortal", "mortal")), nodes=10**6
    )
    rows.append(
        _row("search, plain game, depth", opening.depth, "turns", None, None, "a million nodes from the opening")
    )
    for key, card in POWERS.items():
        position = _begun(key)
        if card.category != "none" and _core.searchable(position):
            speed = _speed(_core.Searcher(hash_mb=32, network=weights), position, 30_000)
            rows.append(_row(f"search, {key}", speed / 1e3, "k nodes/s", speed / base))
    return rows


def _speed(searcher: _core.Searcher, position: Position, nodes: int) -> float:
    found = searcher.go(position, nodes=nodes, milliseconds=3000)
    return found.nodes / found.seconds


def _games(one: str, other: str, seed: int) -> list[Position]:
    """Positions of random games between two powers, some turns after the set-up."""
    found: list[Position] = []
    for number in range(seed, seed + 60):
        try:
            position = Game(one, other, seed=number, first=1 + number % 2, any_pair=True).position
        except ValueError:
            return []  # the rules forbid the pair
        left = 4 + number % 8
        while left and not position.is_over:
            left -= position.stage == "play"
            turn = testing.random_turn(position, number * 1000 + left)
            if not turn.steps:
                break
            position = turn.after
        if not left and not position.is_over and position.has_turn():
            found.append(position)
        if len(found) == 8:
            break
    return found


class _Rate:
    """Millions of turns a second for a pair of powers, in the quickest round so far."""

    def __init__(self, pair: str, positions: list[Position]) -> None:
        self.pair = pair
        self.counted = self.listed = 0.0
        self._positions = positions
        self._turns = sum(position.perft(2) for position in positions) / 1e6
        self._lines = sum(testing.list_all(position) for position in positions) * LISTINGS / 1e6

    def measure(self) -> None:
        self.counted = max(self.counted, self._turns / _processor_time(_count_all, self._positions))
        self.listed = max(self.listed, self._lines / _processor_time(_list_all, self._positions))


def pairs() -> list[Row]:
    """Counting and listing for every pair of powers, in processor time, beside the bare loop."""
    plain = read_position(START.format("mortal", "mortal"))
    nodes = testing.bare_perft(plain, 4)
    keys = [key for key, card in POWERS.items() if card.category != "none" and key in PRINTED]
    tables = {
        f"{one}, {other}": positions
        for one, other in itertools.combinations(keys, 2)
        if (positions := _games(one, other, 1))
    }
    rates = {pair: _Rate(pair, positions) for pair, positions in tables.items()}
    bare: list[float] = []
    # Round after round, so that a moment in which the machine was busy spoils one round of a pair and not all of them.
    for _ in range(ROUNDS):
        for number, rate in enumerate(rates.values()):
            if number % 100 == 0:
                bare.append(nodes / _processor_time(lambda p: testing.bare_perft(p[0], 4), [plain]) / 1e6)
            rate.measure()
    again = [rate for rate in rates.values() if rate.counted < 1.5 * COUNTED or rate.listed < 1.5 * LISTED]
    for _ in range(AGAIN):
        for rate in again:
            rate.measure()
    rows = [_row("bare loop, plain game", statistics.median(bare), "M turns/s", note=f"median of {len(bare)}")]
    rows.append(_row("pairs measured again", len(again), "", note=f"{AGAIN} more rounds"))
    for name, bounds in (("counted", (COUNTED, 20)), ("listed", (LISTED,))):
        figures = sorted((getattr(rate, name), rate.pair) for rate in rates.values())
        rows.append(
            _row(
                f"{name}, all pairs",
                statistics.median(figure for figure, _ in figures),
                "M turns/s",
                note=f"median of {len(rates)}",
            )
        )
        for bound in bounds:
            below = sum(figure < bound for figure, _ in figures)
            note = f"{below} of {len(rates)} pairs"
            rows.append(_row(f"{name}, pairs below {bound} M turns/s", 100 * below / len(rates), "%", note=note))
        rows += [_row(f"{name}, {pair}", figure, "M turns/s") for figure, pair in figures[:10]]
    return rows


def _count_all(positions: list[Position]) -> None:
    for position in positions:
        position.perft(2)


def _list_all(positions: list[Position]) -> None:
    for _ in range(LISTINGS):
        for position in positions:
            testing.list_all(position)


def _processor_time(work: Callable[[list[Position]], object], positions: list[Position]) -> float:
    begin = time.thread_time()
    work(positions)
    return time.thread_time() - begin


def run() -> list[Row]:
    """Every figure; a ratio above its bound is a failure."""
    return [*_counting(), *_home_made(), *_listing(), *_python(), *_searching()]
