"""The picture of the board: well-formed, complete in itself, and different where the position is."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from santorini import Game, SantoriniError, Words, board_svg, read_position, spoken
from santorini._core import testing

SVG = "{http://www.w3.org/2000/svg}"
EMPTY = "0" * 25

POSITIONS = [
    f"{EMPTY}/1/pan:b3,d3/atlas:c2,c4",
    "4101202110011400102030z0x/2/demeter:A3,C3/artemis:E4,A1",
    f"{EMPTY}/1/charybdis[b2,d4]:b3,d3/clio[1|b4,c4]:c2,c5",
    f"{EMPTY}/1/europa[b2]:b3,d3/selene[c2]:c2,c5",
    f"{EMPTY}/1/apollo:b3,d3/pan:c2,c5/atlas:a1,e5",
    f"{EMPTY}/1/pan:a3,c3/atlas:b3,d3/athena/apollo",
    f"{EMPTY}/1/mortal:b3,d3/mortal:c2,c5/fleece=selene@c3",
    f"{EMPTY}/1/tartarus[c4]:b3,d3/aeolus[ne]:c2,c5",
    f"{EMPTY}/1/moerae[c2]:b3,d3,e1/siren[sw]:c2,c5",
    f"{EMPTY}/1/hecate:?/gaea:c2,c5",
]


def squares(picture: str) -> dict[str, str]:
    """What is drawn on each square."""
    root = ET.fromstring(picture)
    return {
        group.attrib["data-square"]: ET.tostring(group, encoding="unicode")
        for group in root.iter(f"{SVG}g")
        if "data-square" in group.attrib
    }


@pytest.mark.parametrize("text", POSITIONS)
def test_well_formed_and_complete_in_itself(text: str) -> None:
    position = read_position(text)
    picture = board_svg(position)
    root = ET.fromstring(picture)
    assert root.tag == f"{SVG}svg"
    assert (root.attrib["width"], root.attrib["viewBox"]) == ("400", "0 0 400 400")
    desc = root.find(f"{SVG}desc")
    assert desc is not None
    assert desc.text == spoken(position)
    assert len(squares(picture)) == 25
    assert "http" not in picture.replace("http://www.w3.org/2000/svg", "")
    assert set(re.findall(r"url\((.)", picture)) == {"#"}
    assert set(re.findall(r"url\(#([^)]*)\)", picture)) <= set(re.findall(r' id="([^"]*)"', picture))
    assert not re.search(r"<(script|image|use|style|foreignObject)|href|\bon\w+=", picture)


def test_heights_domes_and_sides_differ() -> None:
    def square(text: str) -> str:
        return squares(board_svg(read_position(text)))["c3"].replace(" ", "")

    heights = [EMPTY[:12] + height + EMPTY[13:] for height in "0123xyz4"]
    towers = {square(f"{h}/1/pan:a1,a2/atlas:e1,e2") for h in heights}
    assert len(towers) == len(heights)
    seats = [
        "pan:c3,a2/atlas:e1,e2/apollo:a5,e5",
        "pan:a1,a2/atlas:c3,e2/apollo:a5,e5",
        "pan:a1,a2/atlas:e1,e2/apollo:c3,e5",
    ]
    figures = [square(f"{EMPTY}/1/{seat}") for seat in seats]
    shapes = {re.sub(r'(fill|stroke)="[^"]*"', "", figure) for figure in figures}
    assert len(shapes) == 3  # without colour too
    woman, man = (square(f"{EMPTY}/1/selene[{s}]:c3,a2/pan:e1,e2") for s in ("c3", "a2"))
    assert woman != man


@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_level_is_written(level: int) -> None:
    heights = EMPTY[:12] + str(level) + EMPTY[13:]
    for workers in ("a1,a2", "c3,a2"):
        picture = board_svg(read_position(f"{heights}/1/pan:{workers}/atlas:e1,e2"))
        assert f">{level}</" in squares(picture)["c3"]


def test_tokens_are_drawn_where_they_lie() -> None:
    bare = squares(board_svg(read_position(f"{EMPTY}/1/charybdis:b3,d3/clio:c2,c5")))
    with_tokens = squares(board_svg(read_position(f"{EMPTY}/1/charybdis[b2,d4]:b3,d3/clio[1|b4,c4]:c2,c5")))
    assert {square for square in bare if bare[square] != with_tokens[square]} == {"b2", "d4", "b4", "c4"}


def test_options() -> None:
    position = read_position(POSITIONS[0])
    assert 'width="160"' in board_svg(position, size=160)
    assert ">a</text>" in board_svg(position)
    assert ">a</text>" not in board_svg(position, coordinates=False)
    game = Game.from_position(position)
    turn = game.push("b3-b4 +b3")
    assert "rotate(-90.0)" in board_svg(game.position, last=turn)
    assert "rotate(45.0)" in board_svg(position, arrows=[("A5", "e1")])
    assert board_svg(position, arrows=[("c3", "c3")]) == board_svg(position)
    with pytest.raises(SantoriniError, match="not a square"):
        board_svg(position, arrows=[("a0", "e1")])


def test_secrets_are_shown_to_their_owner_only() -> None:
    game = Game.from_text(POSITIONS[7])
    owner, other = (board_svg(game.view(seat).position) for seat in (1, 2))
    assert owner != other
    assert other == board_svg(read_position(POSITIONS[7].replace("c4", "?")))
    hidden = Game.from_text(f"{EMPTY}/2/hecate:b3,d3/pan:c2,c4")
    assert board_svg(hidden.view(2).position) == board_svg(read_position(f"{EMPTY}/2/hecate:?/pan:c2,c4"))
    assert hidden.view(2)._repr_svg_() != hidden._repr_svg_()


def test_hostile_words_are_escaped() -> None:
    table = {
        "board": {key.split(".", 1)[1]: "</desc><script>\"'&" for key in Words.load("en") if key.startswith("board.")},
        "power": {power: {"name": "<b>&"} for power in ("pan", "atlas")},
    }
    picture = board_svg(read_position(POSITIONS[0]), words=Words("xx", table))
    root = ET.fromstring(picture)
    assert "<script" not in picture
    assert [child.tag for child in root][:3] == [f"{SVG}title", f"{SVG}desc", f"{SVG}defs"]


@given(st.integers(0, 3), st.integers(0, 10**6), st.integers(0, 60))
@settings(max_examples=60, deadline=None)
def test_random_games_can_be_drawn(table: int, seed: int, turns: int) -> None:
    powers = [
        ("chaos", "charybdis"),
        ("europa", "clio"),
        ("athena", "gaea", "hecate"),
        ("apollo", "siren", "pan", "atlas"),
    ]
    game = Game(*powers[table], seed=seed)
    for i in range(turns):
        if game.is_over:
            break
        game.push(testing.random_turn(game.position, seed + i))
    ET.fromstring(game._repr_svg_())
    ET.fromstring(game.view(0)._repr_svg_())
