"""How often a step is played, checked and written on its way through the server (docs/how-it-fits.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from santorini import Position, Turn
from santorini.server.protocol import requests
from santorini.server.tables.setting_up import NewTokens, created
from santorini.server.tables.table import Role, Table
from santorini.server.views import redaction, table_state
from santorini.server.views.table_state import Around, state_of

START = "0000000000000000000000000/1/{}:b3,d3/{}:c2,c4"


class Counted:
    """Counts calls into the core by what they do to a step: `checked` for legality, `played`, `written` as text."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count: Counter[str] = Counter()
        self._patch = monkeypatch
        self._steps = Turn.__dict__["steps"]
        self._method(Position, "steps", lambda position, out, *_: {"checked": 1})
        self._method(Position, "play", lambda position, out, *_: {"checked": 1, "played": 1})
        self._method(Position, "effects", lambda position, out, *_: {"checked": 1, "played": 1})
        self._method(Position, "turn_of", lambda position, turn, *_: self._all(turn, "checked", "played"))
        self._method(Position, "read_turn", lambda position, out, *_: self._all(out[0], "checked", "played", "written"))
        self._method(Turn, "then", lambda turn, out, *_: {"checked": 1, "played": 1})
        self._function(table_state, "steps_json", lambda position: {"checked": 1})
        self._function(redaction, "seen_text", lambda turn, seat: self._all(turn, "played", "written"))
        self._function(redaction, "effects_json", lambda turn, seat, over: self._all(turn, "played"))
        self._property("steps")
        self._property("text")
        self._property("effects")

    def _all(self, turn: Turn, *what: str) -> dict[str, int]:
        return dict.fromkeys(what, len(self._steps.__get__(turn, Turn)))

    def _method(self, kind: type, name: str, does: Callable[..., dict[str, int]]) -> None:
        original = kind.__dict__[name]

        def call(one: Any, *args: Any, **options: Any) -> Any:
            out = original.__get__(one, kind)(*args, **options)
            self.count.update(does(one, out, *args))
            return out

        self._patch.setattr(kind, name, call)

    def _function(self, module: ModuleType, name: str, does: Callable[..., dict[str, int]]) -> None:
        original = getattr(module, name)

        def call(*args: Any) -> Any:
            self.count.update(does(*args))
            return original(*args)

        self._patch.setattr(module, name, call)

    def _property(self, name: str) -> None:
        original = Turn.__dict__[name]
        known: list[Turn] = []

        def get(turn: Turn) -> Any:
            if name != "text" or not any(turn is one for one in known):  # the core keeps a text once it is written
                self.count.update(self._all(turn, "played", *([] if name == "effects" else ["written"])))
                known.append(turn)
            return original.__get__(turn, Turn)

        self._patch.setattr(Turn, name, property(get))


def click(table: Table, seat: int, step: str) -> None:
    """A step of a player, and what the two clients at the table are told."""
    known = len(table.entries)
    for event in table.may_play(seat, [step]):
        table.apply(event, 1.0)
    for looking in (1, 2):
        state_of(table, Role("seat", (looking,)), looking, Around(1.0), known, False)


def table_of(powers: tuple[str, str], confirm: bool) -> Table:
    position = START.format(*powers)
    seats = [{"kind": "here"}, {"kind": "here"}]
    new = requests.NewGame.model_validate({"seats": seats, "position": position, "confirm": confirm})
    return Table("game", created(new, NewTokens("host", "watch", {})), 0.0)


@pytest.mark.parametrize(
    ("powers", "confirm", "move", "build"),
    [
        # checked: the mover's choices, the step itself, the choices that come next. played: once, and for each client
        # inside the core, once for the text and once for the effects. read as text: from its text, as a replay of the
        # stored game will.
        (("pan", "atlas"), True, (3, 4, 3), (2, 6, 4)),
        (("pan", "atlas"), False, (3, 4, 3), (3, 10, 6)),
        # With secrets the core also asks what the step could have met (`Position.depends_on_secrets`).
        (("pan", "hecate"), True, (3, 6, 4), (3, 10, 6)),
    ],
)
def test_a_click_is_played_few_times(
    monkeypatch: pytest.MonkeyPatch,
    powers: tuple[str, str],
    confirm: bool,
    move: tuple[int, int, int],
    build: tuple[int, int, int],
) -> None:
    table = table_of(powers, confirm)
    counted = Counted(monkeypatch)
    for step, most in (("b3-b4", move), ("+b3", build)):
        counted.count.clear()
        click(table, 1, step)
        found = tuple(counted.count[what] for what in ("checked", "played", "written"))
        assert found == most, f"{step}: {dict(counted.count)}"
