"""Plays random games of every pairing and asks of each: does it end, does it replay, does it keep the laws?

Run as a program for many games; `tests/game/test_random_games.py` plays a sample.

    .venv/bin/python -m tests.random_games --games 2
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field

from rich.progress import Progress, TimeElapsedColumn

import santorini
from santorini import Game, Position, Turn
from santorini._core import testing
from tests.comparison import Pairing, fleeces, pairings

SQUARES = [f"{file}{rank}" for rank in "12345" for file in "abcde"]
CLIMBED, SPENT, OUT, STOLEN, UNSEEN = 1, 2, 4, 8, 16  # bits of Position.flags

MOST_TURNS = 1500
"""No draw rule exists (Q26): longer games are given up, which may happen only where the board need not grow."""

UNBUILDING = {"ares", "siren", "morpheus", "medea"}
"""Who can take back a block, or take a turn without building one (Q26)."""

SETTINGS = [
    ("chaos-any-dome", "chaos"),
    ("terpsichore-pass", "terpsichore"),
    ("medusa-ignores-limus", "medusa"),
    ("bga-start", "pan"),
]
"""The switches, and a power that each concerns."""


class LawError(AssertionError):
    """A game broke a law."""


def law(holds: bool, what: str) -> None:
    """Complain if it does not hold."""
    if not holds:
        raise LawError(what)


# -- the laws ------------------------------------------------------------------------------------------------------


def seats(position: Position) -> range:
    """All seats, 1 to 4."""
    return range(1, position.players + 1)


def board_laws(position: Position) -> None:
    """What holds on every board: one worker per space, none on a dome, none on the Ram or on Talus."""
    workers = [worker for side in sides(position).values() for worker in side]
    law(len(set(workers)) == len(workers), "two workers on a square")
    law(not set(workers) & set(position.domes), "a worker on a dome")
    law(all(0 <= height <= 3 for height in position.heights), "a height that is none")
    if position.ram is not None:
        law(position.ram not in workers and position.ram not in position.domes, "something on the Ram's square")
        law(position.height(position.ram) == 0, "a block under the Ram")
    for seat in seats(position):
        tokens = position.tokens(seat)
        law(not set(tokens) & set(position.domes), "a token on a dome")
        law(position.power(seat) != "europa" or not set(tokens) & set(workers), "a worker on Talus")
        if position.is_out(seat) and position.players == 3:
            law(not tokens and not position.workers(seat), "somebody who is out has something on the board")


def sides(position: Position) -> dict[int, list[str]]:
    """The workers of each side; a team is one side."""
    return {position.side(seat): position.workers(seat) for seat in seats(position)}


@dataclass
class Table:
    """What lies on the table. Each effect of a turn is carried out by hand."""

    blocks: dict[str, int]
    domes: set[str]
    workers: dict[int, set[str]]
    tokens: Counter[str]

    @classmethod
    def of(cls, position: Position) -> Table:
        """The table of a position."""
        return cls(
            dict(zip(SQUARES, position.heights, strict=True)),
            set(position.domes),
            {side: set(workers) for side, workers in sides(position).items()},
            Counter(token for seat in seats(position) for token in position.tokens(seat)),
        )

    def apply(self, before: Position, effect: tuple[str, str | None, str | None, int]) -> None:
        """Carry out one effect."""
        kind, start, end, who = effect
        at, to = start or "", end or ""
        if kind in ("move", "force", "remove"):
            law(at in self.workers[who], f"{effect}: nobody is there")
            self.workers[who].remove(at)
        if kind == "place":
            law(all(to not in side for side in self.workers.values()), f"{effect}: somebody is there")
            law(self.blocks[to] == 0, f"{effect}: there is a building")
        if kind in ("move", "force", "place"):
            self.workers[who].add(to)
        elif kind in ("build", "dome", "unbuild"):
            law(to not in self.domes, f"{effect}: there is a dome")
            if kind == "dome":
                self.domes.add(to)
            else:
                self.blocks[to] += 1 if kind == "build" else -1
                law(0 <= self.blocks[to] <= 3, f"{effect}: no such level")
        elif kind == "token":
            self.tokens[to] += 1
        elif kind == "untoken":
            law(self.tokens[at] > 0, f"{effect}: no token is there")
            self.tokens[at] -= 1
        elif kind == "lose" and before.players == 3:
            self.workers[before.side(who + 1)].clear()
        else:
            law(kind in ("remove", "conflict", "win", "lose", "draw"), f"{effect}: unknown")


def conservation(turn: Turn) -> None:
    """Pieces come and go as the effects say and in no other way."""
    table = Table.of(turn.before)
    for effect in turn.effects if turn.before.stage == "play" else _placings(turn):
        table.apply(turn.before, effect)
    now = Table.of(turn.after)
    law(table.blocks == now.blocks, "blocks")
    law(table.domes == now.domes, "domes")
    law(table.workers == now.workers, "workers")
    kinds = Counter(str(kind) for kind, *_ in turn.effects)
    # A loser's tokens go too, without an effect that says so.
    law(now.tokens <= table.tokens if kinds["lose"] else +now.tokens == +table.tokens, "tokens")
    law(testing.is_decided(turn.after) == bool(kinds["win"]), "a win that is not told, or no win")


def _placings(turn: Turn) -> Iterator[tuple[str, str | None, str | None, int]]:
    """The steps of set-up as effects: they have none of their own."""
    side = turn.before.side(turn.before.decider or 1)
    for step in turn.steps:
        if step.kind in ("place", "token") and step.to != turn.after.ram:
            yield step.kind, None, step.to, side


def view_laws(game: Game) -> None:
    """What a view shows is true, what a seat may not know is not in it, and everything else is."""
    truth = game.position
    for seat in range(truth.players + 1):
        view = game.view(seat)
        seen = view.position
        # With the aid's Dionysus a player plays the other's turn and sees what that player sees (G2).
        reader = 3 - seat if truth.rules == "aid" and truth.extra and seat == truth.to_move else seat
        for name in ("heights", "domes", "players", "rules", "stage", "to_move", "starter", "extra", "shared", "ram",
                     "face", "settings"):  # fmt: skip
            law(getattr(seen, name) == getattr(truth, name), f"view {seat}: {name}")
        if not seen.flags(truth.to_move) & UNSEEN:  # otherwise the view cannot tell whether the mover has a turn
            for name in ("is_over", "winner", "reason", "decider"):
                law(getattr(seen, name) == getattr(truth, name), f"view {seat}: {name}")
        law(view.outcome == game.outcome(), f"view {seat}: outcome")
        law(seen.deck == truth.deck, f"view {seat}: deck")
        hidden = [s for s in seats(truth) if _may_not_know(truth, s, reader)]
        for other in seats(truth):
            where = f"view {seat} of {other}: "
            for what in (Position.power, Position.card, Position.side, Position.is_out, Position.number,
                         Position.tokens, Position.aim):  # fmt: skip
                law(what(seen, other) == what(truth, other), where + what.__name__)
            unseen = UNSEEN if other in hidden and truth.power(other) == "hecate" else 0
            law(seen.flags(other) == truth.flags(other) | unseen, where + "flags")
            law(seen.workers(other) == ([] if unseen else truth.workers(other)), where + "workers")
            law(seen.women(other) == ([] if unseen else truth.women(other)), where + "women")
            law(seen.secret(other) == (None if other in hidden else truth.secret(other)), where + "secret")
            if unseen and truth.workers(other):
                law(seen.text.split("/")[1 + other].endswith(":?"), where + "text")
        if not hidden:
            law(seen == truth, f"view {seat}: nothing is secret, and the position is another one")
        if view.decides:
            law(seat == game.seat_to_decide, f"view {seat}: decides")
            law(view.legal_steps == game.legal_steps, f"view {seat}: steps")


def _may_not_know(truth: Position, owner: int, reader: int) -> bool:
    """Does the owner keep something secret from the reader?"""
    if testing.is_decided(truth) or truth.is_out(owner) or (reader and truth.side(owner) == truth.side(reader)):
        return False
    return truth.power(owner) in ("hecate", "moerae", "tartarus")


def outcome_laws(game: Game) -> None:
    """The winners are one side, in the game, and their opponents lost for the reason told."""
    outcome, position = game.outcome(), game.position
    if outcome is None:
        raise LawError("no outcome")
    law(outcome.winner in seats(position), "the winner has no seat")
    law(not any(position.is_out(seat) for seat in outcome.winners), "the winner is out of the game")
    side = tuple(seat for seat in seats(position) if position.side(seat) == position.side(outcome.winner))
    law(outcome.winners == side, "the winners are not one side")
    law(len(side) == (2 if position.players == 4 else 1), "the winners are too many")
    if outcome.reason == "stuck" and not testing.is_decided(position):
        law(position.to_move not in outcome.winners, "who is stuck has won")
    left = [seat for seat in seats(position) if not position.is_out(seat)]
    law(outcome.reason != "eliminated" or left == [outcome.winner], "others are left")


def replay_laws(game: Game) -> None:
    """The record leads to the same position and is written the same again; so is the position text."""
    text = game.record().text()
    again = Game.from_record(text)
    law(again.position == game.position, f"replayed to {again.text}")
    law([turn.text for turn in again.turns] == [turn.text for turn in game.turns], "other turns")
    law(again.outcome() == game.outcome(), "another outcome")
    law(again.record().text() == text, "another record")
    law(santorini.read_position(game.text) == game.position, "the position text reads as another position")


def seat_record_laws(game: Game, rng: random.Random) -> None:
    """The record that a seat may read, in the middle of a game, has no step of a hidden worker and no secret square."""
    truth, seat = game.position, rng.randrange(game.position.players + 1)
    record = game.record().for_seat(seat)
    if any(_may_not_know(truth, owner, seat) for owner in seats(truth)):
        law("Seed" not in record.headers, f"record of {seat}: the seed")
        for turn, node in zip(game.turns, record.main.nodes, strict=False):
            owner = turn.before.decider
            if owner is not None and _may_not_know(truth, owner, seat):
                secret = any(step.kind == "secret" for step in turn.steps)
                hidden = turn.before.power(owner) == "hecate" and any(step.kind == "move" for step in turn.steps)
                law(not (secret or hidden) or "?" in node.turn, f"record of {seat}: {turn.text} is {node.turn}")
    law(santorini.read_record(record.text()) == record, f"record of {seat}: reads as another one")


# -- playing -------------------------------------------------------------------------------------------------------


@dataclass
class Played:
    """The results of the games of one pairing."""

    name: str
    games: int = 0
    turns: int = 0
    longest: int = 0
    seconds: float = 0.0
    reasons: Counter[str] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)


def play(pairing: Pairing, seed: int, most: int = MOST_TURNS) -> Game:
    """A random game to its end, or to the most turns; raises LawError if a law is broken on the way."""
    game = pairing.game(seed)
    rng = random.Random(f"{pairing.name}/{seed}")
    try:
        view_laws(game)
        while not game.is_over and len(game.turns) < most:
            turn = testing.random_turn(game.position, rng.getrandbits(48))
            for _ in range(3 if seed % 2 else 0):  # every other game should be long and fill the board
                if turn.after.is_over:
                    turn = testing.random_turn(game.position, rng.getrandbits(48))
            law(bool(turn.steps), "the game goes on, and there is no turn")
            conservation(turn)
            if rng.random() < 0.1:
                told = rng.randrange(20)  # a seat's record takes a whole replay, so it is not checked at every step
                for number, step in enumerate(turn.steps):
                    if number == told:
                        seat_record_laws(game, rng)
                    game.push_step(step)
                    board_laws(game.position)
                    view_laws(game)
                law(not game.turn_in_progress, "the turn is complete, and the game waits for more")
            else:
                game.push(turn)
                board_laws(game.position)
                view_laws(game)
            # Where luck decides next, the game has drawn already.
            reached = game.turns[-1].before if turn.after.awaits_luck else game.position
            law(reached == turn.after, f"{turn.text} was read as another turn")
        if game.is_over:
            outcome_laws(game)
        else:
            law(bool(UNBUILDING & powers_in(game)), f"no end after {most} turns, and the board must grow")
        replay_laws(game)
    except Exception as error:
        raise LawError(f"{pairing.name}, seed {seed}: {error!r}\n{game.text}\n{game.record().text()}") from error
    return game


def powers_in(game: Game) -> set[str]:
    """Every power that takes part, those of the deck too."""
    deck, discard = game.position.deck
    return {*(game.position.power(seat) for seat in seats(game.position)), *deck, *discard, game.position.face}


def play_games(pairing: Pairing, games: int, seed: int, most: int = MOST_TURNS) -> Played:
    """Some games of a pairing."""
    played = Played(pairing.name)
    begun = time.perf_counter()
    for number in range(games):
        try:
            game = play(pairing, seed * 1000 + number, most)
        except LawError as error:
            played.broken.append(str(error))
            continue
        outcome = game.outcome()
        played.games += 1
        played.turns += len(game.turns)
        played.longest = max(played.longest, len(game.turns))
        played.reasons[outcome.reason if outcome else "no end"] += 1
    played.seconds = time.perf_counter() - begun
    return played


# -- who plays whom ------------------------------------------------------------------------------------------------


def tables(players: int, number: int, rules: str, seed: int) -> Iterator[Pairing]:
    """A sample of tables in which every power that is allowed there occurs, each about as often as the others."""
    allowed = [
        p.id for p in santorini.POWERS.values() if players in p.players and rules in p.rules and p.id != "mortal"
    ]
    rng = random.Random(f"{players}/{rules}/{seed}")
    chosen: set[tuple[str, ...]] = set()
    for power in itertools.islice(itertools.cycle(allowed), number):
        while True:
            cards = [power, *rng.sample([p for p in allowed if p != power], players - 1)]
            if all(santorini.ban(*pair, rules) != "rule" for pair in itertools.combinations(cards, 2)):
                break
        rng.shuffle(cards)
        chosen.add(tuple(cards))
    for cards_of_all in sorted(chosen):
        yield Pairing(cards_of_all, rules)


def everything(rules: str, number: int, seed: int) -> Iterator[Pairing]:
    """Every pairing of two players, `number` tables of three and of four, every Fleece power."""
    powers = list(santorini.POWERS)
    yield from pairings(powers, rules)
    if rules != "aid":
        for players in (3, 4):
            yield from tables(players, number, rules, seed)
        yield from fleeces(powers, rules)
        for setting, power in SETTINGS:
            for pairing in pairings(powers, rules):
                if power in pairing.powers:
                    yield Pairing(pairing.powers, rules, settings=(setting,))


def sample(rules: str, seed: int) -> Iterator[Pairing]:
    """A few: every power at every number of players it allows, every Fleece power, every setting."""
    yield from tables(2, 56, rules, seed)
    yield Pairing(("mortal", "mortal"), rules)
    if rules != "aid":
        for players in (3, 4):
            yield from tables(players, 45, rules, seed)
        yield from fleeces(list(santorini.POWERS), rules)
        for setting, power in SETTINGS:
            yield Pairing((power, "limus"), rules, settings=(setting,))


def play_all(work: Iterable[Pairing], games: int, seed: int, most: int, jobs: int | None = None) -> list[Played]:
    """Play on all cores, with a progress bar."""
    todo, results = list(work), []
    with (
        ProcessPoolExecutor(jobs) as pool,
        Progress(*Progress.get_default_columns(), TimeElapsedColumn(), disable=not sys.stderr.isatty()) as progress,
    ):
        task = progress.add_task("playing", total=len(todo))
        for future in as_completed([pool.submit(play_games, pairing, games, seed, most) for pairing in todo]):
            results.append(future.result())
            progress.advance(task)
            for broken in results[-1].broken:
                progress.console.print(broken, markup=False, highlight=False, soft_wrap=True)
    return results


def main(argv: Sequence[str] | None = None) -> int:
    """Play, and report the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2, help="games a pairing")
    parser.add_argument("--rules", choices=["printed", "revised", "aid"], action="append", help="all by default")
    parser.add_argument("--tables", type=int, default=600, help="tables of three and of four players a rule set")
    parser.add_argument("--powers", nargs="*", help="only pairings in which one of these takes part")
    parser.add_argument("--most", type=int, default=MOST_TURNS, help="turns after which a game is given up")
    parser.add_argument("--jobs", type=int, help="processes, as many as there are cores by default")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(argv)
    work = [
        p for rules in args.rules or ["printed", "revised", "aid"] for p in everything(rules, args.tables, args.seed)
    ]
    if args.powers:
        work = [p for p in work if set(args.powers) & {*p.powers, p.fleece}]
    begun = time.perf_counter()
    results = play_all(work, args.games, args.seed, args.most, args.jobs)
    broken = sum(len(r.broken) for r in results)
    reasons: Counter[str] = sum((r.reasons for r in results), Counter())
    longest = max(results, key=lambda r: r.longest, default=Played("none"))
    print(
        f"{len(results)} pairings, {sum(r.games for r in results)} games, {sum(r.turns for r in results)} turns, "
        f"{time.perf_counter() - begun:.0f} s, {broken} broken"
    )
    print("ends: " + ", ".join(f"{reason} {number}" for reason, number in reasons.most_common()))
    print(f"longest: {longest.longest} turns, {longest.name}")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
