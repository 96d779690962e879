"""Positions at rest: the dictionaries of the interface and the compact form used internally."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from .geometry import DIRECTIONS, INDEX, NAMES, mask_of, names

State = dict[str, Any]

HEROES = frozenset(
    ("achilles", "adonis", "atalanta", "bellerophon", "heracles", "jason", "medea", "odysseus", "polyphemus", "theseus")
)
SIMPLE = ("apollo", "artemis", "athena", "atlas", "demeter", "hephaestus", "hermes", "minotaur", "pan", "prometheus")


class Card(NamedTuple):
    """What a power card remembers between turns (the last entry of `Rest.cards` is the Golden Fleece's)."""

    climbed: bool = False
    spent: bool = False
    number: int = 0
    tokens: int = 0
    aim: int = -1
    secret: int = -1
    stolen: bool = False
    bound: tuple[int, ...] = ()


NO_CARD = Card()


class Chaos(NamedTuple):
    face: str
    deck: tuple[str, ...]
    discard: tuple[str, ...]


class Rest:
    """A position before S0 of a turn. Treated as a value: never changed once it is complete."""

    __slots__ = (
        "rules", "players", "powers", "out", "settings", "fleece", "ram", "sexed",
        "blocks", "domes", "men", "women", "cards", "chaos", "to_move", "extra", "winner",
    )  # fmt: skip

    rules: str
    players: int
    powers: tuple[str, ...]
    out: tuple[bool, ...]
    settings: frozenset[str]
    fleece: str  # the shared power, "" without the variant
    ram: int  # its square, -1 without the variant
    sexed: bool
    blocks: int  # two bits per square
    domes: int
    men: tuple[int, ...]  # all workers of a seat; a team's are with seat 0 or 1
    women: tuple[int, ...]
    cards: tuple[Card, ...]
    chaos: Chaos | None
    to_move: int
    extra: int
    winner: int

    def copy(self) -> Rest:
        r: Rest = Rest.__new__(Rest)
        r.rules, r.players, r.powers, r.out = self.rules, self.players, self.powers, self.out
        r.settings, r.fleece, r.ram, r.sexed = self.settings, self.fleece, self.ram, self.sexed
        r.blocks, r.domes, r.men, r.women = self.blocks, self.domes, self.men, self.women
        r.cards, r.chaos, r.to_move, r.extra = self.cards, self.chaos, self.to_move, self.extra
        r.winner = self.winner
        return r

    def after(self, seat: int) -> int:
        """The next seat in order that is still in the game."""
        for i in range(1, self.players + 1):
            seat_next = (seat + i) % self.players
            if not self.out[seat_next]:
                return seat_next
        return seat


def side(seat: int, players: int) -> int:
    """The seat whose entry holds the workers: with four players the first of the team (D1)."""
    return seat % 2 if players == 4 else seat


_ROWS = tuple(tuple(r >> 2 * i & 3 for i in range(5)) for r in range(1024))


def _heights(blocks: int) -> list[int]:
    return [
        *_ROWS[blocks & 1023],
        *_ROWS[blocks >> 10 & 1023],
        *_ROWS[blocks >> 20 & 1023],
        *_ROWS[blocks >> 30 & 1023],
        *_ROWS[blocks >> 40],
    ]


def _aim(value: str | None) -> int:
    return -1 if value is None else DIRECTIONS.index(value)


def from_dict(state: State) -> Rest:
    r = Rest()
    seats = state["seats"]
    r.rules, r.players = state["rules"], state["players"]
    r.powers = tuple(s["power"] for s in seats)
    r.out = tuple(bool(s["out"]) for s in seats)
    r.settings = frozenset(state.get("settings") or ())
    fleece = state.get("fleece")
    r.fleece = fleece["power"] if fleece else ""
    r.ram = INDEX[fleece["ram"]] if fleece else -1
    r.sexed = "selene" in r.powers or r.fleece == "selene"
    r.blocks = sum(h << 2 * i for i, h in enumerate(state["blocks"]))
    r.domes = mask_of(state["domes"])
    r.men = tuple(mask_of(s["workers"]) for s in seats)
    r.women = tuple(mask_of(s["women"]) if r.sexed else 0 for s in seats)
    cards = [
        Card(
            s["climbed"], s["spent"], s["number"], mask_of(s["tokens"]), _aim(s["aim"]),
            -1 if s["secret"] is None else INDEX[s["secret"]], s["stolen"],
            tuple(INDEX[b] for b in s["bound"] or ()),
        )
        for s in seats
    ]  # fmt: skip
    cards.append(
        Card(number=fleece["number"], tokens=mask_of(fleece["tokens"]), aim=_aim(fleece["aim"])) if fleece else NO_CARD
    )
    r.cards = tuple(cards)
    chaos = state.get("chaos")
    r.chaos = Chaos(chaos["face"], tuple(sorted(chaos["deck"])), tuple(sorted(chaos["discard"]))) if chaos else None
    r.to_move, r.extra = state["to_move"], state["extra"]
    r.winner = -1 if state["winner"] is None else state["winner"]
    return r


def to_dict(r: Rest) -> State:
    seats = []
    for power, out, men, women, c in zip(r.powers, r.out, r.men, r.women, r.cards, strict=False):
        seats.append(
            {
                "power": power,
                "out": out,
                "workers": list(names(men)),
                "women": list(names(women)),
                "climbed": c.climbed,
                "spent": c.spent,
                "number": c.number,
                "tokens": list(names(c.tokens)),
                "aim": None if c.aim < 0 else DIRECTIONS[c.aim],
                "secret": None if c.secret < 0 else NAMES[c.secret],
                "stolen": c.stolen,
                "bound": [NAMES[b] for b in c.bound] or None,
            }
        )
    fleece = None
    if r.fleece:
        c = r.cards[-1]
        aim = None if c.aim < 0 else DIRECTIONS[c.aim]
        fleece = {
            "power": r.fleece,
            "ram": NAMES[r.ram],
            "number": c.number,
            "tokens": list(names(c.tokens)),
            "aim": aim,
        }
    chaos = None
    if r.chaos:
        chaos = {"face": r.chaos.face, "deck": list(r.chaos.deck), "discard": list(r.chaos.discard)}
    return {
        "rules": r.rules,
        "players": r.players,
        "blocks": _heights(r.blocks),
        "domes": list(names(r.domes)),
        "seats": seats,
        "to_move": r.to_move,
        "extra": r.extra,
        "winner": None if r.winner < 0 else r.winner,
        "fleece": fleece,
        "chaos": chaos,
        "settings": sorted(r.settings),
    }


def rest_key(r: Rest) -> tuple[Any, ...]:
    """Equal for equal positions of one game; for ended games only winner, board and workers count."""
    if r.winner >= 0:
        return (side(r.winner, r.players), r.blocks, r.domes, r.men)  # a team wins together
    return (r.blocks, r.domes, r.men, r.women, r.cards, r.out, r.to_move, r.extra, r.chaos)


def key(state: State) -> tuple[Any, ...]:
    """A hashable canonical form of a position at rest."""
    r = from_dict(state)
    return (r.rules, r.players, r.powers, r.fleece, r.ram, r.settings, *rest_key(r))


def new_state(
    powers: Sequence[str],
    rules: str = "printed",
    fleece: State | None = None,
    *,
    workers: Sequence[Iterable[str]] | None = None,
    women: Sequence[Iterable[str]] | None = None,
    blocks: Sequence[int] | None = None,
    domes: Iterable[str] = (),
    to_move: int = 0,
    chaos: State | None = None,
    settings: Iterable[str] = (),
) -> State:
    """A start-of-play position. `workers` are squares for each seat; with selene in the game the first
    square of each side is the woman unless `women` says otherwise. `fleece` needs "power" and "ram"."""

    def ordered(squares: Iterable[str]) -> list[str]:
        return sorted((s.lower() for s in squares), key=INDEX.__getitem__)

    start_numbers = {"clio": 3} if rules == "aid" else {"clio": 3, "gaea": 2}
    in_game = {*powers, fleece["power"]} if fleece else set(powers)
    squares = [list(w) for w in workers] if workers is not None else [[] for _ in powers]
    if women is None:
        women = [w[:1] if "selene" in in_game else [] for w in squares]
    if chaos is None and "chaos" in in_game:
        # F14: gods banned against a power in play are left out.
        unwanted = {"harpies": "hermes", "hades": "pan", "gaea": "atlas"}
        left_out = in_game | {unwanted[p] for p in in_game if p in unwanted}
        deck = [g for g in SIMPLE if g not in left_out]
        chaos = {"face": deck[0], "deck": deck[1:], "discard": []}
    return {
        "rules": rules,
        "players": len(powers),
        "blocks": list(blocks) if blocks is not None else [0] * 25,
        "domes": ordered(domes),
        "seats": [
            {
                "power": p, "out": False, "workers": ordered(w), "women": ordered(f), "climbed": False,
                "spent": False, "number": start_numbers.get(p, 0), "tokens": [], "aim": None, "secret": None,
                "stolen": False, "bound": None,
            }
            for p, w, f in zip(powers, squares, women, strict=True)
        ],
        "to_move": to_move,
        "extra": 0,
        "winner": None,
        "fleece": {"number": 0, "tokens": [], "aim": None, **fleece} if fleece else None,
        "chaos": chaos,
        "settings": sorted(settings),
    }  # fmt: skip
