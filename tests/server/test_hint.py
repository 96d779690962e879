"""A hint says what to play, what that does, and why."""

import pytest

from santorini import read_position
from santorini.server.views.hint import hint

FLAT = "0" * 25


@pytest.mark.parametrize(
    ("position", "steps", "because"),
    [
        ("0003200000000000000000000/1/mortal:e5,a1/mortal:a5,b1", ["e5-d5"], ("server.hint.wins", {})),
        # Seat 2 would move up from a5 to b5: a dome there stops it.
        (
            "2300000000000000000000000/1/mortal:c3,e1/mortal:a5,e3",
            ["c3-c4", "+b5^"],
            ("server.hint.stops", {"from": "a5", "to": "b5"}),
        ),
        (
            "0002110000000000000000000/1/mortal:e5,a1/mortal:c1,e1",
            ["e5-d5", "+e5"],
            ("server.hint.climbs", {"level": 2}),
        ),
        (f"{FLAT}/1/mortal:b3,d3/mortal:c2,c4", ["b3-b4", "+b5"], None),
    ],
)
def test_a_hint_has_a_reason(position: str, steps: list[str], because: tuple[str, dict[str, object]] | None) -> None:
    answer = hint(read_position(position), 1, steps)
    assert answer["hint"] == steps
    said = answer["because"]
    assert (said if said is None else (said["key"], said["args"])) == because


def test_a_hint_shows_what_would_happen() -> None:
    effects = hint(read_position(f"{FLAT}/1/mortal:b3,d3/mortal:c2,c4"), 1, ["b3-b4", "+b5"])["effects"]
    assert [(effect["kind"], effect["from"], effect["to"]) for effect in effects] == [
        ("move", "b3", "b4"),
        ("build", "b4", "b5"),
    ]


def test_a_threat_is_a_reason_too() -> None:
    """After the turn the worker on d5 could step up to e5."""
    answer = hint(read_position("0022200000000000000000000/1/mortal:c5,a1/mortal:a3,c1"), 1, ["c5-d5", "+e5"])
    assert answer["because"] == {"key": "server.hint.threatens", "args": {}, "squares": []}


@pytest.mark.parametrize("powers", ["mortal:b3,d3/hecate:?", "mortal:b3,d3/tartarus[?]:c2,c4"])
def test_where_something_is_hidden_no_reason_is_made_up(powers: str) -> None:
    view = read_position(f"{FLAT}/1/{powers}")
    step = str(view.steps()[0])
    assert hint(view, 1, [step])["because"] is None


def test_steps_that_do_not_go_on_are_left_out() -> None:
    answer = hint(read_position(f"{FLAT}/1/mortal:b3,d3/mortal:c2,c4"), 1, ["e1-e2"])
    assert answer["effects"] == []
    assert answer["because"] is None
