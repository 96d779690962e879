"""Matches: fair seats, honest counting, and players that fail."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from santorini import Game, Limit, SantoriniError, SetupError, power, read_records
from santorini.arena._match import Match, play, rounds, seatings
from santorini.arena._players import Options, Player, PlayerError, player
from santorini.cli import main
from santorini.setup.random_choice import wanted
from tests.engine import stand_in

COMMAND = f"{sys.executable} -m tests.engine.stand_in engine"


@pytest.fixture(autouse=True)
def _stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in.put_in(monkeypatch)


def both(match: Match) -> list[Player]:
    return [player(spec, match.options) for spec in match.sides]


def arena(capsys: pytest.CaptureFixture[str], *argv: str) -> dict[str, Any]:
    """The result of the command as it is printed for programs."""
    assert main(["arena", *argv, "--json", "--concurrency", "1"]) == 0
    answer = capsys.readouterr()
    assert answer.err == ""
    found = json.loads(answer.out)
    assert isinstance(found, dict)
    return found


# -- players that stand for people -------------------------------------------------------------------------------------


def decided(spec: str, text: str, seeds: int = 40) -> list[str]:
    """The turns of a player in a position, by seed."""
    found = []
    for seed in range(seeds):
        one = player(spec, Options())
        one.begin(seed)
        game = Game.from_text(text)
        found.append(game.position.turn_of(one.decide(game, 1)).text)
    return found


WIN = "0003200000000000000000000/1/mortal:e5,a1/mortal:a5,b1"
THREAT = "2300000000000000000000000/1/mortal:c4,e1/mortal:a5,e3"


def test_a_careful_player_wins_blocks_and_climbs() -> None:
    assert set(decided("careful", WIN)) == {"e5-d5#"}
    for text in decided("careful", THREAT):
        turn, _ = Game.from_text(THREAT).position.read_turn(text)
        assert not turn.after.has_win()
    assert {text[:5] for text in decided("careful", "0000000000001000000000000/1/mortal:b3,e1/mortal:a5,e5")} == {
        "b3-c3"
    }


def test_sloppier_players_do_it_less_often() -> None:
    def misses(spec: str) -> tuple[int, int]:
        position = Game.from_text(THREAT).position
        given_away = sum(position.read_turn(text)[0].after.has_win() for text in decided(spec, THREAT))
        return sum(text != "e5-d5#" for text in decided(spec, WIN)), given_away

    beginner, casual, careful = (misses(spec) for spec in ("beginner", "casual", "careful"))
    assert careful == (0, 0)
    assert 0 < casual[0] <= beginner[0] < 20
    assert 0 < casual[1] < beginner[1]
    assert misses("careful:wins=0,looks=0")[0] == 40


@pytest.mark.parametrize("powers", ["random", "hecate,pan", "tartarus,gaea", "chaos,morpheus", "heracles,bia"])
def test_scripted_players_play_every_power(powers: str) -> None:
    match = Match(("careful", "beginner"), powers=powers, seed=3)
    for number in range(2):
        result = play(match, number, (0, 1), both(match))
        assert result.fault == ""


def test_a_scripted_player_has_habits_only() -> None:
    with pytest.raises(SantoriniError, match="wins, looks, climbs"):
        player("careful:depth=3", Options())


# -- rounds ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_seats_are_shared_fairly(players: int) -> None:
    table = seatings(players)
    for seat in range(players):
        assert sum(who[seat] for who in table) * 2 == len(table)
    if players == 4:
        assert all(who[0] == who[2] != who[1] == who[3] for who in table)


@pytest.mark.parametrize(
    ("powers", "players"),
    [
        ("plain", 2),
        ("random", 2),
        ("mixed", 2),
        ("uncertain", 2),
        ("all", 2),
        ("demeter,pan", 2),
        ("demeter,random", 2),
        ("random", 3),
        ("plain", 4),
    ],
)
def test_games_of_a_round_begin_alike(powers: str, players: int) -> None:
    match = Match(("random", "random"), powers=powers, players=players, seed=5, keep_records=True)
    for number in range(2):
        games = [play(match, number, seating, both(match)) for seating in seatings(players)]
        assert len({game.powers for game in games}) == 1
        places = {tuple(n.turn for n in record.main.nodes[:players] if n.turn.startswith("*"))
                  for game in games for record in read_records(game.record)}  # fmt: skip
        assert len(places) == 1


def test_all_pairs_come_once() -> None:
    match = Match(("random", "random"), powers="all", seed=1)
    pairs = [frozenset(match.table(number).powers) for number in range(len(match._pairs()))]
    assert len(set(pairs)) == len(pairs) > 1300


def test_uncertain_has_a_power_with_secrets_or_luck() -> None:
    for players in (2, 3):
        match = Match(("random", "random"), powers="uncertain", players=players, seed=2)
        tables = [match.table(number).powers for number in range(60)]
        assert all(any(not wanted(power(key), hidden=False, luck=False) for key in table) for table in tables)
        assert len(set(tables)) > 40
        assert all(any(not wanted(power(table[seat]), hidden=False, luck=False) for table in tables)
                   for seat in range(players))  # fmt: skip
    with pytest.raises(SetupError):
        Match(("random", "random"), powers="uncertain", filters={"hidden": False, "luck": False}).table(0)


def test_mixed_is_half_plain() -> None:
    match = Match(("random", "random"), powers="mixed")
    assert [match.table(number).powers == ("mortal", "mortal") for number in range(4)] == [True, False, True, False]


def test_a_seed_plays_alike_however_many_play_at_once() -> None:
    match = Match(("random", "random"), powers="random", seed=3, keep_records=True)
    alone = list(rounds(match, 3, 1, lambda: None))
    together = list(rounds(match, 3, 2, lambda: None))
    assert [[(g.record, g.score) for g in games] for games in alone] == [
        [(g.record, g.score) for g in games] for games in together
    ]
    other = Match(("random", "random"), powers="random", seed=4, keep_records=True)
    assert next(rounds(other, 1, 1, lambda: None))[0].record != alone[0][0].record


def test_scores_add_up() -> None:
    match = Match(("random", "random"), powers="random", players=3, seed=2)
    for game in next(rounds(match, 1, 1, lambda: None)):
        assert game.score == float(game.seating[game.winners[0] - 1] == 0)


def test_a_game_without_an_end_is_a_draw() -> None:
    match = Match(("random", "random"), most_turns=4)
    game = play(match, 0, (0, 1), both(match))
    assert (game.score, game.winners, game.reason) == (0.5, (), "no-end")


def test_engines_may_place_and_draft() -> None:
    match = Match(("potter", "random"), Options(Limit(nodes=50)), powers="draft", engine_places=True, most_turns=20)
    assert play(match, 0, (0, 1), both(match)).turns > 5


# -- programs ----------------------------------------------------------------------------------------------------------


def program(tmp_path: Path, body: str) -> str:
    """A program that answers as a script says."""
    file = tmp_path / "engine.py"
    file.write_text(
        "import sys, time\n"
        "for line in sys.stdin:\n"
        "    word = line.split()[0]\n"
        "    if word == 'santorini': print('santoriniok', flush=True)\n"
        "    elif word == 'isready': print('readyok', flush=True)\n"
        "    elif word == 'quit': break\n"
        f"    elif word == 'go':\n        {body}\n"
    )
    return f"{sys.executable} {file}"


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("sys.exit(3)", "ended by itself (exit status 3)"),
        ("print('bestturn z9-z8 +a1', flush=True)", "'z9-z8 +a1', which is not possible"),
        ("print('bestturn', flush=True)", "'', which is not possible"),
        ("print('error I do not know', flush=True)", "answered: error I do not know"),
        ("time.sleep(60)", "did not answer with bestturn within"),
    ],
)
def test_a_program_that_fails_loses_and_the_match_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str, message: str
) -> None:
    monkeypatch.setattr("santorini.arena._program.GRACE", 0.3)
    match = Match((program(tmp_path, body), "random"), Options(Limit(seconds=0.01)))
    players = both(match)
    for seating in seatings(2):
        game = play(match, 0, seating, players)
        assert (game.score, game.reason) == (0, "fault")
        assert message in game.fault
    for one in players:
        one.close()


def test_a_program_that_does_not_speak_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("santorini.arena._program.START", 0.3)
    with pytest.raises(PlayerError, match="santoriniok"):
        player(f"{sys.executable} -c 'import time; time.sleep(60)'", Options()).begin(1)
    with pytest.raises(PlayerError, match="ended by itself"):
        player(f"{sys.executable} -c 'print(1)'", Options()).begin(1)


def test_a_program_is_shown_its_view_and_nothing_else(tmp_path: Path) -> None:
    log = tmp_path / "log"
    body = f"open({str(log)!r}, 'a').write(seen); print('bestturn nothing', flush=True)"
    command = program(tmp_path, body)
    file = tmp_path / "engine.py"
    file.write_text(
        file.read_text().replace("    word = line", "    if line.startswith('position'): seen = line\n    word = line")
    )
    match = Match((command, "random"), Options(Limit(seconds=0.01)), powers="pan,hecate")
    players = both(match)
    play(match, 0, (0, 1), players)
    for one in players:
        one.close()
    assert ":?" in log.read_text()


def test_our_own_engine_as_a_program() -> None:
    match = Match((COMMAND, "random"), Options(Limit(nodes=20)), powers="demeter,pan")
    players = both(match)
    game = play(match, 0, (0, 1), players)
    for one in players:
        one.close()
    assert game.fault == ""
    assert game.winners


@pytest.mark.parametrize("spec", ["", "no-such-program-anywhere", "'", "level 3"])
def test_who_cannot_play_is_refused(spec: str) -> None:
    with pytest.raises(SantoriniError, match="cannot play"):
        player(spec, Options())


def test_the_numbers_of_a_level_can_be_changed() -> None:
    one = player("Oracle:softness=5,lines=2,nodes=77,hash_mb=3,network=", Options())
    match = Match(("potter", "random"))
    one.begin(1)
    game = match.table(0).game(1)
    for places in ("*b3 *d3", "*c2 *c4"):
        game.push(places)
    one.decide(game, 1)
    made = stand_in.Searcher.made[-1]
    assert (made.hash_mb, made.network, made.asked[0][1]["nodes"]) == (2, None, 77)
    for wrong in ("potter:nose=3", "potter:lines=many", "titan:time=", "3:nodes=1.5"):
        with pytest.raises(SantoriniError, match="cannot be"):
            player(wrong, Options())


# -- the command -------------------------------------------------------------------------------------------------------


def test_the_command_counts(capsys: pytest.CaptureFixture[str]) -> None:
    found = arena(capsys, "potter", "random", "--games", "5", "--nodes", "20", "--powers", "mixed")
    assert found["players"] == ["potter", "random"]
    assert found["games"] == 6, "rounded up to whole rounds"
    assert found["wins"] + found["losses"] + found["draws"] == 6
    assert found["score"] == round((found["wins"] + found["draws"] / 2) / 6, 4)
    assert found["interval"][0] <= found["score"] <= found["interval"][1]
    assert sum(row["held"] for row in found["powers"].values()) == 12
    assert sum(row["games"] for row in found["powers"].values()) == 6
    assert sum(row["won"] for row in found["powers"].values()) == 6 - found["draws"]
    assert found["wins"] >= 5, "looking one turn ahead beats chance"


def test_the_command_stops_by_the_test(capsys: pytest.CaptureFixture[str]) -> None:
    found = arena(capsys, "potter", "random", "--games", "400", "--nodes", "20", "--sprt", "0,300")
    assert found["sprt"]["verdict"] == "high"
    assert found["games"] < 100


def test_the_command_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(["arena", "random", "random", "--games", "2", "--powers", "random", "--by-power", "--sprt", "0,50"]) == 0
    )
    out = capsys.readouterr().out
    assert out.startswith("random against random: 2 games, ")
    assert "95% sure" in out
    assert "cannot tell 0 Elo from 50 yet" in out
    assert "held" in out


def test_records_and_pairings_are_kept(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    records, pairs = tmp_path / "games.san", tmp_path / "pairings.json"
    for _ in range(2):
        arena(
            capsys, "random", "random", "--games", "4", "--powers", "demeter,pan",
            "--record", str(records), "--pairings", str(pairs),
        )  # fmt: skip
    games = [record.game() for record in read_records(records.read_text())]
    assert len(games) == 4
    assert all(game.is_over for game in games)
    known = json.loads(pairs.read_text())["rules"]["printed"]
    assert known["pairs"].keys() == {"demeter pan"}
    won, all_games = known["pairs"]["demeter pan"]
    assert all_games == 8
    assert known["powers"] == {"demeter": [won, 8], "pan": [8 - won, 8]}
    assert known["first"] == [won, 8]
    pairs.write_text("[]")
    assert main(["arena", "random", "random", "--pairings", str(pairs)]) == 2


def test_three_players_and_the_fleece(capsys: pytest.CaptureFixture[str]) -> None:
    found = arena(capsys, "potter", "random", "--games", "6", "--players", "3", "--nodes", "5", "--most-turns", "60")
    assert found["games"] == 6
    assert {seat: games for seat, (_, games) in found["seats"].items()} == {"1": 1, "2": 1, "3": 1}
    found = arena(capsys, "random", "random", "--games", "2", "--fleece", "random", "--seed", "4")
    assert found["games"] == 2
    assert found["table"] == "fleece random"


def test_a_fault_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    command = program(tmp_path, "sys.exit(1)")
    assert main(["arena", "random", command, "--games", "2"]) == 0
    out = capsys.readouterr().out
    assert out.count("lost at once: the program ended by itself") == 2
    assert "2 won" in out
