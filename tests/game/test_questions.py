"""Who holds which power, what binds whom, what is secret, how a game ended: asked of a position."""

import subprocess
import sys
from pathlib import Path

import pytest

import santorini
from santorini import (
    EffectKind,
    EndReason,
    Game,
    Position,
    RestrictionKind,
    RuleSet,
    Setting,
    Stage,
    StepKind,
    WhyCode,
    _core,
    read_position,
)

EMPTY = "0" * 25
ROOT = Path(santorini.__file__).parents[2]


def bound(position: Position, seat: int) -> list[tuple[str, str, int | None]]:
    return [(str(one.kind), one.power, one.seat) for one in position.restrictions(seat)]


# -- powers --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "held"),
    [
        ("1/pan:b3,d3/atlas:c2,c4", ["pan", "atlas"]),
        ("1/pan:b3,d3/atlas:c2,c4/hermes:a1,a2", ["pan", "atlas", "hermes"]),
        ("1/pan:b3,d3/atlas:c2,c4/hermes/hera", ["pan", "atlas", "hermes", "hera"]),
        ("1/achilles[x]:b3,d3/atlas:c2,c4", ["mortal", "atlas"]),  # used up
        ("1/chaos[pan|apollo,atlas|]:b3,d3/hermes:c2,c4", ["pan", "hermes"]),
        ("2/pan:b3,d3/chaos[pan|apollo,atlas|]:c2,c4/atlas/chronus", ["pan", "pan", "atlas", "chronus"]),
        ("1/circe[*]:b3,d3/atlas:c2,e5", ["atlas", "mortal"]),
        ("2/circe[*]:b3,d3/atlas:c2,c3", ["atlas", "mortal"]),  # until her turn begins
        ("1/circe[*]:b3,d3/atlas:c2,c3", ["circe", "atlas"]),  # it begins now, and they stand together
        ("1/circe:b3,d3/atlas:c2,e5", ["atlas", "mortal"]),  # it begins now, and they stand apart
        ("1/circe[*]:b3,d3/chaos[pan|apollo,atlas|]:c2,e5", ["pan", "mortal"]),
        ("1/mortal:b3,d3/mortal:c2,c4/fleece=pan@c3", ["pan", "pan"]),
        ("1/mortal:b3,d3/mortal:c2,c4/fleece=pan@a4", ["pan", "mortal"]),
    ],
)
def test_the_power_held_now(seats: str, held: list[str]) -> None:
    position = read_position(f"{EMPTY}/{seats}")
    assert [position.power_held(seat) for seat in range(1, position.players + 1)] == held


def test_nobody_holds_a_power_once_out() -> None:
    position = read_position(f"{EMPTY}/1/pan:b3,d3/atlas:c2,c4/hermes:a1,a2").give_up(3)
    assert [position.power_held(seat) for seat in (1, 2, 3)] == ["pan", "atlas", "mortal"]


def test_a_card_may_follow_another_text() -> None:
    position = Game("limus~revised", "pan").position
    assert [position.edition(seat) for seat in (1, 2)] == [RuleSet.REVISED, RuleSet.PRINTED]


# -- restrictions --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "seat", "binding"),
    [
        ("1/pan:b3,d3/athena[^]:c2,c4", 1, [("no_climb", "athena", 2)]),
        ("1/pan:b3,d3/athena:c2,c4", 1, []),
        ("1/pan:b3,d3/athena[^]:c2,c4", 2, []),
        ("1/pan:b3,d3/hades:c2,c4/set=any-pair", 1, [("descent_none", "hades", 2)]),
        ("1/pan:b3,d3/limus:c2,c4", 1, [("no_build", "limus", 2)]),
        ("1/pan:b3,d3/limus:c2,c4/rules=revised", 1, [("no_build_blocks", "limus", 2)]),
        ("1/pan:b3,d3/hades:c2,c4/athena[^]:a1,a2", 1, [("descent_none", "hades", 2), ("no_climb", "athena", 3)]),
        ("1/pan:b3,d3/atlas:c2,c4/hermes/athena[^]", 1, [("no_climb", "athena", 4)]),
        ("1/pan:b3,d3/atlas:c2,c4/hermes/athena[^]", 2, []),  # a team mate's card
        ("1/aeolus[n]:b3,d3/pan:c2,c4", 1, [("wind", "aeolus", 1)]),  # the owner too
        ("1/aeolus[n]:b3,d3/pan:c2,c4", 2, [("wind", "aeolus", 1)]),
        ("1/pan:b3,d3/charybdis[a1,e5]:c2,c4", 1, [("whirl", "charybdis", 2)]),
        ("1/pan:b3,d3/charybdis[a1]:c2,c4", 1, []),
        ("1/pan:b3,d3/adonis[x;b3]:c2,c4", 1, [("bind", "adonis", 2)]),
        ("1/mortal:b3,d3/mortal:c2,c4/fleece=hades@c3", 1, [("descent_none", "hades", 2)]),
        ("1/mortal:b3,d3/mortal:c2,c4/fleece=hades@a4", 1, []),  # the other one is not beside the Ram
        ("1/mortal:b3,d3/mortal:c2,c4/fleece=europa[a1]@a4", 1, [("closed_token", "europa", None)]),
        ("2/circe[*]:b3,d3/hera:c2,e5", 2, [("no_win_perimeter", "hera", 1)]),  # the stolen card binds its owner
        ("2/circe:b3,d3/hera:c2,c3", 1, [("no_win_perimeter", "hera", 2)]),
        ("2/chaos[^;athena|apollo,atlas|]:b3,d3/pan:c2,c4", 2, [("no_climb", "athena", 1)]),
    ],
)
def test_what_binds_a_seat(seats: str, seat: int, binding: list[tuple[str, str, int | None]]) -> None:
    assert bound(read_position(f"{EMPTY}/{seats}"), seat) == binding


def test_a_restriction_says_where_and_which_way() -> None:
    [one] = read_position(f"{EMPTY}/1/pan:b3,d3/aeolus[ne]:c2,c4").restrictions(1)
    assert (one.kind, one.args) == (RestrictionKind.WIND, {"power": "aeolus", "seat": 2, "direction": "ne"})
    [one] = read_position(f"1{'0' * 24}/1/pan:a5,d3/hypnus:c2,c4").restrictions(1)
    assert (one.kind, one.squares) == (RestrictionKind.SLEEP, ["a5"])
    assert repr(one) == "<Restriction sleep power=hypnus seat=2>"


def test_nothing_secret_binds_visibly() -> None:
    """A view names the same restrictions as the true position, although it lacks Hecate's workers."""
    position = read_position(f"{EMPTY}/1/pan:b3,d3/hecate:c2,c4/athena[^]:a1,a2")
    assert position.restrictions(1) == position.view(1).restrictions(1)


# -- secrets, the draft, steps -------------------------------------------------------------------------------------


def test_secret_squares() -> None:
    position = read_position(f"{EMPTY}/1/moerae[b2]:b4,d4,e5/tartarus[c3]:c2,c4")
    assert position.secret_squares(1) == ["b2", "c2", "b3", "c3"]
    assert position.secret_squares(2) == ["c3"]
    assert position.view(1).secret_squares(2) is None
    assert position.view(2).secret_squares(1) is None
    assert Game("moerae", "pan").position.secret_squares(1) == []  # not chosen yet
    assert Game("moerae", "pan").position.secret_squares(2) == []


def test_the_offer_of_a_draft() -> None:
    game = Game(draft=True)
    assert game.position.offered == []
    game.push_step("offer:pan")
    game.push_step("offer:atlas")
    assert game.position.offered == ["atlas", "pan"]  # in the order of the cards
    [atlas, _] = game.legal_steps
    assert (atlas.kind, atlas.power, atlas.seat) == (StepKind.TAKE, "atlas", None)
    game.push_step("take:atlas")
    game.push_step("take:pan")
    assert [step.seat for step in game.legal_steps] == [1, 2]
    assert not game.position.any_pair
    assert Game(draft=True, any_pair=True).position.any_pair


def test_a_step_names_its_direction_and_its_card() -> None:
    game = Game("aeolus", "pan")
    assert [step.direction for step in game.legal_steps] == ["n", "ne", "e", "se", "s", "sw", "w", "nw"]
    deck = Game("chaos", "pan", seed=1).start
    assert deck.steps()[0].power == "apollo"


# -- the end -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        (f"{EMPTY}/1/pan:b3,d3/atlas:c2,c4", None),
        (f"{EMPTY}/2/#pan:b3,d3/atlas:c2,c4/reason=climbed", ((1,), "climbed")),
        (f"{EMPTY}/2/#pan:b3,d3/atlas:c2,c4/hermes/hera/reason=climbed", ((1, 3), "climbed")),
        ("0000000000000002202202020/1/mortal:a1,e1/mortal:a5,b5", ((2,), "stuck")),
        ("0000000000000002202202020/1/pan:a1,e1/atlas:a5,b5/hermes/hera", ((2, 4), "stuck")),
    ],
)
def test_how_a_game_ended(text: str, outcome: tuple[tuple[int, ...], str] | None) -> None:
    position = read_position(text)
    assert position.outcome() == outcome
    ended = Game.from_position(position).outcome()
    assert (ended and (ended.winners, ended.reason)) == outcome


# -- enumerations --------------------------------------------------------------------------------------------------


def test_the_mirror_is_what_the_core_says() -> None:
    mirrored = (RuleSet, Stage, EndReason, StepKind, EffectKind, Setting, WhyCode, RestrictionKind)
    assert {one.__name__: tuple(one) for one in mirrored} == _core.enumerations()
    subprocess.run([sys.executable, ROOT / "tools" / "enums.py", "--check"], check=True)


def test_positions_and_steps_speak_in_enumerations() -> None:
    game = Game("pan", "atlas", rules="revised")
    assert game.position.stage is Stage.PLACE
    assert game.position.rules is RuleSet.REVISED
    assert game.position.reason is EndReason.NONE
    assert game.legal_steps[0].kind is StepKind.PLACE
    position = read_position(f"{EMPTY}/1/pan:b3,d3/atlas:c2,c4")
    kind, *_ = position.effects(position.steps()[0])[0]
    assert kind is EffectKind.MOVE


def test_every_setting_is_a_switch() -> None:
    for setting in Setting:
        assert Game("pan", "atlas", settings=[setting]).position.settings == [setting]
