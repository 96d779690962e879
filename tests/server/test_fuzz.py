"""No text from outside raises anything but the documented errors."""

from __future__ import annotations

import io
import subprocess
import sys

import pytest

from santorini import Game, IllegalTurnError, SantoriniError, SetupError
from santorini.cli._protocol import Protocol
from santorini.server.protocol.requests import COMMAND, ChatCommand
from tests.server.fuzz import fuzz
from tests.server.house import HERE, House

CUT = "b3-b4-\u202ed5 +e"  # reading the notation piece by piece cuts the special character in two


def test_spoiled_texts_are_refused(house: House) -> None:
    counts = fuzz(house, seconds=5.0, seed=7)
    assert counts["package"] > 100
    assert counts["socket"] > 20
    assert counts["http 422"] > 5


def test_a_sign_that_is_cut_in_the_middle(house: House) -> None:
    position = "0000000000000000000000000/1/artemis:b3,d3/mortal:c2,c4"
    game = Game.from_text(position)
    for call in (game.push, game.push_step, game.push_part):
        with pytest.raises(IllegalTurnError):
            call(CUT)
    created = house.create(HERE, HERE, position=position)
    client = house.client(created["game"], created["token"])
    refused = client.ask(type="turn", version=client.state["version"], turn=CUT)
    assert (refused["type"], refused["code"]) == ("error", "illegal")
    answer = house.command(created["game"], created["token"], type="step", version=client.state["version"], step=CUT)
    assert (answer.status_code, answer.json()["code"]) == (409, "illegal")
    sink = io.StringIO()
    source = io.BytesIO(f"position {position} turns {CUT}\nisready\nquit\n".encode())
    assert Protocol(source, sink).run() == 0
    assert sink.getvalue().startswith("error ")
    assert "readyok" in sink.getvalue()


def test_lone_surrogates(house: House) -> None:
    game = Game("pan", "atlas")
    for call in (game.push, game.push_step, game.push_part, game.height, game.has_dome, Game, Game.from_text):
        with pytest.raises(SantoriniError):
            call("\ud800")
    answer = house.http.post(
        "/api/games", content=b'{"seats": [{"kind": "here", "name": "\\ud800"}, {"kind": "here"}]}'
    )
    assert answer.status_code == 422
    created = house.create(HERE, {"kind": "friend"})
    client = house.client(created["game"], created["token"])
    client.socket.send('{"type": "chat", "text": "\\udfff", "id": 5}')
    client.catch_up()
    assert [message["code"] for message in client.others if message["type"] == "error"] == ["invalid"]


@pytest.mark.parametrize("sign", ["\u202e", "\u202a", "\u2066", "\u2069"])
def test_a_name_does_not_turn_the_words_around_it(house: House, sign: str) -> None:
    answer = house.http.post("/api/games", json={"seats": [{"kind": "here", "name": f"Ann{sign}"}, HERE]})
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid")
    created = house.create(HERE, {"kind": "friend"})
    path = f"/api/games/{created['game']}/join"
    headers = {"Authorization": f"Bearer {created['invites']['2']}"}
    assert house.http.post(path, json={"name": f"{sign}Ben"}, headers=headers).status_code == 422


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("hello", "hello"),
        ("שלום", "שלום"),
        ("\u202eolleh", "\u2068\u202eolleh\u202c\u2069"),
        ("a\u2069b", "\u2068ab\u2069"),
        ("\u2067a\u202db", "\u2068\u2067a\u202db\u202c\u2069\u2069"),
        ("\u202aa\u202cb", "\u2068\u202aa\u202cb\u2069"),
    ],
)
def test_chat_that_turns_is_isolated(said: str, kept: str) -> None:
    command = COMMAND.validate_python({"type": "chat", "text": said})
    assert isinstance(command, ChatCommand)
    assert command.text == kept


def test_seats_that_are_not_there() -> None:
    game = Game("pan", "atlas")
    for call in (game.view, game.workers, game.seat_data):
        with pytest.raises(SetupError) as error:
            call(3)
        assert error.value.code == "not-seat"


def test_too_many_home_made_powers_are_told_so() -> None:
    """In a process of its own, in which no more powers can be made afterwards."""
    program = """
from santorini import SetupError, make_power
try:
    for number in range(300):
        make_power(f"x{number}", {"win.drop": 2})
except SetupError as error:
    print(number, error.code)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["192", "power-many"]
