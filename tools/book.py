"""Makes the book of openings, or adds to it.

    python -m tools.book --plain 300 --each 3 --seconds 600

An opening is a random placement and a few random turns after which a short search finds both sides about equal. The
plain game gets `--plain` of them, every pairing that the search can judge `--each`. With `--rules revised` only
pairings whose texts differ there are made. What the file holds already is kept; the work can be stopped at any time and
continued later with the same command.
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys
import time
from pathlib import Path

from santorini import Engine, Game, Limit
from santorini.arena._book import Book, Opening, like_printed, read_book
from santorini.engine.backends import searchable
from santorini.game.powers import POWERS
from santorini.setup.random_choice import wanted
from santorini.setup.suits import suits
from santorini.words.catalogue import RULE_SETS

ROOT = Path(__file__).resolve().parent.parent
BOOK = ROOT / "src/santorini/data/openings.txt"
HEAD = """\
# Balanced openings for `santorini arena --openings book`, made by `python -m tools.book`.
# A section names a rule set and the powers of both seats; each line is an opening and its score for the side to move.
"""
SAVE_EVERY = 20.0
MOST_TURNS = 4
"""Random turns after the placement, at most."""


def random_opening(powers: tuple[str, str], rules: str, dice: random.Random) -> Game | None:
    """A game after a random placement and some random turns; None if it ended or the search cannot judge it."""
    game = Game(*powers, rules=rules, seed=dice.getrandbits(40))
    while game.position.stage != "play":
        game.push_step(dice.choice(game.legal_steps))
    if not searchable(game.position):
        return None
    end = len(game.turns) + dice.randint(0, MOST_TURNS)
    while len(game.turns) < end and not game.is_over:
        game.push_step(dice.choice(game.legal_steps))
    return game if not game.is_over and searchable(game.position) else None


def shape(game: Game) -> str:
    """What a position and all its rotations and reflections have in common."""
    return min(game.position.turned(symmetry).text for symmetry in range(8))


def balanced(
    engine: Engine, powers: tuple[str, str], rules: str, args: argparse.Namespace, seen: set[str], dice: random.Random
) -> Opening | None:
    """The first of some openings that is about equal, or else the most equal of them if it is equal enough."""
    best: tuple[int, Opening] | None = None
    for _ in range(args.tries):
        game = random_opening(powers, rules, dice)
        if game is None or shape(game) in seen:
            continue
        engine.clear()
        found = engine.analyse(game, Limit(nodes=args.nodes)).best
        if found.wins_in is not None:
            continue
        opening = Opening(powers, tuple(turn.text for turn in game.turns), found.score)
        if best is None or abs(found.score) < best[0]:
            best = abs(found.score), opening
        if abs(found.score) <= args.even:
            seen.add(shape(game))
            return opening
    return best[1] if best is not None and best[0] <= args.most else None


def pairings(rules: str) -> list[tuple[str, str]]:
    """Every pairing whose openings can be judged, in a fixed random order, so that any first part is a fair sample."""
    cards = [
        card.id
        for card in POWERS.values()
        if rules in card.rules
        and (card.id == "mortal" or card.number)
        and (card.id == "mortal" or wanted(card, rules, hidden=False, luck=False, heroes=True, simple_only=False))
    ]
    pairs = [
        pair
        for pair in itertools.combinations(cards, 2)
        if suits(pair, rules) is None and like_printed(pair, rules) == rules
    ]
    dice = random.Random("pairings")
    dice.shuffle(pairs)
    return [pair if dice.random() < 0.5 else (pair[1], pair[0]) for pair in pairs]


def save(book: Book, path: Path) -> None:
    """Write the book so that a crash leaves the old or the new one."""
    draft = path.with_suffix(".new")
    draft.write_text(HEAD + book.text(), encoding="utf-8")
    draft.replace(path)


def fill(book: Book, args: argparse.Namespace) -> None:
    """Add openings until each pairing has its number or the time is over."""
    end = time.monotonic() + args.seconds
    next_save = time.monotonic() + SAVE_EVERY
    pairs = pairings(args.rules)
    rows = [(("mortal", "mortal"), at) for at in range(args.plain if args.rules == "printed" else 0)]
    # The first opening of every pairing before the second of any.
    rows += [(pair, at) for at in range(args.each) for pair in pairs]
    with Engine(network=True, hash_mb=8, seed=1) as engine:
        for pair, at in rows:
            have = book.of(pair, args.rules)
            if len(have) > at:
                continue
            if time.monotonic() > end:
                break
            dice = random.Random(f"{args.rules}/{pair}/{len(have)}/{args.seed}")
            seen = set[str]()
            for one in have:
                game = Game(*pair, rules=args.rules, seed=0)
                for turn in one.turns:
                    game.push(turn)
                seen.add(shape(game))
            opening = balanced(engine, pair, args.rules, args, seen, dice)
            if opening is not None:
                book.add(args.rules, opening)
            if time.monotonic() > next_save:
                save(book, args.book)
                print(f"{len(book)} openings of {len(book.sections)} pairings", file=sys.stderr, flush=True)
                next_save = time.monotonic() + SAVE_EVERY


def main(argv: list[str] | None = None) -> int:
    """Read the book, add to it, write it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--book", type=Path, default=BOOK, help="the file to make or to continue")
    parser.add_argument("--rules", choices=RULE_SETS, default="printed")
    parser.add_argument("--plain", type=int, default=300, help="openings of the plain game")
    parser.add_argument("--each", type=int, default=3, help="openings of every other pairing")
    parser.add_argument("--seconds", type=float, default=600, help="stop after so long")
    parser.add_argument("--nodes", type=int, default=3000, help="of the search that judges an opening")
    parser.add_argument("--even", type=int, default=8, help="the score up to which an opening is taken at once")
    parser.add_argument("--most", type=int, default=40, help="the score beyond which none is taken")
    parser.add_argument("--tries", type=int, default=12, help="how many are looked at for one that is taken")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args(argv)
    book = read_book(args.book.read_text(encoding="utf-8")) if args.book.exists() else Book()
    try:
        fill(book, args)
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
    save(book, args.book)
    print(f"{len(book)} openings of {len(book.sections)} pairings", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
