"""Plays random games and reads every text that the program writes on the way: after every step, for every seat.

Run as a program for many games; `tests/properties/test_text_games.py` plays a sample.

    .venv/bin/python -m tests.text_games --games 20
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass

from rich.progress import Progress, TimeElapsedColumn

from santorini import Game, Position, read_position
from tests.comparison import Pairing, _raised
from tests.random_games import LawError, everything, law, sample, seats

MOST_STEPS = 600
"""Longer games are cut off: they write nothing new."""


@dataclass(frozen=True)
class Start:
    """How a game begins: dealt powers, or a draft."""

    pairing: Pairing | None = None
    players: int = 2
    rules: str = "printed"

    @property
    def name(self) -> str:
        """A short name for reports."""
        return self.pairing.name if self.pairing else f"draft of {self.players} {self.rules}"

    def game(self, seed: int) -> Game:
        """A fresh game."""
        if self.pairing is not None:
            return self.pairing.game(seed)
        first = seed % self.players + 1
        return Game(players=self.players, rules=self.rules, draft=True, any_pair=seed % 2 == 0, first=first, seed=seed)


def drafts(rules: str) -> Iterator[Start]:
    """The drafts there are."""
    for players in (2,) if rules == "aid" else (2, 3, 4):
        yield Start(None, players, rules)


def text_laws(position: Position) -> None:
    """The text of the position, and of everybody's view of it, is read as the same position again."""
    for seat in (None, 0, *seats(position)):
        shown = position if seat is None else position.view(seat)
        again = read_position(shown.text)
        law(again == shown, f"seat {seat}: {shown.text} is read as {again.text}")
        law(again.text == shown.text, f"seat {seat}: {shown.text} is written as {again.text}")
        law(seat is None or shown.view(seat) == shown, f"seat {seat}: the view of {shown.text} is another one")


def play(start: Start, seed: int, most: int = MOST_STEPS) -> int:
    """One random game; the number of steps played. Raises LawError with the steps that led there."""
    game = start.game(seed)
    rng = random.Random(f"{start.name}/{seed}")
    position, steps = game.start, 0
    way = [position.text]
    try:
        text_laws(position)
        while steps < most and (choices := position.steps()):
            if position.stage == "play" and position.at_rest:
                if rng.random() < 0.1 and seed % 2:
                    position = _raised(position, rng)  # towers that random play hardly ever builds
                    way.append(position.text)
                elif position.players == 3 and rng.random() < 0.01:
                    position = position.give_up(rng.choice([s for s in seats(position) if not position.is_out(s)]))
                    way.append(position.text)
                choices = position.steps()
                if not choices:
                    break
            step = rng.choice(choices)
            way.append(str(step))
            position = position.play(step)
            steps += 1
            text_laws(position)
    except Exception as error:
        raise LawError(f"{start.name}, seed {seed}: {error!r}\n{' '.join(way)}") from error
    return steps


def play_games(start: Start, games: int, seed: int) -> tuple[int, list[str]]:
    """Some games of a start: steps played, and what was wrong."""
    steps, broken = 0, []
    for number in range(games):
        try:
            steps += play(start, seed * 1000 + number)
        except LawError as error:
            broken.append(str(error))
    return steps, broken


def starts(rules: str, tables: int, seed: int) -> list[Start]:
    """Every pairing, tables of three and four, every Fleece power, every draft."""
    return [*(Start(p) for p in everything(rules, tables, seed)), *drafts(rules)]


def some_starts(rules: str, seed: int) -> list[Start]:
    """A few: every power at every number of players it allows, every Fleece power, every draft."""
    return [*(Start(p) for p in sample(rules, seed)), *drafts(rules)]


def main(argv: Sequence[str] | None = None) -> int:
    """Play, and report the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2, help="games a pairing")
    parser.add_argument("--rules", choices=["printed", "revised", "aid"], action="append", help="all by default")
    parser.add_argument("--tables", type=int, default=600, help="tables of three and of four players a rule set")
    parser.add_argument("--jobs", type=int, help="processes, as many as there are cores by default")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(argv)
    work = [s for rules in args.rules or ["printed", "revised", "aid"] for s in starts(rules, args.tables, args.seed)]
    begun, steps, broken = time.perf_counter(), 0, 0
    with (
        ProcessPoolExecutor(args.jobs) as pool,
        Progress(*Progress.get_default_columns(), TimeElapsedColumn(), disable=not sys.stderr.isatty()) as progress,
    ):
        task = progress.add_task("playing", total=len(work))
        for future in as_completed([pool.submit(play_games, start, args.games, args.seed) for start in work]):
            played, wrong = future.result()
            steps, broken = steps + played, broken + len(wrong)
            progress.advance(task)
            for one in wrong:
                progress.console.print(one, markup=False, highlight=False, soft_wrap=True)
    seconds = time.perf_counter() - begun
    print(f"{len(work)} starts, {args.games} games each, {steps} steps, {seconds:.0f} s, {broken} broken")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
