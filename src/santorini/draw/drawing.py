"""The board as text: a drawing for terminals, and sentences for screen readers.

Both are pure functions of a position. Draw a view's position, and the drawing contains no secrets.

>>> from santorini import read_position
>>> print(drawing(read_position("0000000100004000000000000/1/athena[^]:b3,d3/charybdis[a1]:c2,c4")))
     a    b    c    d    e
5    0    0    0    0    0
4    0    0    1B   0    0
3    0    0A   3^   0A   0
2    0    0    0B   0    0
1    0~   0    0    0    0
<BLANKLINE>
A  Athena: climbed in the last turn
B  Charybdis
A (Athena) to move
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple, Protocol

from santorini._core import Position
from santorini.game.powers import entry
from santorini.setup.stages import NO_POWER_YET
from santorini.words.catalogue import Words

__all__ = ["FILES", "RANKS", "SIGNS", "Kept", "Result", "drawing", "kept_by", "letter", "spoken", "tokens_on"]

FILES = "abcde"
RANKS = "54321"

CLIMBED, SPENT, OUT, STOLEN, UNSEEN = 1, 2, 4, 8, 16  # bits of Position.flags

LOSER_REASONS = {"abyss", "stuck", "resigned", "time"}  # these describe the loser, the others the winner


class Kept(NamedTuple):
    """What kinds of number, token, direction, secret square and deck a card keeps; empty for none."""

    number: str = ""
    token: str = ""
    aim: str = ""
    secret: str = ""
    deck: bool = False


SIGNS = {"whirlpool": "~", "coin": "$", "talus": "T", "ram": "R"}
"""How tokens are marked in the drawing."""


class Result(Protocol):
    """Who won and why, as `Outcome` says it."""

    @property
    def winners(self) -> tuple[int, ...]:
        """The winning seats."""

    @property
    def reason(self) -> str:
        """Why."""


def letter(seat: int) -> str:
    """The letter of a seat: A to D.

    >>> letter(2)
    'B'
    """
    return "ABCD"[seat - 1]


@cache
def kept_by(power: str) -> Kept:
    """What the card of a power keeps, read from its entry, so that it works for home-made powers too.

    >>> kept_by("clio")
    Kept(number='coins', token='coin', aim='', secret='', deck=False)
    """
    says = entry(power)
    token = {"anywhere": "whirlpool", "beside_mover": "talus"}.get(str(says.get("end.token")), "")
    secret = str(says.get("setup.secret", ""))
    return Kept(
        number="pieces" * (says.get("build.builds") == "stock")
        or "coins" * ("build.coins" in says)
        or "waiting" * ("everyone.place_on_dome" in says),
        token=token or "coin" * ("build.coins" in says),
        aim="wind" * ("everyone.wind" in says) or "song" * ("turn.song" in says),
        secret=secret if secret in ("abyss", "fate") else "",
        deck="setup.deck" in says,
    )


def tokens_on(position: Position) -> dict[str, list[str]]:
    """The tokens by square, the Ram included.

    >>> from santorini import read_position
    >>> tokens_on(read_position("0000000000000000000000000/1/charybdis[b2,d4]:b3,d3/clio[2|c3]:c2,c4"))
    {'b2': ['whirlpool'], 'd4': ['whirlpool'], 'c3': ['coin']}
    """
    found: dict[str, list[str]] = {}
    for seat, power in _cards(position):
        token = kept_by(power).token
        for square in position.tokens(seat) if token else ():
            found.setdefault(square, []).append(token)
    if position.ram is not None:
        found.setdefault(position.ram, []).append("ram")
    return found


def drawing(position: Position, result: Result | None = None, words: Words | None = None) -> str:
    """The board in a few lines: blocks, `^` domes, workers by the letter of their seat (`f`: a female one), tokens.

    `result` says how the game ended, if that is known.

    >>> from santorini import Game, drawing
    >>> print(drawing(Game("pan", "atlas").position).splitlines()[-1])
    A (Pan) places workers
    """
    words = words or Words.load()
    workers = dict(_workers(position))
    tokens = tokens_on(position)

    def cell(square: str) -> str:
        text = str(position.height(square)) + ("^" if position.has_dome(square) else "") + workers.get(square, "")
        return text + "".join(SIGNS[token] for token in tokens.get(square, ()))

    lines = ["   " + "".join(f"  {file}  " for file in FILES).rstrip()]
    lines += [f"{rank}    " + "".join(f"{cell(file + rank):5}" for file in FILES).rstrip() for rank in RANKS]
    lines.append("")
    for seat in _seats(position):
        states = ", ".join(_states(position, seat, words))
        lines.append(f"{letter(seat)}  {_said_of(_name(position, seat, words), states, words)}")
    if position.shared:
        states = ", ".join(_card_states(position, 1, position.shared, words))
        name = words.power_name(position.shared)
        lines.append(_said_of(words.text("board.fleece", power=name), states, words))
    lines.append(_now(position, result, words))
    return "\n".join(lines)


def spoken(position: Position, result: Result | None = None, words: Words | None = None) -> str:
    """The board in short sentences, for a screen reader.

    >>> from santorini import read_position
    >>> print(spoken(read_position("000000x000002000000000000/2/pan:b3,d3/atlas:c2,c4")))
    Rank 4: b4 dome on the ground.
    Rank 3: c3 level 2.
    All other squares are bare ground.
    A, Pan: workers on b3 ground, d3 ground.
    B, Atlas: workers on c2 ground, c4 ground.
    B (Atlas) to move.
    """
    words = words or Words.load()
    lines = []
    for rank in RANKS:
        towers = [
            words.text("board.spoken_square", square=file + rank, what=_tower(position, file + rank, words))
            for file in FILES
            if position.height(file + rank) or position.has_dome(file + rank)
        ]
        if towers:
            lines.append(words.text("board.spoken_rank", rank=rank, what=", ".join(towers)))
    lines.append(words.text("board.spoken_rest" if lines else "board.spoken_empty"))
    for token, squares in _by_token(position).items():
        lines.append(words.text("board.spoken_token", token=words.text(f"term.{token}"), squares=", ".join(squares)))
    for seat in _seats(position):
        said = [text for text in (_standing(position, seat, words), *_states(position, seat, words)) if text]
        power = _name(position, seat, words)
        lines.append(
            words.text("board.spoken_seat", who=letter(seat), power=power, what="; ".join(said))
            if said
            else words.text("board.spoken_seat_only", who=letter(seat), power=power)
        )
    if position.shared:
        states = ", ".join(_card_states(position, 1, position.shared, words))
        name = words.power_name(position.shared)
        lines.append(_said_of(words.text("board.fleece", power=name), states, words) + ".")
    lines.append(_now(position, result, words) + ".")
    return "\n".join(lines)


# -- internals -----------------------------------------------------------------------------------------------------


def _seats(position: Position) -> range:
    return range(1, position.players + 1)


def _said_of(name: str, states: str, words: Words) -> str:
    return words.text("board.said_of", name=name, what=states) if states else name


def _cards(position: Position) -> list[tuple[int, str]]:
    """The cards on the table and the seats they lie with; the shared card lies with the first seat."""
    if position.shared:
        return [(1, position.shared)]
    return [(seat, position.power(seat)) for seat in _seats(position)]


def _leads(position: Position, seat: int) -> int:
    """The first seat of the seat's side, where a team's workers are listed."""
    return next(s for s in _seats(position) if position.side(s) == position.side(seat))


def _name(position: Position, seat: int, words: Words) -> str:
    if position.stage in NO_POWER_YET and position.power(seat) == "mortal":
        return words.text("board.no_power_yet")
    return words.power_name(position.power(seat))


def _who(position: Position, seat: int, words: Words) -> str:
    return words.text("board.who", who=letter(seat), power=_name(position, seat, words))


def _workers(position: Position) -> Iterator[tuple[str, str]]:
    """Square and letter of each worker, with `f` for a female one where that matters."""
    for seat in _seats(position):
        if _leads(position, seat) == seat:
            women = position.women(seat)
            for square in position.workers(seat):
                yield square, letter(seat) + ("f" if square in women else "")


def _by_token(position: Position) -> dict[str, list[str]]:
    kinds: dict[str, list[str]] = {}
    for square, tokens in tokens_on(position).items():
        for token in tokens:
            kinds.setdefault(token, []).append(square)
    return kinds


def _tower(position: Position, square: str, words: Words) -> str:
    level, dome = position.height(square), position.has_dome(square)
    if not dome:
        return words.text(f"board.level_{level}")
    return words.text("board.complete" if level == 3 else f"board.dome_on_{level}")


def _standing(position: Position, seat: int, words: Words) -> str:
    """Where the seat's workers stand, in words. A team's are listed with its first seat."""
    if _leads(position, seat) != seat:
        return ""
    women = position.women(seat)
    places = [
        words.text(
            "board.spoken_woman" if square in women else "board.spoken_worker",
            square=square,
            level=words.text(f"board.level_{position.height(square)}"),
        )
        for square in position.workers(seat)
    ]
    return words.text("board.spoken_workers", squares=", ".join(places)) if places else ""


def _states(position: Position, seat: int, words: Words) -> list[str]:
    """What there is to say about a seat besides its name and workers."""
    flags = position.flags(seat)
    said = []
    if _leads(position, seat) != seat:
        said.append(words.text("board.team", who=letter(_leads(position, seat))))
    if flags & OUT:
        said.append(words.text("board.out"))
    if flags & UNSEEN:
        said.append(words.text("board.hidden"))
    if flags & CLIMBED:
        said.append(words.text("board.climbed"))
    if flags & STOLEN:
        said.append(words.text("board.stolen"))
    if flags & SPENT:
        said.append(words.text("board.spent"))
    if not position.shared:
        said += _card_states(position, seat, position.power(seat), words)
    binder, bound, beside = position.bound
    if binder == seat and bound is not None:
        key = "board.bound" if beside is None else "board.bound_to"
        said.append(words.text(key, square=bound, own=beside or ""))
    return said


def _card_states(position: Position, seat: int, power: str, words: Words) -> list[str]:
    """What lies on a card: numbers, directions, secrets, the deck."""
    kept = kept_by(power)
    said = []
    number = position.number(seat)
    if kept.number and (number or kept.number != "waiting"):
        said.append(words.text(f"board.number_{kept.number}", number=number))
    if kept.aim:
        aim = position.aim(seat)
        key = f"board.aim_{kept.aim}" if aim else f"board.aim_{kept.aim}_none"
        said.append(words.text(key, direction=words.text(f"board.direction_{aim}") if aim else ""))
    if kept.secret:
        said += _secret(position, seat, kept.secret, words)
    if kept.deck and position.face:
        deck, discard = position.deck
        face = words.power_name(position.face)
        said.append(words.text("board.face", power=face, deck=len(deck), discard=len(discard)))
    return said


def _secret(position: Position, seat: int, kind: str, words: Words) -> list[str]:
    squares = position.secret_squares(seat)
    if squares is None:
        return [words.text(f"board.secret_{kind}_unknown")]
    if not squares:
        return []
    return [words.text(f"board.secret_{kind}", squares=", ".join(squares))]


def _now(position: Position, result: Result | None, words: Words) -> str:
    """Who chooses next, or how the game ended."""
    if result is not None:
        return _won(position, result.winners, result.reason, words)
    if (winner := position.winner) is not None:
        winners = [s for s in _seats(position) if position.side(s) == position.side(winner)]
        return _won(position, winners, position.reason, words)
    decider = position.decider
    if decider is None:
        return words.text("board.luck")
    who = _who(position, decider, words)
    if position.stage != "play":
        return words.text(f"board.stage_{position.stage}", who=who)
    if decider != position.to_move:
        return words.text("board.reacts", who=who)
    if not position.at_rest:
        return words.text("board.goes_on", who=who)
    return words.text("board.additional" if position.extra else "board.to_move", who=who)


def _won(position: Position, winners: Sequence[int], reason: str, words: Words) -> str:
    whose = "_loser" if reason in LOSER_REASONS else ""
    who, many = _who(position, winners[0], words), ""
    if len(winners) > 1:
        who, many = words.text("board.both", one=who, other=_who(position, winners[1], words)), "_together"
    return words.text(f"board.won{whose}{many}", who=who, reason=words.text(f"reason.{reason}"))
