"""The position in the middle of a turn."""

from __future__ import annotations

from typing import TypeVar

from .geometry import bits
from .state import Card

T = TypeVar("T")
Stage = tuple[str, int, int]
Event = tuple[str, "Node", int]

DONE: Stage = ("done", 0, 0)
START: Stage = ("start", 0, 0)
BUILD: Stage = ("build", 0, 0)
END: Stage = ("end", 0, 0)


class Node:
    __slots__ = (
        "blocks", "domes", "men", "women", "cards", "hidden", "stage", "actor", "landed", "moved", "climbed",
        "marked", "bad", "towers", "domed", "hero", "over", "chosen", "mate", "event",
    )  # fmt: skip

    blocks: int
    domes: int
    men: tuple[int, ...]  # what the active player sees: nothing of an opposing Hecate
    women: tuple[int, ...]
    cards: tuple[Card, ...]
    hidden: int  # workers of an opposing Hecate
    stage: Stage  # what comes next
    actor: int  # square of the worker that moved (or acts) last
    landed: int  # where its last move ended, before any carrying
    moved: int  # own workers that have moved
    climbed: bool  # a move went up
    marked: int  # own workers bound by Aphrodite ...
    bad: int  # ... and those of them whose last move ended away from her
    towers: int  # towers completed in this turn
    domed: int  # domes built in this turn
    hero: bool  # the hero power was used in this turn
    over: int  # the winner, -1 while nobody has won
    chosen: int  # Adonis: the worker that must come, -1 if it is gone
    mate: int  # Adonis revised: the worker it must come to
    event: Event | None

    def copy(self) -> Node:
        m: Node = Node.__new__(Node)
        m.blocks, m.domes, m.men, m.women = self.blocks, self.domes, self.men, self.women
        m.cards, m.hidden, m.stage, m.actor = self.cards, self.hidden, self.stage, self.actor
        m.landed, m.moved, m.climbed, m.marked = self.landed, self.moved, self.climbed, self.marked
        m.bad, m.towers, m.domed, m.hero = self.bad, self.towers, self.domed, self.hero
        m.over, m.chosen, m.mate, m.event = self.over, self.chosen, self.mate, self.event
        return m

    def key(self) -> tuple[object, ...]:
        event = self.event
        return (
            self.blocks, self.domes, self.men, self.women, self.cards, self.hidden, self.stage, self.actor,
            self.moved, self.climbed, self.marked, self.bad, self.towers, self.domed, self.hero, self.over,
            self.chosen, self.mate, None if event is None else (event[0], event[1].key(), event[2]),
        )  # fmt: skip

    def outcome(self) -> tuple[object, ...]:
        """What a finished turn leaves behind."""
        return (
            self.blocks, self.domes, self.men, self.women, self.cards, self.hidden, self.climbed, self.towers,
            self.domed, self.over,
        )  # fmt: skip

    def level(self, square: int) -> int:
        return self.blocks >> 2 * square & 3

    def folk(self) -> int:
        """All workers in sight."""
        result = 0
        for mask in self.men:
            result |= mask
        return result


def with_item(items: tuple[T, ...], i: int, item: T) -> tuple[T, ...]:
    return (*items[:i], item, *items[i + 1 :])


def towers(n: Node) -> int:
    """Complete towers: three blocks and a dome."""
    blocks = n.blocks
    return sum(1 for s in bits(n.domes) if blocks >> 2 * s & 3 == 3)
