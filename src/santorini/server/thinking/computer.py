"""What the computer plays. The server uses the engine only through `choose`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from santorini import Engine, Position, View, read_position
from santorini.server.thinking.seen import Look

__all__ = ["choose"]

HASH_MB = 16
MOST_PLAYERS = 8
"""How many computer players a process keeps. One that was dropped is made again from what its seat has seen."""


@dataclass(slots=True)
class _Player:
    """The computer on one seat of one game, with what it has been shown so far."""

    engine: Engine
    shown: list[Look] = field(default_factory=list)

    def show(self, seat: int, looks: Sequence[Look]) -> None:
        """Show it what is new."""
        before: Position | None = read_position(self.shown[-1][0]) if self.shown else None
        for view, text in looks[len(self.shown) :]:
            now = read_position(view)
            played = [] if before is None or text is None else [one for one in before.steps() if str(one) == text]
            self.engine.observe(View(seat, now, None), played)
            before = now
        self.shown = list(looks)


_players: dict[tuple[str, int, int], _Player] = {}
"""By game, seat and level, the most recently asked one last. Nothing is shared between games."""


def choose(view_text: str, seat: int, level: int, game: str = "", looks: Sequence[Look] = ()) -> list[str]:
    """The steps of the computer's turn or of the rest of it, or its reaction in another player's turn.

    `view_text` is the position as the seat may see it, `looks` is what it has seen before (`seen_by`); there is no
    other input. Without a game the computer remembers nothing.

    >>> choose("0003200000000000000000000/1/mortal:e5,a1/mortal:a5,b1", 1, 15)
    ['e5-d5']
    """
    position = read_position(view_text)
    if position.decider != seat:
        raise ValueError(f"seat {seat} has nothing to decide in {view_text}")
    player = _player(game, seat, level, looks)
    player.show(seat, looks)
    return [str(step) for step in player.engine.play(View(seat, position, None)).steps]


def _player(game: str, seat: int, level: int, looks: Sequence[Look]) -> _Player:
    key = (game, seat, level)
    kept = _players.pop(key, None)
    if kept is None or not game or kept.shown != list(looks[: len(kept.shown)]):  # turns may have been taken back
        kept = _Player(Engine(level, hash_mb=HASH_MB))
    if game:
        _players[key] = kept
        while len(_players) > MOST_PLAYERS:
            _players.pop(next(iter(_players))).engine.close()
    return kept
