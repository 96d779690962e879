"""S0 to S2: who holds which power in a turn, and what that imposes on the whole of it."""

from __future__ import annotations

from .geometry import NEAR, NEAR_RING, RING, WAYS, around, bits
from .node import DONE, END, START, Node, with_item
from .state import HEROES, Rest, side

# Powers with something to do at S8.
END_POWERS = frozenset(
    ("ares", "medusa", "poseidon", "aeolus", "charybdis", "europa", "nemesis", "adonis", "heracles", "medea",
     "polyphemus", "theseus")
)  # fmt: skip


class Roles:
    """What is fixed for the whole of one turn."""

    def __init__(self, rest: Rest) -> None:
        self.rest = rest
        self.rules = rest.rules
        self.player = rest.to_move
        self.extra = rest.extra > 0
        me = rest.to_move
        if self.extra and rest.rules == "aid":
            # G2, Dionysus: "as if it were their turn, using their power".
            me, self.extra = 1 - me, False
        self.me = me
        self.cards = rest.cards
        self.own = side(me, rest.players)
        self.sides = tuple(side(i, rest.players) for i in range(rest.players))
        self._deal()
        self.foes = [j for j in range(rest.players) if self.sides[j] != self.own and not rest.out[j]]
        self.foe_sides = sorted({self.sides[j] for j in self.foes})
        power = self.eff[me]
        if power in HEROES and (self.cards[me].spent or self.player != me):
            power = "mortal"  # B8 once; G1: only you can use yours
        self.power = power
        self.slot = self.slots[me]
        self.ways = RING if power == "urania" else WAYS
        self.near = NEAR_RING if power == "urania" else NEAR
        self.after_build = END if power in END_POWERS else DONE
        self._closed_spaces()
        self._foreign_powers()
        self.root = self._root()

    # ---- S0, S1: who holds what ------------------------------------------------------------------------------

    def _face(self, power: str) -> str:
        """Chaos is whatever lies face up (F14)."""
        if power == "chaos" and self.rest.chaos is not None:
            return self.rest.chaos.face
        return power

    def _deal(self) -> None:
        rest = self.rest
        eff = ["mortal" if out else self._face(p) for p, out in zip(rest.powers, rest.out, strict=True)]
        slots = list(range(rest.players))
        if rest.fleece:  # E2.1: both players are looked at, at the start of every turn
            for seat in range(rest.players):
                if rest.men[seat] & NEAR[rest.ram]:
                    eff[seat], slots[seat] = self._face(rest.fleece), rest.players
        if "circe" in rest.powers and rest.players == 2:
            circe = rest.powers.index("circe")
            victim = 1 - circe
            if circe == self.me:
                self._circe_test(circe, victim)
            eff[circe] = "mortal"
            if self.cards[circe].stolen:
                eff[circe], slots[circe], eff[victim] = eff[victim], victim, "mortal"
        self.eff = eff
        self.slots = slots

    def _circe_test(self, circe: int, victim: int) -> None:
        workers = bits(self.rest.men[victim])
        # Q6: one worker or none is apart; more neighbour each other only if every pair does.
        together = len(workers) > 1 and all(NEAR[a] >> b & 1 for a in workers for b in workers if a != b)
        power = self.rest.powers[victim]
        stolen = not together and power not in HEROES and power != "mortal"
        self.cards = with_item(self.cards, circe, self.cards[circe]._replace(stolen=stolen))

    def _seat_of(self, power: str) -> int:
        """The seat that was dealt a power and is still in the game, -1 if none."""
        for seat, p in enumerate(self.rest.powers):
            if p == power and not self.rest.out[seat]:
                return seat
        return -1

    def _holder(self, power: str) -> int:
        return self.eff.index(power) if power in self.eff else -1

    def _closed_spaces(self) -> None:
        """Spaces treated as holding nothing but a dome (H6)."""
        rest, cards = self.rest, self.cards
        europa = self._seat_of("europa")
        self.stone = 0 if europa < 0 else cards[europa].tokens
        if rest.ram >= 0:
            self.stone |= 1 << rest.ram
        clio = self._holder("clio")
        self.clio_side = -1 if clio < 0 else self.sides[clio]
        self.coins = 0 if clio < 0 else cards[self.slots[clio]].tokens
        mine = self.clio_side == self.own
        self.shut = self.stone if mine else self.stone | self.coins
        # G2, Clio: only moving and building are barred there.
        self.shut_force = self.stone if mine or self.rules == "aid" else self.shut

    # ---- S2: what the others impose ---------------------------------------------------------------------------

    def _foreign_powers(self) -> None:
        rest, cards, eff = self.rest, self.cards, self.eff
        self.wind = -1
        aeolus = self._seat_of("aeolus")
        if aeolus >= 0:
            self.wind = cards[aeolus].aim
        elif rest.fleece == "aeolus" and "aeolus" in eff:  # Q12: only while somebody holds the power
            self.wind = cards[-1].aim
        self.charybdis = self._seat_of("charybdis")
        tartarus = self._seat_of("tartarus")
        self.abyss = -1 if tartarus < 0 else cards[tartarus].secret
        self.chronus = self._holder("chronus")
        self.gaea = -1 if self.rules == "aid" else self._holder("gaea")
        foes = {eff[j]: j for j in self.foes}
        self.hera = foes.get("hera", -1)
        self.moerae = foes.get("moerae", -1)
        self.fate = 0
        if self.moerae >= 0:
            corner = cards[self.slots[self.moerae]].secret
            self.fate = 0 if corner < 0 else 99 << corner  # 99 = the squares 0, 1, 5, 6
        self.persephone = "persephone" in foes
        self.track_climb = self.persephone or self.power == "athena"
        self.aphrodite = -1 if self.extra or "aphrodite" not in foes else self.sides[foes["aphrodite"]]
        self.asleep = 0
        if "hypnus" in foes and not self.extra:
            self.asleep = _sleeper(rest.blocks, rest.men[self.own])
        self._limits: dict[int, tuple[bool, bool, bool]] = {}
        self._limus = [self.sides[j] for j in self.foes if eff[j] == "limus"]
        self.binder = -1
        if not self.extra:
            for j in self.foes:
                if rest.powers[j] == "adonis" and cards[j].bound:
                    self.binder = self.sides[j]

    def limits(self, owner: int) -> tuple[bool, bool, bool]:
        """(cannot go up, cannot go down, is swept along) for a worker of that side. H9: the restricting player's
        own worker, when Dionysus uses it, is not an "opponent's worker"."""
        if owner not in self._limits:
            foes = [j for j in self.foes if self.sides[j] != owner]
            self._limits[owner] = (
                any(self.eff[j] == "athena" and self.cards[j].climbed for j in foes),
                any(self.eff[j] == "hades" for j in foes),
                any(self.eff[j] == "harpies" for j in foes),
            )
        return self._limits[owner]

    def _root(self) -> Node:
        rest = self.rest
        n = Node()
        n.blocks, n.domes, n.men, n.women = rest.blocks, rest.domes, rest.men, rest.women
        n.cards = self.cards
        n.hidden = 0
        hecate = self._seat_of("hecate")
        self.hecate = -1
        if hecate >= 0 and hecate != self.me:
            self.hecate = hecate
            n.hidden = n.men[hecate]
            n.men = with_item(n.men, hecate, 0)
        if self.power == "morpheus":  # S1: a piece for this turn
            card = n.cards[self.slot]
            n.cards = with_item(n.cards, self.slot, card._replace(number=card.number + 1))
        n.stage, n.actor, n.landed, n.moved, n.climbed = START, -1, -1, 0, False
        n.marked = n.bad = n.towers = n.domed = 0
        if self.aphrodite >= 0 and self.rules != "aid":
            n.marked = n.men[self.own] & around(n.men[self.aphrodite])
        n.hero, n.over, n.chosen, n.mate, n.event = False, -1, -1, -1, None
        if self.binder >= 0:
            bound = self.cards[self.binder].bound
            n.chosen = bound[0]
            n.mate = bound[1] if len(bound) > 1 else -1
        return n


def _sleeper(blocks: int, men: int) -> int:
    """F22: the worker strictly higher than all others of its side, as a mask."""
    workers = bits(men)
    if not workers:
        return 0
    levels = [blocks >> 2 * s & 3 for s in workers]
    top = max(levels)
    return 1 << workers[levels.index(top)] if levels.count(top) == 1 else 0
