"""Looks for positions that teach a power: somebody without it could not do what is asked for.

    python tools/lessons.py bia limus --tries 400    prints tasks for these powers as lines of powers.toml

It begins with the shipped puzzles and the examples of tests/rules, changes them at random, and keeps what can be proved
by trying everything: with the power some turns do it, without it none does. Then it takes away every block that is not
needed. What it prints is a proposal: a person chooses, and tests/words/test_lessons.py proves what was chosen.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from santorini import Position, Turn, read_position
from santorini._core import CoreError
from santorini.errors import SantoriniError
from santorini.lessons.goals import PROVEN, best_reply, is_reached
from santorini.puzzles.puzzle import shipped
from tests.rules.drawing import read_file

RULES = Path(__file__).resolve().parent.parent / "tests" / "rules"
SQUARES = [file + rank for rank in "54321" for file in "abcde"]
MOST = 400
"""Positions with more turns are passed over."""


@dataclass(frozen=True, slots=True)
class Task:
    """A position that teaches, the turns that solve it, and a turn that does not, with the reply to it."""

    goal: str
    position: Position
    right: tuple[Turn, ...]
    wrong: Turn
    answer: Turn
    without: int

    @property
    def rank(self) -> tuple[int, ...]:
        """Lower is better: an opponent without a power, two workers each, few right turns, few blocks."""
        position, other = self.position, 3 - self.position.to_move
        few = sum(len(position.workers(seat)) < 2 for seat in (1, 2))
        outcomes = len({turn.after.text for turn in self.right})
        return (position.power(other) != "mortal", few, min(outcomes, 4), sum(position.heights))

    def lines(self) -> list[str]:
        """The task and the mistake in the format of the file."""
        example = min(self.right, key=lambda turn: (len(turn.steps), turn.text))
        return [
            f"# {self.rank}",
            "[[lesson.task]]",
            f'goal = "{self.goal}"',
            f'position = "{self.position.text}"',
            f'turns = ["{_text(example)}"]',
            f"without = {self.without}",
            "[[lesson.task]]",
            'part = "mistake"',
            'goal = "watch"',
            f'position = "{self.position.text}"',
            f'turns = ["{_text(self.wrong)}"]',
            f'answer = "{_text(self.answer)}"',
        ]


def without(text: str, seat: int) -> Position | None:
    """The same position, if the seat had no power."""
    fields = text.split("/")
    _, colon, squares = fields[1 + seat].rpartition(":")
    fields[1 + seat] = "mortal" + (f":{squares}" if colon else "")
    return _read("/".join(fields))


def judge(text: str, power: str) -> Task | None:
    """What the position teaches about the power, if anything."""
    position = _read(text)
    if position is None or not _suits(position) or position.power(position.to_move) != power:
        return None
    seat = position.to_move
    plain, turns = without(text, seat), list(islice(position.turns(), MOST + 1))
    if plain is None or len(turns) > MOST:
        return None
    for goal in PROVEN:
        right = tuple(turn for turn in turns if is_reached(goal, turn, seat) and _alone(turn, seat))
        if not right or 4 * len(right) > len(turns):
            continue
        usual = plain.turn_list()
        if any(is_reached(goal, turn, seat) for turn in usual):
            return None
        mistake = _mistake(goal, turns, {turn.text for turn in usual}, seat)
        return Task(goal, position, right, *mistake, len(usual)) if mistake else None
    return None


def _read(text: str) -> Position | None:
    try:
        return read_position(text)
    except (SantoriniError, CoreError):
        return None


def _suits(position: Position) -> bool:
    """Two players at the start of a turn, and nobody on a level where the game would have ended."""
    if position.players != 2 or position.stage != "play" or not position.at_rest or position.is_over:
        return False
    return all(position.height(square) < 3 for seat in (1, 2) for square in position.workers(seat))


def _text(turn: Turn) -> str:
    return " ".join(str(step) for step in turn.steps)


def _alone(turn: Turn, seat: int) -> bool:
    """Does the player make every choice of the turn, with none left to luck?"""
    now = turn.before
    for step in turn.steps:
        if now.decider != seat or step not in now.view(seat).steps():
            return False
        now = now.play(step)
    return True


def _mistake(goal: str, turns: list[Turn], usual: set[str], seat: int) -> tuple[Turn, Turn] | None:
    """A turn that people would play, which climbs and needs no power, and its answer."""

    def height(turn: Turn) -> int:
        return sum(turn.after.height(square) for square in turn.after.workers(seat))

    wrong = [turn for turn in turns if not is_reached(goal, turn, seat) and _alone(turn, seat)]
    for turn in sorted(wrong, key=lambda turn: (turn.text not in usual, -height(turn), len(turn.steps), turn.text)):
        answer = best_reply(goal, turn.after, seat)
        if answer is not None and _alone(answer, turn.after.to_move):
            return turn, answer
    return None


# -- proposals -----------------------------------------------------------------------------------------------------


def beginnings(power: str) -> list[str]:
    """Positions with the power's owner to move, also against an opponent without a power."""
    texts = [puzzle.position.text for puzzle in shipped() if puzzle.power == power]
    texts += [case.position for case in read_file(RULES / f"{power}.txt") if case.rules == "printed"]
    found = []
    for text in texts:
        position = _read(text)
        if position is None or not _suits(position):
            continue
        for seat in (1, 2):
            if position.power(seat) == power:
                fields = text.split("/")
                fields[1] = str(seat)
                found.append("/".join(fields))
                if (other := without(found[-1], 3 - seat)) is not None:
                    found.append(other.text)
    return list(dict.fromkeys(found))


def changed(text: str, dice: random.Random) -> str:
    """The position with other blocks, and with some workers elsewhere."""
    fields = text.split("/")
    board = list(fields[0])
    if dice.random() < 0.5:
        board = [cell if dice.random() < 0.4 else "0" for cell in board]
    for _ in range(dice.randint(1, 7)):
        board[dice.randrange(25)] = dice.choice("0112233334")
    fields[0] = "".join(board)
    for _ in range(dice.choice((0, 1, 1, 2, 3, 4))):
        at = dice.choice([2, 3])
        head, colon, squares = fields[at].rpartition(":")
        taken = [square for field in fields[2:4] for square in field.rpartition(":")[2].split(",")]
        new = dice.choice(SQUARES)
        if colon and new not in taken:
            old = dice.choice(squares.split(","))
            fields[at] = head.replace(old, new) + colon + squares.replace(old, new)
    return "/".join(fields)


def simplified(task: Task, power: str) -> Task:
    """The same task without the blocks that it does not need."""
    board, rest = task.position.text[:25], task.position.text[25:]
    for at in range(25):
        for lower in "01":
            fewer = board[:at] + lower + board[at + 1 :]
            found = judge(fewer + rest, power) if lower < board[at] else None
            if found is not None and found.goal == task.goal and found.rank < task.rank:
                return simplified(found, power)
    return task


def tasks(power: str, tries: int, seed: int) -> Iterator[Task]:
    """The best task of each goal."""
    dice = random.Random(f"{power}/{seed}")
    given = beginnings(power)
    best: dict[str, Task] = {}
    for number in range(tries):
        text = given[number] if number < len(given) else changed(dice.choice(given), dice)
        task = judge(text, power)
        if task is None or (task.goal in best and best[task.goal].rank[:3] < task.rank[:3]):
            continue
        task = simplified(task, power)
        if task.goal not in best or task.rank < best[task.goal].rank:
            best[task.goal] = task
    yield from (best[goal] for goal in PROVEN if goal in best)


def main() -> int:
    """Print proposals."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("powers", nargs="+")
    parser.add_argument("--tries", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for power in args.powers:
        for task in tasks(power, args.tries, args.seed):
            print("\n".join(task.lines()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
