"""Laws over the registry: no power without its files and texts, and the data of the cards as docs/rules has them."""

import itertools
import tomllib
from pathlib import Path

import pytest

from santorini import POWERS, Game, Position, ban, read_position
from santorini.server.views.timing import timings
from tests.perft.counts import all_rows

TESTS = Path(__file__).parent.parent
ENGLISH = tomllib.loads((TESTS.parent / "src/santorini/locales/en.toml").read_text(encoding="utf-8"))

# The specification holds the data as a block of lines.
CARDS = (TESTS.parent / "docs/rules/cards.md").read_text(encoding="utf-8").split("```")[1].strip()
HEAD, *ROWS = (line.split(";") for line in CARDS.split("\n"))
TABLE = [dict(zip(HEAD, row, strict=True)) for row in ROWS]

each_power = pytest.mark.parametrize("key", [key for key in POWERS if key != "mortal"])
each_card = pytest.mark.parametrize("card", TABLE, ids=lambda card: card["key"])
OTHER_SETS = [(c["key"], rules) for c in TABLE for rules in ("revised", "aid") if rules in c["sets"].split()]


def test_these_are_all_the_cards() -> None:
    """The reference has 55. A card that was added later comes after them; these laws hold for it, too."""
    assert len(TABLE) == 55
    assert list(POWERS)[: len(TABLE) + 1] == ["mortal", *(c["key"] for c in TABLE)]


@each_card
def test_data_of_the_cards(card: dict[str, str]) -> None:
    """D2, E3, C5: players, Fleece flags and bans."""
    power = POWERS[card["key"]]
    assert power.number == int(card["id"])
    assert power.category == card["category"]
    assert power.players == tuple(int(n) for n in card["players"].split())
    assert power.fleece == (card["fleece_printed"] == "y")
    assert power.fleece_revised == (card["fleece_bga"] == "y")
    assert ",".join(sorted(power.banned)) == card["banned"].strip("-")
    assert power.rules[:2] == ("printed", "revised")


PRINTED_TIMINGS = {
    "Setup": "setup",
    "Start of Your Turn": "start",
    "Your Turn": "your_turn",
    "Your Move": "your_move",
    "Your Build": "your_build",
    "End of Your Turn": "end",
    "Start of Opponent's Turn": "opponent_start",
    "Opponent's Turn": "opponent_turn",
    "Any Move": "any_move",
    "Any Build": "any_build",
    "Any Time": "any_time",
    "Win Condition": "win",
    "Lose Condition": "lose",
    "Once": "once",
}


@each_card
def test_timing_words_follow_from_the_entry(card: dict[str, str]) -> None:
    assert timings(card["key"]) == [PRINTED_TIMINGS[printed] for printed in card["timing"].split(" | ")]


@each_card
def test_bans_are_symmetric(card: dict[str, str]) -> None:
    for rules, other in itertools.product(("printed", "revised"), POWERS):
        assert ban(card["key"], other, rules) == ban(other, card["key"], rules)
        assert (other in card["banned"].split(",")) == (ban(card["key"], other, rules) == "printed")


def test_printed_bans_are_25_pairs() -> None:
    pairs = [p for p in itertools.combinations((c["key"] for c in TABLE), 2) if ban(*p) == "printed"]
    assert len(pairs) == 25


def test_circe_is_banned_with_clio_and_hecate_h78() -> None:
    assert ban("circe", "clio") == ban("circe", "hecate") == "printed"


@each_power
def test_a_power_has_its_files(key: str) -> None:
    rules = TESTS / "rules" / f"{key}.txt"
    assert rules.exists(), f"draw the rules of the card in {rules} (tests/rules/README.md)"
    golden = TESTS / "playthroughs" / f"{key}.txt"
    assert golden.exists(), "no golden game: run .venv/bin/python -m tests.playthroughs"
    counted = any(key in row.powers for row in all_rows() if row.file == "powers")
    assert counted, "no row among the counts: run .venv/bin/python -m tests.perft"


@pytest.mark.parametrize(("key", "rules"), OTHER_SETS)
def test_other_rule_sets_have_theirs(key: str, rules: str) -> None:
    assert (TESTS / "playthroughs" / f"{key}_{rules}.txt").exists(), "no golden game"
    assert any(key in row.powers and row.rules == rules for row in all_rows()), "no row among the counts"
    assert f"text_{rules}" in ENGLISH["power"][key]


@each_power
def test_a_power_has_its_texts(key: str) -> None:
    texts = ENGLISH["power"].get(key, {})
    missing = {"name", "epithet", "text"} - texts.keys()
    assert not missing, f"write power.{key} in src/santorini/locales/en.toml: {', '.join(sorted(missing))}"
    assert str(POWERS[key]) == f"{POWERS[key].number} {texts['name']}: {texts['text']}"


@pytest.mark.parametrize("power", [c["key"] for c in TABLE if c["fleece_printed"] == "y"])
def test_a_shared_power_has_a_row_among_the_counts(power: str) -> None:
    assert any(row.powers[-1] == power and "fleece" in row.position for row in all_rows())


def test_every_number_of_players_is_counted() -> None:
    assert {len(row.powers) for row in all_rows() if "fleece" not in row.position} == {2, 3, 4}


# -- rulings about the engine, not about a card -----------------------------------------------------------------------


def test_q1_printed_is_the_default() -> None:
    assert Game("apollo", "pan").position.rules == "printed"
    assert read_position("0000000000000000000000000/1/apollo:b3,d3/pan:c2,c4").rules == "printed"


def test_q5_supply_is_never_a_limit() -> None:
    """A3.1-A3.3, Q44: 23 domes and more than 14 third blocks on the board, and building goes on as ever."""
    full = read_position("4444444444444444444444300/1/mortal:e1/pan:d1")
    assert [turn.text for turn in full.turns()] == []  # nowhere to go, and the towers are all counted
    almost = read_position("4444444444444444443344320/1/mortal:d1/pan:e1")
    assert {turn.text for turn in almost.turns()} == {"d1-c1#", "d1-d2#", "d1-e2#"}
    towers = read_position("4444444444444444443304320/2/mortal:d1/chronus:e1")
    assert sum(towers.height(s) == 3 for s in towers.domes) > 18
    stocked = read_position("0000000000000000000000000/1/morpheus[40]:b3,d3/pan:c2,c4")
    assert stocked.number(1) == 40


def test_q28_no_banned_pair_is_offered_to_teams() -> None:
    """C5.1: whatever the seats will be."""
    game = Game(players=4, draft=True)
    game.push_step("offer:pan")
    assert "offer:hades" not in {str(step) for step in game.legal_steps}


@pytest.mark.parametrize(
    ("powers", "winners"), [(("apollo", "pan"), (2,)), (("apollo", "pan", "atlas", "hera"), (2, 4))]
)
def test_q40_who_resigns_loses(powers: tuple[str, ...], winners: tuple[int, ...]) -> None:
    game = Game(*powers, seed=1)
    while game.position.stage != "play":
        game.push(next(iter(game.legal_turns)))
    game.resign(1)
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == (winners, "resigned")


def test_q53_the_core_has_no_clock_and_q54_no_colours() -> None:
    """Time-outs, colours and seats at the table are not rules: a position has no place for them."""
    fields = {name for name in dir(Position) if not name.startswith("_")}
    assert not {name for name in fields if "clock" in name or "time" in name or "colo" in name}
    game = Game("tartarus", "pan", seed=1)
    waiting = game.position
    assert waiting.steps() == waiting.steps()  # a secret choice waits for ever, and nothing is chosen automatically


def test_q9_q10_several_unmoved_workers_and_towers_are_defined() -> None:
    """Not reachable with one power for each player, but a position can express it: two towers, two additional turns."""
    position = read_position("0000000000000000000000000/1/dionysus:b3,d3/mortal:c2,c4/extra=2")
    declined, _ = position.read_turn("pass")
    assert (declined.after.extra, declined.after.to_move) == (1, 1)


def test_the_ram_e5_2() -> None:
    """E5.3, E5.4: its square is closed like a dome, but it is not a dome, and it never moves."""
    position = read_position("0000000000000000000000000/1/mortal:b3,d3/mortal:c2,c4/fleece=minotaur@c3")
    assert not position.has_dome("c3")
    for turn in position.turns():
        assert turn.after.ram == "c3"
        assert not any("c3" in (step.at, step.to) for step in turn.steps)
        assert (turn.after.height("c3"), turn.after.has_dome("c3")) == (0, False)


def test_circes_own_test_comes_first_b2_3() -> None:
    """Then the power she has just taken begins her turn, including Morpheus' new piece (Q37)."""
    position = read_position("0000000000000000000000000/1/circe:b3,d3/morpheus[1]:a1,e5")
    assert any(len([s for s in turn.steps if s.kind == "build"]) == 2 for turn in position.turns())
    assert not any(len([s for s in turn.steps if s.kind == "build"]) > 2 for turn in position.turns())


def test_whirlpools_come_before_the_harpies_b4_1() -> None:
    """And a move that has won is not carried on."""
    table = "0000000000000000000000000/1/apollo:a1,e5/charybdis[a2,d2]:b4,c4/harpies:e1,e2"
    moved, _ = read_position(table).read_turn("a1-a2", whole=False)
    assert {worker[0] for worker in moved.after.workers(1)} == {"d", "e"}
    won, complete = read_position("0000000000030000200000000/1/apollo:b2,e5/harpies:e1,e2").read_turn("b2-b3")
    assert complete
    assert won.wins
    assert won.after.workers(1) == ["b3", "e5"]
