"""Set-up is part of the game: draft, additional set-ups, placing, who begins (C1 to C6, D1, E1)."""

import itertools

import pytest

import santorini
from santorini import Game, IllegalTurnError, InvalidPositionError, SetupError, read_position, read_record


def texts(game: Game) -> list[str]:
    return [str(step) for step in game.legal_steps]


def place_all(game: Game) -> Game:
    """Finish the set-up with the first choices there are."""
    while game.position.stage != "play":
        game.push(next(iter(game.legal_turns)))
    return game


def test_beginner_game_c1() -> None:
    game = Game()
    assert game.seat_to_decide == 1
    assert len(game.legal_turns) == 25 * 24 // 2
    game.push("*b3 *d3")
    assert game.seat_to_decide == 2
    with pytest.raises(IllegalTurnError, match="not possible"):
        game.push("*b3 *a1")
    game.push("*c2 *c4")
    assert (game.seat_to_move, game.position.stage) == (1, "play")


def test_first_player_is_chosen() -> None:
    game = Game("apollo", "pan", first=2)
    assert game.seat_to_decide == 2
    place_all(game)
    assert game.seat_to_move == 2


def test_challengers_draft_c2() -> None:
    game = Game(players=3, draft=True, first=2)
    assert game.seat_to_decide == 2
    assert "offer:circe" not in texts(game)  # D2: two players only
    game.push_step("offer:hades")
    assert "offer:pan" not in texts(game)  # C5.1: no banned pair in the offer
    assert "offer:hades" not in texts(game)
    game.push_step("offer:apollo")
    game.push_step("offer:gaea")
    assert "offer:atlas" not in texts(game)
    # The player after the Challenger takes first; the Challenger receives the last.
    order = []
    for _ in range(3):
        order.append(game.seat_to_decide)
        game.push(texts(game)[0])
    assert order == [3, 1, 2]
    assert [game.position.power(s) for s in (1, 2, 3)] == ["gaea", "hades", "apollo"]
    assert game.seat_to_decide == 2
    assert texts(game) == ["begin:1", "begin:2", "begin:3"]
    game.push("begin:3")
    assert game.seat_to_decide == 3
    assert place_all(game).seat_to_move == 3


def test_banned_pairs_may_be_offered_where_asked_for() -> None:
    game = Game(players=2, draft=True, any_pair=True)
    game.push_step("offer:hades")
    assert "offer:pan" in texts(game)
    game.pop_step()
    game.push_step("offer:circe")
    assert "offer:heracles" not in texts(game)  # B8, H77: a rule, not a ban


def test_a_draft_leaves_the_choice_to_the_players_c2() -> None:
    """Powers that a draft would ignore are refused, not dropped."""
    for powers in (("pan", "atlas"), ("pan", "atlas", "hermes"), ("pan",)):
        with pytest.raises(SetupError, match="players choose") as error:
            Game(*powers, draft=True)
        assert error.value.code == "draft-alone"
    with pytest.raises(SetupError, match="players choose"):
        Game(fleece="pan", draft=True)


def test_a_turn_taken_back_can_be_played_again_after_luck() -> None:
    """The card that is turned up after the last choice of a draft goes back with that choice."""
    game = Game(players=2, draft=True, seed=3)
    for turn in ("offer:pan offer:chaos", "take:pan", "take:chaos", "begin:1"):
        game.push(turn)
    there, turns = game.text, game.turns
    taken = game.pop()
    assert (taken.text, game.position.stage) == ("begin:1", "begin")
    game.push(taken)
    assert (game.text, game.turns) == (there, turns)


def test_bans_are_refused_c5() -> None:
    with pytest.raises(SetupError, match="banned pairing") as error:
        Game("hades", "pan")
    assert error.value.code == "ban"
    Game("hades", "pan", any_pair=True)
    with pytest.raises(SetupError, match="cannot be played against"):
        Game("circe", "heracles", any_pair=True)
    for other in ("eros", "gaea", "graeae", "moerae", "tartarus"):  # H76, C5
        assert santorini.ban("circe", other) == "advised"


@pytest.mark.parametrize(("powers", "why"), [
    (("chronus", "pan", "apollo"), "3 players"),
    (("aphrodite", "pan", "apollo"), "3 players"),
    (("clio", "pan", "apollo", "atlas"), "4 players"),
    (("heracles", "pan", "apollo"), "3 players"),
    (("pan", "pan"), "only once"),
    (("pan",), "2, 3 or 4"),
    (("nobody", "pan"), "not a power"),
])  # fmt: skip
def test_impossible_tables_d2(powers: tuple[str, ...], why: str) -> None:
    with pytest.raises(SetupError, match=why):
        Game(*powers)


def test_powers_of_other_rule_sets_are_refused() -> None:
    with pytest.raises(SetupError, match="rule set"):
        Game("minotaur", "pan", rules="aid")


def test_bia_is_placed_first_on_the_perimeter_c4() -> None:
    game = Game("apollo", "bia")
    assert game.seat_to_decide == 2  # C4.1
    assert len(texts(game)) == 16
    place_all(game)
    assert game.seat_to_move == 1  # C4.2, Q3: only the order of placing changes


def test_bga_start_q3() -> None:
    assert place_all(Game("apollo", "bia", settings=["bga-start"])).seat_to_move == 2
    assert place_all(Game("hecate", "pan", settings=["bga-start"])).seat_to_move == 2
    assert place_all(Game("hecate", "pan")).seat_to_move == 1


def test_eros_goes_to_opposite_edges_c4() -> None:
    game = Game("eros", "pan")
    game.push_step("*a1")
    assert set(texts(game)) == {"*e1", "*e2", "*e3", "*e4", "*e5", "*a5", "*b5", "*c5", "*d5"}
    game = Game("eros", "pan", rules="aid")
    assert set(texts(game)) == {"*a1", "*a5", "*e1", "*e5"}
    game.push_step("*a1")
    assert texts(game) == ["*e5"]


@pytest.mark.parametrize(("powers", "first", "stages"), [
    (("moerae", "siren"), 1, [(1, "fate"), (2, "aim")]),
    (("moerae", "siren"), 2, [(2, "aim"), (1, "fate")]),
    (("aeolus", "chaos"), 1, [(1, "aim"), (None, "deck")]),
    (("aeolus", "chaos"), 2, [(None, "deck"), (1, "aim")]),
    (("chaos", "moerae", "aeolus"), 2, [(2, "fate"), (3, "aim"), (None, "deck")]),
    (("siren", "aeolus", "chaos", "pan"), 3, [(None, "deck"), (1, "aim"), (2, "aim")]),
])  # fmt: skip
def test_additional_set_ups_go_in_turn_order_c4(
    powers: tuple[str, ...], first: int, stages: list[tuple[int | None, str]]
) -> None:
    """Whatever their kind: the start player's first, and all of them before the workers are placed."""
    position = Game(*powers, first=first, any_pair=True).start
    found = []
    while position.stage != "place":
        found.append((position.decider, position.stage))
        position = position.play(position.steps()[0])
    assert found == stages


def test_set_ups_in_another_order_are_still_read_c4() -> None:
    """Earlier versions asked for them by kind; their positions and records go on."""
    stored = read_position("0000000000000000000000000/2/moerae/siren/setup=aim")
    assert stored.decider == 2
    assert stored.play(stored.steps()[0]).stage == "fate"
    record = '[Power1 "aeolus"] [Power2 "chaos"] [Seed "1"] ~pan ; @n ; *b3 *d3 ; *c2 *c4 ;'
    for text in (record, record.replace("~pan ; @n", "@n ; ~pan")):
        game = read_record(text).game()
        assert (game.position.face, game.position.aim(1), game.position.stage) == ("pan", "s", "play")
        assert [turn.text for turn in game.turns] == ["@n", "~pan", "*b3 *d3", "*c2 *c4"]
    two = '[Power1 "moerae"] [Power2 "siren"] [Seed "1"] @n ; ?b2 ; *b3 *d3 *e5 ; *c2 *c4 ;'
    assert read_record(two).check() == 4
    with pytest.raises(InvalidPositionError):
        read_position("0000000000000000000000000/1/moerae[b2]/siren/setup=fate")


def test_selene_makes_the_sex_matter_c3() -> None:
    game = Game("selene", "pan")
    game.push("*b3f *d3")
    game.push("*c2f *c4")
    assert game.position.women(1) == ["b3"]
    assert game.text.endswith("/selene[b3]:b3,d3/pan[fc2]:c4,c2")


def test_chaos_turns_up_a_card_c4() -> None:
    faces = {Game("chaos", "harpies", seed=s).position.face for s in range(60)}
    assert "hermes" not in faces  # C5.2, H82
    assert {"apollo", "pan", "athena"} <= faces
    assert "pan" not in {Game("chaos", "hades", seed=s).position.face for s in range(60)}  # H83
    assert "atlas" not in {Game("chaos", "gaea", seed=s).position.face for s in range(60)}  # H81
    game = Game("chaos", "demeter", seed=3)
    deck, discard = game.position.deck
    assert (len(deck), discard) == (8, [])
    assert "demeter" not in deck
    assert Game("chaos", "demeter", seed=3).position == game.position


def test_directions_come_before_placing_c4() -> None:
    game = Game("pan", "aeolus")
    assert (game.seat_to_decide, len(texts(game))) == (2, 8)
    game.push("@n")
    assert game.position.aim(2) == "s"  # nobody moves against the wind
    assert game.seat_to_decide == 1
    assert Game("pan", "aeolus", rules="revised").position.stage == "place"
    game = Game("siren", "pan")
    game.push("@e")
    assert game.position.aim(1) == "e"


def test_secrets_of_the_set_up_c4_3() -> None:
    game = Game("pan", "moerae")
    assert (game.seat_to_decide, game.position.stage, len(texts(game))) == (2, "fate", 16)
    game.push("?b2")
    place_all(game)
    assert len(game.workers(2)) == 3
    assert game.view(1).position.secret(2) is None
    game = Game("pan", "tartarus")
    assert game.seat_to_decide == 2
    game.push("*a1 *a2")
    game.push("*e5 *e4")
    assert (game.seat_to_decide, game.position.stage) == (2, "abyss")
    assert len(texts(game)) == 21
    assert "?a1" not in texts(game)
    game.push("?c3")
    assert game.seat_to_move == 1


def test_hecate_places_last_and_secretly() -> None:
    game = Game("hecate", "pan", "gaea")
    assert game.seat_to_decide == 2
    game.push("*a1 *a2")
    game.push("*e5 *e4")
    assert game.seat_to_decide == 1
    game.push_step("*c3")
    for seat in (0, 2, 3):
        assert "c3" not in game.view(seat).text
    assert "c3" in game.view(1).text
    game.push("*c4")
    assert game.seat_to_move == 1


def test_numbers_of_workers() -> None:
    assert len(place_all(Game("graeae", "pan")).workers(1)) == 3
    game = place_all(Game("gaea", "pan"))
    assert (len(game.workers(1)), game.position.number(1)) == (2, 2)
    assert len(place_all(Game("gaea", "pan", rules="aid")).workers(1)) == 4


def test_three_players_place_in_turn_order() -> None:
    game = Game("apollo", "artemis", "athena", first=2)
    order = []
    while game.position.stage != "play":
        order.append(game.seat_to_decide)
        game.push(next(iter(game.legal_turns)))
    assert order == [2, 3, 1]
    assert game.seat_to_move == 2


def test_four_players_d1() -> None:
    game = Game("apollo", "artemis", "athena", "atlas")
    order = []
    while game.position.stage != "play":
        order.append(game.seat_to_decide)
        game.push(next(iter(game.legal_turns)))
    assert order == [1, 2]  # the first player of each team places
    assert game.seat_to_move == 3  # the second player of the first team begins
    assert game.workers(1) == game.workers(3)


def test_team_placing_obeys_both_cards_c4_4() -> None:
    game = Game("apollo", "artemis", "bia", "atlas")
    assert game.seat_to_decide == 1
    assert len(texts(game)) == 16  # Q27, Q48


def test_golden_fleece_e1() -> None:
    game = Game(fleece="pan")
    for seat, turn in ((1, "*a1 *b1"), (2, "*d5 *e5"), (1, "@c3")):
        assert game.seat_to_decide == seat
        game.push(turn)
    assert game.seat_to_move == 2  # the player who did not place the Ram
    assert game.position.ram == "c3"
    game = Game(fleece="siren")
    for turn in ("*a1 *b1", "*d5 *e5", "@c3"):
        game.push(turn)
    assert game.seat_to_decide == 2  # E4: the other player sets the arrow
    game.push("@n")
    assert game.seat_to_move == 2


def test_fleece_powers_e3() -> None:
    with pytest.raises(SetupError, match="Golden Fleece"):
        Game(fleece="athena")  # Q13
    with pytest.raises(SetupError, match="two players"):
        Game("pan", "apollo", fleece="demeter")
    printed = [p for p, card in santorini.POWERS.items() if card.fleece]
    assert len(printed) == 29
    assert len([p for p, card in santorini.POWERS.items() if card.fleece_revised]) == 26
    for power in printed:
        place_all(Game(fleece=power, seed=1))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_power_allowed_can_be_set_up(players: int) -> None:
    partners = itertools.cycle(["apollo", "demeter", "hephaestus"])
    for power, card in santorini.POWERS.items():
        if players not in card.players:
            continue
        others = [p for p in itertools.islice(partners, players + 1) if p != power]
        table = [power, *dict.fromkeys(others)][:players]
        table += [p for p in ("artemis", "minotaur", "prometheus") if p not in table][: players - len(table)]
        assert place_all(Game(*table, seed=1, any_pair=True)).position.stage == "play"


def test_others_leave_eros_a_diagonal_q45() -> None:
    game = Game("dionysus", "eros", rules="aid")
    game.push_step("*a5")
    assert {"*a1", "*e5"}.isdisjoint(texts(game))
    assert "*e1" in texts(game)


def test_the_abyss_does_not_tell_where_hecate_stands() -> None:
    game = Game("hecate", "tartarus", any_pair=True)
    game.push("*c4 *a4")
    game.push("*e2 *d1")
    assert {"?e2", "?d1"} <= set(texts(game))
