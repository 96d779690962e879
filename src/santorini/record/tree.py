"""The tree of a record: turns in lines, with comments, clock times and variations."""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = ["Line", "Node", "copied"]


@dataclass(slots=True)
class Node:
    """A turn in a record, with its comment and the variations that could have been played instead.

    `turn` is a turn text, or `resign:2` or `time:2` when seat 2 gave up or ran out of time. `clock` is the player's
    remaining time after it, in seconds.

    >>> Node("b3-b4 +c3", comment="to the middle", clock=180.0).turn
    'b3-b4 +c3'
    """

    turn: str
    comment: str = ""
    clock: float | None = None
    variations: list[Line] = field(default_factory=list)
    line: int = field(default=0, compare=False, repr=False)
    column: int = field(default=0, compare=False, repr=False)


@dataclass(slots=True)
class Line:
    """A sequence of turns, with a comment before the first.

    >>> Line([Node("*b3 *d3"), Node("*c2 *c4")], comment="both in the middle").nodes[1].turn
    '*c2 *c4'
    """

    nodes: list[Node] = field(default_factory=list)
    comment: str = ""


def copied(line: Line) -> Line:
    """A copy that shares no node with the original."""
    nodes = [Node(n.turn, n.comment, n.clock, [copied(v) for v in n.variations], n.line, n.column) for n in line.nodes]
    return Line(nodes, line.comment)
