"""Powers put together at run time out of the cards' own vocabulary."""

import pytest

import santorini
from santorini import Game, SetupError, make_power, read_position
from santorini._core import testing


@pytest.mark.parametrize("key", [k for k in santorini.POWERS if k != "mortal"])
def test_a_card_said_again_plays_the_same(key: str) -> None:
    copy = f"{key}_again"
    make_power(copy, santorini.entry(key))
    assert santorini.entry(copy) == santorini.entry(key)
    for partner in ("persephone", "minotaur"):
        if santorini.ban(key, partner) == "rule" or key == partner:
            continue
        game = Game(key, partner, seed=5, any_pair=True)
        twin = Game(copy, partner, seed=5, any_pair=True)
        for turn in range(12):
            if game.is_over:
                break
            played = testing.random_turn(game.position, turn)
            # The deck of Chaos leaves out gods banned against a printed card; a home-made one has no bans.
            assert game.position.count_turns() == twin.position.count_turns() or key == "chaos"
            game.push(played.text)
            if twin.position.stage == "deck" or key == "chaos":
                break
            twin.push(played.text)


def test_words_can_be_combined() -> None:
    make_power("leaper", {"move.climb": 2, "win.drop": 3})
    game = Game.from_text("0000000000002000000000000/1/leaper:b2,e5/mortal:a5,e1")
    assert "b2-c3 +c2" in game.legal_turns
    make_power("stormy", {"opponent.carry": True, "build.builds": "elsewhere"})
    assert santorini.entry("stormy") == {"build.builds": "elsewhere", "opponent.carry": "yes"}


def test_counting_in_bulk_serves_them_too() -> None:
    make_power("artemis_again", santorini.entry("artemis"))
    start = "0000000000000000000000000/1/{}:b3,d3/mortal:c2,c4"
    copy, card = read_position(start.format("artemis_again")), read_position(start.format("artemis"))
    assert testing.bulk_perft(copy, 3) == testing.bulk_perft(card, 3) == testing.listed_perft(card, 3)


@pytest.mark.parametrize(("says", "why"), [
    ({"move.fly": 1}, "no word"),
    ({"move.climb": 9}, "not a value"),
    ({"move.into": "jump"}, "not a value"),
    ({"end.take_block": True, "end.slay": True}, "cannot stand together"),
    ({"build.builds": "stock"}, "cannot stand together"),
    ({"power.abyss": True}, "cannot stand together"),
    ({"setup.workers": 0}, "cannot stand together"),
    ({"move.moves": "two", "build.builds": "stock", "start.stock": True}, "cannot stand together"),
])  # fmt: skip
def test_nonsense_is_refused(says: dict[str, str | int | bool], why: str) -> None:
    with pytest.raises(SetupError, match=why):
        make_power("nonsense", says)


def test_names_are_kept() -> None:
    make_power("named", {"win.drop": 1})
    make_power("named", {"win.drop": 1})
    with pytest.raises(SetupError, match="taken"):
        make_power("named", {"win.drop": 2})
    with pytest.raises(SetupError, match="taken by another"):
        make_power("pan", {"win.drop": 1})
    with pytest.raises(SetupError, match="no name"):
        make_power("Bad Name", {})


def test_a_home_made_power_can_be_shown() -> None:
    """As CONTRIBUTING says to try one out: no catalogue has a name or a text for it."""
    diver = make_power("diver", {"win.drop": 1})
    assert "Diver" in str(Game("diver", "pan"))
    assert diver.name == "Diver"
    assert str(diver) == "0 Diver: win.drop: 1"
