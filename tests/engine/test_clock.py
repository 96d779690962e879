"""Processor time, and parameters of the search: what the core itself does."""

from __future__ import annotations

import threading
import time

import pytest

from santorini import Engine, EngineError, Game, Limit, read_position
from santorini._core import CoreError, Searcher, TreeSearch, search_parameters

PLAIN = "0000000000000000000000000/1/mortal:b3,d3/mortal:c2,c4"


class Load:
    """Keeps the processors busy, so that wall-clock time and processor time differ."""

    def __enter__(self) -> None:
        self._stop = False
        self._threads = [threading.Thread(target=self._work) for _ in range(2)]
        for thread in self._threads:
            thread.start()

    def _work(self) -> None:
        position = read_position(PLAIN)
        while not self._stop:
            Searcher(hash_mb=1).go(position, milliseconds=20)

    def __exit__(self, *error: object) -> None:
        self._stop = True
        for thread in self._threads:
            thread.join()


def test_alpha_beta_counts_the_time_of_its_thread() -> None:
    searcher = Searcher(hash_mb=1)
    with Load():
        before = time.thread_time()
        searcher.go(read_position(PLAIN), milliseconds=100, cpu_time=True)
        used = time.thread_time() - before
    assert 0.095 <= used < 0.3


def test_the_tree_search_counts_the_time_of_its_thread() -> None:
    search = TreeSearch(seed=1)
    game = Game("hecate", "pan", seed=1)
    while game.position.stage != "play":
        game.push_step(game.legal_steps[0])
    seat = game.seat_to_decide or 0
    with Load():
        before = time.thread_time()
        search.go(game.view(seat).position, seat, milliseconds=100, cpu_time=True)
        used = time.thread_time() - before
    assert 0.095 <= used < 0.5


def test_an_engine_counts_the_time_of_its_thread() -> None:
    with Engine(cpu_time=True, hash_mb=1) as engine:
        engine.warm()
        before = time.process_time()
        engine.play(Game.from_text(PLAIN), Limit(seconds=0.1))
        assert time.process_time() - before >= 0.09


def test_a_normal_build_has_constants() -> None:
    assert search_parameters() == []
    with pytest.raises(CoreError):
        Searcher(hash_mb=1, parameters={"static_margin": 40})
    with Engine(parameters={"static_margin": 40}) as engine, pytest.raises(EngineError, match="static_margin=40"):
        engine.play(Game.from_text(PLAIN), Limit(nodes=10))
