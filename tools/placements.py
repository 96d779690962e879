"""How good every placement of the beginner game is, and what the first turn is worth.

    python -m tools.placements --nodes 5000 --deep 200000

The first player places two workers, the second answers, the first player moves. Every pair of placements that is not
a rotation or reflection of another is searched; for each first placement the best answers are searched again, deeper.
So each first placement is rated against the best answer that was found. Then a game is played from each first placement
and its best answer. The result is written as Markdown tables for docs/knowledge.md.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from importlib.resources import files
from itertools import combinations
from math import exp
from statistics import mean
from typing import NamedTuple

from santorini import Position, _core

EMPTY = "0" * 25
SQUARES = [file + rank for file in "abcde" for rank in "12345"]
SURE = 10_000
"""A score beyond this is a proven win."""


class Answered(NamedTuple):
    """A first placement with the best answer to it, and the score of the first player, who is to move."""

    first: str
    answer: str
    score: int
    replies: int
    """How many answers are within five percentage points of the best."""


def chance(score: int) -> float:
    """The chance to win, from a score in hundredths of a logit."""
    return 1 / (1 + exp(-max(-SURE, min(SURE, score)) / 100))


def placed(first: str, answer: str) -> Position:
    """The position after both have placed their workers."""
    return Position.read(f"{EMPTY}/1/mortal:{first}/mortal:{answer}")


def turned(first: str, answer: str) -> set[tuple[str, str]]:
    """The same placements in all eight symmetries."""
    found = set()
    for symmetry in range(8):
        position = placed(first, answer).turned(symmetry)
        found.add((_pair(position.workers(1)), _pair(position.workers(2))))
    return found


def _pair(squares: list[str]) -> str:
    return ",".join(sorted(squares))


def first_placements() -> list[str]:
    """One of each class of first placements, by the symmetries of the board."""
    seen: set[str] = set()
    kept = []
    for squares in combinations(sorted(SQUARES), 2):
        pair = _pair(list(squares))
        if pair not in seen:
            kept.append(pair)
            others = [s for s in SQUARES if s not in squares][:2]
            seen |= {one for one, _ in turned(pair, _pair(others))}
    return kept


def _network() -> _core.Network:
    return _core.Network(files("santorini").joinpath("data/network.bin").read_bytes())


def answer_to(first: str, nodes: int, deep: int) -> Answered:
    """The best answer to a first placement."""
    searcher = _core.Searcher(hash_mb=32, network=_network())
    seen: set[tuple[str, str]] = set()
    scores: list[tuple[int, str]] = []
    free = [s for s in sorted(SQUARES) if s not in first.split(",")]
    for squares in combinations(free, 2):
        answer = _pair(list(squares))
        if (first, answer) in seen:
            continue
        seen |= turned(first, answer)
        scores.append((searcher.go(placed(first, answer), nodes=nodes).lines[0].score, answer))
    scores.sort()
    deeper = sorted((searcher.go(placed(first, answer), nodes=deep).lines[0].score, answer) for _, answer in scores[:5])
    score, answer = deeper[0]
    near = sum(chance(other) <= chance(scores[0][0]) + 0.05 for other, _ in scores)
    return Answered(first, answer, score, near)


def play(first: str, answer: str, nodes: int) -> int:
    """Who wins a game of the engine against itself from there: 1 or 2."""
    searcher = _core.Searcher(hash_mb=32, network=_network())
    position = placed(first, answer)
    while not position.is_over and position.has_turn():
        line = searcher.go(position, nodes=nodes).lines[0]
        position = position.turn_of(line.steps).after
    return position.winner or 3 - position.to_move


def main() -> None:
    """Search, play, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--nodes", type=int, default=5_000, help="positions looked at for each pair of placements")
    parser.add_argument("--deep", type=int, default=200_000, help="for the five best answers to each first placement")
    parser.add_argument("--game", type=int, default=20_000, help="for each turn of the games")
    parser.add_argument("--processes", type=int, default=2)
    args = parser.parse_args()
    firsts = first_placements()
    with ProcessPoolExecutor(args.processes) as pool:
        found = []
        searches = [pool.submit(answer_to, first, args.nodes, args.deep) for first in firsts]
        for done, search in enumerate(searches, 1):
            found.append(search.result())
            print(f"\rsearched {done} of {len(searches)}", end="", file=sys.stderr, flush=True)
        found.sort(key=lambda a: -a.score)
        games = [pool.submit(play, a.first, a.answer, args.game) for a in found]
        winners = []
        for done, game in enumerate(games, 1):
            winners.append(game.result())
            print(f"\rplayed {done} of {len(games)}   ", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    print("| first player | best answer | first player wins | answers nearly as good | game won by |")
    print("| --- | --- | --- | --- | --- |")
    for answered, winner in zip(found, winners, strict=True):
        first, answer = (pair.replace(",", " ") for pair in (answered.first, answered.answer))
        print(f"| {first} | {answer} | {100 * chance(answered.score):.0f}% | {answered.replies} | {winner} |")
    print(f"\nMean over all first placements: {100 * mean(chance(a.score) for a in found):.0f}%; ", end="")
    print(f"games won by the first player: {winners.count(1)} of {len(winners)}.")


if __name__ == "__main__":
    main()
