"""The games of a match. In each round both players take every seat, from the same opening."""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from multiprocessing import get_context

from santorini._core import Step
from santorini.arena._players import Options, Player, PlayerError, player
from santorini.engine.answers import Decision
from santorini.errors import SantoriniError
from santorini.game.game import Game
from santorini.game.powers import POWERS, power
from santorini.setup.random_choice import Filters, random_fleece, random_powers, wanted
from santorini.setup.suits import suits

__all__ = ["GameResult", "Match", "Table", "rounds", "seatings"]

MOST_TURNS = 400
"""A game that is not over after this many turns is a draw: a few powers can go on forever (docs/rulings.md, Q26)."""


@dataclass(frozen=True)
class Table:
    """What is played in a round."""

    powers: tuple[str, ...] = ()
    players: int = 2
    rules: str = "printed"
    fleece: str | None = None
    draft: bool = False

    def game(self, seed: int) -> Game:
        """A new game."""
        return Game(
            *self.powers, players=self.players, rules=self.rules, fleece=self.fleece, draft=self.draft, seed=seed
        )


@dataclass(frozen=True)
class GameResult:
    """The result of a game. `score` is the first player's: 1, 0, or 0.5 for a draw."""

    round: int
    seating: tuple[int, ...]
    """Which player, 0 or 1, has each seat."""
    powers: tuple[str, ...]
    winners: tuple[int, ...]
    score: float
    reason: str
    turns: int
    fault: str = ""
    """The mistake for which a player lost the game at once, such as an illegal turn."""
    record: str = ""
    seconds: tuple[float, float] = (0.0, 0.0)
    decisions: tuple[int, int] = (0, 0)


@dataclass(frozen=True)
class Match:
    """Everything about a match except its results. Plain data, because it is sent to other processes."""

    sides: tuple[str, str]
    options: Options = field(default_factory=Options)
    powers: str = "plain"
    players: int = 2
    rules: str = "printed"
    fleece: str | None = None
    seed: int = 0
    engine_places: bool = False
    most_turns: int = MOST_TURNS
    keep_records: bool = False
    filters: Filters = field(default_factory=Filters)

    def table(self, number: int) -> Table:
        """What is played in a round. Raises an error if that is impossible."""
        seed = random.Random(f"{self.seed}/{number}").getrandbits(48)
        if self.fleece is not None:
            some = self.filters
            key = self.fleece
            if key == "random":
                key = random_fleece(
                    rules=self.rules,
                    seed=seed,
                    hidden=some["hidden"],
                    luck=some["luck"],
                    simple_only=some["simple_only"],
                )
            return Table(players=2, rules=self.rules, fleece=key)
        if self.powers == "draft":
            return Table(players=self.players, rules=self.rules, draft=True)
        return Table(self._powers(number, seed), self.players, self.rules)

    def _powers(self, number: int, seed: int) -> tuple[str, ...]:
        kind = self.powers
        if kind == "mixed":
            kind = "plain" if number % 2 == 0 else "random"
        if kind == "plain" and self.players == 2:
            return ("mortal", "mortal")
        if kind == "all" and self.players == 2:
            pairs = self._pairs()
            return pairs[number % len(pairs)]
        named = [] if kind in ("plain", "random", "all") else [key.strip() for key in kind.split(",")]
        fixed = [power(key).id for key in named if key != "random"]
        drawn = random_powers(self.players, rules=self.rules, seed=seed, beside=fixed, **self.filters)
        if not named:
            return drawn
        rest = iter(drawn)
        return tuple(next(rest) if key == "random" else power(key).id for key in named)

    def _pairs(self) -> list[tuple[str, ...]]:
        """Every pair that may be played, shuffled by the seed."""
        cards = [
            c.id
            for c in POWERS.values()
            if c.number and self.rules in c.rules and wanted(c, self.rules, **self.filters)
        ]
        pairs: list[tuple[str, ...]] = [p for p in itertools.combinations(cards, 2) if suits(p, self.rules) is None]
        dice = random.Random(self.seed)
        dice.shuffle(pairs)
        return [pair if dice.random() < 0.5 else pair[::-1] for pair in pairs]


def seatings(players: int) -> list[tuple[int, ...]]:
    """Who sits where in the games of a round, so that both players have the same chances.

    Two sides (four players are two teams) swap. Among three, each player has each seat once alone against two of the
    other: of six games between equals each wins three.

    >>> seatings(2), seatings(4)
    ([(0, 1), (1, 0)], [(0, 1, 0, 1), (1, 0, 1, 0)])
    >>> len(seatings(3))
    6
    """
    if players == 3:
        return [seats for seats in itertools.product((0, 1), repeat=3) if len(set(seats)) == 2]
    return [tuple((seat + shift) % 2 for seat in range(players)) for shift in (0, 1)]


# -- a game ------------------------------------------------------------------------------------------------------------


def play(match: Match, number: int, seating: tuple[int, ...], both: Sequence[Player]) -> GameResult:
    """One game of a round."""
    seed = random.Random(f"{match.seed}/{number}/game").getrandbits(48)
    game = match.table(number).game(seed)
    clock, decisions = [0.0, 0.0], [0, 0]
    fault, loser = "", 0
    for who, one in enumerate(both):
        try:
            one.begin(seed + who)
        except PlayerError as error:
            fault, loser = str(error), seating.index(who) + 1
            break
    while not fault and not game.is_over and len(game.turns) < match.most_turns:
        seat = game.seat_to_decide
        if seat is None:
            game.draw()
            continue
        if game.position.stage not in ("play", "offer", "take", "begin") and not match.engine_places:
            dice = random.Random(f"{seed}/{len(game.turns)}/{len(game.turn_in_progress)}")
            game.push_step(dice.choice(game.view(seat).legal_steps))
            continue
        who = seating[seat - 1]
        begun = time.perf_counter()
        try:
            steps = both[who].decide(game, seat)
            clock[who] += time.perf_counter() - begun
            decisions[who] += 1
            played = _push(game, seat, steps)
        except (PlayerError, SantoriniError) as error:
            fault, loser = str(error), seat
            break
        _tell(game, seating, both, seat, played)
    return _result(match, number, seating, game, fault, loser, clock, decisions)


def _push(game: Game, seat: int, steps: Sequence[Step]) -> Sequence[Step]:
    return Decision(seat, game.view(seat).position, tuple(steps)).push(game)


def _tell(game: Game, seating: Sequence[int], both: Sequence[Player], mover: int, played: Sequence[Step]) -> None:
    for seat, who in enumerate(seating, 1):
        if not game.is_over and not game.position.is_out(seat):
            both[who].observe(game, seat, played if seat == mover else ())


def _result(
    match: Match,
    number: int,
    seating: tuple[int, ...],
    game: Game,
    fault: str,
    loser: int,
    clock: Sequence[float],
    decisions: Sequence[int],
) -> GameResult:
    position = game.position
    winners: tuple[int, ...] = ()
    reason = "no-end"
    if fault:
        # With three seats, a player that fails ends the game, and the other player of the match gets the point.
        winners = tuple(seat for seat, who in enumerate(seating, 1) if who != seating[loser - 1])
        reason = "fault"
    elif (outcome := game.outcome()) is not None:
        winners, reason = outcome.winners, outcome.reason
    score = 0.5 if not winners else float(seating[winners[0] - 1] == 0)
    record = ""
    if match.keep_records:
        names = {f"Seat{seat}": match.sides[who] for seat, who in enumerate(seating, 1)}
        record = game.record(**names, Round=str(number + 1)).text()
    cards = [position.shared] if position.shared else [position.power(s + 1) for s in range(position.players)]
    return GameResult(
        number,
        seating,
        tuple(cards),
        winners,
        score,
        reason,
        len(game.turns),
        fault,
        record,
        (clock[0], clock[1]),
        (decisions[0], decisions[1]),
    )


# -- many games --------------------------------------------------------------------------------------------------------


def play_round(match: Match, number: int, both: Sequence[Player]) -> list[GameResult]:
    """The games of a round."""
    return [play(match, number, seating, both) for seating in seatings(match.players)]


_worker: tuple[Match, Sequence[Player]] | None = None


def _begin_worker(match: Match) -> None:
    global _worker  # noqa: PLW0603  one match for each process
    _worker = (match, [player(spec, match.options) for spec in match.sides])


def _work(number: int) -> list[GameResult]:
    assert _worker is not None
    return play_round(_worker[0], number, _worker[1])


def rounds(match: Match, count: int, concurrency: int, idle: Callable[[], None]) -> Generator[list[GameResult]]:
    """The rounds of a match in order, played in several processes at once. The caller may stop early.

    What comes out does not depend on how many processes there are, where the limit is not a time.
    """
    if concurrency <= 1:
        both = [player(spec, match.options) for spec in match.sides]
        try:
            for number in range(count):
                yield play_round(match, number, both)
        finally:
            for one in both:
                one.close()
        return
    # Workers must not inherit the threads and locks of this process.
    with ProcessPoolExecutor(concurrency, get_context("spawn"), _begin_worker, (match,)) as pool:
        running: dict[int, Future[list[GameResult]]] = {}
        try:
            submitted = 0
            for number in range(count):
                while submitted < min(count, number + 2 * concurrency):
                    running[submitted] = pool.submit(_work, submitted)
                    submitted += 1
                while not running[number].done():
                    wait([running[number]], 0.1, FIRST_COMPLETED)
                    idle()
                yield running.pop(number).result()
        finally:
            for future in running.values():
                future.cancel()
