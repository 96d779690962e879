"""S8: the effects at the end of the turn."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations, permutations

from .builds import hero_domes_at_end
from .geometry import EVERYWHERE, NEAR, around, bits
from .node import DONE, Node, with_item
from .turn import Turn


def _done(n: Node) -> Node:
    m = n.copy()
    m.stage = DONE
    return m


def end(t: Turn, n: Node) -> Iterator[Node]:
    power = t.power
    if power == "medusa":
        yield from _petrify(t, n)
        return
    if power == "aeolus":
        yield from _turn_wind(t, n)
        return
    yield _done(n)
    if power == "ares":
        yield from _tear_down(t, n)
    elif power == "poseidon":
        yield from _tide(t, n)
    elif power == "charybdis":
        yield from _whirlpool(t, n)
    elif power == "europa":
        yield from _talus(t, n)
    elif power == "nemesis" and t.rules != "aid":
        yield from exchange(t, n)
    elif power == "adonis":
        yield from _enamour(t, n)
    elif power == "heracles" and t.rules == "printed":
        yield from hero_domes_at_end(t, n)
    elif power == "medea":
        yield from _undermine(t, n)
    elif power == "polyphemus":
        yield from boulders(t, n, 2)
    elif power == "theseus":
        yield from _slay(t, n)


def _tear_down(t: Turn, n: Node) -> Iterator[Node]:
    """F12 Ares: one free block beside an unmoved worker."""
    near = around(n.men[t.own] & ~n.moved)
    for s in bits(near & ~(n.domes | t.shut_force | n.folk())):
        if n.level(s):
            m = _done(n)
            if n.event is None and n.hidden >> s & 1:
                m.event = ("cut", n, s)  # H55
            m.blocks -= 1 << 2 * s
            t.clear_token(m, s)
            yield m


def _petrify(t: Turn, n: Node) -> Iterator[Node]:
    """F24 Medusa: lower neighbours become blocks. Mandatory; in the aid any subset (G2)."""
    own = bits(n.men[t.own])
    zone = 0 if "medusa-ignores-limus" in t.rest.settings else t.zone(n, t.own)  # H106, Q35
    hidden = n.hidden if n.event is None else 0

    def is_victim(s: int) -> bool:
        return not zone >> s & 1 and any(NEAR[a] >> s & 1 and n.level(s) < n.level(a) for a in own)

    # What may be chosen must be seen; what happens by itself happens to hidden workers too.
    targets = t.targets(n) if t.rules == "aid" else t.targets(n) | hidden
    victims = [s for s in bits(targets) if is_victim(s)]
    for chosen in _subsets(victims) if t.rules == "aid" else [tuple(victims)]:
        m = _done(n)
        for s in chosen:
            if hidden >> s & 1:
                m.hidden &= ~(1 << s)  # H54
            else:
                t.remove(m, t.foe_at(n, s), s)
            m.blocks += 1 << 2 * s
            t.clear_token(m, s)
        yield m


def _subsets(items: list[int]) -> Iterator[tuple[int, ...]]:
    return chain.from_iterable(combinations(items, k) for k in range(len(items) + 1))


def _turn_wind(t: Turn, n: Node) -> Iterator[Node]:
    """F31 Aeolus. Printed: any direction. Revised: from the card beside the board, or back. Aid: choose, or leave."""
    now = n.cards[t.slot].aim
    if t.rules == "revised":
        aims = range(-1, 8) if now < 0 else (now, -1)
    elif t.rules == "aid" and now < 0:
        aims = range(-1, 8)
    else:
        aims = range(8)
    for aim in aims:
        m = _done(n)
        m.cards = with_item(m.cards, t.slot, m.cards[t.slot]._replace(aim=aim))
        yield m


def _tide(t: Turn, n: Node) -> Iterator[Node]:
    """F27 Poseidon: one to three builds by the unmoved worker on the ground."""
    for u in bits(n.men[t.own] & ~n.moved):
        if n.level(u) == 0:
            for s, dome in t.sites(n, NEAR[u]):
                yield t.put(n, s, dome, ("sea", u, 2))


def _token_spaces(t: Turn, n: Node) -> int:
    """Unoccupied spaces without a token."""
    taken = n.domes | t.shut | t.coins | n.folk()
    for card in n.cards:
        taken |= card.tokens
    return EVERYWHERE & ~taken


def _lay(t: Turn, n: Node, s: int, tokens: int) -> Node:
    m = _done(n)
    if n.event is None and n.hidden >> s & 1:
        m.event = ("cut", n, s)  # H56
    m.cards = with_item(m.cards, t.slot, m.cards[t.slot]._replace(tokens=tokens))
    return m


def _whirlpool(t: Turn, n: Node) -> Iterator[Node]:
    """F32 Charybdis: one whirlpool from the card onto the board."""
    tokens = n.cards[t.slot].tokens
    if tokens.bit_count() < 2:
        for s in bits(_token_spaces(t, n)):
            yield _lay(t, n, s, tokens | 1 << s)


def _talus(t: Turn, n: Node) -> Iterator[Node]:
    """F34 Europa: Talus goes beside the worker that moved."""
    for s in bits(_token_spaces(t, n) & NEAR[n.actor]):
        yield _lay(t, n, s, 1 << s)


def exchange(t: Turn, n: Node) -> Iterator[Node]:
    """F41 Nemesis: exchange as many pairs as possible with an opponent who stands apart."""
    own = bits(n.men[t.own])
    for foe in t.foe_sides:
        theirs = n.men[foe] & ~t.shut_force
        if n.men[foe] & around(n.men[t.own]):
            continue
        k = min(len(own), theirs.bit_count())
        if k == 0 or (t.rules == "revised" and (len(own) != 2 or k < 2)):
            continue
        for mine in combinations(own, k):
            for others in permutations(bits(theirs), k):
                yield _trade(t, n, foe, mine, others)


def _trade(t: Turn, n: Node, foe: int, mine: tuple[int, ...], others: tuple[int, ...]) -> Node:
    m = _done(n)
    men, women = list(n.men), list(n.women)
    for a, b in zip(mine, others, strict=True):
        flip = 1 << a | 1 << b
        men[t.own] ^= flip
        men[foe] ^= flip
        lady, maid = n.women[t.own] >> a & 1, n.women[foe] >> b & 1
        women[t.own] ^= lady * flip  # H192: the sex stays with the worker
        women[foe] ^= maid * flip
        if n.chosen == a:
            m.chosen = b
        if n.mate == b:
            m.mate = a
    m.men, m.women = tuple(men), tuple(women)
    if m.event is None and t.abyss >= 0:  # H155
        if m.men[t.own] >> t.abyss & 1:
            t.sink(m, t.own)
        elif m.men[foe] >> t.abyss & 1:
            t.sink(m, foe)
    return m


def _enamour(t: Turn, n: Node) -> Iterator[Node]:
    """F47 Adonis: name an opponent's worker (revised: and one of yours)."""
    for a in bits(t.targets(n)):
        for bound in [(a, b) for b in bits(n.men[t.own])] if t.rules == "revised" else [(a,)]:
            m = _done(n)
            t.spend(m)
            m.cards = with_item(m.cards, t.me, m.cards[t.me]._replace(bound=bound))
            yield m


def _undermine(t: Turn, n: Node) -> Iterator[Node]:
    """F52 Medea: printed: one block under each of some opponents beside the unmoved worker; revised: all blocks
    under one worker, anybody's, beside either of hers."""
    own, targets = n.men[t.own], t.targets(n)
    if t.rules == "revised":
        for s in bits((targets | own) & around(own)):
            if n.level(s):
                yield _lower(t, n, (s,), 3)
        return
    for u in bits(own & ~n.moved):
        beside = [s for s in bits(targets & NEAR[u]) if n.level(s)]
        for chosen in _subsets(beside):
            if chosen:
                yield _lower(t, n, chosen, 1)


def _lower(t: Turn, n: Node, squares: tuple[int, ...], most: int) -> Node:
    m = _done(n)
    t.spend(m)
    for s in squares:
        m.blocks -= min(most, n.level(s)) << 2 * s
        t.clear_token(m, s)
    return m


def boulders(t: Turn, n: Node, left: int) -> Iterator[Node]:
    """F54 Polyphemus: one or two domes anywhere."""
    for s, dome in t.sites(n, EVERYWHERE, domes=True):
        yield t.put(n, s, dome, ("boulder", 0, 0) if left > 1 else DONE, hero=True)


def boulder(t: Turn, n: Node) -> Iterator[Node]:
    yield _done(n)
    yield from boulders(t, n, 1)


def _slay(t: Turn, n: Node) -> Iterator[Node]:
    """F55 Theseus: remove an opponent exactly two levels above a neighbour of yours."""
    for s in bits(t.targets(n)):
        if any(n.level(s) - n.level(a) == 2 for a in bits(NEAR[s] & n.men[t.own])):
            m = _done(n)
            t.spend(m)
            t.remove(m, t.foe_at(n, s), s)
            yield m
