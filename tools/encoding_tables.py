"""The tables in docs/encoding.md: every number of the encoding and what it means.

python tools/encoding_tables.py            # update the tables
python tools/encoding_tables.py --check    # fail if they are out of date
"""

from __future__ import annotations

import re
import sys
from itertools import groupby
from pathlib import Path

from santorini import encoding

PAGE = Path(__file__).resolve().parent.parent / "docs/encoding.md"

ACTIONS = {
    "place": ("a worker is put on the square", "square"),
    "place_woman": ("a female worker is put on the square", "square"),
    "move": (
        "the worker on the square moves one space, over the edge where the board has none",
        "8 x square + direction",
    ),
    "build": ("the worker on the square adds the fitting piece", "9 x square + direction; 8: under itself"),
    "done": ("the turn ends here", ""),
    "pass": ("an offer (additional turn, reaction) is declined", ""),
    "use": ("a power is used without a step of its own", ""),
    "dome": ("the worker on the square puts a dome beside it", "8 x square + direction"),
    "far_dome": ("a dome is put on the square, from afar", "square"),
    "force": ("an opponent's worker on the square is forced one space", "8 x square + direction"),
    "carry": ("an opponent's worker on the square is carried across one's own", "8 x square + direction"),
    "corner": ("an opponent's worker is forced to a corner that is not beside it", "4 x square + corner"),
    "exchange": ("the own worker on the first square and the opponent's on the second", "25 x square + square"),
    "unbuild": ("a block is taken from the square", "square"),
    "slay": ("the worker on the square is removed", "square"),
    "token": ("a token, or the Ram, is put on the square", "square"),
    "bind": ("the opponent's worker on the square is bound", "square"),
    "bind_pair": ("the opponent's worker on the second square is bound to the first", "25 x square + square"),
    "aim": ("a direction is set; 8 takes the token back", "direction"),
    "secret": ("a secret square is chosen", "square"),
    "fate": ("four secret squares are chosen, by the lower left one", "4 x rank + file, both from 0 to 3"),
    "begin": ("draft: this seat begins, counted from the one that chooses", "seat"),
    "chance": ("luck: the power is turned up or dealt", "number of the power"),
    "offer": ("draft: the power is offered", "number of the power"),
    "take": ("draft: the power is taken or kept", "number of the power"),
    "discard": ("draft of the player aid: the power is laid aside", "number of the power"),
}
PLANES = {
    "level": "at least so many blocks",
    "dome": "domes",
    "workers": "workers of one's own side, of the next seat's side, and of the third side",
    "women": "female workers, in games where it matters",
    "tokens": "tokens of each seat's card; of the shared card in the first plane",
    "ram": "the Ram of the Golden Fleece",
    "secret": "the secret squares of one's own side",
    "bound": "the worker that is bound for this turn",
    "bound_to": "the worker it is bound to",
    "turn.moved": "workers that moved this turn",
    "turn.built": "workers that built, where every worker builds once",
    "turn.forced": "workers that were forced",
    "turn.asleep": "workers that cannot move",
    "turn.bound": "workers whose last move must end beside certain others",
    "turn.loose": "of these, those that moved and do not",
    "turn.mover": "the worker that acts",
    "turn.origin": "where it began",
    "turn.built_on": "where it built",
    "turn.reacts_at": "the dome that somebody may react to",
}
FACTS = {
    "players": "number of players",
    "rules": "rule set",
    "setting": "options of the game",
    "any_pair": "banned pairs may be offered",
    "stage": "where in the game",
    "phase": "where in the turn",
    "to_move": "whose turn it is",
    "decides": "who decides now; the last one: luck",
    "starter": "who began; before that is settled: the Challenger",
    "winner": "who has won",
    "extra": "at least so many additional turns",
    "turn": "what happened in the turn: a climb, a step up or down, a hero power used, a move that entitles to "
    "another, demands on turns without and with a hero power, a worker that came in",
    "turn.count": "at least so many moves, builds or domes of a limited number",
    "turn.towers": "at least so many towers completed this turn",
    "turn.domes": "at least so many domes built this turn",
    "reactor": "who may react now",
    "binder": "who has bound a worker",
    "holder": "who holds the power of the Golden Fleece this turn",
    "deck": "cards in the deck, by number",
    "laid_aside": "cards laid aside, by number",
    "offered": "powers on offer, or in one's own hand, by number",
    "seat.N.plays": "the seat is in the game",
    "seat.N.climbed": "moved up in its last turn, where a card looks at it",
    "seat.N.spent": "its hero power is used up",
    "seat.N.out": "eliminated",
    "seat.N.stolen": "holds the opponent's power",
    "seat.N.unseen": "its workers are not shown",
    "seat.N.edition": "the rule set whose text its card follows",
    "seat.N.number": "at least so many pieces, coins or workers on its card",
    "seat.N.aim": "the direction set on its card",
    "seat.N.words": "the words of its card, `santorini.vocabulary()` in order, each value from 1 on; of the shared "
    "card, and of the card that lies face up in a deck, too",
}


def actions() -> list[str]:
    """The groups of actions."""
    lines = ["| numbers | group | what | number within the group |", "| --- | --- | --- | --- |"]
    for group in encoding.GROUPS:
        what, within = ACTIONS[group.name]
        lines.append(f"| {_span(group.first, group.size)} | `{group.name}` | {what} | {within} |")
    return lines


def observations() -> list[str]:
    """The planes and facts."""
    lines = ["| values | name | what |", "| --- | --- | --- |"]
    at = 0
    for (key, what), names in _grouped(encoding.PLANES, PLANES):
        lines.append(f"| {_span(at, 25 * len(names))} | {_shown(names, key)} | {what} |")
        at += 25 * len(names)
    seats = [name for name in encoding.FACTS if name.startswith("seat.")]
    for (key, what), names in _grouped(encoding.FACTS[: len(encoding.FACTS) - 3 * len(seats) // 4], FACTS):
        lines.append(f"| {_span(at, len(names))} | {_shown(names, key)} | {what} |")
        at += len(names)
    for seat, which in enumerate(("next seat", "seat after it", "fourth seat"), 1):
        lines.append(f"| {_span(at, len(seats) // 4)} | `seat.{seat}.plays` .. | the same of the {which} |")
        at += len(seats) // 4
    assert at == encoding.OBSERVATION
    return lines


def _key(name: str, known: dict[str, str]) -> str:
    if "=" in name:
        return "seat.N.words"
    general = re.sub(r"^seat\.\d", "seat.N", name)
    while general not in known:
        general = general.rpartition(".")[0]
    return general


def _grouped(names: tuple[str, ...], known: dict[str, str]) -> list[tuple[tuple[str, str], list[str]]]:
    found = []
    for (key, _), some in groupby(names, lambda name: (_key(name, known), re.match(r"seat\.\d", name) and name[:6])):
        found.append(((key, known[key]), list(some)))
    return found


def _shown(names: list[str], key: str) -> str:
    if len(names) == 1:
        return f"`{names[0]}`"
    return (
        f"`{names[0]}` .. `{names[-1]}`"
        if key.endswith("words") or len(names) > 5
        else ", ".join(f"`{name}`" for name in names)
    )


def _span(first: int, size: int) -> str:
    return f"{first}" if size == 1 else f"{first}–{first + size - 1}"


def written(page: str) -> str:
    """The page with its tables brought up to date."""
    for mark, table in (("actions", actions()), ("observations", observations())):
        begin, end = f"<!-- {mark}: begin -->", f"<!-- {mark}: end -->"
        head, rest = page.split(begin)
        page = "\n".join([head + begin, "", *table, "", end]) + rest.split(end)[1]
    return page


def main() -> int:
    """Write the tables, or compare them."""
    old = PAGE.read_text(encoding="utf-8")
    new = written(old)
    if "--check" in sys.argv:
        if new != old:
            print("docs/encoding.md is out of date: run python tools/encoding_tables.py")
        return int(new != old)
    PAGE.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
