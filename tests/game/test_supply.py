"""The pieces left in the box are shown and limit nothing (A3, Q5, Q44)."""

import itertools
import json

import pytest

from santorini import Position, Supply, read_position, supply
from santorini.cli import main
from santorini.cli._common import say
from santorini.game.supply import BOX


def board(heights: str, seats: str = "mortal:a1/pan:e1", to_move: int = 1) -> Position:
    """A board given by its heights from a5 on; the rest is empty."""
    return read_position(f"{heights.ljust(25, '0')}/{to_move}/{seats}")


def test_a1_the_box() -> None:
    assert BOX == (22, 18, 14, 18)
    assert supply(board("")) == Supply(22, 18, 14, 18, 0)


def test_every_piece_on_the_board_is_taken_off() -> None:
    # A dome on the ground, on one and on two blocks; one, two, three blocks; a complete tower.
    left = supply(board("xyz1234"))
    assert left == Supply(22 - 6, 18 - 4, 14 - 2, 18 - 4, 0)
    assert left.enough
    assert not left.missing


@pytest.mark.parametrize(
    ("heights", "expected"),
    [
        ("4" * 14, Supply(8, 4, 0, 4, 0)),  # just enough
        ("4" * 15, Supply(8, 4, 0, 3, 1)),  # a third block is missing: one tower gives three back
        ("4" + "3" * 15, Supply(7, 3, -1, 17, 1)),  # one tower is not enough for two
        ("44" + "3" * 14, Supply(8, 4, 0, 16, 2)),
        ("4" + "2" * 18, Supply(4, 0, 14, 17, 1)),  # level 2
        ("4" + "1" * 22, Supply(0, 18, 14, 17, 1)),  # level 1
        ("1" * 23, Supply(-1, 18, 14, 18, 0)),  # no tower to substitute
        ("x" * 19, Supply(22, 18, 14, -1, 0)),  # nothing gives a dome back
        ("z" * 19 + "4", Supply(3, -1, 14, -2, 1)),
        ("4" * 20, Supply(8, 4, 0, -2, 6)),
    ],
)
def test_a3_1_complete_towers_are_substituted(heights: str, expected: Supply) -> None:
    assert supply(board(heights)) == expected
    assert expected.enough == (min(expected.level_1, expected.level_2, expected.level_3, expected.domes) >= 0)


@pytest.mark.parametrize("heights", ["".join(h) for h in itertools.product(["4" * 8, "3" * 9], repeat=2)])
def test_a3_1_as_few_as_will_do(heights: str) -> None:
    """By trying: every number of towers from none on, each leaving a lone dome."""
    found = supply(board(heights))
    for number in range(heights.count("4") + 1):
        stand = heights.replace("4", "x", number)
        used = [sum(h in kind for h in stand) for kind in ("1234yz", "234z", "34", "4xyz")]
        left = [b - u for b, u in zip(BOX, used, strict=True)]
        if min(left) >= 0:
            assert found == Supply(left[0], left[1], left[2], left[3], number)
            return
    assert not found.enough


def test_a3_2_the_logical_board_never_changes() -> None:
    position = board("4" * 20, "demeter:a1/pan:e1")
    text = position.text
    assert supply(position).substituted == 6
    assert position.text == text
    assert all(position.height(square) == 3 for square in position.domes)


@pytest.mark.parametrize(
    ("heights", "kind"),
    [
        ("1" * 22, "level_1"),
        ("2" * 18 + "00" + "001", "level_2"),
        ("3" * 14 + "000000" + "002", "level_3"),
        ("x" * 18 + "00" + "003", "domes"),
    ],
)
def test_q5_a3_1_a3_3_one_more_than_the_box_holds(heights: str, kind: str) -> None:
    """Every piece of a kind is on the board, none can be had for a tower, and one more is built on c1."""
    position = board(heights, "mortal:e1/pan:e2")
    assert getattr(supply(position), kind) == 0
    turn, complete = position.read_turn("e1-d1 +c1")
    assert complete
    assert supply(turn.after).missing == {kind: 1}


def test_q5_every_build_is_allowed_with_an_empty_box() -> None:
    """The same turns as with a box that is nearly full: heights matter, the supply does not."""
    empty = read_position("1111111111111111111111111/1/mortal:a1/pan:e1")
    full = read_position("0000000000000000000000000/1/mortal:a1/pan:e1")
    assert supply(empty).missing == {"level_1": 3}
    assert [turn.text for turn in empty.turns()] == [turn.text for turn in full.turns()]


def test_a3_3_atlas_has_domes_too() -> None:
    position = board("x" * 18, "atlas:e1/pan:e2")
    assert supply(position).domes == 0
    turn, complete = position.read_turn("e1-d1 +c1^")
    assert complete
    assert supply(turn.after).missing == {"domes": 1}


def test_a3_3_the_pieces_of_morpheus_have_no_limit() -> None:
    stocked = board("", "morpheus[90]:b3,d3/pan:c2,c4")
    assert stocked.number(1) == 90
    assert supply(stocked) == supply(board(""))
    turn, complete = stocked.read_turn("b3-b4 +a3 +a3 +a3 +a3 +b3 +b3 +b3 +b3")
    assert complete
    assert turn.after.number(1) == 90 + 1 - 8


def test_q44_substituted_towers_count_for_chronus() -> None:
    position = board("4444" + "3" * 13 + "03", "chronus:e2/pan:a1")
    assert supply(position).substituted == 4
    turn, complete = position.read_turn("e2-e1 +d2")
    assert complete
    assert (turn.after.winner, turn.after.reason) == (1, "towers")
    assert supply(turn.after).substituted == 4


def test_in_words() -> None:
    assert supply(board("4" * 15)).text().splitlines() == [
        say("supply.left", level_1=8, level_2=4, level_3=0, domes=3),
        say("supply.substituted", number=1),
    ]
    both = supply(board("z" * 19))
    assert both.text().splitlines()[1:] == [
        say("supply.missing", pieces=f"{say('supply.level_2', number=1)}, {say('supply.domes', number=1)}")
    ]
    assert "-" not in both.text()


def test_show_tells(capsys: pytest.CaptureFixture[str]) -> None:
    position = board("4" * 15)
    assert main(["show", position.text]) == 0
    assert capsys.readouterr().out.endswith(supply(position).text() + "\n")
    assert main(["show", position.text, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["supply"]
    assert told == {"level_1": 8, "level_2": 4, "level_3": 0, "domes": 3, "substituted": 1}
    assert Supply(**told) == supply(position)
