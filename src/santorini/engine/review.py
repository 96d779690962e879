"""The review of a game that was played: how much of the chance to win each turn gave away (docs/engine.md).

How a turn is judged is decided in the core (core/search/review.h); the page uses the same code.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from santorini import _core
from santorini._core import Turn
from santorini.engine.backends import shipped_network
from santorini.game.game import Game
from santorini.record.record import Record
from santorini.record.tree import Node, copied

__all__ = ["Review", "ReviewedTurn", "review"]


@dataclass(frozen=True, slots=True)
class ReviewedTurn:
    """A turn and what the engine thinks of it.

    `mark` is `best`, `good`, `inaccuracy`, `mistake`, `blunder`, `missed_win` or `only_move`. `before` is the chance of
    the side that played with the best turn, `after` with the turn that was played, `loss` what it gave away.

    >>> from santorini import Game, review
    >>> game = Game.from_text("0003200000000000000000000/1/mortal:e5,a1/mortal:a5,b1")
    >>> _ = game.push("e5-d5")
    >>> turn = review(game, nodes=2000).turns[0]
    >>> turn.number, turn.seat, turn.turn, turn.after, turn.loss
    (1, 1, 'e5-d5#', 1.0, 0.0)
    """

    number: int
    seat: int
    turn: str
    mark: str
    before: float
    after: float
    loss: float
    wins_in: int | None
    best: str

    def to_dict(self) -> dict[str, object]:
        """The turn as plain data, as `santorini review --json` prints it."""
        return {
            "number": self.number,
            "seat": self.seat,
            "turn": self.turn,
            "mark": self.mark,
            "before": round(self.before, 4),
            "after": round(self.after, 4),
            "loss": round(self.loss, 4),
            "wins_in": self.wins_in,
            "best": self.best,
        }


@dataclass(frozen=True, slots=True)
class Review:
    """A game as the engine sees it.

    `turns` are the judged ones (set-up is not judged), `accuracy` goes from 0 to 100 by seat, `moments` are the numbers
    of the turns that gave away most, at most three.

    >>> from santorini import Game, review
    >>> game = Game.from_text("0003200000000000000000000/1/mortal:e5,a1/mortal:a5,b1")
    >>> _ = game.push("e5-e4 +e3")
    >>> judged = review(game, nodes=2000)
    >>> judged.turns[0].mark, judged.turns[0].best, judged.moments
    ('missed_win', 'e5-d5#', (1,))
    """

    turns: tuple[ReviewedTurn, ...]
    accuracy: dict[int, float]
    moments: tuple[int, ...]

    def to_dict(self) -> dict[str, object]:
        """The review as plain data, as `santorini review --json` prints it."""
        return {
            "turns": [turn.to_dict() for turn in self.turns],
            "accuracy": {str(seat): round(value, 1) for seat, value in self.accuracy.items()},
            "moments": list(self.moments),
        }

    def annotate(self, record: Record) -> Record:
        """A copy of the record with a comment on every judged turn: its mark, the chance after it, a better turn.

        A comment from an earlier review is replaced.
        """
        written = Record(dict(record.headers), record.start, copied(record.main), record.unfinished)
        # A first card that the game drew itself counts as a turn, but the record may leave it out.
        unwritten = len(record.game().history) - len(written.main.nodes)
        for turn in self.turns:
            if (at := turn.number - 1 - unwritten) >= 0:
                _comment(written.main.nodes[at], turn)
        return written


def review(
    played: Game | Record,
    *,
    nodes: int | None = None,
    on_turn: Callable[[int, int], None] | None = None,
) -> Review:
    """Judge every turn of a game.

    `nodes` limits the search of a position. `on_turn(done, all)` is called after every turn.

    >>> from santorini import Game, review
    >>> review(Game("pan", "atlas")).turns
    ()
    """
    game = played.game() if isinstance(played, Record) else played
    network = shipped_network()
    reviewer = _core.Reviewer(network=network) if nodes is None else _core.Reviewer(nodes=nodes, network=network)
    judgements: list[_core.Judgement] = []
    turns: list[ReviewedTurn] = []
    for number, event in enumerate(game.history, 1):
        judged = reviewer.judge(event.before, event.after) if isinstance(event, Turn) else None
        if judged is not None and isinstance(event, Turn):
            judgements.append(judged)
            turns.append(
                ReviewedTurn(
                    number,
                    judged.seat,
                    event.text,
                    judged.mark,
                    judged.before,
                    judged.after,
                    judged.loss,
                    judged.wins_in,
                    judged.best,
                )
            )
        if on_turn is not None:
            on_turn(number, len(game.history))
    accuracy, moments = _core.summarise(judgements)
    return Review(
        tuple(turns),
        {seat: value for seat, value in enumerate(accuracy, 1) if value is not None},
        tuple(turns[moment].number for moment in moments),
    )


def _comment(node: Node, turn: ReviewedTurn) -> None:
    kept = node.comment.partition("[%mark ")[0].strip()
    better = "" if turn.mark in ("best", "only_move") or not turn.best else f"[%best {turn.best}]"
    parts = [kept, f"[%mark {turn.mark}]", f"[%chance {turn.after:.3f}]", better]
    node.comment = " ".join(part for part in parts if part)
