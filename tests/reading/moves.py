"""S3 to S6: start options, alternative turns, what comes before the move, and the moves.

Each function takes a node at its stage and yields the nodes one choice later.
"""

from __future__ import annotations

from collections.abc import Iterator

from .builds import any_worker_builds, build
from .ends import exchange
from .geometry import CORNERS, NEAR, NEXT, PERIMETER, WAYS, around, bits, opposite
from .node import BUILD, DONE, Node, Stage
from .turn import Turn


def _to_build(_: Node) -> Stage:
    return BUILD


def start(t: Turn, n: Node) -> Iterator[Node]:
    if t.extra:
        yield from _borrowed_worker(t, n)
        return
    if t.power == "odysseus":
        yield from _banish(t, n, 0)
    yield from main(t, n)


def _borrowed_worker(t: Turn, n: Node) -> Iterator[Node]:
    """F18: Dionysus' additional turn, with one opponent's worker that is not on a Coin."""
    for f in bits(t.targets(n)):
        yield from t.steps(n, f, _to_build)


def _banish(t: Turn, n: Node, sent: int) -> Iterator[Node]:
    """F53 Odysseus: neighbouring opponents go to corners, one after another, each at most once."""
    near = around(n.men[t.own])
    for a in bits(t.targets(n) & near & ~sent):
        for b in bits(CORNERS):
            if t.is_free(n, b):
                m = t.force(n, t.foe_at(n, a), a, b, hero=True)
                m.stage = ("banished", sent | 1 << b, 0)
                yield m


def banished(t: Turn, n: Node) -> Iterator[Node]:
    yield from _banish(t, n, n.stage[1])
    yield from main(t, n)


def main(t: Turn, n: Node) -> Iterator[Node]:
    """S4: the kind of turn."""
    power, awake = t.power, bits(n.men[t.own] & ~t.asleep)
    aid = t.rules == "aid"
    if power == "terpsichore":
        yield from dance(t, n)
        return
    if power == "siren":
        yield from _sing(t, n, 0)
    elif power == "jason":
        yield from _enter(t, n)
    elif power == "nemesis" and aid:  # G2: instead of the normal turn
        yield from exchange(t, n)
    elif power == "hermes":
        yield from travel(t, n)
    elif power == "prometheus" or power == "achilles":
        for f in awake:
            for s, dome in t.sites(n, t.near[f]):
                yield t.put(n, s, dome, ("move", f, int(power == "prometheus")), hero=power == "achilles")
    elif power == "charon":
        yield from _ferry(t, n)
    elif power == "apollo" and aid:
        yield from _swap_places(t, n)
    for f in awake:
        yield from _move(t, n, f, False)


def _move(t: Turn, n: Node, f: int, capped: bool) -> Iterator[Node]:
    """The first move of a worker; afterwards a power may add moves."""

    def then(m: Node) -> Stage:
        if t.power == "artemis":
            return ("second", f, 0)
        if t.power == "atalanta":
            return ("run", 0, 0)
        if t.power == "triton":
            return _surf_on(m)
        return BUILD

    yield from t.steps(n, f, then, capped=capped)


def move(t: Turn, n: Node) -> Iterator[Node]:
    """The worker that built first, ferried or entered has to move."""
    yield from _move(t, n, n.stage[1], bool(n.stage[2]))


# ---- more moves ----------------------------------------------------------------------------------------------------


def second(t: Turn, n: Node) -> Iterator[Node]:
    """F2 Artemis: a second move, but not back to the initial space (G2: without that ban)."""
    yield from build(t, n)
    yield from t.steps(n, n.actor, _to_build, ban=-1 if t.rules == "aid" else n.stage[1])


def run(t: Turn, n: Node) -> Iterator[Node]:
    """F48 Atalanta: once, any number of additional moves."""
    yield from build(t, n)
    yield from t.steps(n, n.actor, lambda _: ("run", 0, 0), hero=True)


def _surf_on(m: Node) -> Stage:
    return ("surf", 0, 0) if PERIMETER >> m.landed & 1 else BUILD


def surf(t: Turn, n: Node) -> Iterator[Node]:
    """F29 Triton: again after each move onto the perimeter."""
    yield from build(t, n)
    yield from t.steps(n, n.actor, _surf_on)


def travel(t: Turn, n: Node) -> Iterator[Node]:
    """F7 Hermes: level moves of all workers, then either builds. (Ordinary turns are in `main`.)"""
    yield from any_worker_builds(t, n, n.men[t.own])
    for f in bits(n.men[t.own] & ~t.asleep):
        yield from t.steps(n, f, lambda _: ("travel", 0, 0), flat=True)


def dance(t: Turn, n: Node) -> Iterator[Node]:
    """F44 Terpsichore: every worker moves once, then every worker builds once."""
    own = n.men[t.own]
    if not own and "terpsichore-pass" in t.rest.settings:  # Q8
        m = n.copy()
        m.stage = DONE
        yield m

    def then(m: Node) -> Stage:
        workers = m.men[t.own]
        return ("dance", 0, 0) if workers & ~m.moved else ("pose", workers, 0)

    for f in bits(own & ~n.moved & ~t.asleep):
        yield from t.steps(n, f, then)


# ---- instead of, or before, the move --------------------------------------------------------------------------------


def _sing(t: Turn, n: Node, sung: int) -> Iterator[Node]:
    """F42 Siren: opponents' workers one space in the direction of the Song, one after another."""
    aim = n.cards[t.slot].aim
    if aim < 0:
        return
    for a in bits(t.targets(n) & ~sung):
        b = NEXT[aim][a]
        if t.is_free(n, b):
            m = t.force(n, t.foe_at(n, a), a, b)
            m.stage = ("sung", sung | 1 << b, 0)
            yield m


def sung(t: Turn, n: Node) -> Iterator[Node]:
    yield from _sing(t, n, n.stage[1])
    if t.rules == "revised":
        yield from any_worker_builds(t, n, n.men[t.own])
    else:
        m = n.copy()
        m.stage = DONE
        yield m


def _enter(t: Turn, n: Node) -> Iterator[Node]:
    """F51 Jason: the extra worker enters on a ground-level perimeter space and builds (revised: moves and builds)."""
    for s in bits(PERIMETER):
        if n.level(s) or not t.is_free(n, s):
            continue
        m = n.copy()
        if n.event is None and n.hidden >> s & 1:
            m.event = ("cut", n, s)
        t.spend(m)
        m.men = tuple(mask | 1 << s if i == t.own else mask for i, mask in enumerate(m.men))
        m.actor = s
        m.stage = ("move", s, 0) if t.rules == "revised" else BUILD
        if s == t.abyss and m.event is None:
            t.sink(m, t.own)
        yield m


def _ferry(t: Turn, n: Node) -> Iterator[Node]:
    """F15 Charon: a neighbouring opponent's worker goes to the opposite side; then the same worker moves.
    G2: this replaces the move."""
    for f in bits(n.men[t.own] & ~t.asleep):
        for d, a in WAYS[f]:
            b = NEXT[opposite(d)][f]
            if t.targets(n) >> a & 1 and t.is_free(n, b):
                m = t.force(n, t.foe_at(n, a), a, b)
                m.actor = f
                m.stage = BUILD if t.rules == "aid" else ("move", f, 0)
                yield m


def _swap_places(t: Turn, n: Node) -> Iterator[Node]:
    """G2, Apollo of the aid: an exchange instead of the Move action; no move, so no win."""
    for f in bits(n.men[t.own]):
        for a in bits(NEAR[f] & t.targets(n)):
            if n.level(a) <= n.level(f) + 1:
                m = n.copy()
                t.shift(m, t.foe_at(n, a), a, f)
                t.shift(m, t.own, f, a)
                m.actor = a
                m.stage = BUILD
                yield m
