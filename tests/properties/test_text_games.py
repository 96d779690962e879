"""Every text that random games write is read again: after every step, in every stage, for every seat.

`python -m tests.text_games` plays every pairing.
"""

import pytest

from santorini import Game, read_position
from tests.text_games import Start, play, some_starts, text_laws

STARTS = [start for rules in ("printed", "revised", "aid") for start in some_starts(rules, seed=1)]
STEPS = 150
"""The most steps of a game: so the sample takes only seconds, and long games are left to the program."""


@pytest.mark.parametrize("start", STARTS, ids=lambda start: start.name)
def test_texts_of_random_games(start: Start) -> None:
    for seed in range(2):
        play(start, seed, STEPS)


def after(text: str, *steps: str) -> Game:
    game = Game.from_text(text)
    for step in steps:
        game.push_step(step)
        text_laws(game.position)
    return game


def test_an_additional_turn_with_the_other_players_power_g2() -> None:
    start = "0000000000000000000000000/1/dionysus:e5,e2/hermes:b1,d1/rules=aid/extra=1"
    assert after(start, "b1-c1").text.endswith("/extra=1/turn=moving")


def test_a_bound_pair_that_lost_a_worker_f47() -> None:
    """The demand stands, and cannot be met: it must not be forgotten by writing the position down."""
    start = "0000000000000000000000000/2/adonis[x;a5,d3]:d3,e1/bia:b3,a5/rules=revised"
    game = after(start, "b3-c3")
    assert game.seat_data(1) == "x;a5,-"
    after(game.text, "+b2")
    both = "0000000000000000000000000/2/adonis[x;-,-]:e1/bia:a5,c3/rules=revised/turn=moving,moved:c3,mover:c3"
    assert read_position(both).text == both


@pytest.mark.parametrize("item", ["x;a5", "x;a5,a5", "x;a5,d3,e1", "x;a5,?", "x;-"])
def test_what_is_no_pair_is_refused_f47(item: str) -> None:
    with pytest.raises(ValueError, match="cannot stand in the brackets"):
        read_position(f"0000000000000000000000000/2/adonis[{item}]:d3,e1/bia:b3,a5/rules=revised")


@pytest.mark.parametrize("pieces", [249, 250])
def test_many_pieces_a3_3(pieces: int) -> None:
    """Pieces are counted up to 250; a turn uses no more than the board holds."""
    game = after(f"0000000000000000000000000/1/morpheus[{pieces}]:b3,d3/pan:c2,c4", "b3-b4", ".")
    assert game.position.number(1) == 250
    after(game.text, "c2-c1", "+b1", "b4-b3", "+a2", "+a2", "+b2", ".")


def test_placed_workers_that_are_not_shown_c4() -> None:
    """All have placed; whoever hides the Abyss does not see where."""
    game = Game("hecate", "tartarus", any_pair=True)
    while game.position.stage != "abyss":
        game.push(next(iter(game.legal_turns)))
        text_laws(game.position)
    assert read_position(game.view(2).text).steps() == game.position.steps()


def test_a_draw_in_the_turn_of_hidden_workers() -> None:
    """That a card is drawn is public, though the turn is not."""
    game = after("0000000003000000000000000/2/chaos[pan|atlas|]:a1,b1/hecate:e5,d5", "d5-d4", "+e4")
    assert game.position.awaits_luck
    assert all(game.position.view(seat).awaits_luck for seat in (0, 1, 2))


def test_a_hidden_worker_that_another_player_moves_is_hidden_g2() -> None:
    """In the aid's additional turn Dionysus plays Hecate's workers: a spectator learns nothing of that."""
    game = after("0000000000000000000000000/1/dionysus:e5,e2/hecate:b1,d1/rules=aid/extra=1", "b1-c1")
    assert game.view(0).text == "0000000000000000000000000/1/dionysus:e5,e2/hecate:?/rules=aid/extra=1"
    assert "c1" in game.view(1).text
    game.push_step("+c2")
    told = [game.record().for_seat(seat).main.nodes[-1].turn for seat in (0, 1, 2)]
    assert told == ["? +c2", "b1-c1 +c2", "b1-c1 +c2"]
