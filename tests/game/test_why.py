"""Why a step is not possible, answer by answer. No answer may be vague, and each names the rule or the card."""

import pytest

from santorini import Game, IllegalTurnError, Position, Why, WhyCode, read_position
from santorini._core import CoreError


def position(heights: dict[str, int | str], seats: str, turn: str = "", more: str = "") -> Position:
    """A position with these towers (`"^"` is a dome on three blocks), after the beginning of a turn."""
    squares = [f"{file}{rank}" for rank in "54321" for file in "abcde"]
    board = "".join("4" if heights.get(s) == "^" else str(heights.get(s, 0)) for s in squares)
    start = read_position(f"{board}/{seats}{more}")
    return start.read_turn(turn, whole=False)[0].after if turn else start


def told(reasons: list[Why]) -> list[tuple[str, str, int, str]]:
    """Code, power, seat and restriction of each reason."""
    args = [(reason.code, reason.args) for reason in reasons]
    return [(str(c), str(a.get("power", "")), int(a.get("seat", 0)), str(a.get("restriction", ""))) for c, a in args]


PLAIN = "mortal:a4,d3/mortal:c2,c4"

BOARD = [
    ({"a5": 2}, "a5", "a4", "high"),
    ({"a5": "^"}, "a5", "a4", "dome"),
    ({"a5": "^"}, "a5", None, "dome"),
    ({}, "c4", "d3", "occupied"),
    ({}, "e1", None, "far"),
    ({}, "a1", "a4", "far"),
    ({}, "a4", "a4", "itself"),
    ({}, "b1", "b2", "nobody"),
    ({}, "b1", "c2", "not_yours"),
    ({"a5": 2, "b5": 2, "b4": 2, "b3": 2, "a3": 2}, "a4", None, "no_way"),
    ({"a5": 1, "b5": "^", "b4": "^", "a3": "^", "b3": "^"}, "a5", "a4", ""),  # the square just left can be built on
]


@pytest.mark.parametrize(("heights", "square", "origin", "code"), BOARD)
def test_the_board(heights: dict[str, int | str], square: str, origin: str | None, code: str) -> None:
    reasons = position(heights, f"1/{PLAIN}").why(square, origin=origin)
    assert [str(reason.code) for reason in reasons] == ([code] if code else [])


def test_two_reasons_are_told_together() -> None:
    """The worker must go and the tower must be lower: neither would be enough."""
    reasons = position({"c4": 2}, f"1/{PLAIN}").why("c4", origin="d3")
    assert [str(reason.code) for reason in reasons] == ["occupied", "high"]


def test_a_dead_end_is_told_as_one() -> None:
    """After the exchange of places the opponent stands on a1, and everything else beside a2 holds a dome."""
    heights: dict[str, int | str] = dict.fromkeys(("b1", "b2", "b3", "a3"), "^")
    here = position(heights, "1/apollo:a1,d4/pan:a2,e1")
    assert told(here.why("a2", origin="a1")) == [("no_turn", "", 0, "")]


CARDS = [
    # own limits
    ({}, "1/urania:a1,c3/pan:b2,d3", "", "e4", "a1", [("far", "", 0, "")]),
    ({}, "1/minotaur:c3,a1/pan:c4,c5", "", "c4", "c3", [("pushed", "minotaur", 1, "")]),
    ({}, "1/minotaur:c4,a1/pan:c5,e1", "", "c5", "c4", [("pushed", "minotaur", 1, "")]),
    ({}, "1/demeter:c3,a1/pan:e4,e5", "c3-c4 +c5", "c5", None, [("same_square", "demeter", 1, "")]),
    ({}, "1/hephaestus:c3,a1/pan:e4,e5", "c3-c4 +c5", "b5", "c4", [("first_square", "hephaestus", 1, "")]),
    ({}, "1/hestia:c3,a1/pan:e4,e5", "c3-c4 +c3", "c5", "c4", [("interior", "hestia", 1, "")]),
    ({}, "1/prometheus:c3,a1/pan:e4,e5", "c3+c4", "c4", "c3", [("built_first", "prometheus", 1, "")]),
    ({}, "1/triton:c2,e5/pan:a4,a5", "c2-c3", "e5", None, [("other_worker", "", 0, "")]),
    ({}, "1/terpsichore:c3,a1/pan:e4,e5", "c3-c4", "c5", "c4", [("own_card", "terpsichore", 1, "")]),
    ({"b2": 1}, "1/ares:c3,a1/pan:e4,e5", "c3-c4 +c5", "d1", None, [("own_card", "ares", 1, "")]),
    ({}, "1/morpheus[0]:c3,a1/pan:e4,e5", "c3-c4 +c5", "b5", None, [("not_your_turn", "", 0, "")]),
    # a spent power
    ({"d1": 2}, "1/bellerophon[x]:c1,a1/pan:a5,d5", "", "d1", "c1",
     [("high", "", 0, ""), ("spent", "bellerophon", 1, "")]),
    # one's own tokens and wind
    ({}, "1/aeolus[n]:c3,a1/pan:e4,e5", "", "c4", "c3", [("power", "aeolus", 1, "wind")]),
    ({}, "1/europa[c4]:c3,a1/pan:e4,e5", "", "c4", "c3", [("power", "europa", 1, "closed_token")]),
    # other cards
    ({"d1": 2}, "1/bellerophon:c1,a1/athena[^]:a5,d5", "", "d1", "c1", [("power", "athena", 2, "no_climb")]),
    ({"d1": 1}, "1/pan:c1,a1/athena[^]:a5,d5", "", "d1", "c1", [("power", "athena", 2, "no_climb")]),
    ({"c1": 1}, "1/atlas:c1,a1/hades:a5,d5", "", "d1", "c1", [("power", "hades", 2, "descent_none")]),
    ({"c1": 1}, "1/atlas:c1,a1/hypnus:a5,d5", "", "c1", None, [("power", "hypnus", 2, "sleep")]),
    ({}, "1/atlas:c1,a1/limus:d3,a5", "c1-c2", "c3", None, [("power", "limus", 2, "no_build")]),
    ({}, "1/atlas:c1,a1/clio[0|b1,b5,c5]:d3,a5", "", "b1", "c1", [("power", "clio", 2, "coins")]),
    ({}, "1/atlas:c2,a1/aphrodite:c3,a5", "", "c1", "c2", [("power", "aphrodite", 2, "bound")]),
    ({"b2": 1}, "1/atlas:c2,a1/persephone:c5,a5", "", "c1", "c2", [("power", "persephone", 2, "must_climb")]),
    ({}, "1/atlas:c2,a1/adonis[x;c2]:c4,a5", "", "c1", "c2", [("power", "adonis", 2, "bind")]),
    # three and four players
    ({"d1": 1}, "1/pan:c1,a1/atlas:e5,e4/athena[^]:a5,d5", "", "d1", "c1", [("power", "athena", 3, "no_climb")]),
    ({"d1": 1}, "1/pan:c1,a1/athena[^]:a5,d5/atlas/hermes", "", "d1", "c1", [("power", "athena", 2, "no_climb")]),
    ({"c1": 1}, "1/pan:c1,a1/atlas:a5,d5/hermes/hypnus", "", "c1", None, [("power", "hypnus", 4, "sleep")]),
    ({}, "3/pan:c3,a1/aeolus[n]:a5,d5/atlas/hermes", "", "c4", "c3", [("power", "aeolus", 2, "wind")]),
]  # fmt: skip


@pytest.mark.parametrize(("heights", "seats", "turn", "square", "origin", "reasons"), CARDS)
def test_the_cards(
    heights: dict[str, int | str],
    seats: str,
    turn: str,
    square: str,
    origin: str | None,
    reasons: list[tuple[str, str, int, str]],
) -> None:
    here = position(heights, seats, turn)
    assert told(here.why(square, origin=origin, seat=int(seats[0]))) == reasons


def test_no_edges_for_urania() -> None:
    assert position({}, "1/urania:a1,c3/pan:b2,d3").why("e5", origin="a1") == []


def test_a_step_that_was_written_down() -> None:
    back = position({}, "1/artemis:c3,a1/pan:e4,e5", "c3-c4")
    assert told(back.why(step="c4-c3")) == [("back", "artemis", 1, "")]
    assert back.why("c3", origin="c4") == []  # it can be built on
    fresh = position({}, "1/artemis:c3,a1/pan:e4,e5")
    assert told(fresh.why(step="c3+c4")) == [("not_now", "", 0, "")]


def test_the_revised_graeae() -> None:
    here = position({}, "1/graeae:c3,a1,a2/pan:e4,e5", "c3-c4", "/rules=revised")
    assert told(here.why("c5", origin="c4")) == [("unmoved_only", "graeae", 1, "")]
    assert told(here.why("c4")) == [("unmoved_only", "graeae", 1, "")]


def test_the_golden_fleece() -> None:
    shared = "/fleece=minotaur@e5"
    away = position({}, "1/mortal:c3,a1/mortal:c4,e4", more=shared)
    assert told(away.why("c4", origin="c3")) == [("occupied", "", 2, ""), ("not_held", "minotaur", 0, "")]
    beside = position({}, "1/mortal:c3,d5/mortal:c4,a1", more=shared)
    assert beside.why("c4", origin="c3") == []
    assert told(beside.why("e5", origin="d5")) == [("ram", "", 0, "")]
    opponent = position({"c3": 1}, "1/mortal:c3,a1/mortal:c4,e4", more="/fleece=hades@e5")
    assert told(opponent.why("c2", origin="c3")) == [("power", "hades", 2, "descent_none")]
    everybody = position({}, "1/mortal:c3,d5/mortal:a4,a1", more="/fleece=aeolus[n]@e5")
    assert told(everybody.why("c4", origin="c3")) == [("power", "aeolus", 0, "wind")]


def test_a_stolen_power() -> None:
    """Circe holds the climb of Athena as well as her own turn: the card named is the one that binds."""
    here = position({"d1": 2}, "1/apollo:c1,a1/circe[*]:d2,d5")
    assert told(here.why("d2", origin="c1")) == [("occupied", "", 2, ""), ("stolen", "apollo", 2, "")]


def test_a_reaction() -> None:
    here = position({"c4": 3, "d4": 1}, "1/pan:c3,a1/gaea[1]:e1,e2", "c3-b3 +c4^")
    assert here.decider == 2
    assert told(here.why("a1")) == [("not_beside", "", 0, "")]
    assert told(here.why("d4")) == [("not_ground", "", 0, "")]
    assert told(here.why("b3")) == [("occupied", "", 1, "")]
    assert told(here.why("d5", origin="e1")) == [("reaction", "", 0, "")]


def test_an_additional_turn() -> None:
    here = position({"c4": 3}, "1/dionysus:c3,a1/pan:e1,e2", "c3-b3 +c4^")
    assert (here.extra, here.decider) == (1, 1)
    assert told(here.why("a2", origin="a1")) == [("additional", "", 0, "")]


@pytest.mark.parametrize(
    ("powers", "turns", "square", "code"),
    [
        (("pan", "atlas"), ["*b3"], "b3", "occupied"),
        (("bia", "atlas"), [], "c3", "placing"),
        (("eros", "atlas"), ["*a3"], "a1", "placing"),
        (("moerae", "atlas"), [], "e5", "fate_edge"),
        (("siren", "atlas"), [], "c3", "setup"),
    ],
)
def test_set_up(powers: tuple[str, ...], turns: list[str], square: str, code: str) -> None:
    game = Game(*powers)
    for turn in turns:
        game.push_step(turn)
    assert [str(reason.code) for reason in game.why(square)] == [code]


def test_nobody_else_is_asked() -> None:
    here = position({}, f"1/{PLAIN}")
    assert told(here.why("c3", seat=2)) == [("not_your_turn", "", 0, "")]
    won = read_position("0000000000000000000000000/1/#mortal:a4,d3/mortal:c2,c4/reason=resigned")
    assert told(won.why("c3", seat=1)) == [("over", "", 0, "")]
    stuck = position({"b1": 2, "b2": 2, "a2": 2, "d1": 2, "d2": 2, "e2": 2}, "1/mortal:a1,e1/mortal:c4,c5")
    assert told(stuck.why("b1")) == [("stuck", "", 0, "")]


def test_a_game_is_asked_too() -> None:
    game = Game.from_position(position({"a5": 2}, f"1/{PLAIN}"))
    [reason] = game.why("a5", origin="a4")
    assert reason.code is WhyCode.HIGH
    assert reason.args == {"square": "a5", "height": 2}
    assert game.why(step=game.legal_steps[0]) == []
    with pytest.raises(IllegalTurnError, match="'dance'"):
        game.why(step="dance")
    with pytest.raises(IllegalTurnError):
        game.why()
    with pytest.raises(CoreError):
        game.position.why("z9")


def test_hidden_workers_are_not_told() -> None:
    """b3 holds a hidden worker: whoever asks sees a free square, and may run into it."""
    here = position({}, "1/pan:a4,d3/hecate:b3,c4")
    assert here.why("b3", origin="a4") == []
    assert told(here.why("a1", origin="b3")) == [("nobody", "", 0, "")]
