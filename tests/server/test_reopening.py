"""Every game that can be set up can be opened again; one that cannot be read harms nobody else."""

from __future__ import annotations

import asyncio
import itertools
import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from santorini import RuleSet, Setting
from santorini.server.protocol import requests
from santorini.server.protocol.refusal import Refusal
from santorini.server.storage.sqlite import sqlite_url
from santorini.server.tables import events, setting_up
from santorini.server.tables.events import Created, read_back
from santorini.server.tables.hall import Hall
from santorini.server.tables.table import Role, Table
from santorini.server.views.table_state import Around, state_of
from tests.server.house import HERE, House, bearer
from tests.server.test_hall import Place, run

KINDS = [{"kind": "here"}, {"kind": "friend"}, {"kind": "computer", "level": 1}]
POWERS: list[dict[str, Any]] = [
    {"choose": "none"},
    {"choose": "draft"},
    {"choose": "random"},
    {"choose": "random", "hidden": False, "luck": False, "heroes": False},
    {"choose": "random", "simple_only": True},
    {"choose": "random", "without": ["pan", "apollo"]},
    {"choose": "free", "powers": ["chaos", None]},
    {"choose": "free", "powers": ["hecate", "pan"]},
    {"choose": "free", "powers": [None, "moerae", None]},
    {"choose": "free", "powers": ["nyx", "tartarus"]},
    {"choose": "free", "powers": ["odysseus", "atlas", "pan", "demeter"]},
    {"choose": "free", "powers": ["pan", "pan"]},
    {"choose": "free", "powers": ["nobody", "pan"]},
]
FLEECE: list[dict[str, Any] | None] = [None, {"power": None}, {"power": "apollo"}, {"power": "nobody"}]
CLOCKS: list[dict[str, Any] | None] = [None, {"base": 10}, {"base": 86_400, "increment": 600}]


SETTINGS = [list(chosen) for size in range(len(Setting) + 1) for chosen in itertools.combinations(Setting, size)]


def combinations() -> Iterator[dict[str, Any]]:
    """Rules, powers and players with every Fleece and first seat, then with all settings; the rest in rotation."""
    dice = random.Random(1)
    every = itertools.product((2, 3, 4), POWERS, RuleSet, (False, True))
    for players, powers, rules, any_pair in every:
        fleeces = itertools.product(FLEECE, (1, 2, 3, 4), (dice.choice(SETTINGS),))
        others = itertools.product((None,), (dice.randint(1, players),), SETTINGS)
        for fleece, first, settings in (*fleeces, *others):
            yield {
                "seats": [dice.choice(KINDS) for _ in range(players)],
                "powers": powers,
                "rules": str(rules),
                "fleece": fleece,
                "first": first,
                "any_pair": any_pair,
                "clock": dice.choice(CLOCKS),
                "confirm": dice.random() < 0.5,
                "settings": [str(setting) for setting in settings],
            }


def test_every_combination_of_settings_is_created_stored_dropped_and_reopened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    adapter: TypeAdapter[requests.NewGame] = TypeAdapter(requests.NewGame)
    asked = [adapter.validate_python(settings) for settings in combinations()]
    kept: list[tuple[str, requests.NewGame, str]] = []
    refused: dict[str, int] = {}

    async def create(place: Place, new: requests.NewGame) -> None:
        try:
            room, _, _, _ = await place.hall.create(new)
        except Refusal as refusal:
            reason = str(refusal.args_told.get("reason", refusal.message_key)) if refusal.code == "setup" else "other"
            refused[reason] = refused.get(reason, 0) + 1
        else:
            kept.append((room.table.id, new, look(room.table)))

    async def before(place: Place) -> None:
        monkeypatch.setattr(place.hall.computers, "drive", lambda room: None)  # nobody plays
        for begin in range(0, len(asked), 200):
            await asyncio.gather(*(create(place, new) for new in asked[begin : begin + 200]))

    async def after(place: Place) -> None:
        monkeypatch.setattr(place.hall.computers, "drive", lambda room: None)
        for game, new, looked in kept:
            room = await place.hall.open(game)
            assert room is not None, new
            assert look(room.table) == looked, new

    run(sqlite_url(tmp_path / "games.sqlite"), before)
    run(sqlite_url(tmp_path / "games.sqlite"), after)
    assert len(kept) + sum(refused.values()) == len(asked)
    assert len(kept) > 1000, [len(kept), *refused.items()]
    assert "other" not in refused
    assert {"draft-players", "fleece-players", "power", "seat-number"} <= {*refused}


def look(table: Table) -> str:
    """Everything that each seat sees, without the log's serial numbers."""
    seats = range(len(table.seats) + 1)
    return repr([state_of(table, Role("seat", (seat,)), seat, Around(1.0)) for seat in seats]) + table.settled.text


def test_what_is_not_read_back_as_it_was_set_up_is_not_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def mangled(event: Created) -> events.Event:
        return read_back(event).model_copy(update={"start": "0000000000000000000000000/1/mortal:a1,a2/mortal:e4,e5"})

    async def story(place: Place) -> None:
        monkeypatch.setattr(setting_up, "read_back", mangled)
        with pytest.raises(ValueError, match="not read back"):
            await place.table(HERE, HERE)

    run(sqlite_url(tmp_path / "games.sqlite"), story)
    assert stored(tmp_path / "games.sqlite") == 0


def stored(file: Path) -> int:
    with sqlite3.connect(file) as database:
        (number,) = database.execute("select count(*) from events").fetchone()
    database.close()
    return int(number)


SPOILED = {
    "an event is missing": "delete from events where game = ? and number = 2",
    "the first event is missing": "delete from events where game = ? and number = 1",
    "an unknown kind": """update events set data = '{"kind": "teleported"}' where game = ? and number = 2""",
    "not JSON": "update events set data = 'x' where game = ? and number = 2",
    "a step that is no longer legal": """update events set data = '{"kind": "step", "seat": 1, "step": "a1-e5"}'
                                         where game = ? and number = 2""",
    "a position that is no longer read": "update events set data = replace(data, 'mortal', 'nobody') where game = ?",
    "a seat that is not there": """update events set data = '{"kind": "undo", "seat": 1}'
                                   where game = ? and number = 2""",
}


def test_an_unreadable_game_is_set_aside_and_the_server_goes_on(tmp_path: Path) -> None:
    """Clocked games are the first that a server opens when it starts."""
    house = House(tmp_path / "games.sqlite")
    spoiled = [(house.create(HERE, HERE, clock={"base": 60}), how) for how in SPOILED]
    sound = house.create(HERE, HERE, clock={"base": 60})
    for created in (*(created for created, _ in spoiled), sound):
        assert house.command(created["game"], created["token"], type="step", version=1, step="*b3").status_code == 200
        assert house.command(created["game"], created["token"], type="chat", text="hello").status_code == 200
    house.stop()
    with sqlite3.connect(house.data) as database:
        for created, how in spoiled:
            database.execute(SPOILED[how], [created["game"]])
    database.close()
    house.start()
    try:
        for created, how in spoiled:
            for _ in range(2):
                answer = house.http.get(f"/api/games/{created['game']}", headers=bearer(created["token"]))
                assert (answer.status_code, answer.json()["code"]) == (410, "gone"), how
            assert house.client(created["game"], created["token"]).first["code"] == "gone", how
        assert house.state(sound["game"], sound["token"])["turn"]["text"] == "*b3"
        assert house.create(HERE, HERE)["game"]
    finally:
        house.stop()


def test_a_game_whose_event_cannot_be_applied_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(place: Place) -> None:
        room, _ = await place.table(HERE, HERE)
        with monkeypatch.context() as patched:
            patched.setattr(type(room.table), "_settle", lambda table, at: 1 // 0)
            with pytest.raises(ZeroDivisionError):
                await place.hall.act(room, lambda table: table.may_play(1, ["*b3"]))
        again = await Hall.open(place.hall, room.table.id)
        assert again is not None
        assert again is not room
        assert again.table.pending == ["*b3"]

    run(sqlite_url(tmp_path / "games.sqlite"), story)
