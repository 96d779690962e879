"""The computer player: what it may see, what it decides, how it is stopped. With a stand-in for the searches."""

from __future__ import annotations

import itertools
import random
import threading
from concurrent.futures import CancelledError, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from santorini import (
    LEVELS,
    POWERS,
    Analysis,
    Engine,
    EngineError,
    Game,
    Level,
    Limit,
    Position,
    Words,
    level,
    read_position,
)
from santorini.engine import backends
from santorini.engine import pairings as pairings_module
from santorini.engine.backends import Found, FoundLine
from santorini.engine.draft_choice import draft_choices
from santorini.engine.ideas import considered
from santorini.engine.line_choice import chosen, loses_at_once
from santorini.engine.pairings import Pairings
from tests.engine import stand_in

PLAIN = "0000000000000000000000000/1/mortal:b3,d3/mortal:c2,c4"
WIN = "0003200000000000000000000/1/mortal:e5,a1/mortal:a5,b1"
STUCK = "4404044444444440000000000/1/mortal:c5,e5/mortal:a1,b1"
OVER = "0003200000000000000000000/2/#mortal:d5,a1/mortal:a5,b1/reason=climbed"
THREAT = "2300000000000000000000000/1/mortal:c4,e1/mortal:a5,e3"
"""Seat 2 moves up from a5 to b5 unless that is stopped now."""


@pytest.fixture(autouse=True)
def _stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in.put_in(monkeypatch)


def position(text: str) -> Position:
    return read_position(text)


# -- decisions ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game",
    [
        Game(seed=1),
        Game("demeter", "pan", seed=1),
        Game("hecate", "pan", seed=1),
        Game("moerae", "atlas", seed=1),
        Game("tartarus", "gaea", seed=1),
        Game("chaos", "siren", seed=1),
        Game("aeolus", "jason", seed=1),
        Game("pan", "atlas", "hecate", seed=1),
        Game("pan", "atlas", "apollo", "athena", seed=1),
        Game(fleece="pan", seed=1),
        Game(players=2, draft=True, seed=1),
        Game(players=3, draft=True, seed=1),
    ],
    ids=lambda game: game.text[26:],
)
def test_it_takes_every_decision_there_is(game: Game) -> None:
    game = game.copy()
    with Engine(level=2, seed=1) as engine:
        while not game.is_over and len(game.turns) < 16:
            if game.position.awaits_luck:
                game.draw()
            else:
                assert engine.play(game).push(game)
    assert len(game.turns) == 16 or game.is_over


def test_a_decision_says_what_it_is() -> None:
    decision = Engine(seed=1).play(position(WIN), Limit(depth=2))
    assert decision.text == "e5-d5#"
    assert (decision.seat, decision.wins_in, decision.win_chance) == (1, 1, 1.0)
    assert decision.after.is_over
    game = Game.from_text(WIN)
    assert [str(step) for step in decision.push(game)] == ["e5-d5"]
    assert game.is_over


def test_a_step_that_is_cut_short_ends_the_decision() -> None:
    """A hidden worker stands where seat 2 builds: the rest of what it meant to do is void."""
    game = Game.from_text("0000000000000000000000000/2/hecate:b3,d3/demeter:c2,c4")
    view = game.view(2)
    decision = next(
        turn for turn in view.position.turns() if [str(step) for step in turn.steps][:2] == ["c2-c3", "+b3"]
    )
    from santorini import Decision

    played = Decision(2, view.position, tuple(decision.steps)).push(game)
    assert [str(step) for step in played] == ["c2-c3", "+b3"]
    assert game.seat_to_decide == 1


def test_a_step_that_ends_elsewhere_ends_the_decision() -> None:
    """A hidden worker stands on the other Whirlpool, so that the move does not lead where seat 1 meant to build."""
    game = Game.from_text("0011000000000000010100000/1/charybdis[b3,d3]:d4,a2/hecate:d3,e1")
    view = game.view(1)
    turn, _ = view.position.read_turn("a2-b3 +e4")
    from santorini import Decision

    played = Decision(1, view.position, tuple(turn.steps)).push(game)
    assert [str(step) for step in played] == ["a2-b3"]
    assert game.seat_to_decide == 1
    assert "+e4" not in map(str, game.view(1).legal_steps)


@pytest.mark.parametrize("text", [OVER, STUCK])
def test_a_finished_game_is_refused(text: str) -> None:
    engine = Engine()
    for ask in (engine.play, engine.analyse, engine.start, engine.start_play):
        with pytest.raises(EngineError, match="the game is over") as refusal:
            ask(position(text))
        assert refusal.value.code == "engine/over"


def test_a_seat_that_does_not_choose_is_refused() -> None:
    with pytest.raises(EngineError, match="seat 2 is not the one that chooses now"):
        Engine().play(Game.from_text(PLAIN).view(2))


def test_luck_is_not_for_the_engine() -> None:
    before = Game("chaos", "pan", seed=1).start
    assert before.awaits_luck
    with pytest.raises(EngineError, match="luck"):
        Engine().play(before)


def test_only_games_views_and_positions_are_taken() -> None:
    with pytest.raises(TypeError, match="str"):
        Engine().play(PLAIN)  # type: ignore[arg-type]


# -- what it may see ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "cards", [("hecate", "pan"), ("pan", "tartarus"), ("moerae", "pan"), ("pan", "atlas", "hecate")]
)
def test_a_search_never_gets_the_truth(cards: tuple[str, ...]) -> None:
    game = Game(*cards, seed=3)
    engine = Engine(level=3, seed=1)
    truths = []
    while not game.is_over and len(game.turns) < 14:
        truths.append(game.position)
        engine.play(game).push(game)
        for seat in range(1, len(cards) + 1):
            if not game.is_over:
                engine.observe(game.view(seat))
    assert stand_in.TreeSearch.seen
    assert stand_in.TreeSearch.observed
    for seen, seat in itertools.chain(stand_in.TreeSearch.seen, stand_in.TreeSearch.observed):
        assert seen == seen.view(seat)
    hidden = [truth for truth in truths if truth != truth.view(truth.decider or 0)]
    assert hidden, "nothing was hidden in this game"
    shown = [seen for seen, _ in stand_in.TreeSearch.seen]
    assert not any(truth in shown for truth in hidden)


def test_open_positions_of_two_sides_go_to_alpha_beta() -> None:
    Engine().play(position(PLAIN), Limit(depth=1))
    assert len(stand_in.Searcher.made) == 1
    assert not stand_in.TreeSearch.seen
    Engine().play(Game("pan", "atlas", "apollo", seed=1), Limit(nodes=5))
    assert stand_in.TreeSearch.seen


# -- limits ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "values",
    [
        {"seconds": 0}, {"seconds": -1}, {"seconds": float("nan")}, {"seconds": float("inf")}, {"nodes": 0},
        {"nodes": -5}, {"nodes": 1.5}, {"depth": 0}, {"depth": 2.0}, {"depth": True},
    ],
)  # fmt: skip
def test_a_limit_that_is_none_is_refused(values: dict[str, float]) -> None:
    with pytest.raises(EngineError, match="is no limit for"):
        Limit(**values)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "options", [{"hash_mb": 0}, {"threads": 0}, {"threads": 10**6}, {"hash_mb": "64"}, {"hash_mb": True}]
)
def test_an_option_that_cannot_be_is_refused(options: dict[str, object]) -> None:
    with pytest.raises(EngineError, match="give a number from 1 to"):
        Engine(**options)  # type: ignore[arg-type]


@pytest.mark.parametrize("key", [0, len(LEVELS) + 1, "zeus", "", "³", 2.5])
def test_a_level_that_is_none_is_refused(key: object) -> None:
    with pytest.raises(EngineError, match="there is no level"):
        Engine(key)  # type: ignore[arg-type]


def test_limits_reach_the_search() -> None:
    Engine(threads=2, hash_mb=8, network=False).analyse(position(PLAIN), Limit(0.25, 1000, 3), lines=4)
    (made,) = stand_in.Searcher.made
    assert (made.hash_mb, made.threads, made.network) == (8, 2, None)
    assert made.asked == [(position(PLAIN), {"depth": 3, "nodes": 1000, "milliseconds": 250, "lines": 4})]


def test_a_level_keeps_its_own_limits() -> None:
    low = level(7)
    assert low.nodes is not None
    engine = Engine(7, seed=1)
    engine.play(position(PLAIN), Limit(nodes=10**9))
    engine.play(position(PLAIN), Limit(nodes=7))
    nodes = [asked["nodes"] for _, asked in stand_in.Searcher.made[0].asked]
    assert nodes == [low.nodes, 7]


def test_the_clock() -> None:
    spare = Limit.clock(60).seconds
    assert spare is not None
    assert 1 < spare < 10
    hurried = Limit.clock(0.05, 10).seconds
    assert hurried is not None
    assert hurried < 0.05


# -- levels ------------------------------------------------------------------------------------------------------------


def test_the_table_of_levels() -> None:
    words = Words.load("en")
    assert [one.number for one in LEVELS] == list(range(1, 16))
    assert len({one.name for one in LEVELS}) == 15
    for one in LEVELS:
        assert one.title().lower() == one.name == words.text(f"level.{one.number}").lower()
        assert level(one.number) is level(one.name) is level(str(one.number)) is one
        assert one.careful == (one.number >= 5)
        # Some judge a few turns by the next board, the others search, and only the top one depends on the machine.
        assert (one.ideas is None) == (one.number >= 6)
        assert (one.nodes is None) == (one.ideas is not None or one is LEVELS[-1])
        assert (one.iterations is None) == (one.seconds is not None) == one.is_endless == (one is LEVELS[-1])
    for lower, higher in itertools.pairwise(LEVELS[:-1]):
        assert (lower.iterations or 0) <= (higher.iterations or 0)
        assert (lower.ideas or 10**9) <= (higher.ideas or 10**9)
        assert lower.eagerness >= higher.eagerness
        assert lower.oversight >= higher.oversight
        assert lower.softness >= higher.softness or lower.ideas  # those that search choose ever more strictly
        assert lower.focus <= higher.focus < 1 or not higher.softness  # the last ones always look as far as they can
    assert (LEVELS[-1].softness, LEVELS[-1].focus) == (0, 0)
    # The page offers the next one after two wins.
    assert f"topLevel = {len(LEVELS)};" in (Path(__file__).parents[2] / "web/src/model/ladder.ts").read_text("utf-8")


def test_a_level_pulls_itself_together_as_often_as_it_says() -> None:
    half = replace(level(7), focus=0.5)
    for seed in range(100):
        Engine(half, seed=seed).play(position(PLAIN))
    asked = [made.asked[0][1] for made in stand_in.Searcher.made]
    assert {one["nodes"] for one in asked} == {half.nodes}
    assert {(one["depth"], one["lines"]) for one in asked} == {(half.depth, half.lines), (0, 1)}
    assert 30 < sum(one["lines"] == 1 for one in asked) < 70


@pytest.mark.parametrize("number", range(5, 11))
@pytest.mark.parametrize("turned", range(0, 8, 3))
def test_from_level_5_up_a_win_is_taken(number: int, turned: int) -> None:
    for seed in range(5):
        decision = Engine(number, seed=seed).play(position(WIN).turned(turned), Limit(depth=2))
        assert decision.after.is_over


@pytest.mark.parametrize("number", range(5, 11))
def test_from_level_5_up_a_loss_is_stopped(number: int) -> None:
    for seed in range(5):
        decision = Engine(number, seed=seed).play(position(THREAT), Limit(depth=2))
        assert not decision.after.has_win(), decision.text


def test_a_win_is_taken_even_if_the_search_did_not_see_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def blind(where: Position, seat: int) -> list[stand_in.Line]:
        lines = [stand_in.Line(list(turn.steps), 0, None, [list(turn.steps)]) for turn in where.turns()]
        return sorted(lines, key=lambda line: where.turn_of(line.steps).wins)

    monkeypatch.setattr(stand_in, "judged", blind)
    assert Engine(7, seed=1).play(position(WIN)).after.is_over


def test_a_loss_is_stopped_even_if_the_lines_all_lose() -> None:
    """Twelve lines that lose at once, and a saving turn that is not among them."""
    where = position(THREAT)
    losing = [turn for turn in where.turn_list() if turn.after.has_win()]
    assert len(losing) > 20
    lines = tuple(FoundLine(tuple(turn.steps), 50, 0.6) for turn in losing[:12])
    line = chosen(Found(lines), level(7), where, 1, random.Random(1))
    assert loses_at_once(where.turn_of(line.steps).after, 0)
    assert not Engine(7, seed=1).play(where).after.has_win()


def test_a_weak_level_sees_most_wins() -> None:
    turns = [Engine(1, seed=seed).play(position(WIN)).text for seed in range(60)]
    assert 6 < sum(turn != "e5-d5#" for turn in turns) < 36


def test_a_weak_level_overlooks_what_is_far_away_more_often() -> None:
    def overlooked(text: str) -> int:
        return sum(Engine(2, seed=seed).play(position(text)).after.has_win() for seed in range(100))

    # Seat 2 moves up to b5 next; a dome there stops it, and all of seat 1's turns but a few leave it as it is.
    near, far = (f"23000000000{'0' * 14}/1/mortal:{where}/mortal:a5,e1" for where in ("b4,c4", "e5,e4"))
    assert overlooked(near) < overlooked(far)


def test_a_weak_level_overlooks_more_in_a_game_with_powers() -> None:
    def overlooked(powers: str) -> int:
        text = WIN.replace("mortal", powers)
        return sum(not Engine(1, seed=seed).play(position(text)).after.is_over for seed in range(200))

    assert overlooked("mortal") + 10 < overlooked("clio")


def test_a_weak_level_climbs_too_early() -> None:
    where = position("0000000000001000000000000/1/mortal:b3,e1/mortal:a5,e5")
    stay, climb = (where.read_turn(text)[0] for text in ("b3-b2 +b3", "b3-c3 +b3"))
    lines = (FoundLine(stay.steps, 30, 0.6), FoundLine(climb.steps, 0, 0.5))
    picks = [chosen(Found(lines), level(1), where, 1, random.Random(seed)) for seed in range(100)]
    assert picks.count(lines[1]) > 50


def test_a_weak_level_thinks_of_a_few_turns_only(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[Position] = []

    def judge(where: Position) -> int:
        looked.append(where)
        return 0

    monkeypatch.setattr(backends, "judge", lambda network: judge)
    for one in LEVELS[:4]:
        looked.clear()
        Engine(one, seed=1).play(position(PLAIN))
        assert len(looked) == one.ideas


def test_a_level_takes_the_best_of_what_it_thinks_of() -> None:
    turns = position(PLAIN).turn_list()
    found = considered(
        position(PLAIN), 1, len(turns), lambda where: len(where.text) + where.heights[0], random.Random(1)
    )
    assert len(found.lines) == len(turns)
    assert [line.score for line in found.lines] == sorted((line.score for line in found.lines), reverse=True)
    won = considered(position(WIN), 1, 1, lambda where: 0, random.Random(3))
    assert won.lines[0].wins_in == 1
    assert len(won.lines) <= 2


def test_a_seed_decides_alike() -> None:
    def game(seed: int) -> list[str]:
        played = Game("demeter", "pan", seed=1)
        with Engine(2, seed=seed) as engine:
            while not played.is_over and len(played.turns) < 12:
                engine.play(played).push(played)
        return [turn.text for turn in played.turns]

    assert game(1) == game(1)
    assert len({tuple(game(seed)) for seed in range(4)}) > 1


def test_softness_prefers_better_lines() -> None:
    where = position(PLAIN)
    turns = where.turn_list()[:3]
    lines = tuple(FoundLine(tuple(turn.steps), score, 0.5) for turn, score in zip(turns, (100, 90, -300), strict=True))
    soft = Level(5, "soft", lines=3, softness=10)
    picks = [lines.index(chosen(Found(lines), soft, where, 1, random.Random(seed))) for seed in range(300)]
    assert picks.count(2) == 0
    assert 30 < picks.count(1) < picks.count(0)
    hard = replace(soft, softness=0)
    assert {chosen(Found(lines), hard, where, 1, random.Random(seed)) for seed in range(20)} == {lines[0]}


# -- analysis ----------------------------------------------------------------------------------------------------------


def test_an_analysis_has_the_lines_asked_for() -> None:
    where = position(WIN)
    heard: list[Analysis] = []
    analysis = Engine().analyse(where, Limit(depth=2), lines=3, on_info=heard.append)
    assert analysis.best.turn == "e5-d5#"
    assert len(analysis.lines) == 3
    assert heard == [analysis]
    assert analysis.best.pv == ("e5-d5#",)
    assert read_position(analysis.best.result).is_over
    plain = analysis.to_dict()
    assert set(plain) == {"position", "seat", "depth", "nodes", "seconds", "lines"}
    assert plain["position"] == where.text


@pytest.mark.parametrize("lines", [0, -1, 10**6, "2"])
def test_a_number_of_lines_that_cannot_be_is_refused(lines: int) -> None:
    with pytest.raises(EngineError, match="lines"):
        Engine().analyse(position(PLAIN), lines=lines)


def test_a_draft_can_be_analysed() -> None:
    analysis = Engine().analyse(Game(players=2, draft=True), lines=5)
    assert all(line.turn.startswith("offer:") for line in analysis.lines)


# -- in the background -------------------------------------------------------------------------------------------------


def test_a_search_without_a_limit_goes_on_until_it_is_stopped() -> None:
    with Engine() as engine:
        task = engine.start(position(PLAIN))
        with pytest.raises(TimeoutError):
            task.result(0.05)
        task.stop()
        assert task.done()
        assert task.result(0).best.turn in Game.from_text(PLAIN).legal_turns
        task.stop()  # a second time does no harm


def test_a_search_can_be_given_up() -> None:
    with Engine() as engine:
        task = engine.start(position(PLAIN))
        task.cancel()
        with pytest.raises(CancelledError):
            task.result()
        assert engine.play(position(WIN), Limit(depth=1)).wins_in == 1


def test_what_waits_for_another_search_can_be_given_up() -> None:
    with Engine() as engine:
        first = engine.start(position(PLAIN))
        second = engine.start(position(WIN))
        second.cancel()
        assert not first.done()
        first.stop()
        assert first.result().seat == 1


def test_a_search_can_be_stopped_from_its_own_news() -> None:
    ready = threading.Event()

    def stop(_: Analysis) -> None:
        ready.wait(20)
        task.stop()

    with Engine() as engine:
        task = engine.start(position(PLAIN), on_info=stop)
        ready.set()
        assert task.result(20).lines


def test_many_threads_may_ask_one_engine() -> None:
    with Engine(3, seed=1) as engine, ThreadPoolExecutor(8) as pool:
        texts = list(pool.map(lambda _: engine.play(position(PLAIN)).text, range(24)))
    assert len(set(texts)) == 1
    assert all(searcher.most_busy == 1 for searcher in stand_in.Searcher.made)


def test_an_error_in_the_background_is_raised_where_the_result_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(where: Position, seat: int) -> list[stand_in.Line]:
        raise RuntimeError("broken")

    monkeypatch.setattr(stand_in, "judged", broken)
    with pytest.raises(RuntimeError, match="broken"):
        Engine().start(position(PLAIN)).result(20)


def test_a_closed_engine_says_so() -> None:
    engine = Engine()
    engine.close()
    with pytest.raises(EngineError, match="closed"):
        engine.play(position(PLAIN))


def test_the_memory_of_a_level_is_bounded() -> None:
    for number in (1, 5, 9):
        Engine(number, hash_mb=1024).play(position(PLAIN))
    assert all(searcher.hash_mb <= 16 for searcher in stand_in.Searcher.made)


# -- the draft ---------------------------------------------------------------------------------------------------------


def drafted(*offers: str) -> Game:
    game = Game(players=2, draft=True, seed=1)
    for offer in offers:
        game.push_step(f"offer:{offer}")
    return game


def test_the_better_power_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    known = Pairings({"pairs": {"artemis pan": [95, 100]}})
    monkeypatch.setattr("santorini.engine.draft_choice.pairings", lambda rules: known)
    choices = draft_choices(drafted("pan", "artemis").position, random.Random(1))
    assert [str(step) for step, _ in choices] == ["take:artemis", "take:pan"]
    assert choices[0][1] > 0.8


def test_an_even_offer_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other player takes first: what beats everything is not offered beside something weak."""
    known = Pairings({"powers": {key: [100, 100] if key == "artemis" else [50, 100] for key in POWERS}})
    monkeypatch.setattr("santorini.engine.draft_choice.pairings", lambda rules: known)
    values = {str(step): value for step, value in draft_choices(drafted("pan").position, random.Random(1))}
    assert min(values, key=values.__getitem__) == "offer:artemis"


def test_who_begins_follows_the_games(monkeypatch: pytest.MonkeyPatch) -> None:
    game = drafted("pan", "artemis")
    for power in ("pan", "artemis"):
        game.push(f"take:{power}")
    assert game.position.stage == "begin"
    own = f"begin:{game.seat_to_decide}"
    for won, expected in ((80, True), (20, False), (50, True)):
        known = Pairings({"first": [won, 100]})
        monkeypatch.setattr("santorini.engine.draft_choice.pairings", lambda rules, known=known: known)
        best, _ = draft_choices(game.position, random.Random(1))[0]
        assert (str(best) == own) is expected


def test_pairings_without_games_are_a_belief() -> None:
    known = Pairings({})
    assert known.first == 0.5
    for one, other in itertools.pairwise(POWERS):
        assert known.against(one, other) + known.against(other, one) == pytest.approx(1)
    assert known.against("pan", "mortal") > 0.5


def test_pairings_come_from_the_package_if_they_are_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(pairings_module, "files", lambda package: tmp_path)
    pairings_module.pairings.cache_clear()
    assert pairings_module.pairings("printed").first == 0.5
    (tmp_path / "data").mkdir()
    (tmp_path / "data/pairings.json").write_text('{"rules": {"printed": {"first": [900, 1000]}}}')
    pairings_module.pairings.cache_clear()
    assert pairings_module.pairings("printed").first > 0.8
    assert pairings_module.pairings("aid").first > 0.8
    pairings_module.pairings.cache_clear()
