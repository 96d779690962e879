"""The atomic actions of a turn (step, force, put) with what follows them at once.

A `Node` is the position in the middle of a turn as the active player sees it; it is a value, changed only by the
function that made it. Four things may make a turn go differently from what the player planned. A node notes
only the first of them, as `event`, and the plan goes on undisturbed, because legality is judged on it:

    doom   a worker entered the Abyss (F43): the game ends in the noted node
    cut    an action hit a hidden worker of Hecate (F39): the turn ends in the noted node
    truth  a hidden worker stopped a carry or a passage: the turn goes on from the noted node
    gaea   a dome was built and Gaea may react (B3.7): the turn goes on from the noted node, or with her worker
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .geometry import NEAR, NEXT, PERIMETER, around, bits
from .node import DONE, Node, Stage, towers, with_item
from .roles import Roles

_PUSHY = ("apollo", "minotaur", "bia")


class Turn(Roles):
    """A turn: what is fixed for it, and what can be done in it."""

    # ---- small questions ---------------------------------------------------------------------------------------

    def owner_of(self, n: Node, square: int) -> int:
        for owner, mask in enumerate(n.men):
            if mask >> square & 1:
                return owner
        return -1

    def foe_at(self, n: Node, square: int) -> int:
        """The side of an opponent's worker in sight on a square, -1 if there is none."""
        for owner in self.foe_sides:
            if n.men[owner] >> square & 1:
                return owner
        return -1

    def targets(self, n: Node) -> int:
        """Opponents' workers a power may aim at: in sight and not on a Coin (F33)."""
        result = 0
        for owner in self.foe_sides:
            result |= n.men[owner]
        return result & ~self.shut_force

    def is_free(self, n: Node, square: int) -> bool:
        """May a worker be forced or placed there?"""
        return square >= 0 and not (n.domes | self.shut_force | n.folk()) >> square & 1

    def spend(self, m: Node) -> None:
        m.hero = True
        if not m.cards[self.me].spent:
            m.cards = with_item(m.cards, self.me, m.cards[self.me]._replace(spent=True))

    # ---- displacing --------------------------------------------------------------------------------------------

    def shift(self, m: Node, owner: int, a: int, b: int) -> None:
        """Put a worker from a on b, whatever the reason, and let everything known about it follow."""
        flip = 1 << a | 1 << b
        m.men = with_item(m.men, owner, m.men[owner] ^ flip)
        if m.women[owner] >> a & 1:
            m.women = with_item(m.women, owner, m.women[owner] ^ flip)
        if owner == self.own:
            if m.moved >> a & 1:
                m.moved ^= flip
            if m.marked >> a & 1:
                m.marked ^= flip
            if m.bad >> a & 1:
                m.bad ^= flip
            if m.chosen == a:
                m.chosen = b
        elif owner == self.binder and m.mate == a:
            m.mate = b
        if m.actor == a:
            m.actor = b

    def remove(self, m: Node, owner: int, square: int) -> None:
        keep = ~(1 << square)
        m.men = with_item(m.men, owner, m.men[owner] & keep)
        m.women = with_item(m.women, owner, m.women[owner] & keep)
        if owner == self.binder and m.mate == square:
            m.mate = -1

    def sink(self, m: Node, loser: int) -> None:
        """A worker of that side is in the Abyss (two players only)."""
        end = m.copy()
        end.over = 1 - loser
        m.event = ("doom", end, self.abyss)

    def force(self, n: Node, owner: int, a: int, b: int, *, hero: bool = False) -> Node:
        m = n.copy()
        if n.event is None and n.hidden >> b & 1:
            m.event = ("cut", n, b)  # H51
        if hero:
            self.spend(m)
        self.shift(m, owner, a, b)
        if b == self.abyss and m.event is None:
            self.sink(m, owner)
        return m

    # ---- moving ------------------------------------------------------------------------------------------------

    def steps(
        self,
        n: Node,
        f: int,
        then: Callable[[Node], Stage],
        *,
        flat: bool = False,
        capped: bool = False,
        hero: bool = False,
        ban: int = -1,
    ) -> Iterator[Node]:
        """Every single move of the worker on f with all that follows at once (B4). `flat`: level moves only;
        `capped`: not up; `ban`: a destination that may not be chosen."""
        owner = self.owner_of(n, f) if self.extra else self.own
        no_up, no_down, _ = self.limits(owner)
        height = n.level(f)
        reach = 2 if self.power == "bellerophon" and not self.extra else 1
        pushy = self.power if self.power in _PUSHY and not self.extra else ""
        if self.rules == "aid":
            pushy = "minotaur" if pushy in ("bia", "minotaur") else ""
        elif pushy == "bia":
            pushy = ""
        folk = n.folk()
        closed = n.domes | self.shut
        for d, to in self.ways[f]:
            if closed >> to & 1 or d == self.wind or to == ban:
                continue
            rise = n.level(to) - height
            if rise > 0:
                if no_up or flat or capped or rise > reach:
                    continue
            elif rise < 0 and (flat or (no_down and (rise == -1 or self.rules != "aid"))):
                continue
            victim = goal = -1
            if folk >> to & 1:
                victim = self.foe_at(n, to) if pushy else -1
                if victim < 0:
                    continue
                goal = f if pushy == "apollo" else NEXT[d][to]
                if pushy == "minotaur" and not self.is_free(n, goal):
                    continue
            m = self._arrive(n, owner, f, d, to, victim, goal, pushy, flat, capped, hero or rise == 2)
            if m is None:
                continue
            m.stage = DONE if m.over >= 0 else then(m)
            if m.event is not None and n.event is None and m.event[0] == "truth":
                truth = m.event[1]
                truth.stage = DONE if truth.over >= 0 else then(truth)
            yield m

    def _arrive(
        self, n: Node, owner: int, f: int, d: int, to: int, victim: int, goal: int, pushy: str,
        flat: bool, capped: bool, hero: bool,
    ) -> Node | None:  # fmt: skip
        m = n.copy()
        if hero:
            self.spend(m)
        # B4, steps 1 and 2: the mover is there, with the forces that belong to the move; secret workers.
        if n.hidden and n.event is None:
            self._meet_hidden(n, m, f, d, to, goal, pushy)
        if victim >= 0:
            self.shift(m, victim, to, goal)
        self.shift(m, owner, f, to)
        m.actor = m.landed = to
        m.moved |= 1 << to
        low, high = n.level(f), n.level(to)
        if high > low and self.track_climb:
            m.climbed = True
        if self.aphrodite >= 0 and not self._beside_aphrodite(n, m, f, to):
            return None
        # B4, step 3: the Abyss; the mover is checked first (H183).
        if self.abyss >= 0 and m.event is None:
            if to == self.abyss:
                self.sink(m, owner)
            elif goal == self.abyss:
                self.sink(m, victim)
        # B4, step 4: the win. B4.3 revised: on a live whirlpool it is judged at the other one.
        other = self._passage(n, to)
        if victim >= 0 and other == goal:  # the worker that was pushed stands there now
            other = -1
        if other >= 0 and not self._may_travel(m, owner, to, other, flat, capped):
            return None
        if other < 0 or self.rules != "revised":
            winner = self.wins(m, low, high, to)
            if winner >= 0:
                m.over = winner
                return None if m.bad else m
        self._bia(m, d, to)
        if other >= 0 and not self._travel(m, owner, d, low, to, other):
            return None
        if m.over < 0:
            self._sweep(m, owner, d)
        return m

    def _meet_hidden(self, n: Node, m: Node, f: int, d: int, to: int, goal: int, pushy: str) -> None:
        """F39: the move is tried on the truth; Apollo and Minotaur use their power silently."""
        if n.hidden >> to & 1:
            behind = -1
            if self.rules != "aid":
                if pushy == "apollo":
                    behind = f
                elif pushy == "minotaur" and self.is_free(n, NEXT[d][to]) and not n.hidden >> NEXT[d][to] & 1:
                    behind = NEXT[d][to]
            if behind < 0:
                m.event = ("cut", n, to)
            else:
                m.hidden ^= 1 << to | 1 << behind
        elif goal >= 0 and n.hidden >> goal & 1:
            m.event = ("cut", n, goal)

    def _beside_aphrodite(self, n: Node, m: Node, f: int, to: int) -> bool:
        """F11, judged right after the move with its own forces. False: the move is impossible (aid only)."""
        beside = bool(NEAR[to] & m.men[self.aphrodite])
        if self.rules == "aid":
            return beside or not NEAR[f] & n.men[self.aphrodite]
        if m.marked >> to & 1:
            m.bad &= ~(1 << to)
            if not beside:
                m.bad |= 1 << to
        return True

    def _bia(self, m: Node, d: int, at: int) -> None:
        """F13: whoever stands behind the space moved to, in the direction of the move, is removed."""
        if self.power != "bia" or self.rules == "aid" or self.extra:
            return
        behind = NEXT[d][at]
        if behind < 0:
            return
        victim = self.foe_at(m, behind)
        if victim >= 0 and not self.shut_force >> behind & 1:
            self.remove(m, victim, behind)
        if m.event is None:
            m.hidden &= ~(1 << behind)  # silently (H53)

    def _passage(self, n: Node, to: int) -> int:
        """F32: the other whirlpool, if moving to this space (from position n) leads there; else -1."""
        if self.charybdis < 0:
            return -1
        pools = n.cards[self.charybdis].tokens
        if not pools >> to & 1 or pools.bit_count() < 2:
            return -1
        other = pools & ~(1 << to)
        must_be_free = pools if self.rules == "printed" else other
        if must_be_free & n.folk():
            return -1
        return other.bit_length() - 1

    def _may_travel(self, m: Node, owner: int, to: int, other: int, flat: bool, capped: bool) -> bool:
        """Printed: the passage is a move. Where it is forbidden, the first whirlpool cannot be entered at all."""
        if self.rules != "printed":
            return True
        low, high = m.level(to), m.level(other)
        no_up, no_down, _ = self.limits(owner)
        if high > low and (no_up or flat or capped):
            return False
        return not (high < low and (no_down or flat))

    def _travel(self, m: Node, owner: int, d: int, from_level: int, to: int, other: int) -> bool:
        """The passage. Printed: a further move; otherwise a force. False: a win for a worker bound elsewhere."""
        if m.event is None and m.hidden >> other & 1:  # H47: occupied, so no passage
            truth = m.copy()
            if self.rules == "revised":  # nobody is forced on, so the win is judged here after all
                truth.over = self.wins(truth, from_level, m.level(to), to)
            if truth.over < 0:
                self._sweep(truth, owner, d)
            m.event = ("truth", truth, other)
        low, high = m.level(to), m.level(other)
        printed = self.rules == "printed"
        self.shift(m, owner, to, other)
        if printed:
            m.landed = other
            if high > low and self.track_climb:
                m.climbed = True
            if self.aphrodite >= 0:
                self._beside_aphrodite(m, m, to, other)
        if other == self.abyss and m.event is None:
            self.sink(m, owner)
        if self.rules != "aid":
            m.over = self.wins(m, low if printed else high - 1, high, other)
            if m.over >= 0:
                return not m.bad
        if printed:
            self._bia(m, d, other)
        return True

    def _sweep(self, m: Node, owner: int, d: int) -> None:
        """F38: the Harpies carry the worker on."""
        if not self.limits(owner)[2]:
            return
        at = m.actor
        blocked = m.domes | self.stone | m.folk()
        if owner != self.clio_side:
            blocked |= self.coins
        while True:
            ahead = NEXT[d][at]
            if ahead < 0 or blocked >> ahead & 1 or m.level(ahead) > m.level(at):
                return
            if m.event is None and m.hidden >> ahead & 1:
                m.event = ("truth", m.copy(), ahead)  # obstructed by a worker nobody sees
            self.shift(m, owner, at, ahead)
            at = ahead
            if at == self.abyss and m.event is None:
                self.sink(m, owner)

    def wins(self, m: Node, low: int, high: int, at: int) -> int:
        """B6: the winner by a move from a level to another one, ending on `at`; -1 if nobody."""
        if self.extra:
            return -1
        won = high == 3 and low < 3
        if not won and self.power == "pan":
            won = low - high == 2 if self.rules == "aid" else low - high >= 2
        if not won and self.power == "eros":
            pair = m.men[self.own]
            mate = pair & ~(1 << at)
            if pair.bit_count() == 2 and NEAR[at] & mate:
                level = m.level(mate.bit_length() - 1)
                won = level == high and (high == 1 or self.rest.players == 3)
        if not won:
            return -1
        if self.hera >= 0:
            if self.rules == "aid":  # G2: only beside her builders
                denied = not NEAR[at] & m.men[self.sides[self.hera]]
            else:
                denied = bool(PERIMETER >> at & 1)
            if denied:
                return -1
        if self.moerae >= 0 and self.fate >> at & 1:
            return self.moerae
        return self.me

    # ---- building ----------------------------------------------------------------------------------------------

    def zone(self, n: Node, owner: int) -> int:
        """F23: the spaces beside Limus' workers, for builders of that side."""
        result = 0
        for limus in self._limus:
            if limus != owner:
                result |= around(n.men[limus])
        return result

    def sites(self, n: Node, near: int, *, domes: bool = False, own_square: int = -1) -> Iterator[tuple[int, bool]]:
        """(square, is it a dome) for each piece that may be built on the spaces `near`: the fitting piece, or with
        `domes` any dome and nothing else. `own_square` (Zeus) is open although somebody stands there."""
        owner = self.own
        if self.extra:
            owner = self.owner_of(n, n.actor)
        folk = n.folk()
        if own_square >= 0:
            folk &= ~(1 << own_square)
        zone = self.zone(n, owner) if self._limus else 0
        for s in bits(near & ~(n.domes | self.shut | folk)):
            full = n.blocks >> 2 * s & 3 == 3
            dome = full or domes
            if zone >> s & 1 and not (dome and (full or self.rules == "revised")):
                continue
            yield s, dome

    def put(self, n: Node, s: int, dome: bool, stage: Stage, *, hero: bool = False, cost: int = 0) -> Node:
        """One build on s, and what follows it (B4b)."""
        m = n.copy()
        if n.event is None and n.hidden >> s & 1:
            m.event = ("cut", n, s)
        if hero:
            self.spend(m)
        if cost:
            card = m.cards[self.slot]
            m.cards = with_item(m.cards, self.slot, card._replace(number=card.number - cost))
        self.clear_token(m, s)
        if dome:
            m.domes |= 1 << s
            m.domed += 1
            if m.blocks >> 2 * s & 3 == 3:
                m.towers += 1
        else:
            m.blocks += 1 << 2 * s
            if self.power == "clio" and not self.extra:
                self._coin(m, s)
        m.stage = stage
        if self.chronus >= 0 and not self.extra and towers(m) >= 5:
            m.over, m.stage = self.chronus, DONE
            return m
        if dome and self.gaea >= 0 and m.event is None and self.gaea_spaces(m, s):
            m.event = ("gaea", m.copy(), s)
        return m

    def clear_token(self, m: Node, s: int) -> None:
        for i, card in enumerate(m.cards):
            if card.tokens >> s & 1:
                m.cards = with_item(m.cards, i, card._replace(tokens=card.tokens & ~(1 << s)))

    def _coin(self, m: Node, s: int) -> None:
        card = m.cards[self.slot]
        if card.number > 0:
            card = card._replace(number=card.number - 1, tokens=card.tokens | 1 << s)
            m.cards = with_item(m.cards, self.slot, card)

    def gaea_spaces(self, n: Node, dome: int) -> tuple[int, ...]:
        """F35: where Gaea may place a worker after that dome."""
        if n.cards[self.slots[self.gaea]].number == 0:
            return ()
        blocked = n.domes | self.stone | n.folk() | n.hidden
        if self.clio_side != self.sides[self.gaea]:
            blocked |= self.coins
        return tuple(s for s in bits(NEAR[dome] & ~blocked) if n.level(s) == 0)

    def place_gaea(self, n: Node, s: int) -> Node:
        m = n.copy()
        m.event = None
        slot, owner = self.slots[self.gaea], self.sides[self.gaea]
        m.cards = with_item(m.cards, slot, m.cards[slot]._replace(number=m.cards[slot].number - 1))
        m.men = with_item(m.men, owner, m.men[owner] | 1 << s)
        if s == self.abyss:  # H179
            m.over = 1 - owner
        return m
