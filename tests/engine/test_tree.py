"""The search under hidden information, luck and three sides, from Python; more of it in tests/core/tree.cpp."""

import itertools
import random
import threading
import time

import pytest

from santorini import Game, Position, random_powers, read_position
from santorini._core import TreeSearch, testing
from tests.engine.test_search import network
from tests.engine.tree_games import SECRETIVE, decide, draw, start, wins

SQUARES = [f"{file}{rank}" for rank in "12345" for file in "abcde"]


def hidden(position: Position, seat: int) -> frozenset[str]:
    return frozenset(position.workers(seat))


@pytest.mark.parametrize("power", ["mortal", "artemis", "prometheus"])
def test_the_belief_after_a_hidden_turn_is_what_brute_force_finds(power: str) -> None:
    """F39: every placing, every turn from there, and those whose result looks the same."""
    board = "0000001000021000001000000"
    text = f"{board}/2/{power}:a1,e1/hecate:"
    truth = Position.read(f"{text}c2,e5")
    search = TreeSearch()
    search.observe(truth, 1)
    chance = random.Random(1)
    turn = chance.choice([turn for turn in truth.turn_list() if not turn.after.is_over])
    seen = turn.after.view(1)
    search.observe(seen, 1)

    expected = set()
    for pair in itertools.combinations([s for s in SQUARES if s not in ("a1", "e1")], 2):
        for other in Position.read(text + ",".join(pair)).turn_list():
            if other.after.view(1) == seen:
                expected.add(hidden(other.after, 2))
    assert {hidden(world, 2) for world, _ in search.worlds} == expected
    assert sum(weight for _, weight in search.worlds) == pytest.approx(1)
    assert hidden(turn.after, 2) in expected


def test_a_step_cut_short_shows_who_stands_there() -> None:
    truth = Position.read("0" * 25 + "/1/mortal:a1,e1/hecate:b2,e5")
    search = TreeSearch()
    search.observe(truth, 1)
    step = next(s for s in truth.steps() if (s.at, s.to) == ("a1", "b2"))
    search.observe(truth.play(step), 1, [step])
    assert len(search.worlds) == 22
    assert all("b2" in world.workers(2) for world, _ in search.worlds)


@pytest.mark.parametrize("power", SECRETIVE)
def test_the_truth_is_not_read(power: str) -> None:
    """Two truths that look the same to the seat lead to the same result, to the last digit."""
    chance = random.Random(3)
    powers = ["demeter", power]
    for _ in range(3):
        position = start(powers)
        while not position.is_over and (position.stage != "play" or position.decider != 1 or not position.at_rest):
            position = position.play(chance.choice(position.steps()))
        seen = position.view(1)
        from_truth = TreeSearch(seed=5).go(position, 1, iterations=40, lines=3)
        from_view = TreeSearch(seed=5).go(seen, 1, iterations=40, lines=3)
        for one, two in zip(from_truth.lines, from_view.lines, strict=True):
            assert (one.text, one.visits, one.chances) == (two.text, two.visits, two.chances)


def test_the_result_tells_what_was_found() -> None:
    position = Position.read("0" * 25 + "/1/mortal:b3,d3/chaos[pan|apollo,atlas|]:c2,c4/athena:a1,e5")
    result = TreeSearch(seed=2).go(position, 1, iterations=50, lines=3)
    assert len(result.lines) == 3
    assert result.lines[0].visits >= result.lines[1].visits
    assert result.iterations == 50
    assert result.worlds == 1
    assert len(result.chances) == 3
    assert sum(result.chances) == pytest.approx(1, abs=0.01)
    assert list(result.principal[: len(result.steps)]) == list(result.steps)


def test_who_does_not_decide_is_told_so() -> None:
    position = Position.read("0" * 25 + "/1/mortal:b3,d3/mortal:c2,c4")
    with pytest.raises(ValueError, match="nothing to decide"):
        TreeSearch().go(position, 2, iterations=5)
    with pytest.raises(ValueError, match="seat-number"):
        TreeSearch().go(position, 3, iterations=5)


def test_a_search_stops_and_lets_others_run() -> None:
    position = Position.read("0" * 25 + "/1/mortal:b3,d3/hecate:c2,c4")
    search = TreeSearch()
    timer = threading.Timer(0.2, search.stop)
    began = time.monotonic()
    timer.start()
    result = search.go(position, 1, milliseconds=30_000)
    assert time.monotonic() - began < 10
    assert result.steps


def test_the_draft_is_decided_too() -> None:
    """C2: offering, taking, who begins, placing: all are decisions."""
    position = Position.start(["mortal", "mortal", "mortal"], "printed", "", [], 1, False, "challenger")
    stages = set()
    chance = random.Random(1)
    search = {seat: TreeSearch(seed=seat) for seat in (1, 2, 3)}
    while position.stage != "play":
        stages.add(position.stage)
        seat = position.decider
        if seat is None:
            position = position.play(chance.choice(position.steps()))
        else:
            position = decide(search[seat], position, seat, 10)
    assert {"offer", "take", "begin", "place"} <= stages


@pytest.mark.parametrize("kind", ["plain", "two", *SECRETIVE, "three", "four"])
def test_a_random_player_is_beaten(kind: str) -> None:
    chance = random.Random(4)
    games = 6
    won = sum(wins(draw(kind, chance), seed, iterations=30) for seed in range(games))
    assert won >= games - 1


def at_rest(players: int, games: int) -> list[Position]:
    """Positions between the turns of random games, one game after the other."""
    luck, found = random.Random(7), []
    for _ in range(games):
        game = Game(*random_powers(players, seed=luck.getrandbits(32)), seed=luck.getrandbits(32))
        for _ in range(30):
            game.push(testing.random_turn(game.position, luck.getrandbits(32)))
            if game.is_over or not game.position.has_turn():
                break
            if game.position.stage == "play":
                found.append(game.position)
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_was_judged_before_changes_no_judgement(players: int) -> None:
    positions = at_rest(players, 8)
    in_a_row = testing.chances(positions, network())
    alone = [testing.chances([position], network())[0] for position in positions]
    assert in_a_row == alone
    assert len(set(in_a_row)) > len(positions) / 2
    assert all(sum(chances) == pytest.approx(1) for chances in in_a_row)


def test_a_win_at_once_is_seen() -> None:
    """The network itself never learnt about such positions."""
    texts = (
        "0003200000000000000000000/1/mortal:e5,a1/mortal:a5,b1",
        "0003200000000000000000000/2/mortal:e5,a1/mortal:a5,b1",
    )
    mine, other = testing.chances([read_position(text) for text in texts], network())
    assert mine[0] > 0.95
    assert other[0] > 0.5 > other[1]


def test_three_sides_are_weighed_in_pairs() -> None:
    """Who stands high has the best chances, more so if nobody else can interfere; whoever is out has none."""
    high, out = testing.chances(
        [
            read_position("0000000200000000000000000/2/mortal:c4,a1/mortal:e1,d1/mortal:a5,e5"),
            read_position("0000000200000000000000000/2/mortal:c4,a1/mortal:e1,d1/-mortal"),
        ],
        network(),
    )
    assert high[0] > 1.2 * max(high[1:])
    assert out[2] == 0
    assert out[0] / out[1] > 1.5 * high[0] / high[1]
    assert out[0] + out[1] == pytest.approx(1)
