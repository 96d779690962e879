"""Whole turns: what is legal (B3), what really happens, and what comes after the turn (S9)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from . import builds, ends, moves
from .geometry import NEAR
from .node import DONE, Node, towers, with_item
from .state import NO_CARD, Chaos, Rest, State, from_dict, rest_key, to_dict
from .turn import Turn

STAGES: dict[str, Callable[[Turn, Node], Iterator[Node]]] = {
    "start": moves.start,
    "banished": moves.banished,
    "move": moves.move,
    "second": moves.second,
    "run": moves.run,
    "surf": moves.surf,
    "travel": moves.travel,
    "dance": moves.dance,
    "sung": moves.sung,
    "build": builds.build,
    "other": builds.other,
    "hearth": builds.hearth,
    "stack": builds.stack,
    "pose": builds.pose,
    "sea": builds.sea,
    "domes": builds.domes,
    "end": ends.end,
    "boulder": ends.boulder,
}


def planned(t: Turn, root: Node) -> Iterator[Node]:
    """The ends of all complete turns that go on from a node, before any "if possible" (B3.1)."""
    seen = set()
    stack = [STAGES[root.stage[0]](t, root)]
    while stack:
        n = next(stack[-1], None)
        if n is None:
            stack.pop()
            continue
        k = n.key()
        if k in seen:
            continue
        seen.add(k)
        if n.stage is DONE:
            yield n
        else:
            stack.append(STAGES[n.stage[0]](t, n))


def can_play(r: Rest) -> bool:
    """Is there a complete turn? "If possible" never removes the last one, so it need not be asked."""
    t = Turn(r)
    return next(planned(t, t.root), None) is not None


def is_obedient(t: Turn, n: Node) -> bool:
    """Is the "if possible" demand met: a climb for Persephone, the neighbourhood for Adonis?"""
    if t.persephone:
        return n.climbed
    if n.chosen < 0:
        return False
    if len(t.cards[t.binder].bound) > 1:
        return n.mate >= 0 and bool(NEAR[n.chosen] >> n.mate & 1)
    return bool(NEAR[n.chosen] & n.men[t.binder])


def legal(t: Turn, root: Node) -> list[Node]:
    """The complete turns left by B3.5 and, for heroes, by the formula of B8."""
    turns = list(planned(t, root))
    if not t.persephone and t.binder < 0:
        return turns
    without = [n for n in turns if not n.hero]
    using = [n for n in turns if n.hero]
    obedient = [n for n in without if is_obedient(t, n)]
    obedient_using = [n for n in using if is_obedient(t, n)]
    if obedient:
        return obedient + obedient_using
    return without + (obedient_using or using)


class Played:
    """How a turn really went: the node in which it ended, and whether its player has lost by B3.7."""

    __slots__ = ("node", "lost")

    def __init__(self, node: Node, lost: bool = False) -> None:
        self.node = node
        self.lost = lost


def played(t: Turn, root: Node) -> list[Played]:
    """Every way the turn can really go on from a node; empty if no complete turn exists."""
    result = []
    events = {}
    for n in legal(t, root):
        if n.event is None:
            result.append(Played(n))
        else:
            kind, node, square = n.event
            events[kind, node.key(), square] = n.event
    for kind, node, square in events.values():
        if kind in ("doom", "cut"):
            result.append(Played(node))
        elif kind == "truth":
            # F39: nobody loses because of a hidden worker; a turn that cannot go on is over.
            result += _go_on(t, node) or [Played(node)]
        else:
            result += _go_on(t, node)
            for s in t.gaea_spaces(node, square):
                m = t.place_gaea(node, s)
                result += [Played(m)] if m.over >= 0 else _go_on(t, m) or [Played(m, lost=True)]
    return result


def _go_on(t: Turn, n: Node) -> list[Played]:
    return [Played(n)] if n.stage is DONE else played(t, n)


# ---- S9 -------------------------------------------------------------------------------------------------------------


def after_turn(t: Turn, p: Played) -> Iterator[Rest]:
    n, old = p.node, t.rest
    r = old.copy()
    r.blocks, r.domes, r.men, r.women, r.cards = n.blocks, n.domes, n.men, n.women, n.cards
    if t.hecate >= 0:
        r.men = with_item(r.men, t.hecate, n.hidden)
    r.winner = n.over
    if t.extra and t.chronus >= 0 and towers(n) >= 5:
        r.winner = t.chronus  # F16: as soon as the additional turn is over
    if r.winner >= 0:
        r.to_move, r.extra = r.after(t.player), 0
        yield r
        return
    # Athena: a climb in the player's own turn, made while holding the power.
    me = r.cards[t.me]
    climbed = n.climbed and t.power == "athena"
    if me.climbed != climbed:
        r.cards = with_item(r.cards, t.me, me._replace(climbed=climbed))
    if t.binder >= 0:  # Adonis' obligation ends with this turn
        r.cards = with_item(r.cards, t.binder, r.cards[t.binder]._replace(bound=()))
    earned = 0
    if t.eff[t.me] == "dionysus":
        earned = n.domed if t.rules == "aid" else n.towers
    r.extra = max(0, old.extra - 1) + earned
    if p.lost:  # Q55; with one opponent left that one has won
        r.extra = 0
        if len(t.foe_sides) == 1:
            r.winner = t.foes[0]
            r.to_move = r.after(t.player)
            yield r
            return
        r = without(r, t.me)
    redraw = n.towers > 0 or (n.domed > 0 and "chaos-any-dome" in r.settings)
    for drawn in _draws(t, r) if redraw and r.chaos else [r]:
        yield settle(drawn, t.player)


def _draws(t: Turn, r: Rest) -> Iterator[Rest]:
    """F14: the face-up card is discarded, the next one turned up; an empty deck is made from the discarded ones."""
    assert r.chaos is not None
    deck, discard = r.chaos.deck, tuple(sorted((*r.chaos.discard, r.chaos.face)))
    if not deck:
        deck, discard = discard, ()
    cards = r.cards
    for seat in range(r.players):
        # The card that leaves takes the memory of the climb with it (H80).
        if cards[seat].climbed and r.powers[seat] != "athena":
            cards = with_item(cards, seat, cards[seat]._replace(climbed=False))
    for i, face in enumerate(deck):
        drawn = r.copy()
        drawn.cards = cards
        drawn.chaos = Chaos(face, deck[:i] + deck[i + 1 :], discard)
        yield drawn


def settle(r: Rest, player: int) -> Rest:
    """Who starts a turn next: an additional turn on offer, or the next player who can take one (D1)."""
    r = r.copy()
    if r.extra > 0:
        r.to_move = player
        if can_play(r):
            return r
    r.extra = 0
    r.to_move = r.after(player)
    if r.players == 3 and not any(r.out) and not can_play(r):
        r = without(r, r.to_move)
        r.to_move = r.after(r.to_move)
    return r


def without(r: Rest, seat: int) -> Rest:
    """D1: a player who has lost leaves with workers, tokens and card."""
    r = r.copy()
    r.out = with_item(r.out, seat, True)
    r.men = with_item(r.men, seat, 0)
    r.women = with_item(r.women, seat, 0)
    r.cards = with_item(r.cards, seat, NO_CARD)
    if r.powers[seat] == "chaos":
        r.chaos = None
    return r


def turns(state: State) -> list[State]:
    """Every distinct position one complete turn of the seat to move can lead to."""
    return [to_dict(after) for after in outcomes(state).values()]


def outcomes(state: State) -> dict[tuple[Any, ...], Rest]:
    """The same by `rest_key`, without writing them out."""
    r = from_dict(state)
    if r.winner >= 0:
        return {}
    t = Turn(r)
    found: dict[tuple[Any, ...], Rest] = {}
    for p in {(p.node.outcome(), p.lost): p for p in played(t, t.root)}.values():
        for after in after_turn(t, p):
            found[rest_key(after)] = after
    if r.extra > 0:  # an additional turn need not be taken
        passed = r.copy()
        passed.extra -= 1
        passed = settle(passed, r.to_move)
        found[rest_key(passed)] = passed
    return found
