"""The engine protocol: what it answers, that it listens while it searches, and that nothing typed ends it."""

from __future__ import annotations

import io
import queue
import random
import re
import subprocess
import sys
import threading

import pytest

from santorini import LEVELS, Game, read_position
from santorini.cli._common import CommandError
from santorini.cli._protocol import Protocol
from santorini.cli._turn_splitting import split_turns
from tests.engine import stand_in

PLAIN = "0000000000000000000000000/1/mortal:b3,d3/mortal:c2,c4"
WIN = "0003200000000000000000000/1/mortal:e5,a1/mortal:a5,b1"
SHORT = "4101202110011400102000100/2/mortal:A3,C3/artemis:E4,A1"
OVER = "0003200000000000000000000/2/#mortal:d5,a1/mortal:a5,b1/reason=climbed"
INFO = re.compile(
    r"info depth \d+( line \d+)? score -?\d+( win -?\d+)? chance [01]\.\d+ nodes \d+ nps \d+ time \d+ pv \S.*"
)


@pytest.fixture(autouse=True)
def _stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in.put_in(monkeypatch)


def talk(*lines: str | bytes) -> list[str]:
    """The answers to lines that are all there at once."""
    typed = b"\n".join(line if isinstance(line, bytes) else line.encode() for line in lines) + b"\n"
    answers = io.StringIO()
    assert Protocol(io.BytesIO(typed), answers).run() == 0
    return answers.getvalue().splitlines()


class Conversation:
    """Lines typed one after the other, as another program does."""

    def __init__(self) -> None:
        self._typed: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._said: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.thread = threading.Thread(target=Protocol(self, self).run, daemon=True)  # type: ignore[arg-type]
        self.thread.start()

    def readline(self, most: int) -> bytes:
        return self._typed.get()

    def write(self, text: str) -> None:
        for line in text.splitlines():
            self._said.put(line)

    def flush(self) -> None:
        pass

    def type(self, *lines: str) -> None:
        for line in lines:
            self._typed.put(f"{line}\n".encode())

    def leave(self) -> None:
        self._typed.put(b"")
        self.thread.join(30)
        assert not self.thread.is_alive()

    def until(self, word: str) -> list[str]:
        lines = [self._said.get(timeout=30)]
        while lines[-1].split()[0] != word:
            lines.append(self._said.get(timeout=30))
        return lines


# -- answers -----------------------------------------------------------------------------------------------------------


def test_it_introduces_itself() -> None:
    answers = talk("santorini", "isready")
    assert answers[0].startswith("id name santorini ")
    assert answers[-2:] == ["santoriniok", "readyok"]
    options = {line.split()[2]: line for line in answers if line.startswith("option name ")}
    assert options.keys() == {"Rules", "Threads", "Hash", "Lines", "Level", "Network", "CpuTime", "Seed"}
    assert "default 1 " in options["Threads"]
    assert all(one.name in options["Level"] for one in LEVELS)


@pytest.mark.parametrize("text", [PLAIN, SHORT, WIN])
def test_it_finds_a_turn(text: str) -> None:
    *infos, best = talk(f"position {text}", "go depth 2")
    assert infos
    assert all(INFO.fullmatch(line) for line in infos), infos
    turn, result = best.removeprefix("bestturn ").split(" result ")
    game = Game.from_text(text)
    game.push(turn)
    assert game.text == result


def test_turns_are_played_first() -> None:
    for turns in ("b3-b4 +b3, c2-c1 +c2", "b3-b4 +b3; c2-c1 +c2", "b3-b4 +b3 c2-c1 +c2", "B3-B4 +B3 , C2-C1 +C2,"):
        best = talk(f"position {PLAIN} turns {turns}", "go nodes 5")[-1]
        assert read_position(best.split(" result ")[1]).to_move == 2
        assert stand_in.Searcher.made[-1].asked[0][0].workers(1) == ["d3", "b4"]


def test_turns_without_separators_are_taken_apart() -> None:
    """Demeter's second build may be left out, and Prometheus may build ahead of his move."""
    game = Game.from_text("0000000000000000000000000/1/demeter:b3,d3/prometheus:c2,c4")
    for turns in (["b3-b4 +b3", "c2+c3 c2-b2 +a1"], ["b3-b4 +b3 +a3", "c2-b2 +a1", "d3-d4 +d5"]):
        assert split_turns(game, " ".join(turns)) == turns
        assert split_turns(game, ", ".join(turns)) == turns
    assert split_turns(game, "nonsense at all") == ["nonsense at all"]
    assert split_turns(game, "") == []


def test_turns_that_can_be_read_in_two_ways_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("santorini.cli._turn_splitting._readings", lambda game, words: [["a b"], ["a", "b"]])
    with pytest.raises(CommandError, match="a b or a, b"):
        split_turns(Game.from_text(PLAIN), "a b")


def test_several_lines() -> None:
    answers = talk("setoption name Lines value 3", f"position {WIN}", "go depth 1")
    assert [line.split(" line ")[1][0] for line in answers[:-1]] == ["1", "2", "3"]
    assert "win 1" in answers[0]
    assert answers[-1].startswith("bestturn e5-d5# ")


def test_options_reach_the_search() -> None:
    talk(
        "setoption name Hash value 7", "setoption name threads value 3", "setoption name Network value false",
        f"position {PLAIN}", "go nodes 9 depth 4 movetime 50",
    )  # fmt: skip
    (made,) = stand_in.Searcher.made
    assert (made.hash_mb, made.threads, made.network) == (7, 3, None)
    assert made.asked[0][1] == {"depth": 4, "nodes": 9, "milliseconds": 50, "lines": 1}


def test_the_clock_is_a_time() -> None:
    talk(f"position {PLAIN}", "go time 1000 inc 10", "go time 1000 movetime 1")
    first, second = (asked["milliseconds"] for _, asked in stand_in.Searcher.made[0].asked)
    assert 1 < first < 1000
    assert second == 1


def test_the_rules_option_is_for_positions_that_follow() -> None:
    text = "3000000000000000000000000/1/pan:a5,e1/mortal:c2,c4"
    won = [
        talk(*first, f"position {text}", "go depth 1")[-1].split()[1]
        for first in ([], ["setoption name Rules value aid"])
    ]
    assert won[0].endswith("#")
    assert not won[1].endswith("#")


@pytest.mark.parametrize("name", ["3", "potter", "Titan"])
def test_levels_play(name: str) -> None:
    answers = talk(f"setoption name Level value {name}", f"position {WIN}", "go nodes 50")
    assert answers[-1].startswith("bestturn e5-d5# result ")


def test_a_draft_and_a_placement_are_decisions_too() -> None:
    draft = Game(players=2, draft=True).text
    assert talk(f"position {draft}", "go depth 1")[-1].startswith("bestturn offer:")
    assert talk("position 0000000000000000000000000/1/demeter/pan", "go depth 1")[-1].startswith("bestturn *")


def test_a_view_is_searched_as_it_is() -> None:
    game = Game.from_text("0000000000000000000000000/2/hecate:b3,d3/pan:c2,c4")
    answers = talk(f"position {game.view(2).text}", "go nodes 5")
    assert answers[-1].startswith("bestturn c")
    assert ":?" in answers[-1]
    talk(f"position {game.text}", "go nodes 5")
    assert all(seen == game.view(2).position for seen, _ in stand_in.TreeSearch.seen)


# -- bad input ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "position",
        "position nonsense",
        "position \x1b[2J",
        "position �",
        "position " + "9" * 5000,
        f"position {PLAIN} moves b3-b4",
        f"position {PLAIN} turns b3-b5 +a1",
        f"position {PLAIN} turns b3-b4",
        f"position {PLAIN} turns ,b3-b4 +b3,,x",
        f"position {PLAIN} turns b3-b4 +b3, b3-b4 +b3",
        f"position {PLAIN} turns " + "x " * 5000,
        "setoption",
        "setoption Hash 3",
        "setoption name value 3",
        "setoption name Nonsense value 3",
        "setoption name Hash",
        "setoption name Hash value",
        "setoption name Hash value 0",
        "setoption name Hash value -3",
        "setoption name Hash value 99999999999999999999",
        "setoption name Level value 100",
        "setoption name Level value hermit",
        "setoption name Rules value house",
        "setoption name Network value maybe",
        "setoption name Threads value ³",
        "setoption name Lines value 1e3",
        "go depth",
        "go depth x",
        "go depth -1",
        "go depth 0",
        "go nodes 1.5",
        "go movetime",
        "go movetime 0",
        "go time -1",
        "go fast",
    ],
)
def test_bad_input_gets_one_error_and_the_engine_goes_on(line: str) -> None:
    answers = talk(f"position {WIN}", line, "isready", f"position {WIN}", "go depth 1")
    assert answers[0].startswith("error "), answers
    assert answers[1] == "readyok"
    assert answers[-1].startswith("bestturn e5-d5#")


def test_a_finished_game_is_an_error() -> None:
    for text in (OVER, "4404044444444440000000000/1/mortal:c5,e5/mortal:a1,b1"):
        (answer,) = talk(f"position {text}", "go")
        assert answer.startswith("error the game is over")
    assert talk(f"position {WIN} turns e5-d5#", "go depth 1")[0].startswith("error the game is over")


def test_without_a_position_there_is_nothing_to_search() -> None:
    assert talk("go")[0].startswith("error there is no position")
    assert talk(f"position {PLAIN}", "position nonsense", "go depth 1")[-1].startswith("error there is no position")


def test_unknown_commands_are_passed_over() -> None:
    answers = talk("joho", "uci", "", "   ", "ISREADY", "isready")
    assert [line.split()[:2] for line in answers[:-1]] == [["info", "string"]] * 3
    assert answers[-1] == "readyok"


def test_garbage_is_survived() -> None:
    dice = random.Random(1)
    lines = [bytes(dice.randrange(256) for _ in range(dice.randrange(60))).replace(b"\n", b"") for _ in range(300)]
    words = [
        "position",
        "go",
        "setoption",
        "name",
        "value",
        "turns",
        "depth",
        PLAIN,
        "b3-b4",
        "+b3",
        ",",
        "Hash",
        "-1",
        "\0",
    ]
    lines += [" ".join(dice.choices(words, k=dice.randrange(8))).encode() for _ in range(300)]
    lines = [line for line in lines if line.split()[:1] not in ([b"quit"], [b"go"])]
    assert talk(*lines, "isready")[-1] == "readyok"


def test_a_long_line_is_survived() -> None:
    assert talk(b"x" * 1_000_000, "isready")[-1] == "readyok"


# -- while it searches -------------------------------------------------------------------------------------------------


def test_it_listens_while_it_searches() -> None:
    other = Conversation()
    other.type(f"position {PLAIN}", "go infinite")
    assert other.until("info")
    other.type("isready")
    assert other.until("readyok")
    other.type("stop")
    assert other.until("bestturn")[-1].split()[1] in PLAIN_FIRST
    other.type("stop", "isready")  # there is nothing to stop: no second answer
    assert other.until("readyok") == ["readyok"]
    other.leave()


PLAIN_FIRST = {turn.text.split()[0] for turn in Game.from_text(PLAIN).legal_turns}


def test_quit_ends_a_search() -> None:
    other = Conversation()
    other.type(f"position {PLAIN}", "go infinite", "quit")
    other.leave()


def test_the_end_of_the_input_ends_an_endless_search() -> None:
    other = Conversation()
    other.type(f"position {PLAIN}", "go infinite")
    other.until("info")
    other.leave()
    assert other.until("bestturn")


def test_a_search_without_end_that_nobody_can_stop_ends_at_once() -> None:
    answers = talk(f"position {PLAIN}", "go movetime 50", "go infinite")
    assert sum(line.startswith("bestturn ") for line in answers) == 2


def test_what_is_typed_during_a_search_waits_for_its_end() -> None:
    answers = talk(f"position {WIN}", "go movetime 100", f"position {PLAIN}", "go movetime 1", "go depth 1", "isready")
    best = [line for line in answers if line.startswith("bestturn ")]
    assert len(best) == 3
    assert best[0].startswith("bestturn e5-d5#")


def test_searches_without_end_are_stopped_one_by_one() -> None:
    other = Conversation()
    other.type(f"position {PLAIN}", "go infinite", "go infinite")
    other.until("info")
    for _ in range(2):
        other.type("stop")
        other.until("bestturn")
    other.leave()


def test_the_command() -> None:
    answer = subprocess.run(
        [sys.executable, "-m", "tests.engine.stand_in", "engine"],
        input=f"santorini\nposition {WIN}\ngo depth 2\nquit now",
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert answer.returncode == 0
    assert "santoriniok" in answer.stdout
    assert answer.stderr == ""
