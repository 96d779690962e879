"""Makes a lesson for each power from the examples in tests/rules.

    python tools/lessons.py            writes src/santorini/lessons/powers.toml
    python tools/lessons.py --check    fails if that file is out of date

An example suits a lesson when it shows what the power changes: a turn that nobody else could play or win with, or a
step of the opponent that only this power forbids. Simple examples come first: two players, the other without a power, a
short turn.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from santorini import POWERS, Position, Step, Turn, read_position
from santorini._core import CoreError, testing
from santorini.errors import SantoriniError
from santorini.server.views.why import why
from tests.rules.drawing import IN_PROGRESS, Case, Verb, read_file, steps_of

ROOT = Path(__file__).resolve().parent.parent
RULES = ROOT / "tests" / "rules"
WRITTEN = ROOT / "src" / "santorini" / "lessons" / "powers.toml"
HEAD = (
    "# A lesson for each power, written by tools/lessons.py from tests/rules/*.txt. Do not edit: change the examples.\n"
)
TASKS = 2


@dataclass(frozen=True, slots=True)
class Found:
    """A suitable example and its rank: lower is better."""

    rank: tuple[int, ...]
    goal: str
    position: str
    turn: str = ""
    origin: str = ""
    square: str = ""
    case: int = 0

    @property
    def point(self) -> tuple[str, ...]:
        """What the example shows; a lesson shows each thing once."""
        return (self.turn, self.origin, self.square)

    def lines(self) -> list[str]:
        """The example in the format of the file."""
        fields = {"goal": self.goal, "position": self.position, "origin": self.origin, "square": self.square}
        written = [f'{name} = "{value}"' for name, value in fields.items() if value]
        return ["[[lesson.task]]", *written, *([f'turns = ["{self.turn}"]'] if self.turn else [])]


def without(text: str, seat: int) -> Position | None:
    """The same position, if the seat had no power."""
    fields = text.split("/")
    _, colon, squares = fields[1 + seat].rpartition(":")
    fields[1 + seat] = "mortal" + (f":{squares}" if colon else "")
    try:
        return read_position("/".join(fields))
    except (SantoriniError, CoreError):
        return None


def turn_of(position: Position | None, text: str) -> Turn | None:
    """The whole turn, if it is legal in this position."""
    if position is None:
        return None
    try:
        turn, _ = position.read_turn(text, whole=False)
    except (SantoriniError, CoreError, ValueError):
        return None
    if position.turn_ended(turn.after):
        return turn
    done = next((step for step in turn.after.steps() if step.kind == "done"), None)
    return position.turn_of([*turn.steps, done]) if done else None


def wins(turn: Turn | None) -> bool:
    """Does the turn win for the player who makes it?"""
    return turn is not None and turn.wins


def turns(power: str, number: int, case: Case) -> Iterator[Found]:
    """Turns that show the power: of its owner, or of an opponent to whom it makes a difference."""
    position = read_position(case.position)
    holder = next((s for s in range(1, case.players + 1) if position.power(s) == power), 0)
    if not holder or position.decider != case.seat or position.is_over:
        return
    own, plain = holder == case.seat, without(case.position, holder)
    for check in case.checks:
        unfinished = any(fact.claim in IN_PROGRESS for fact in check.facts)
        if check.verb not in (Verb.LEGAL, Verb.WINS, Verb.AFTER, Verb.ONLY) or unfinished:
            continue
        for text in check.turns:
            turn = turn_of(position, text)
            if turn is None or not alone(turn, case.seat) or (testing.is_decided(turn.after) and not wins(turn)):
                continue
            shows = differs(turn, turn_of(plain, text))
            if not own and not shows:
                continue
            goal = "win" if wins(turn) else "same"
            written = " ".join(str(step) for step in turn.steps)
            # A turn that stops early may leave the power unused.
            stopped = turn.steps[-1].kind == "done"
            rank = (not shows, *plainness(case), not own, stopped, len(turn.steps))
            yield Found(rank, goal, case.position, written, case=number)


def differs(turn: Turn, usual: Turn | None) -> bool:
    """Would the turn have a different result without the power?"""
    if usual is None or wins(turn) != wins(usual):
        return True
    one, other = turn.after, usual.after
    seats = range(1, one.players + 1)
    return (one.heights, one.domes) != (other.heights, other.domes) or any(
        sorted(one.workers(seat)) != sorted(other.workers(seat)) for seat in seats
    )


def alone(turn: Turn, seat: int) -> bool:
    """Does the player make every choice of the turn, with none left to luck?"""
    now = turn.before
    for step in turn.steps:
        if now.decider != seat or step not in now.view(seat).steps():
            return False
        now = now.play(step)
    return True


def forbidden(power: str, number: int, case: Case) -> Iterator[Found]:
    """Steps of an opponent that only the power forbids, where the server names the power as the reason."""
    position = read_position(case.position)
    holder = next((s for s in range(1, case.players + 1) if position.power(s) == power and s != case.seat), 0)
    if not holder or position.decider != case.seat or position.is_over:
        return
    for check in case.checks:
        if check.verb is not Verb.ILLEGAL:
            continue
        now, plain = position, without(case.position, holder)
        done: list[str] = []
        for text in steps_of(check.turns[0]):
            wished = _step(plain, text)
            if plain is None or wished is None or now.decider != case.seat:
                break
            step = _step(now.view(case.seat), text)
            if step is None:
                if (asked := _asked(now, case.seat, power, wished)) is not None:
                    rank = (False, *plainness(case), True, False, len(done))
                    yield Found(rank, "why", case.position, " ".join(done), *asked, number)
                break
            now, plain = now.play(step), plain.play(wished)
            done.append(str(step))


def _step(position: Position | None, text: str) -> Step | None:
    return next((step for step in position.steps() if str(step) == text), None) if position else None


def _asked(now: Position, seat: int, power: str, wished: Step) -> tuple[str, str] | None:
    """The worker to select, if it can be, and the square to ask about, such that the power is the reason."""
    view = now.view(seat)
    if wished.kind not in ("move", "build") or wished.at is None or wished.to is None:
        return None
    picked = any(step.at == wished.at for step in view.steps())
    origin, square = (wished.at, wished.to) if picked else ("", wished.at)
    reasons = why(view, seat, square, origin or None, None)
    return (origin, square) if reasons and reasons[0]["args"].get("power") == power else None


def plainness(case: Case) -> tuple[int, ...]:
    """How much the example contains besides what it shows."""
    powers = [field.partition(":")[0].partition("[")[0] for field in case.position.split("/")[2 : 2 + case.players]]
    odd = [word for word in ("setup=", "extra=", "set=") if word in case.position]
    return (len(odd), case.players - 2, sum(power != "mortal" for power in powers))


def tasks_of(power: str, cases: Sequence[Case]) -> list[Found]:
    """The best examples, from different drawings where there are enough."""
    found = [
        one
        for number, case in enumerate(cases)
        if case.rules == "printed"
        for one in (*turns(power, number, case), *forbidden(power, number, case))
    ]
    found.sort(key=lambda one: one.rank)
    shown = [one for one in found if not one.rank[0]] or found
    chosen: list[Found] = []
    for one in shown:
        # A second example must be as simple as the first.
        fresh = all(
            one.case != other.case and one.point != other.point and one.rank[:4] == other.rank[:4] for other in chosen
        )
        if fresh and len(chosen) < TASKS:
            chosen.append(one)
    return chosen


def text() -> str:
    """The contents of the file."""
    lines = [HEAD]
    for power in POWERS.values():
        if not power.number:
            continue
        tasks = tasks_of(power.id, read_file(RULES / f"{power.id}.txt"))
        if not tasks:
            raise SystemExit(f"tests/rules/{power.id}.txt: no example suits a lesson")
        lines += ["[[lesson]]", f'id = "{power.id}"', 'kind = "power"', f'power = "{power.id}"']
        for task in tasks:
            lines += task.lines()
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def main() -> int:
    """Write or check."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    if not parser.parse_args().check:
        WRITTEN.write_text(text(), encoding="utf-8")
        return 0
    if WRITTEN.read_text(encoding="utf-8") == text():
        return 0
    print("src/santorini/lessons/powers.toml is not up to date: run python tools/lessons.py")
    return 1


if __name__ == "__main__":
    sys.exit(main())
