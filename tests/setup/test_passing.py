"""The draft of the player aid, played: five cards each, two discarded, three handed over, one of them kept (C6)."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from santorini import Game, IllegalTurnError, PassingDraft, Position, SetupError, ban, read_position, read_record
from santorini.engine.draft_choice import draft_choices
from tests.text_games import text_laws


def texts(game: Game) -> list[str]:
    return [str(step) for step in game.legal_steps]


def played(game: Game, dice: random.Random) -> Iterator[Position]:
    """The positions of the rest of the draft, with random choices."""
    while game.position.hand(1) or game.position.hand(2):
        yield game.position
        game.push_step(dice.choice(game.legal_steps))


def test_step_by_step_c6() -> None:
    game = Game(draft=True, rules="aid", seed=4)
    one, other = game.position.hand(1), game.position.hand(2)
    assert (len(one), len(other), len({*one, *other})) == (5, 5, 10)
    assert (game.position.stage, game.seat_to_decide) == ("discard", 1)
    assert texts(game) == [f"discard:{card}" for card in one]
    game.push(f"discard:{one[0]} discard:{one[3]}")
    assert (game.position.stage, game.seat_to_decide) == ("discard", 2)
    assert game.position.hand(1) == [one[1], one[2], one[4]]
    with pytest.raises(IllegalTurnError):
        game.push(f"discard:{other[0]}")  # two of them
    game.push(f"discard:{other[1]} discard:{other[0]}")
    assert (game.position.stage, game.seat_to_decide) == ("keep", 1)
    assert (game.position.hand(1), game.position.hand(2)) == (other[2:], [one[1], one[2], one[4]])
    assert texts(game) == [f"take:{card}" for card in other[2:]]
    game.push(f"take:{other[3]}")
    assert [game.position.power(seat) for seat in (1, 2)] == ["mortal", "mortal"], (
        "not turned up before both have chosen"
    )
    game.push(f"take:{one[4]}")
    assert [game.position.power(seat) for seat in (1, 2)] == [other[3], one[4]]
    assert (game.position.hand(1), game.position.hand(2)) == ([], [])
    assert game.position.stage not in ("deal", "discard", "keep")


def test_the_first_player_is_the_one_the_game_names_c6() -> None:
    """The aid leaves it open: whoever is named first chooses first, and begins."""
    game = Game(draft=True, rules="aid", first=2, seed=1)
    assert game.seat_to_decide == 2
    while game.position.stage != "play":
        game.push_step(game.legal_steps[0])
    assert game.position.starter == 2


@pytest.mark.parametrize(
    ("rules", "seed"), [(rules, seed) for rules in ("aid", "printed", "revised") for seed in range(8)]
)
def test_every_choice_leads_to_a_pair_that_may_be_played_c5(rules: str, seed: int) -> None:
    game = Game(draft="passing", rules=rules, seed=seed)
    one, other = game.position.hand(1), game.position.hand(2)
    assert all(ban(mine, theirs, rules) is None for mine in one for theirs in other)
    for position in played(game, random.Random(seed)):
        text_laws(position)
    Game(*(game.position.power(seat) for seat in (1, 2)), rules=rules)


def test_the_aid_is_for_two_c6() -> None:
    for players in (3, 4):
        for draft in (True, "challenger", "passing"):
            with pytest.raises(SetupError, match="for two players") as error:
                Game(players=players, draft=draft, rules="aid")
            assert error.value.code == "draft-players"
        with pytest.raises(SetupError, match="for two players"):
            Game(players=players, draft="passing")
    with pytest.raises(SetupError, match="not a draft"):
        Game(draft="lottery")  # type: ignore[arg-type]
    assert Game(draft="challenger", rules="aid").position.stage == "offer"


@pytest.mark.parametrize("seed", range(10))
def test_nobody_sees_the_other_hand(seed: int) -> None:
    """Two drafts that differ only in what a seat cannot know look the same to it, at every moment."""
    dice = random.Random(seed)
    game = Game(draft=True, rules="aid", seed=seed)
    mine, theirs = game.position.hand(1), game.position.hand(2)
    unused = [step.partition("~")[2] for step in map(str, game.start.steps()) if step[1:] not in {*mine, *theirs}]
    shown = dice.sample(theirs, 3)
    twin_hand = [*shown, *dice.sample(unused, 2)]
    twin = Game.from_text(game.text.replace(",".join(theirs), ",".join(twin_hand)), seed=seed)
    kept = dice.choice(shown)

    def same() -> None:
        assert twin.view(1).text == game.view(1).text
        assert twin.view(0).text == game.view(0).text
        assert [str(s) for s in twin.view(1).legal_steps] == [str(s) for s in game.view(1).legal_steps]

    same()
    discarded = dice.sample(mine, 2)
    for card in discarded:
        for one in (game, twin):
            one.push_step(f"discard:{card}")
        same()
    for one, hand in ((game, theirs), (twin, twin_hand)):
        one.push(" ".join(f"discard:{card}" for card in hand if card not in shown))
    same()
    for one in (game, twin):
        one.push(f"take:{kept}")
    same()
    for choice in game.legal_steps:
        after = game.position.play(choice)
        assert after.power(1) == kept


def test_a_view_says_nothing_of_hidden_cards() -> None:
    dice = random.Random(2)
    for seed in range(20):
        game = Game(draft=True, rules="aid", seed=seed)
        for position in played(game, dice):
            for seat, other in ((0, 1), (0, 2), (1, 2), (2, 1)):
                view = position.view(seat)
                assert not any(card in view.text for card in position.hand(other))
                assert view.hand(other) == []
            assert position.view(1).hand(1) == position.hand(1)


def test_a_record_tells_a_player_only_its_own_cards() -> None:
    game = Game(draft=True, rules="aid", seed=5)
    hands = game.position.hand(1), game.position.hand(2)
    record = read_record(str(game.record()))
    assert record.headers["Setup"] == "passing"
    assert record.game().text == game.text
    for _ in played(game, random.Random(3)):
        for seat in (0, 1, 2):
            told = str(game.record().for_seat(seat))
            assert "Seed" not in told
            for owner in (1, 2):
                seen = {*game.position.view(seat).hand(seat)} if seat else set()
                secret = {*hands[owner - 1]} - seen if owner != seat else set()
                assert not [card for card in secret if card in told]
    assert [turn.split()[-1] for turn in str(game.record().for_seat(0)).split(" ;")][:5] == [
        "~?", "discard:?", "discard:?", "take:?", f"take:{game.position.power(2)}",
    ]  # fmt: skip
    assert read_record(str(game.record())).game().text == game.text


def test_an_older_record_of_the_aid_is_still_the_challengers_draft() -> None:
    record = '[Setup "draft"] [Rules "aid"] [Seed "1"] offer:pan offer:ares ; take:pan ; take:ares ; begin:2 ;'
    game = read_record(record).game()
    assert [game.position.power(seat) for seat in (1, 2)] == ["ares", "pan"]


def test_it_can_be_taken_back_and_dealt_again() -> None:
    game = Game(draft=True, rules="aid", seed=6)
    dealt = game.text
    turn = game.pop()
    assert (game.position.stage, len(turn.steps)) == ("deal", 10)
    game.push(turn)
    assert game.text == dealt
    assert Game(draft=True, rules="aid", seed=6).text == dealt
    assert Game(draft=True, rules="aid", seed=7).text != dealt
    assert Game.from_position(game.start, seed=6).text == dealt


@pytest.mark.parametrize("hands", [
    "pan,atlas,ares,hera,zeus|",
    "pan,atlas,ares,hera,zeus",
    "pan,atlas,ares,hera,zeus|pan,eros,limus,hades,hecate",
    "pan,atlas,ares,hera,zeus,chronus|bia,eros,limus,hades,hecate",
    "pan,pan,ares,hera,zeus|bia,eros,limus,hades,hecate",
    "pan,atlas,ares,hera,zorro|bia,eros,limus,hades,hecate",
    "pan,atlas,ares,hera,zeus|bia,eros,limus",
])  # fmt: skip
def test_hands_that_cannot_be_are_refused(hands: str) -> None:
    with pytest.raises(ValueError, match="cannot read the position"):
        read_position(f"0000000000000000000000000/1/mortal/mortal/rules=aid/setup=discard/hands={hands}")


def test_a_hand_with_one_card_discarded_is_read() -> None:
    hands = "pan,atlas,ares,hera|bia,eros,limus,hades,hecate"
    position = read_position(f"0000000000000000000000000/1/mortal/mortal/rules=aid/setup=discard/hands={hands}")
    assert position.hand(1) == ["atlas", "pan", "ares", "hera"]


def test_it_agrees_with_the_draft_alone() -> None:
    """`PassingDraft` is the same draft without a game: same hands and choices, same powers and the same secrets."""
    dice = random.Random(8)
    for seed in range(20):
        alone = PassingDraft(seed)
        hands = [",".join(alone.hand(seat)) for seat in (1, 2)]
        game = Game.from_text(
            f"0000000000000000000000000/1/mortal/mortal/rules=aid/setup=discard/hands={'|'.join(hands)}", seed=1
        )
        for seat in (1, 2):
            cards = dice.sample(alone.hand(seat), 2)
            alone.discard(seat, cards)
            game.push(" ".join(f"discard:{card}" for card in cards))
        for seat in (1, 2):
            assert sorted(alone.hand(seat)) == sorted(game.position.hand(seat))
        for seat in (1, 2):
            card = dice.choice(alone.hand(seat))
            alone.keep(seat, card)
            game.push(f"take:{card}")
        assert alone.result == tuple(game.position.power(seat) for seat in (1, 2))


def test_the_computer_passes_weak_cards_on_and_keeps_a_strong_one(monkeypatch: pytest.MonkeyPatch) -> None:
    strength = {"pan": 0.9, "atlas": 0.8, "ares": 0.3, "hera": 0.2, "zeus": 0.1}

    class Known:
        @staticmethod
        def strength(power: str) -> float:
            return strength[power]

    monkeypatch.setattr("santorini.engine.draft_choice.pairings", lambda rules: Known)
    start = "0000000000000000000000000/1/mortal/mortal/rules=aid/setup="
    discard = read_position(f"{start}discard/hands=pan,atlas,ares,hera,zeus|?")
    assert {str(step) for step, _ in draft_choices(discard, random.Random(1))[:2]} == {"discard:pan", "discard:atlas"}
    keep = read_position(f"{start}keep/hands=atlas,ares,zeus|?")
    assert str(draft_choices(keep, random.Random(1))[0][0]) == "take:atlas"
