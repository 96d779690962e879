"""The timing words printed on a card, read from its entry: no power is named here, and a home-made one has them too."""

from __future__ import annotations

from collections.abc import Iterator

from santorini import entry
from santorini.server.protocol.kinds import TIMINGS

__all__ = ["timings"]

# The groups of the vocabulary are the timing words.
_GROUPS = {
    "setup": "setup",
    "start": "start",
    "turn": "your_turn",
    "move": "your_move",
    "build": "your_build",
    "end": "end",
    "opponent": "opponent_turn",
    "everyone": "any_time",
    "win": "win",
}

# The words, or single values of them, that cards print under other timing words than their group's.
_WORDS: dict[str, tuple[str, ...]] = {
    "setup.deck": ("setup", "any_time"),
    "setup.waiting": (),  # pieces that wait beside the board need no set-up of their own
    "setup.secret workers": ("setup", "your_turn", "any_time"),
    "turn.enter": ("setup", "your_turn"),
    "move.moves travel": ("your_turn",),
    "move.moves all": ("your_turn",),
    "move.ring": ("your_turn",),
    "build.before": ("your_turn",),
    "end.token": ("setup", "end"),
    "opponent.sleep": ("opponent_start",),
    "opponent.bound": ("any_move",),
    "everyone.wind": ("any_move",),
    "everyone.place_on_dome": ("setup", "any_build"),
    "power.again": ("your_build",),
    "power.abyss": ("lose",),
    "power.once": ("once",),
}


def timings(power: str) -> list[str]:
    """When the power acts, in the order of a turn.

    >>> timings("aeolus")
    ['setup', 'end', 'any_move']
    """
    found = {timing for word, value in entry(power).items() for timing in _of(word, value)}
    return [timing for timing in TIMINGS if timing in found]


def _of(word: str, value: str | int) -> Iterator[str]:
    printed = _WORDS.get(f"{word} {value}", _WORDS.get(word))
    if printed is None:
        group = word.partition(".")[0]
        printed = (_GROUPS[group],) if group in _GROUPS else ()
    yield from printed
