"""S7: the builds, and the series of builds some powers add."""

from __future__ import annotations

from collections.abc import Iterator

from .geometry import INTERIOR, NEAR, bits
from .node import DONE, Node, Stage
from .turn import Turn


def any_worker_builds(t: Turn, n: Node, workers: int) -> Iterator[Node]:
    """One normal build by one of these workers."""
    if n.bad:  # F11: a marked worker's last move ended away from Aphrodite
        return
    near = 0
    for a in bits(workers):
        near |= t.near[a]
    for s, dome in t.sites(n, near):
        yield t.put(n, s, dome, t.after_build)


def build(t: Turn, n: Node) -> Iterator[Node]:
    """The build of the worker `actor`, as its owner's power has it."""
    if n.bad:
        return
    power, a, near = t.power, n.actor, t.near[n.actor]
    if t.extra:
        power = "mortal"
    if power == "morpheus":  # F25: from zero up to the stock, each build for one piece
        yield _stop(n)
        if n.cards[t.slot].number > 0:
            for s, dome in t.sites(n, near):
                yield t.put(n, s, dome, ("build", 0, 0), cost=1)
        return
    if power == "graeae":  # F36
        unmoved = n.men[t.own] & ~n.moved
        yield from any_worker_builds(t, n, unmoved if t.rules == "revised" else n.men[t.own])
        return
    for s, dome in t.sites(n, near):
        yield t.put(n, s, dome, _after_first(t, n, s, dome))
    if power == "atlas":
        yield from _low_domes(t, n, near)
    elif power == "selene":  # F28: the female may take over the build, with a dome at any level
        for f in bits(n.women[t.own]):
            yield from _low_domes(t, n, NEAR[f])
    elif power == "zeus" and n.level(a) < 3:  # F30: a block under himself
        for s, _ in t.sites(n, 1 << a, own_square=a):
            yield t.put(n, s, False, t.after_build)
    elif power == "heracles" and t.rules == "revised":  # F50: in place of the build, domes, perhaps none
        m = _stop(n)
        t.spend(m)
        yield m
        yield from _hero_domes(t, n, _beside_all(t, n), 0)
    elif power == "heracles" and t.rules == "aid":
        yield from _hero_domes(t, n, near, 0, only=a)


def _after_first(t: Turn, n: Node, s: int, dome: bool) -> Stage:
    if t.extra:
        return DONE
    if t.power == "demeter":
        return ("other", s, 0)
    if t.power == "hestia":
        return ("hearth", 0, 0)
    if t.power == "hephaestus" and not dome and n.level(s) < 2:
        return ("stack", s, 0)
    if t.power == "heracles" and t.rules != "printed":
        return DONE
    return t.after_build


def _stop(n: Node) -> Node:
    m = n.copy()
    m.stage = DONE
    return m


def _low_domes(t: Turn, n: Node, near: int) -> Iterator[Node]:
    for s, dome in t.sites(n, near, domes=True):
        yield t.put(n, s, dome, t.after_build)


def other(t: Turn, n: Node) -> Iterator[Node]:
    """F5 Demeter: once more, on a different space."""
    yield _stop(n)
    for s, dome in t.sites(n, t.near[n.actor] & ~(1 << n.stage[1])):
        yield t.put(n, s, dome, DONE)


def hearth(t: Turn, n: Node) -> Iterator[Node]:
    """F21 Hestia: once more, on an interior space."""
    yield _stop(n)
    for s, dome in t.sites(n, t.near[n.actor] & INTERIOR):
        yield t.put(n, s, dome, DONE)


def stack(t: Turn, n: Node) -> Iterator[Node]:
    """F6 Hephaestus: a second block (never a dome) onto the first."""
    yield _stop(n)
    for s, dome in t.sites(n, 1 << n.stage[1]):
        if not dome:
            yield t.put(n, s, dome, DONE)


def pose(t: Turn, n: Node) -> Iterator[Node]:
    """F44 Terpsichore: every worker in the mask still has to build."""
    if n.bad:
        return
    left = n.stage[1]
    for a in bits(left):
        rest = left & ~(1 << a)
        for s, dome in t.sites(n, t.near[a]):
            yield t.put(n, s, dome, ("pose", rest, 0) if rest else DONE)


def sea(t: Turn, n: Node) -> Iterator[Node]:
    """F27 Poseidon: up to `left` further builds of the unmoved worker on the ground."""
    yield _stop(n)
    _, u, left = n.stage
    for s, dome in t.sites(n, NEAR[u]):
        yield t.put(n, s, dome, ("sea", u, left - 1) if left > 1 else DONE)


# ---- Heracles -------------------------------------------------------------------------------------------------------


def _beside_all(t: Turn, n: Node) -> int:
    near = 0
    for a in bits(n.men[t.own]):
        near |= NEAR[a]
    return near


def hero_domes_at_end(t: Turn, n: Node) -> Iterator[Node]:
    yield from _hero_domes(t, n, _beside_all(t, n), 0)


def _hero_domes(t: Turn, n: Node, near: int, floor: int, only: int = -1) -> Iterator[Node]:
    # The order of the domes matters only to those who look at each of them.
    ordered = t.gaea < 0 and t.hecate < 0 and t.chronus < 0
    for s, dome in t.sites(n, near & -1 << floor, domes=True):
        yield t.put(n, s, dome, ("domes", s + 1 if ordered else 0, only), hero=True)


def domes(t: Turn, n: Node) -> Iterator[Node]:
    """F50 Heracles: as many domes as wished."""
    yield _stop(n)
    _, floor, only = n.stage
    yield from _hero_domes(t, n, NEAR[only] if only >= 0 else _beside_all(t, n), floor, only)
