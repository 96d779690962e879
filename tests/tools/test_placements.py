"""What `tools/placements.py` searches: every placement of the beginner game once."""

from __future__ import annotations

from math import comb

from tools.placements import answer_to, chance, first_placements, play, turned


def test_every_first_placement_is_there_once() -> None:
    kept = first_placements()
    alike = []
    for first in kept:
        free = [square for square in ("c4", "e4", "b5", "d5") if square not in first]
        alike.append({one for one, _ in turned(first, ",".join(free[:2]))})
    assert sum(len(pairs) for pairs in alike) == comb(25, 2)
    assert set().union(*alike) >= set(kept)


def test_an_answer_is_found_and_a_game_is_played() -> None:
    found = answer_to("a1,e5", nodes=60, deep=200)
    assert not set(found.first.split(",")) & set(found.answer.split(","))
    assert found.replies >= 1
    assert chance(found.score) < 0.55  # opposite corners are not a good placement
    assert play(found.first, found.answer, nodes=100) in (1, 2)
