"""The board in letters and in sentences."""

from __future__ import annotations

import pytest

from santorini import Game, Words, drawing, read_position, spoken
from santorini._core import testing
from santorini.draw.drawing import tokens_on

HEIGHTS = "0012003100020010103x00z40"

GOLDEN = """\
     a    b    c    d    e
5    0    0    1B   2    0
4    0    3    1~   0    0
3    0    2A   0~   0A   1
2    0    1    0Bf  3    0^
1    0    0    2^   3^   0

A  Charybdis
B  Selene
A (Charybdis) to move"""

SPOKEN = """\
Rank 5: c5 level 1, d5 level 2.
Rank 4: b4 level 3, c4 level 1.
Rank 3: b3 level 2, e3 level 1.
Rank 2: b2 level 1, d2 level 3, e2 dome on the ground.
Rank 1: c1 dome on level 2, d1 complete tower.
All other squares are bare ground.
Coin: b4.
A, Mortal: workers on b3 level 2 (female), d3 ground.
B, Clio: workers on c2 ground, c5 level 1; Coins left: 1.
B (Clio) to move."""

POWERS_AND_LINES = [
    ("athena[^]:b3,d3", "climbed in the last turn"),
    ("morpheus[2]:b3,d3", "pieces on the card: 2"),
    ("clio[2|b4]:b3,d3", "Coins left: 2"),
    ("gaea[1]:b3,d3", "workers waiting: 1"),
    ("gaea[0]:b3,d3", ""),
    ("aeolus[ne]:b3,d3", "Wind: nobody moves north-east"),
    ("aeolus:b3,d3", "no Wind"),
    ("siren[s]:b3,d3", "Song leads south"),
    ("tartarus[c4]:b3,d3", "Abyss on c4"),
    ("tartarus[?]:b3,d3", "Abyss secret"),
    ("moerae[c3]:b3,d3,e1", "Fate squares c3, d3, c4, d4"),
    ("moerae[?]:b3,d3,e1", "Fate squares secret"),
    ("hecate:?", "workers hidden"),
    ("circe[*]:b3,d3", "holds the opponent's power"),
    ("chaos[pan|apollo,atlas|demeter]:b3,d3", "has Pan; cards in the deck: 2, discarded: 1"),
    ("jason[x]:b3,d3", "power spent"),
    ("adonis[x;c2]:b3,d3", "power spent, binds c2"),
]


def test_golden_drawing() -> None:
    text = f"{HEIGHTS}/1/charybdis[c4,c3]:b3,d3/selene[c2]:c5,c2"
    assert drawing(read_position(text)) == GOLDEN


def test_every_token_has_its_mark() -> None:
    marks = {
        "charybdis[b2,d4]:b3,d3": "~",
        "clio[2|a1]:b3,d3": "$",
        "europa[a1]:b3,d3": "T",
    }
    for seat, mark in marks.items():
        position = read_position(f"{'0' * 25}/1/{seat}/mortal:c2,c4")
        assert drawing(position).count(f"0{mark}") == len(tokens_on(position))
    fleece = read_position(f"{'0' * 25}/1/mortal:b3,d3/mortal:c2,c4/fleece=pan@c3")
    assert "0R" in drawing(fleece)
    assert "Golden Fleece, Pan" in drawing(fleece)
    assert "Ram: c3." in spoken(fleece)


@pytest.mark.parametrize(("seat", "line"), POWERS_AND_LINES)
def test_what_a_card_keeps_is_said(seat: str, line: str) -> None:
    position = read_position(f"{'0' * 25}/1/{seat}/mortal:c2,e5")
    said = drawing(position).splitlines()[7]
    assert said.partition(": ")[2] == line
    assert line.replace(", binds", "; binds") in spoken(position)


def test_teams_share_their_workers() -> None:
    position = read_position(f"{'0' * 25}/3/pan:a3,c3/atlas:b3,d3/athena/apollo")
    lines = drawing(position).splitlines()
    assert lines[3].split() == ["3", "0A", "0B", "0A", "0B", "0"]
    assert lines[7:] == [
        "A  Pan",
        "B  Atlas",
        "C  Athena: plays the workers A",
        "D  Apollo: plays the workers B",
        "C (Athena) to move",
    ]


def test_who_decides_and_how_it_ended() -> None:
    game = Game("pan", "atlas")
    assert str(game).endswith("A (Pan) places workers")
    game.push("*b3 *d3")
    game.push("*c2 *c4")
    assert str(game).endswith("A (Pan) to move")
    game.push_step("b3-b4")
    assert str(game).endswith("A (Pan) goes on")
    game.resign(1)
    assert str(game).endswith("B (Atlas) has won: an opponent resigned")
    stuck = Game.from_text("0000000000000004440004040/1/pan:a1,c1/atlas:e4,e5".replace("4440004040", "4444004040"))
    assert str(stuck).endswith("B (Atlas) has won: an opponent cannot complete a turn")


def test_stages_of_a_set_up() -> None:
    assert str(Game(players=2, draft=True)).splitlines()[7] == "A  no power yet"
    assert str(Game(players=2, draft=True)).endswith("A (no power yet) names the powers")
    assert str(Game("moerae", "pan")).endswith("A (Moerae) chooses the Fate squares")
    assert str(Game("siren", "pan")).endswith("A (Siren) sets a direction")


def test_a_view_draws_nothing_secret() -> None:
    game = Game.from_text(f"{'0' * 25}/1/hecate:b3,d3/pan:c2,c4")
    for seat, letters in ((0, 0), (1, 2), (2, 0)):
        assert str(game.view(seat)).split("\n\n")[0].count("A") == letters
        assert ("b3" in spoken(game.view(seat).position)) == bool(letters)


def test_spoken_board() -> None:
    position = read_position(f"{HEIGHTS}/2/mortal[fb3]:b3,d3/clio[1|b4]:c5,c2")
    assert spoken(position) == SPOKEN


@pytest.mark.parametrize("seed", range(20))
def test_every_position_can_be_drawn(seed: int) -> None:
    tables = [("chaos", "gaea"), ("apollo", "hecate", "pan"), ("apollo", "artemis", "pan", "atlas"), ("adonis", "bia")]
    game = Game(*tables[seed % 4], seed=seed)
    for i in range(40):
        if game.is_over:
            break
        for seat in range(game.position.players + 1):
            view = game.view(seat)
            assert len(str(view).splitlines()) == 8 + game.position.players
            assert spoken(view.position, view.outcome).endswith(".")
        game.push(testing.random_turn(game.position, seed * 100 + i))
    assert str(game)


def test_other_words() -> None:
    english = Words.load("en")
    assert drawing(Game().position, words=english) == str(Game())
