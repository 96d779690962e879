"""The games of a match. In each round both players take every seat, from the same opening."""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial

from santorini._core import Step
from santorini.arena._book import Opening, book
from santorini.arena._players import Options, Player, PlayerError, player
from santorini.engine.answers import Decision
from santorini.errors import EngineError, SantoriniError, sentence
from santorini.game.game import Game
from santorini.game.powers import POWERS, power
from santorini.pool import open_pool
from santorini.setup.random_choice import Filters, pool, random_fleece, random_powers, wanted
from santorini.setup.stages import DRAFT_STAGES
from santorini.setup.suits import refuse, suits

__all__ = ["GameResult", "Games", "Match", "Table", "play", "rounds", "seatings"]

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
    opening: Opening | None = None
    """How the game begins, if that is taken from the book."""

    def game(self, seed: int) -> Game:
        """A new game, its opening played."""
        game = Game(
            *self.powers, players=self.players, rules=self.rules, fleece=self.fleece, draft=self.draft, seed=seed
        )
        for turn in self.opening.turns if self.opening is not None else ():
            game.push(turn)
        return game


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
    """How long each player thought, by the wall clock .."""
    cpu: tuple[float | None, float | None] = (None, None)
    """.. and in processor time, where that can be read."""
    clocks: tuple[str, str] = ("wall", "wall")
    """What each player's time limit counted: `wall`, `thread` (its own processor time) or `process` (that of its
    process, stopped from outside)."""
    booked: bool = False
    """Did it begin from the book?"""
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
    openings: str = "random"
    """`random`: a random placement. `book`: the openings that ship with the package. Or a file of openings."""
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
        powers = self._powers(number, seed)
        opening = self._opening(number, powers)
        return Table(powers if opening is None else opening.powers, self.players, self.rules, opening=opening)

    def _opening(self, number: int, powers: tuple[str, ...]) -> Opening | None:
        """The opening of a round. Each is used once: when a pairing has no more, its games begin at random."""
        if self.openings == "random" or self.engine_places:
            return None
        free = self.powers in ("random", "all", "mixed", "uncertain")  # no power was requested for a particular seat
        known = list(book(self.openings).of(powers, self.rules, any_order=free))
        random.Random(f"{self.seed}/{' '.join(sorted(powers))}/openings").shuffle(known)
        at = number  # how often the pairing has been played
        if self.powers == "all":
            at = number // len(self._pairs())
        elif self.powers == "mixed" and powers == ("mortal", "mortal"):
            at = number // 2
        elif "random" in self.powers or self.powers in ("mixed", "uncertain"):
            at = number % max(1, len(known))  # a pairing drawn at random rarely comes up twice
        return known[at] if at < len(known) else None

    def _powers(self, number: int, seed: int) -> tuple[str, ...]:
        kind = self.powers
        if kind == "mixed":
            kind = "plain" if number % 2 == 0 else "random"
        if kind == "plain" and self.players == 2:
            return ("mortal", "mortal")
        if kind == "all" and self.players == 2:
            pairs = self._pairs()
            return pairs[number % len(pairs)]
        if kind == "uncertain":
            return self._uncertain(seed)
        named = [] if kind in ("plain", "random", "all") else [key.strip() for key in kind.split(",")]
        fixed = [power(key).id for key in named if key != "random"]
        drawn = random_powers(self.players, rules=self.rules, seed=seed, beside=fixed, **self.filters)
        if not named:
            return drawn
        rest = iter(drawn)
        return tuple(next(rest) if key == "random" else power(key).id for key in named)

    def _uncertain(self, seed: int) -> tuple[str, ...]:
        """A power with hidden information or luck, and random powers for the other seats."""
        dice = random.Random(seed)
        certain = pool(self.rules, {**self.filters, "hidden": False, "luck": False})
        some = [key for key in pool(self.rules, self.filters, without=certain)
                if suits((key,), self.rules, players=self.players) is None]  # fmt: skip
        if not some:
            raise refuse("no-table", players=self.players)
        one = dice.choice(some)
        others = random_powers(self.players, rules=self.rules, seed=seed, beside=[one], **self.filters)
        at = dice.randrange(self.players)
        return (*others[:at], one, *others[at:])

    def _pairs(self) -> tuple[tuple[str, ...], ...]:
        return _every_pair(self.rules, self.seed, tuple(sorted(self.filters.items())))


@cache
def _every_pair(rules: str, seed: int, filters: tuple[tuple[str, bool], ...]) -> tuple[tuple[str, ...], ...]:
    """Every pair that may be played, in an order that the seed decides."""
    some = dict(filters)
    cards = [c.id for c in POWERS.values() if c.number and rules in c.rules and wanted(c, rules, **some)]
    pairs: list[tuple[str, ...]] = [p for p in itertools.combinations(cards, 2) if suits(p, rules) is None]
    dice = random.Random(seed)
    dice.shuffle(pairs)
    return tuple(pair if dice.random() < 0.5 else pair[::-1] for pair in pairs)


def seatings(players: int) -> list[tuple[int, ...]]:
    """Who sits where in the games of a round, so that both players have the same chances.

    Two sides (four players are two teams) swap. With three seats, each player plays each seat once alone, against the
    other player on the two remaining seats: of the six games, equal players win three each on average.

    >>> seatings(2), seatings(4)
    ([(0, 1), (1, 0)], [(0, 1, 0, 1), (1, 0, 1, 0)])
    >>> len(seatings(3))
    6
    """
    if players == 3:
        return [seats for seats in itertools.product((0, 1), repeat=3) if len(set(seats)) == 2]
    return [tuple((seat + shift) % 2 for seat in range(players)) for shift in (0, 1)]


# -- a game ------------------------------------------------------------------------------------------------------------


def play(
    match: Match,
    number: int,
    seating: tuple[int, ...],
    both: Sequence[Player],
    thinking: Callable[[int], None] = lambda seat: None,
) -> GameResult:
    """One game of a round. `thinking` is called with the seat that decides next."""
    seed = random.Random(f"{match.seed}/{number}/game").getrandbits(48)
    table = match.table(number)
    game = table.game(seed)
    clock, cpu, decisions = [0.0, 0.0], list[float | None]([0.0, 0.0]), [0, 0]
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
        if game.position.stage not in ("play", *DRAFT_STAGES) and not match.engine_places:
            dice = random.Random(f"{seed}/{len(game.turns)}/{len(game.turn_in_progress)}")
            game.push_step(dice.choice(game.view(seat).legal_steps))
            continue
        who = seating[seat - 1]
        begun, used = time.perf_counter(), both[who].cpu()
        thinking(seat)
        try:
            steps = both[who].decide(game, seat)
            clock[who] += time.perf_counter() - begun
            cpu[who] = _later(cpu[who], used, both[who].cpu())
            decisions[who] += 1
            played = _push(game, seat, steps)
        except (PlayerError, SantoriniError) as error:
            fault, loser = str(error), seat
            break
        _tell(game, seating, both, seat, played)
    result = _result(match, number, seating, game, fault, loser)
    return replace(
        result,
        seconds=(clock[0], clock[1]),
        cpu=(cpu[0], cpu[1]),
        clocks=(both[0].clock, both[1].clock),
        decisions=(decisions[0], decisions[1]),
        booked=table.opening is not None,
    )


def _later(so_far: float | None, before: float | None, now: float | None) -> float | None:
    """The processor time so far plus that of a decision; None if any of it could not be read."""
    return None if so_far is None or before is None or now is None else so_far + now - before


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
    )


# -- many games --------------------------------------------------------------------------------------------------------


Job = tuple[int, int]
"""A game: the number of its round, and which of the round's seatings."""


class Games:
    """Both players of a match, ready to play its games."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._both = [player(spec, match.options) for spec in match.sides]
        self._seatings = seatings(match.players)

    def play(self, job: Job, thinking: Callable[[int], None] = lambda seat: None) -> GameResult:
        """One game."""
        number, seating = job
        return play(self._match, number, self._seatings[seating], self._both, thinking)

    def close(self) -> None:
        """Close the players."""
        for one in self._both:
            one.close()


def rounds(
    match: Match,
    count: int,
    concurrency: int,
    idle: Callable[[], None] = lambda: None,
    *,
    done: Mapping[int, list[GameResult]] | None = None,
    keep: Callable[[list[GameResult]], None] = lambda results: None,
    ray: str | None = None,
) -> Generator[list[GameResult]]:
    """The rounds of a match in order, `concurrency` games at a time or on a Ray cluster. The caller may stop early.

    Rounds in `done` are not played again. `keep` is given every round as soon as it has been played, which need not be
    in order; what is yielded is in order, so that short games do not weigh more in a sequential test. The results do
    not depend on how many games are played at once, unless the limit is a time.
    """
    finished = dict(done or {})
    in_round = len(seatings(match.players))
    missing = [number for number in range(count) if number not in finished]
    jobs = ((number, at) for number in missing for at in range(in_round))
    parts: dict[int, dict[int, GameResult]] = {}
    following = 0
    while following in finished and following < count:
        yield finished.pop(following)
        following += 1
    if not missing:
        return
    places = len(missing) * in_round if ray is not None else min(concurrency, len(missing) * in_round)
    with open_pool(Games, (match,), places, ray=ray, threads=match.options.threads) as pool:
        for (number, at), result in pool.run(jobs, partial(_crashed, match), idle):
            part = parts.setdefault(number, {})
            part[at] = result
            if len(part) < in_round:
                continue
            finished[number] = [part[at] for at in range(in_round)]
            del parts[number]
            keep(finished[number])
            while following in finished and following < count:
                yield finished.pop(following)
                following += 1


def _crashed(match: Match, job: Job, seat: int, status: int | None) -> GameResult:
    """The result of a game in which a player brought the process down."""
    fault = sentence("arena-crashed", status=status)
    if seat == 0:
        raise EngineError("engine/crashed", fault)
    number, at = job
    return _result(match, number, seatings(match.players)[at], match.table(number).game(0), fault, seat)
