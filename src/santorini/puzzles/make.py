"""Makes puzzles: from games of the engine against itself, each settled by the exhaustive prover.

The search only proposes positions. A turn is right if `Prover` proves it and wrong if it refutes it; where it gives up,
the position is passed over.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from santorini import _core
from santorini._core import Position, Prover, Turn
from santorini.engine.backends import shipped_network
from santorini.game.game import Game
from santorini.game.powers import POWERS, entry
from santorini.puzzles.puzzle import Puzzle, read_puzzles, write_puzzles
from santorini.setup.suits import suits

__all__ = ["Maker", "possible_powers", "settle", "unsuited"]

BUDGET = 150_000
"""Positions that one proof may take."""
MOST_TURNS = 500
"""Positions with more turns are no pleasure to look at, and slow to settle."""
MOST_RIGHT = 2
LOOKS = (20, 60, 200, 600, 2_000, 6_000, 20_000)
"""Positions the engine looks at: which of these it needs makes the difficulty."""
GAME_NODES = 120
OPENING = 6


def unsuited() -> dict[str, str]:
    """The powers that can have no puzzles, and why: what the prover does not judge."""
    found = {}
    for key in POWERS:
        says = entry(key)
        if "setup.secret" in says:
            found[key] = "hidden"
        elif "setup.deck" in says:
            found[key] = "luck"
        elif "everyone.place_on_dome" in says:
            found[key] = "reaction"
        elif "power.again" in says:
            found[key] = "additional turn"
    return found


def possible_powers() -> list[str]:
    """The powers that can have puzzles."""
    without = unsuited()
    return [key for key in POWERS if key not in without]


# -- settling ----------------------------------------------------------------------------------------------------------


def settle(position: Position, budget: int = BUDGET) -> tuple[str, tuple[str, ...]] | None:
    """The theme and the right turns, if the position is a puzzle."""
    every = position.turn_list()
    if not 6 <= len(every) <= MOST_TURNS:
        return None
    prover = Prover(budget)
    for turns in (1, 2, 3, 4):
        won = prover.wins(position, turns)
        if won is None:
            return None
        if won:
            right = _right(every, lambda after, n=turns: _lost(prover, after, n))  # type: ignore[misc]
            return (f"win {turns}", right) if right else None
    right = _right(every, lambda after: _safe(prover, after))
    return ("save", right) if right else None


def _right(every: list[Turn], judge: Callable[[Position], bool | None]) -> tuple[str, ...]:
    """The turns after which the judge says yes: none if there are many, or if it cannot say."""
    right: list[str] = []
    for turn in every:
        verdict = turn.wins if turn.after.is_over else judge(turn.after)
        if verdict is None:
            return ()
        if verdict:
            right.append(turn.text)
            if len(right) > MOST_RIGHT:
                return ()
    return tuple(right) if 5 * len(right) <= len(every) else ()


def _lost(prover: Prover, after: Position, turns: int) -> bool | None:
    """Has the side to move lost, at the latest with so many turns of the other side, this one included?"""
    if not after.has_turn():
        return True
    return turns > 1 and prover.loses(after, turns - 1)


def _safe(prover: Prover, after: Position) -> bool | None:
    """Has the side to move no win within two turns?"""
    if not after.has_turn():
        return True
    won = prover.wins(after, 2)
    return None if won is None else not won


# -- games -------------------------------------------------------------------------------------------------------------


def _games(pair: tuple[str, str], seed: int) -> Iterator[Position]:
    """Positions of a game of the engine against itself, hurried and a little careless."""
    dice = random.Random(f"{pair}/{seed}")
    game = Game(*pair, seed=seed)
    searcher = _core.Searcher(hash_mb=1)
    for number in range(90):
        position = game.position
        if game.is_over:
            return
        if position.stage != "play" or number < OPENING or not _core.searchable(position):
            turn = _core.testing.random_turn(position, dice.getrandbits(48))
            if not turn.steps:
                return
            game.push(turn)
            continue
        if position.at_rest and not position.extra:
            yield position
        lines = searcher.go(position, nodes=GAME_NODES, lines=4).lines
        if not lines:
            return
        game.push(position.turn_of(list(dice.choice(lines[:2] if dice.random() < 0.7 else lines).steps)))


def _promising(position: Position, searcher: _core.Searcher) -> bool:
    """Does the search see something forced: a win, or a threat that has to be met?"""
    if _core.wins_now(position) or _core.is_threatened(position):
        return True
    found = searcher.go(position, nodes=1_500).lines
    return bool(found) and found[0].wins_in is not None and 1 < found[0].wins_in <= 4


def difficulty(position: Position, right: tuple[str, ...]) -> int:
    """How much the engine has to look at before it plays a right turn: 1 to 8."""
    outcomes = {position.read_turn(text)[0].after for text in right}
    for number, nodes in enumerate(LOOKS, 1):
        lines = _core.Searcher(hash_mb=4, network=shipped_network()).go(position, nodes=nodes).lines
        if lines and position.turn_of(list(lines[0].steps)).after in outcomes:
            return number
    return len(LOOKS) + 1


# -- a set -------------------------------------------------------------------------------------------------------------


@dataclass
class Maker:
    """A set in the making. Everything found is in the file at once, with the next games in a second file beside it."""

    file: Path
    wanted: int
    seed: int = 1
    most_games: int = 150
    themes: dict[str, float] = field(
        default_factory=lambda: {"win 1": 0.2, "win 2": 0.35, "win 3": 0.35, "win 4": 0.35, "save": 0.3}
    )
    """The largest share of each theme among the puzzles of a power."""

    def __post_init__(self) -> None:
        self._next = Path(f"{self.file}.next.json")
        self.puzzles = read_puzzles(self.file.read_text(encoding="utf-8")) if self.file.is_file() else []
        self.games: dict[str, int] = json.loads(self._next.read_text()) if self._next.is_file() else {}
        self._known = {puzzle.canonical for puzzle in self.puzzles}

    def of(self, power: str) -> list[Puzzle]:
        """What there is for a power."""
        return [puzzle for puzzle in self.puzzles if puzzle.power == power]

    def run(self, powers: list[str], tell: Callable[[str, int], None] | None = None) -> None:
        """Play game after game, for each power in turn, until all have enough or have had their games."""
        searcher = _core.Searcher(hash_mb=4)
        while open_powers := [key for key in powers if self._is_open(key)]:
            for key in open_powers:
                number = self.games.get(key, 0)
                self.games[key] = number + 1
                self._play(key, number, searcher)
                self.save()
                if tell is not None:
                    tell(key, len(self.puzzles))

    def _is_open(self, power: str) -> bool:
        return len(self.of(power)) < self.wanted and self.games.get(power, 0) < self.most_games

    def _play(self, key: str, number: int, searcher: _core.Searcher) -> None:
        dice = random.Random(f"{key}/{self.seed}/{number}")
        others = [other for other in possible_powers() if other != key and suits((key, other)) is None]
        other = "mortal" if number % 3 == 0 and key != "mortal" else dice.choice(others)
        pair = (key, other) if dice.random() < 0.5 else (other, key)
        counts = Counter(puzzle.theme for puzzle in self.of(key))
        found: set[str] = set()
        for position in _games(pair, self.seed * 100_000 + number):
            if position.power(position.to_move) != key or not _promising(position, searcher):
                continue
            settled = settle(position)
            if settled is None or settled[0] in found:
                continue
            theme, right = settled
            if counts[theme] >= max(1.0, self.themes[theme] * self.wanted):
                continue
            puzzle = Puzzle(position, right, theme, difficulty(position, right))
            if puzzle.canonical in self._known:
                continue
            found.add(theme)  # two of a kind from one game look alike
            counts[theme] += 1
            self._known.add(puzzle.canonical)
            self.puzzles.append(puzzle)
            if len(self.of(key)) >= self.wanted:
                return

    def save(self) -> None:
        """Write what there is."""
        for path, text in (
            (self.file, write_puzzles(self.puzzles)),
            (self._next, json.dumps(self.games, sort_keys=True) + "\n"),
        ):
            draft = path.with_name(f".{path.name}.new")
            draft.write_text(text, encoding="utf-8")
            draft.replace(path)
