"""Finds positions in which 0.1.0 plays a wrong turn after one second.

    make opponent
    .venv/bin/python -m tests.suite.hard --wanted 300
    .venv/bin/python -m tests.suite.hard --wanted 30 --file runs/part7.txt --seed 7
    .venv/bin/python -m tests.suite.hard --join runs/part*.txt
    .venv/bin/python -m tests.suite.hard --records runs/games.txt
    .venv/bin/python -m tests.suite.hard --again
    .venv/bin/python -m tests.suite.hard --check-opponent

0.1.0 chooses the turns of both sides of a game in a hurry, and the engine looks at each. Where a turn gives away a
good part of the chance to win, and longer searches agree, 0.1.0 is asked again, with empty memory and
one second of processor time. Its turn changes from one try to the next, so it is asked three times, or until it is
right. If it is wrong each time, the position is settled and added to `hard.txt`. The game goes on without the mistake,
so it stays even for longer. Run the tool again to find more: the positions that are there are kept. One position takes
a minute or two of a processor, because a second is enough for 0.1.0 to correct most mistakes of a hurry. Several
processes can search at once, each with a file and a seed of its own; `--join` adds what they found. `--records` looks
through games that 0.1.0 played elsewhere, and `--again` settles the positions of the file anew and drops those that
0.1.0 or the proof no longer bears out.

What is settled, and how: a position by a search of `--nodes` positions, then each of its turns by a search of its own
with a sixty-fourth part of that, or less where there are more turns, so that together they take no more than the
position itself, then those that count as right in `hold` once more with a quarter of it, and the
turns of 0.1.0 with as much. The searches of a game share their memory. "Proven" means that such a search says in how
many turns the game is won or lost, which never rests on a turn that was left out.

win n
    The side to move is proven to win within n own turns. The turns listed are proven to win. The others could not be,
    which does not say that they do not win; but those of 0.1.0 cost a fifth of the chance or more, as long searches
    judge.
hold
    All turns that are not listed are proven to lose, among them that of 0.1.0. The turns listed could not be, and the
    position is neither proven to be lost nor judged to be hopeless; this does not say that they hold in the end.
avoid
    The same where fewer turns lose than not: the turns listed are proven to lose, among them that of 0.1.0.
better
    Nothing is proven. Those of 0.1.0 cost a fifth of the chance to win or more, compared with the best turn, and the
    turns listed less than a tenth: all these are judgements of long searches.
worse
    The same where many turns are right: the turns listed cost a fifth of the chance to win or more. Those of 0.1.0 do
    so by long searches, the others by the search that each turn gets.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from santorini import AnalysisLine, Engine, Game, Limit, Position, Record, Step, read_records, suits
from santorini._core import testing
from santorini.arena._players import Options, PlayerError
from santorini.arena._program import Program
from tests.suite.make import powers
from tests.suite.positions import HARD, HARD_HEAD, Problem, read, write

OPPONENT = "build/opponent/santorini-0.1.0"
SECONDS = 1.0
"""Processor time that 0.1.0 has for its turn."""
HURRY = 0.1
"""Processor time of a turn in the games."""
TRIES = 3
"""How often it is asked."""
NODES = 2_000_000
"""Positions that the search of a position may look at."""
SHARE = 64
"""The searches that settle each of its turns get this part of it, or less where there are more turns."""
SURER = 4
"""The searches that settle turns on which a claim rests get this part of it."""
HOPE = -200
"""The least score of a position in which a turn is said to hold: where all are as good as lost, none is right."""
COST = 0.2
"""What a turn must cost of the chance to win to be wrong, where nothing is proven .."""
NEAR = 0.1
""".. and what the turns that are right may cost, as longer searches judge .."""
NEARLY = 0.2
""".. and shorter ones."""
SCAN = 30_000
"""Positions looked at for each position of a game."""
LONGER = 250_000
"""Positions that the searches look at which have to agree before 0.1.0 is asked again."""
MOST_TURNS = 600
MOST_LISTED = 40
MOST_THAT_HOLD = 10
MOST_COMPARED = 25
MOST_OF_A_GAME = 3
MOST_OF_A_PAIR = 12
MOST_OF_A_POWER = 40
LONGEST = 60


class Opponent:
    """0.1.0, asked about single positions."""

    def __init__(self, command: str, seconds: float) -> None:
        self._program = Program(command, Options(limit=Limit(seconds=seconds), cpu_time=True))

    def steps(self, position: Position, *, fresh: bool = True) -> Sequence[Step]:
        """Its turn; with empty memory if `fresh`."""
        if fresh:
            self._program.begin(0)
        return self._program.decide(Game.from_position(position), position.to_move)

    def close(self) -> None:
        """End the program."""
        self._program.close()


# -- settling ----------------------------------------------------------------------------------------------------------


class Judge:
    """Proofs by the engine's search."""

    def __init__(self, nodes: int) -> None:
        self.nodes = nodes
        self._engine = Engine(hash_mb=128, seed=0)
        self._found: dict[tuple[Position, int], AnalysisLine] = {}

    def clear(self) -> None:
        """Forget what is known from searches before."""
        self._engine.clear()
        self._found.clear()

    def look(self, position: Position, nodes: int) -> AnalysisLine:
        """The best line of a position that is not over; each search is made once."""
        if (position, nodes) not in self._found:
            self._found[position, nodes] = self._engine.analyse(position, Limit(nodes=nodes)).best
        return self._found[position, nodes]

    def value(self, position: Position, nodes: int) -> int | None:
        """In how many turns the side to move wins by proof, or, below 0, loses; None if neither could be proven."""
        if position.is_over:
            return 1 if position.winner == position.to_move else -1
        return self.look(position, nodes).wins_in

    def value_after(self, position: Position, after: Position, nodes: int) -> int | None:
        """The same for the side to move, after a turn of it."""
        if after.is_over:
            return 1 if after.winner == position.to_move else -1
        return _handed_on(self.value(after, nodes), same=after.to_move == position.to_move)

    def chance_after(self, position: Position, after: Position, nodes: int) -> float:
        """The chance to win of the side to move, after a turn of it."""
        if after.is_over:
            return float(after.winner == position.to_move)
        chance = self.look(after, nodes).win_chance
        return chance if after.to_move == position.to_move else 1 - chance

    def each(self, position: Position) -> int:
        """Positions that the search of each turn may look at."""
        return self.nodes // max(SHARE, position.count_turns())

    def errs(self, position: Position, steps: Sequence[Step], nodes: int, after_nodes: int) -> bool:
        """Does a turn give away a good part of the chance to win, as searches of these sizes judge?"""
        after = position.turn_of(list(steps)).after
        return self.chance_after(position, after, after_nodes) <= self.look(position, nodes).win_chance - COST

    def settle(self, position: Position) -> Problem | None:
        """The problem that a position poses."""
        best = self.look(position, self.nodes)
        value = best.wins_in
        if best.score < HOPE or value == 1 or position.count_turns() > MOST_TURNS:
            return None
        texts = {turn.after: turn.text for turn in position.turn_list()}
        each = self.each(position)
        values = {after: self.value_after(position, after, each) for after in texts}
        wrong = [after for after in texts if _lost(values[after])]
        right = [after for after in texts if not _lost(values[after])]
        if value is not None:
            kind, listed = f"win {value}", [after for after in right if _won(values[after])]
        elif len(wrong) < len(right):
            kind, listed = "avoid", wrong
        elif len(right) <= MOST_THAT_HOLD:
            kind = "hold"
            listed = [after for after in right if not _lost(self.value_after(position, after, self.nodes // SURER))]
        else:
            return None
        turns = tuple(texts[after] for after in listed)
        return Problem(kind, position, turns) if 0 < len(turns) <= MOST_LISTED else None

    def compare(self, position: Position, tries: Sequence[Sequence[Step]]) -> Problem | None:
        """The problem that a position poses where nothing is proven, if the turns that were tried are so much worse."""
        best = self.look(position, self.nodes)
        if best.score < HOPE or position.count_turns() > MOST_TURNS:
            return None
        surer, most = self.nodes // SURER, best.win_chance
        tried = {position.turn_of(list(steps)).after for steps in tries}
        if any(self.chance_after(position, after, surer) > most - COST for after in tried):
            return None
        texts = {turn.after: turn.text for turn in position.turn_list()}
        chances = {after: self.chance_after(position, after, self.each(position)) for after in texts}
        right = [after for after in texts if chances[after] > most - NEARLY]
        if len(right) <= MOST_COMPARED:
            kind = "better"
            listed = [after for after in right if self.chance_after(position, after, surer) > most - NEAR]
        else:
            kind, first = "worse", position.turn_of(list(best.steps)).after
            listed = [after for after in texts if after in tried or (chances[after] <= most - COST and after != first)]
        return (
            Problem(kind, position, tuple(texts[after] for after in listed)) if 0 < len(listed) <= MOST_LISTED else None
        )

    def is_wrong(self, problem: Problem, steps: Sequence[Step]) -> bool:
        """Is a turn wrong as the problem says, also by a search of its own?"""
        if problem.solved_by(steps):
            return False
        after = problem.position.turn_of(list(steps)).after
        value = self.value_after(problem.position, after, self.nodes // SURER)
        if problem.kind.startswith("win"):  # what cannot be proven may win all the same
            return not _won(value) and self.chance_after(problem.position, after, self.nodes // SURER) <= 1 - COST
        return _lost(value)


def _lost(value: int | None) -> bool:
    return value is not None and value < 0


def _won(value: int | None, least: int = 1) -> bool:
    return value is not None and value >= least


def _handed_on(value: int | None, *, same: bool) -> int | None:
    """The value for the side that moved before; `same` if it has another turn."""
    if value is None or same:
        return value
    return -value if value > 0 else 1 - value


# -- finding -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Played:
    """A turn of a game."""

    before: Position
    steps: tuple[Step, ...]


def mistakes(played: Sequence[Played], judge: Judge, scan: int) -> Iterator[Position]:
    """Positions of a game, the last first, in which a win was given away, a loss made possible or a chance spoilt."""
    following: Played | None = None
    later: int | None = None  # the value of the position that follows
    chance = 0.0  # .. and the chance of its side to move
    for turn in reversed(played):
        position = turn.before
        if following is None:
            after = position.turn_of(list(turn.steps)).after
            got, kept = judge.value_after(position, after, scan), judge.chance_after(position, after, scan)
        else:
            same = following.before.to_move == position.to_move
            got, kept = _handed_on(later, same=same), chance if same else 1 - chance
        chance, value = judge.look(position, scan).win_chance, judge.value(position, scan)
        if value is None and _lost(got):
            value = judge.value(position, LONGER)  # was it lost before?
        elif value is None:
            value = got  # a win that the search would take longer to find
        spoilt = (value is None and _lost(got)) or (_won(value, 2) and not _won(got)) or kept < chance - COST
        if spoilt and not position.extra:
            yield position
        following, later = turn, value


class Find:
    """The search for positions, and what it has found."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.dice = random.Random(args.seed)
        self.judge = Judge(args.nodes)
        self.scan: int = args.scan
        self.name: str = args.name
        self.file = Path(args.file)
        self.hasty = Opponent(args.opponent, args.hurry)
        self.opponent = Opponent(args.opponent, SECONDS)
        self.problems = read(file=self.file) if self.file.exists() else []
        self.powers: list[str] = args.powers.split(",") if args.powers else powers()
        self.asked: Counter[str] = Counter()
        self.counts: Counter[str] = Counter()

    def pairing(self) -> tuple[str, str]:
        """Two powers that have not had their share yet; those that gave much are preferred."""
        pairs = Counter(frozenset(problem.powers) for problem in self.problems)
        found = Counter(power for problem in self.problems for power in set(problem.powers))

        def choice(names: Sequence[str]) -> str:
            left = [power for power in names if power == "mortal" or found[power] < MOST_OF_A_POWER]
            return self.dice.choices(left, [(1 + found[power]) / (30 + self.asked[power]) for power in left])[0]

        while True:
            one, two = self.dice.sample((choice(self.powers), choice(powers())), 2)
            if suits((one, two)) is None and pairs[frozenset((one, two))] < MOST_OF_A_PAIR:
                return one, two

    def game(self) -> Iterator[Problem]:
        """Play a game in which 0.1.0 chooses the turns, but for its mistakes, and yield what it gives."""
        powers = self.pairing()
        game = Game(*powers, rules=self.dice.choice(("printed", "revised")), seed=self.dice.getrandbits(32))
        while game.position.stage != "play" and not game.is_over:
            game.push(testing.random_turn(game.position, self.dice.getrandbits(48)))
        self.judge.clear()
        last, given, fresh = len(game.turns) + LONGEST, 0, True
        while not game.is_over and len(game.turns) < last and given < MOST_OF_A_GAME:
            position = game.position
            best = self.judge.look(position, self.scan)
            if best.wins_in in (1, 2, -1, -2):
                return  # too easy
            turn = position.turn_of(list(best.steps))
            if best.score >= HOPE and not position.extra and position.count_turns() <= MOST_TURNS:
                steps = self.hasty.steps(position, fresh=fresh)
                fresh = False
                self.counts["asked"] += 1
                self.asked.update(set(powers))
                if not self.judge.errs(position, steps, self.scan, self.scan):
                    turn = position.turn_of(list(steps))
                elif self.judge.errs(position, steps, LONGER, LONGER):
                    found = list(self.ask(position))
                    yield from found
                    given += len(found)
            game.push(turn)

    def record(self, record: Record) -> Iterator[Problem]:
        """Look through a game that was played elsewhere."""
        game = record.game()
        before = [game.start, *(turn.after for turn in game.turns)]
        played = [Played(position, tuple(turn.steps)) for position, turn in zip(before, game.turns, strict=False)]
        self.judge.clear()
        for position in mistakes([turn for turn in played if turn.before.stage == "play"], self.judge, self.scan):
            if self.name in record.headers.get(f"Seat{position.to_move}", ""):
                yield from self.ask(position)

    def ask(self, position: Position) -> Iterator[Problem]:
        """The problem that a position poses, if 0.1.0 does not solve it."""
        if any(problem.position == position for problem in self.problems):
            return
        problem = self.settle(position)
        if problem is not None:
            self.problems.append(problem)
            yield problem

    def settle(self, position: Position) -> Problem | None:
        """The problem that a position poses, if 0.1.0 errs in every try."""
        self.counts["mistakes"] += 1
        judge = self.judge
        tries: list[Sequence[Step]] = []
        for _ in range(TRIES):
            tries.append(self.opponent.steps(position))
            if not judge.errs(position, tries[-1], LONGER, LONGER):
                self.counts["corrected"] += 1
                return None
        if not all(judge.errs(position, steps, judge.nodes, judge.nodes // SURER) for steps in tries):
            self.counts["unclear"] += 1
            return None
        problem = judge.settle(position)
        if problem is None or not all(judge.is_wrong(problem, steps) for steps in tries):
            problem = judge.compare(position, tries)
        self.counts["unclear"] += problem is None
        return problem

    def close(self) -> None:
        """End the programs."""
        self.hasty.close()
        self.opponent.close()


def find(search: Find, args: argparse.Namespace) -> Iterator[Problem]:
    """Positions from new games until there are as many as wanted."""
    while len(search.problems) < args.wanted:
        try:
            yield from search.game()
        except PlayerError as error:  # a rule that has changed since
            search.counts["errors"] += 1
            print(error, file=sys.stderr)
        search.counts["games"] += 1


def look_through(search: Find, args: argparse.Namespace) -> Iterator[Problem]:
    """Positions from the games of a file."""
    for record in read_records(Path(args.records).read_text(encoding="utf-8")):
        yield from search.record(record)
        search.counts["games"] += 1


def settle_again(search: Find, _: argparse.Namespace) -> Iterator[Problem]:
    """The positions of the file that are still borne out."""
    before, search.problems = search.problems, []
    for problem in before:
        search.judge.clear()
        yield from search.ask(problem.position)


def join(args: argparse.Namespace) -> None:
    """Add the positions of other files."""
    file = Path(args.file)
    files = [file] if file.exists() else []
    problems = {problem.position: problem for one in [*map(Path, args.join), *files] for problem in read(file=one)}
    write(problems.values(), file, HARD_HEAD)
    print(len(problems))


def collect(args: argparse.Namespace) -> None:
    """Find positions in one of the three ways, and write the file whenever there is one more."""
    search = Find(args)
    begun = time.monotonic()
    way = settle_again if args.again else look_through if args.records else find
    try:
        for _ in way(search, args):
            if way is not settle_again:
                write(search.problems, search.file, HARD_HEAD)
            minutes = (time.monotonic() - begun) / 60
            kinds = Counter(problem.kind.split()[0] for problem in search.problems)
            print(f"{minutes:.1f} min: {len(search.problems)} {dict(kinds)} {dict(search.counts)}", flush=True)
        write(search.problems, search.file, HARD_HEAD)
    finally:
        search.close()


def check(args: argparse.Namespace) -> None:
    """Ask 0.1.0 again."""
    opponent = Opponent(args.opponent, args.seconds)
    problems = read(file=Path(args.file))
    solved = 0
    for number, problem in enumerate(problems, 1):
        solved += problem.solved_by(opponent.steps(problem.position))
        print(f"0.1.0 solves {solved} of {number}", end="\n" if number == len(problems) else "\r", flush=True)
    opponent.close()


def main() -> int:
    """Find positions, or ask 0.1.0 again about those that were found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wanted", type=int, default=300, help="positions in the file in the end")
    parser.add_argument("--opponent", default=OPPONENT, help="the command that starts 0.1.0")
    parser.add_argument("--nodes", type=int, default=NODES, help="positions looked at to find the right turns")
    parser.add_argument("--scan", type=int, default=SCAN, help="positions looked at for each position of a game")
    parser.add_argument("--hurry", type=float, default=HURRY, help="seconds a turn in the games")
    parser.add_argument("--powers", help="one of these takes part in every game; separated by commas")
    parser.add_argument("--seed", type=int, help="of the pairings and placements")
    parser.add_argument("--records", metavar="FILE", help="look through these games instead (arena --record)")
    parser.add_argument("--name", default=Path(OPPONENT).name, help="what 0.1.0 is called in these games")
    parser.add_argument("--file", default=HARD, help="the file of positions")
    parser.add_argument("--join", metavar="FILE", nargs="+", help="add the positions of these files instead")
    parser.add_argument("--again", action="store_true", help="settle the positions of the file anew")
    parser.add_argument("--check-opponent", action="store_true", help="find nothing; ask 0.1.0 about every position")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="processor time of 0.1.0 in the check")
    args = parser.parse_args()
    (check if args.check_opponent else join if args.join else collect)(args)
    return 0


if __name__ == "__main__":
    sys.exit(main())
