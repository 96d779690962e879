"""What an engine answers: decisions and analyses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from santorini._core import CoreError, Position, Step
from santorini.engine.backends import Found, FoundLine
from santorini.game.game import Game

__all__ = ["Analysis", "AnalysisLine", "Decision", "analysis_of", "decision_of"]


@dataclass(frozen=True, slots=True)
class AnalysisLine:
    """A decision, its value for the side that decides, and the turns that may follow.

    `score` is in hundredths, positive is good. `wins_in` is a proof: the side wins with its n-th turn; negative, it
    loses.

    >>> from santorini import Engine, Limit, read_position
    >>> with Engine() as engine:
    ...     found = engine.analyse(
    ...         read_position("0000000230000000000000000/1/mortal:c4,e1/mortal:a1,e5"), Limit(depth=1)
    ...     )
    >>> line = found.lines[0]
    >>> line.turn, line.wins_in, line.win_chance
    ('c4-d4#', 1, 1.0)
    """

    turn: str
    steps: tuple[Step, ...]
    score: int
    win_chance: float
    wins_in: int | None
    depth: int
    pv: tuple[str, ...]
    result: str


@dataclass(frozen=True, slots=True)
class Analysis:
    """What a search has found, the best line first.

    >>> from santorini import Engine, Game, Limit
    >>> game = Game.from_text("0000000000000000000000000/1/mortal:b3,d3/mortal:c2,c4")
    >>> with Engine() as engine:
    ...     found = engine.analyse(game, Limit(depth=1), lines=3)
    >>> found.seat, len(found.lines), found.best == found.lines[0]
    (1, 3, True)
    """

    position: Position
    seat: int
    lines: tuple[AnalysisLine, ...]
    depth: int
    nodes: int
    seconds: float

    @property
    def best(self) -> AnalysisLine:
        """The best line."""
        return self.lines[0]

    def to_dict(self) -> dict[str, object]:
        """The analysis as plain data, as `santorini analyse --json` prints it (docs/engine.md)."""
        return {
            "position": self.position.text,
            "seat": self.seat,
            "depth": self.depth,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 3),
            "lines": [
                {
                    "turn": line.turn,
                    "result": line.result,
                    "score": line.score,
                    "win_chance": round(line.win_chance, 4),
                    "wins_in": line.wins_in,
                    "depth": line.depth,
                    "pv": list(line.pv),
                }
                for line in self.lines
            ],
        }


@dataclass(frozen=True, slots=True)
class Decision:
    """What a seat decides, given the position it sees. `text` is the turn, or the seat's part of it.

    >>> from santorini import Engine, Game
    >>> game = Game.from_text("0000000000000000000000000/1/mortal:b3,d3/mortal:c2,c4")
    >>> with Engine(level=1, seed=1) as engine:
    ...     decision = engine.play(game)
    >>> decision.seat, decision.push(game) == decision.steps, len(game.turns)
    (1, True, 1)
    """

    seat: int
    position: Position
    steps: tuple[Step, ...]
    score: int | None = None
    win_chance: float | None = None
    wins_in: int | None = None
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0

    @property
    def text(self) -> str:
        """The decision as a turn text."""
        return self.position.turn_of(self.steps).text

    @property
    def after(self) -> Position:
        """The position the seat expects afterwards."""
        return self.position.turn_of(self.steps).after

    def push(self, game: Game) -> tuple[Step, ...]:
        """Play the steps while the seat decides. Returns what was played.

        A hidden worker may end the turn, or make a step end elsewhere than the seat expected: then the remaining steps
        are dropped, and the seat decides again.
        """
        played: list[Step] = []
        turns = len(game.turns)
        for step in self.steps:
            if game.seat_to_decide != self.seat or len(game.turns) != turns:
                break
            if played and step not in game.view(self.seat).legal_steps:
                break
            played.append(game.push_step(step))
        return tuple(played)


def decision_of(position: Position, seat: int, found: Found, line: FoundLine) -> Decision:
    """The decision for one of the lines that a search found."""
    return Decision(
        seat, position, line.steps, line.score, line.chance, line.wins_in, found.depth, found.nodes, found.seconds
    )


def analysis_of(position: Position, seat: int, found: Found) -> Analysis:
    """What a search found, with the lines as turn texts."""
    lines = []
    for line in found.lines:
        texts, first = _written(position, (line.steps, *line.pv[1:]))
        lines.append(
            AnalysisLine(
                texts[0],
                line.steps,
                line.score,
                line.chance,
                line.wins_in,
                found.depth,
                texts,
                first.text,
            )
        )
    return Analysis(position, seat, tuple(lines), found.depth, found.nodes, found.seconds)


def _written(position: Position, turns: Sequence[Sequence[Step]]) -> tuple[tuple[str, ...], Position]:
    """Turn texts one after the other, and the position after the first."""
    texts: list[str] = []
    first = now = position
    for steps in turns:
        try:
            turn = now.turn_of(list(steps))
        except CoreError:  # a turn that the search expects may be impossible in the view
            break
        texts.append(turn.text)
        now = turn.after
        if len(texts) == 1:
            first = now
    return tuple(texts), first
