"""The command line: what it answers, how it refuses, and whole games typed into it."""

from __future__ import annotations

import io
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import pytest

from santorini import POWERS, Game, bench_env, read_position
from santorini.cli import COMMANDS, main
from santorini.cli._progress import Progress

PLAIN = "0000000000000000000000000/1/mortal:b3,d3/mortal:c2,c4"
SHORT = "4101202110011400102000100/2/mortal:A3,C3/artemis:E4,A1"
WIN = "0003200000000000000000000/1/mortal:e5,a1/mortal:a5,b1"
STUCK = "4404044444444440000000000/1/mortal:c5,e5/mortal:a1,b1"
COMMAND = [sys.executable, "-m", "santorini"]


class Answer(NamedTuple):
    """The exit status and output of a command."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> object:
        return json.loads(self.out)


Run = Callable[..., Answer]


def flat(text: str) -> str:
    """A text without its line breaks."""
    return " ".join(text.split())


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command in this process, with lines typed into it."""

    def command(*argv: str, typed: str | bytes | list[str] = "") -> Answer:
        if isinstance(typed, list):
            typed = "".join(f"{line}\n" for line in typed)
        raw = typed if isinstance(typed, bytes) else typed.encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw), encoding="utf-8"))
        monkeypatch.setenv("COLUMNS", "80")
        status = main(argv)
        return Answer(status, *capsys.readouterr())

    return command


def refused(answer: Answer, status: int = 2) -> str:
    """The one line on stderr of a command that was refused."""
    assert answer.status == status
    assert answer.out == ""
    assert answer.err.startswith("santorini: ")
    assert answer.err.count("\n") == 1, answer.err
    assert "Traceback" not in answer.err
    return answer.err.strip()


# -- in general ----------------------------------------------------------------------------------------------------


def test_help_names_every_command(run: Run) -> None:
    answer = run("--help")
    assert answer.status == 0
    assert all(re.search(rf"^  +{name} ", answer.out, re.MULTILINE) for name in COMMANDS)


def test_version(run: Run) -> None:
    answer = run("--version")
    assert answer.status == 0
    assert re.fullmatch(r"santorini \d+\.\d+\.\d+\S*\n", answer.out)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_examples(run: Run, name: str) -> None:
    answer = run(name, "--help")
    assert answer.status == 0
    assert re.search(rf"examples:\n(  santorini.*\n)*  santorini {name}", answer.out)


def test_the_module_is_the_command() -> None:
    answer = subprocess.run([*COMMAND, "perft", PLAIN, "1"], capture_output=True, text=True, check=False)
    assert (answer.returncode, answer.stdout) == (0, "68\n")


@pytest.mark.parametrize(
    "argv",
    [
        ["dance"],
        ["--dance"],
        ["turns"],
        ["turns", "nonsense"],
        ["turns", ""],
        ["turns", "\udcff\x00"],
        ["turns", PLAIN, "more"],
        ["turns", PLAIN, "--format", "long"],
        ["turns", PLAIN, "--rules", "house"],
        ["turns", "4" * 25 + "/1/mortal:a1/mortal:b1"],
        ["turns", "x" * 100_000],
        ["turns", "\x1b[2J\n\n"],
        ["perft", PLAIN],
        ["perft", PLAIN, "-1"],
        ["perft", PLAIN, "two"],
        ["perft", PLAIN, "²"],
        ["perft", PLAIN, "9" * 30],
        ["perft", "nonsense", "1"],
        ["show", "nonsense"],
        ["show", PLAIN, "--svg", "/no/such/folder/board.svg"],
        ["show", PLAIN, "--svg", "/tmp"],
        ["show", PLAIN, "--svg", "a\0b"],
        ["show", PLAIN, "--svg", "x.svg", "--json"],
        ["show", "-", "--svg", "x.svg"],
        ["powers", "zorro"],
        ["powers", "--players", "5"],
        ["powers", "--lang", "xx"],
        ["powers", "hephaestus", "--rules", "aid"],
        ["replay"],
        ["replay", "/no/such/file"],
        ["replay", "/tmp"],
        ["replay", "a\0b"],
        ["play", "zorro", "pan"],
        ["play", "pan"],
        ["play", "pan", "hades"],
        ["play", "pan", "pan"],
        ["play", "pan", "atlas", "--players", "3"],
        ["play", "pan", "atlas", "--seats", "human"],
        ["play", "pan", "atlas", "--seats", "human,robot"],
        ["play", "pan", "atlas", "--names", "Ann"],
        ["play", "pan", "atlas", "--first", "3"],
        ["play", "pan", "atlas", "--seed", "x"],
        ["play", "pan", "atlas", "--set", "no-such-rule"],
        ["play", "pan", "atlas", "--random", "--seats", "human,random"],
        ["play", "pan", "atlas", "--random", "--level", "3"],
        ["play", "pan", "atlas", "--level", "100"],
        ["play", "pan", "atlas", "--level", "3", "--time", "0"],
        ["analyse", "nonsense"],
        ["analyse", PLAIN, "--lines", "0"],
        ["analyse", PLAIN, "--nodes", "0"],
        ["analyse", PLAIN, "--time", "nan"],
        ["analyse", PLAIN, "--threads", "-1"],
        ["analyse", STUCK],
        ["arena", "potter"],
        ["arena", "potter", "no-such-program-anywhere"],
        ["arena", "potter", "'"],
        ["arena", "potter", ""],
        ["arena", "random", "random", "--games", "0"],
        ["arena", "random", "random", "--powers", "zorro,pan"],
        ["arena", "random", "random", "--powers", "hades,pan"],
        ["arena", "random", "random", "--powers", "pan"],
        ["arena", "random", "random", "--players", "3", "--fleece", "pan"],
        ["arena", "random", "random", "--sprt", "30"],
        ["arena", "random", "random", "--sprt", "30,0"],
        ["arena", "random", "random", "--record", "/no/such/folder/games.san"],
        ["engine", "now"],
        ["play", "pan", "atlas", "--draft"],
        ["play", "pan", "atlas", "--fleece", "pan"],
        ["play", "--fleece", "athena"],
        ["play", "--position", "nonsense"],
        ["play", "pan", "atlas", "--position", PLAIN],
        ["play", "pan", "atlas", "--record", "/no/such/folder/game.san"],
    ],
)
def test_bad_usage_is_one_line_and_status_2(run: Run, argv: list[str]) -> None:
    refused(run(*argv))


@pytest.mark.parametrize(
    ("argv", "problem", "command"),
    [
        (["perft", PLAIN], "missing: DEPTH", "santorini perft"),
        (["train", "plan.toml"], "missing: --out", "santorini train"),
        (["show", PLAIN, "--rules"], "--rules: a value is missing", "santorini show"),
        (
            ["show", PLAIN, "--rules", "q"],
            "--rules: invalid choice 'q', use one of printed, revised, aid",
            "santorini show",
        ),
        (["analyse", PLAIN, "--nodes", "1.5"], "--nodes: '1.5' is not a whole number", "santorini analyse"),
        (["analyse", PLAIN, "--time", "x"], "--time: 'x' is not a number", "santorini analyse"),
        (["serve", "--port", "x"], "--port: 'x' is not a port; use 0 to 65535", "santorini serve"),
        (["powers", "--what", "ever"], "unknown arguments: --what", "santorini"),
        (["--lang", "xx"], "--lang: invalid choice 'xx', use one of de, en, fr, it, nl, ru", "santorini serve"),
    ],
)
def test_what_is_wrong_with_the_arguments(run: Run, argv: list[str], problem: str, command: str) -> None:
    assert refused(run(*argv)) == f"santorini: {problem} (`{command} --help` says what can be given)"


def test_a_task_that_says_its_share_writes_lines_into_a_log(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("santorini.cli._progress.PATIENCE", 0.0)
    with Progress("learning") as progress:
        progress.reach(0.25, "loss 0.61")
        progress.reach(0.26, "loss 0.60")  # too soon for another line
    assert capsys.readouterr() == ("", "learning 25% loss 0.61\n")


def test_a_bad_file_is_one_line_and_status_2(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.san"
    for content in (b"", b"\xff\xfe\x00", b"[Game", b"; ; ;", b"{", b'[Power1 "zorro"]\n', b"\xe2\x82"):
        file.write_bytes(content)
        refused(run("replay", str(file)))
        refused(run("replay", str(file), "--check"))
        refused(run("play", "--record", str(file)))
        assert file.read_bytes() == content


def test_a_reader_that_goes_away_is_no_error() -> None:
    answer = subprocess.run(
        f"{sys.executable} -m santorini turns '{SHORT}' --json | head -c 20; exit ${{PIPESTATUS[0]}}",
        shell=True, executable="/bin/bash", capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (answer.returncode, answer.stderr) == (0, "")


def test_control_c_in_the_middle_of_counting() -> None:
    program = """if True:
        import signal, sys
        from santorini.cli import main, perft
        # A shell may have started the tests with the signal switched off, which programs inherit.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        count = perft._nodes
        def announced(*args):
            print("counting", flush=True)
            perft._nodes = count
            return count(*args)
        perft._nodes = announced
        sys.exit(main())
    """
    command = [sys.executable, "-c", program, "perft", PLAIN, "9"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"counting\n"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=120)
    assert (process.returncode, out, err) == (130, b"", b"")


def test_nothing_heavy_is_loaded_for_a_plain_answer() -> None:
    program = (
        "import sys; from santorini.cli import main; main(['turns', sys.argv[1]]);"
        "print(sorted(m for m in sys.modules if m in ('rich', 'santorini.cli.play')))"
    )
    out = subprocess.run([sys.executable, "-c", program, PLAIN], capture_output=True, text=True, check=True).stdout
    assert out.splitlines()[-1] == "[]"


def test_progress_goes_to_the_terminal_and_the_answer_where_it_was_sent() -> None:
    program = (
        "import sys; import santorini.cli._progress as p; p.PATIENCE = 0.0;"
        "from santorini.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    for argv in (["turns", PLAIN, "--json"], ["perft", PLAIN, "2", "--split", "--json"]):
        ours, theirs = pty.openpty()
        out = subprocess.run([sys.executable, "-c", program, *argv], stdout=subprocess.PIPE, stderr=theirs, check=True)
        assert json.loads(out.stdout)
        assert b"/68" in os.read(ours, 65536) or argv[0] == "turns"
        os.close(ours)
        os.close(theirs)


# -- turns ---------------------------------------------------------------------------------------------------------


def test_turns_are_listed(run: Run) -> None:
    answer = run("turns", PLAIN)
    assert answer.status == 0
    assert answer.out.splitlines() == [turn.text for turn in Game.from_text(PLAIN).legal_turns]
    assert answer.err == "turns: 68, different positions after them: 68\n"


def test_turns_in_json(run: Run) -> None:
    answer = run("turns", PLAIN, "--json").json
    assert isinstance(answer, dict)
    assert answer.keys() == {"position", "count", "distinct", "has_win", "turns"}
    assert (answer["position"], answer["count"], answer["distinct"]) == (read_position(PLAIN).text, 68, 68)
    assert answer["has_win"] is False
    assert len(answer["turns"]) == 68
    for turn in answer["turns"]:
        assert turn.keys() == {"turn", "result"}
        game = Game.from_text(PLAIN)
        game.push(turn["turn"])
        assert game.text == turn["result"]


def test_turns_in_the_short_form(run: Run) -> None:
    # Atlas may put a dome on any level: in the short form every dome is a 4.
    position = "0000000000003000000000000/1/atlas:b3,d3/mortal:a1,e1"
    full = run("turns", position, "--json").json
    short = run("turns", position, "--json", "--format", "short").json
    assert isinstance(full, dict)
    assert isinstance(short, dict)
    assert short["count"] == full["count"] == full["distinct"]
    assert short["distinct"] == len({turn["result"] for turn in short["turns"]})
    assert all(re.fullmatch(r"[0-4]{25}/2/atlas:\S+/mortal:A1,E1", turn["result"]) for turn in short["turns"])


def test_a_win_is_noticed(run: Run) -> None:
    answer = run("turns", WIN, "--json").json
    assert isinstance(answer, dict)
    assert answer["has_win"] is True
    assert "e5-d5#" in [turn["turn"] for turn in answer["turns"]]


def test_no_turn_is_an_answer_too(run: Run) -> None:
    answer = run("turns", STUCK, "--json").json
    assert answer == {
        "position": read_position(STUCK).text, "turns": [], "count": 0, "distinct": 0, "has_win": False,
    }  # fmt: skip


def test_the_rule_set_is_replaced(run: Run) -> None:
    """Pan in the player aid does not win by falling three levels."""
    position = "3000000000000000000000000/1/pan:a5,e1/mortal:c2,c4"
    for text, rules, wins in (
        (position, (), True),
        (position, ("--rules", "aid"), False),
        (position + "/rules=aid", (), False),
        (position + "/rules=aid", ("--rules", "printed"), True),
        (position + "/rules=aid", ("--rules", "revised"), True),
    ):
        answer = run("turns", text, "--json", *rules).json
        assert isinstance(answer, dict)
        assert answer["has_win"] is wins, (text, rules)


def test_a_batch_answers_every_line(run: Run) -> None:
    lines = [
        PLAIN.encode(),
        b"nonsense",
        b"",
        b"\xff\xfe",
        b"a\0b",
        SHORT.encode() + b"\r",
        b"9" * 300_000,
        PLAIN.encode(),
    ]
    answer = run("turns", "-", "--format", "short", typed=b"\n".join(lines))
    assert answer.status == 0
    assert answer.err == ""
    found = [json.loads(line) for line in answer.out.splitlines()]
    assert [set(one) == {"error"} for one in found] == [False, True, True, True, True, False, True, False]
    assert all(one["error"] and "\n" not in one["error"] for one in found if "error" in one)
    assert found[5]["position"] == SHORT
    assert found[0] == found[-1]
    assert found[0]["count"] == 68


def test_a_batch_answers_before_the_next_line_is_typed() -> None:
    with subprocess.Popen([*COMMAND, "perft", "-", "1"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for text, nodes in ((PLAIN, 68), ("nonsense", None), (PLAIN, 68)):
            process.stdin.write(f"{text}\n".encode())
            process.stdin.flush()
            ready, _, _ = select.select([process.stdout], [], [], 20)
            assert ready
            assert json.loads(process.stdout.readline()).get("nodes") == nodes
        process.stdin.close()
        assert process.wait(20) == 0


def test_an_empty_batch_is_answered_with_nothing(run: Run) -> None:
    for command in (["turns", "-"], ["perft", "-", "2"], ["show", "-"]):
        assert run(*command) == (0, "", "")


# -- perft ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("depth", "nodes"), [(0, 1), (1, 68), (2, 5156), (3, 350_208)])
def test_perft_counts(run: Run, depth: int, nodes: int) -> None:
    answer = run("perft", PLAIN, str(depth))
    assert (answer.status, answer.out) == (0, f"{nodes}\n")
    found = run("perft", PLAIN, str(depth), "--json").json
    assert isinstance(found, dict)
    assert found.keys() == {"depth", "nodes", "seconds"}
    assert (found["depth"], found["nodes"]) == (depth, nodes)
    assert 0 <= found["seconds"] < 60


def test_perft_by_first_turn(run: Run) -> None:
    lines = run("perft", PLAIN, "2", "--split").out.splitlines()
    assert lines[-1] == "5156"
    assert len(lines) == 69
    found = run("perft", PLAIN, "2", "--split", "--json").json
    assert isinstance(found, dict)
    assert found["split"] == {turn: int(nodes) for turn, nodes in (line.split("\t") for line in lines[:-1])}
    assert sum(found["split"].values()) == found["nodes"] == 5156


def test_a_game_that_ends_early_counts_nothing_more(run: Run) -> None:
    counts = [int(run("perft", WIN, str(depth)).out) for depth in (1, 2)]
    assert counts[0] == len(Game.from_text(WIN).legal_turns)
    after = [turn.after for turn in Game.from_text(WIN).legal_turns]
    assert counts[1] == sum(position.count_turns() for position in after if not position.is_over)
    assert run("perft", STUCK, "2").out == "0\n"


def test_a_perft_batch(run: Run) -> None:
    answer = run("perft", "-", "2", "--rules", "revised", typed=[PLAIN, "?", PLAIN])
    found = [json.loads(line) for line in answer.out.splitlines()]
    assert [one.get("nodes") for one in found] == [5156, None, 5156]


# -- show ----------------------------------------------------------------------------------------------------------


def test_show_draws(run: Run) -> None:
    answer = run("show", SHORT)
    assert answer.status == 0
    assert answer.out.splitlines()[0].split() == list("abcde")
    assert "Artemis" in answer.out


def test_show_writes_a_picture(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    assert run("show", SHORT, "--svg", str(file)) == (0, "", "")
    assert file.read_text().startswith("<svg")
    assert run("show", SHORT, "--svg", "-").out == file.read_text()
    assert [entry.name for entry in tmp_path.iterdir()] == ["board.svg"]


def test_show_in_json(run: Run) -> None:
    answer = run("show", "-", typed=[SHORT, "nonsense"])
    first, second = (json.loads(line) for line in answer.out.splitlines())
    assert first.keys() == {"position", "short", "board", "supply"}
    assert first["short"] == SHORT
    assert second.keys() == {"error"}
    assert run("show", SHORT, "--json").json == first


# -- powers --------------------------------------------------------------------------------------------------------


def test_powers_are_listed(run: Run) -> None:
    answer = run("powers")
    assert answer.status == 0
    for one in POWERS.values():
        assert (one.number == 0) or re.search(rf"^ *{one.number}  {one.id} ", answer.out, re.MULTILINE)


def test_a_card_in_detail(run: Run) -> None:
    answer = run("powers", "Pan", "gaea", "--rules", "revised")
    assert "9 Pan, God of the Wild (pan)" in answer.out
    assert "Not played with: Hades" in answer.out
    assert "35 Gaea" in answer.out


def test_powers_in_json(run: Run) -> None:
    cards = run("powers", "--json").json
    assert isinstance(cards, list)
    assert [card["id"] for card in cards] == [one.id for one in POWERS.values() if one.number]
    kinds = {
        "id": str, "number": int, "name": str, "epithet": str, "category": str, "players": list, "fleece": bool,
        "bans": list, "ban_kinds": dict, "rules": list, "text": str, "notes": list,
    }  # fmt: skip
    for card in cards:
        assert card.keys() == kinds.keys()
        assert all(isinstance(card[name], kind) for name, kind in kinds.items())
        assert all(card["id"] in other["bans"] for other in cards if other["id"] in card["bans"])
    assert next(card for card in cards if card["id"] == "pan")["bans"] == ["hades"]


def test_powers_can_be_narrowed(run: Run) -> None:
    def ids(*argv: str) -> set[str]:
        cards = run("powers", "--json", *argv).json
        assert isinstance(cards, list)
        return {card["id"] for card in cards}

    assert len(ids("--category", "hero")) == 10
    assert ids("--players", "3") == {one.id for one in POWERS.values() if 3 in one.players}
    assert "gaea" not in ids("--fleece")
    assert "chaos" in ids("--fleece") - ids("--fleece", "--rules", "revised")
    assert len(ids("--rules", "aid")) == 36
    assert ids("--rules", "aid", "--players", "3") == set()
    assert ids("mortal", "pan") == {"mortal", "pan"}


# -- replay --------------------------------------------------------------------------------------------------------

GAME = """\
[Game "Santorini"]
[Seat1 "Ann"]
[Power1 "demeter"]
[Power2 "pan"]
[Seed "7"]

*b3 *d3 ; *c2 *c4 ; b3-b4 +c3 +a3 ; {well \x1b[2Jbuilt} c2-b2 +b1 ;
"""


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "game.san"
    file.write_text(GAME)
    return file


def test_replay_shows_every_turn(run: Run, record: Path) -> None:
    answer = run("replay", str(record))
    assert answer.status == 0
    assert "3. Ann: b3-b4 +c3 +a3" in answer.out
    assert "well ?[2Jbuilt" in answer.out
    assert "\x1b" not in answer.out
    assert answer.out.count("     a    b    c    d    e") == 5
    assert run("replay", "-", typed=GAME).out == answer.out


def test_replay_checks(run: Run, record: Path) -> None:
    assert run("replay", str(record), "--check") == (0, f"{record}: OK, turns verified: 4\n", "")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [("b3-b4 +c3 +a3", "b3-b5 +c3", "b3-b5"), ('[Seed "7"]', '[Result "1"]', "Result"), ("*c2 *c4", "*c2", "*c2")],
)
def test_replay_says_where_it_fails(run: Run, record: Path, old: str, new: str, said: str) -> None:
    record.write_text(GAME.replace(old, new))
    assert said in refused(run("replay", str(record), "--check"), status=1)
    answer = run("replay", str(record), "--check", "--json")
    assert answer.status == 1
    found = answer.json
    assert isinstance(found, dict)
    assert found["ok"] is False
    assert said in found["error"]


def test_replay_in_json(run: Run, record: Path) -> None:
    answer = run("replay", str(record), "--json")
    found = answer.json
    assert answer.status == 0
    assert isinstance(found, dict)
    assert found.keys() == {"ok", "headers", "start", "turns", "position", "winners", "reason"}
    assert [(turn["seat"], turn["turn"]) for turn in found["turns"]][2:] == [(1, "b3-b4 +c3 +a3"), (2, "c2-b2 +b1")]
    assert found["turns"][-1]["position"] == found["position"]
    assert (found["winners"], found["reason"]) == ([], None)


def test_a_file_of_several_games(run: Run, record: Path) -> None:
    record.write_text(GAME + "*\n" + GAME.replace("c2-b2", "c2-a5"))
    answer = run("replay", str(record), "--check")
    assert answer.status == 1
    assert "game 1: OK" in answer.out
    assert "game 2: turn 4" in answer.err


# -- bench ---------------------------------------------------------------------------------------------------------


def test_bench_prints_what_was_measured(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [
        {"name": "plain", "value": 1.5e8, "unit": "turns/s", "ratio": 1.2, "bound": 1.5, "note": ""},
        {"name": "list", "value": 12.0, "unit": "us", "ratio": None, "bound": None, "note": "from Python"},
    ]
    fake = ModuleType("santorini.bench")
    monkeypatch.setattr(fake, "run", lambda: rows, raising=False)
    monkeypatch.setitem(sys.modules, "santorini.bench", fake)
    answer = run("bench")
    assert answer.status == 0
    assert re.search(r"^plain +1\.5e\+08  turns/s +1\.20 +1\.50$", answer.out, re.MULTILINE)
    assert run("bench", "--json").json == {"rows": rows}
    rows[0]["ratio"] = 1.6
    assert run("bench").status == 1
    monkeypatch.setitem(sys.modules, "santorini.bench_env", fake)
    assert run("bench", "--env", "--json").json == {"rows": rows}
    monkeypatch.setitem(sys.modules, "santorini.bench_env", None)
    assert "pip install 'santorini[pettingzoo,openspiel]'" in run("bench", "--env").err


def test_bench_measures_the_environments() -> None:
    rows = bench_env.run(rounds=1, seconds=0.01)
    assert all(row["value"] > 0 for row in rows)  # type: ignore[operator]
    assert next(row["ratio"] for row in rows if row["name"] == bench_env.YARDSTICK) == 1


# -- play ----------------------------------------------------------------------------------------------------------

PLACED = ["*b3 *d3", "*c2 *c4"]


def last_board(out: str) -> str:
    """The last board on the screen, without the players below it."""
    return out[out.rindex("     a    b    c    d    e") :].split("\n\n", maxsplit=1)[0]


def test_a_whole_game_against_a_random_player(run: Run, tmp_path: Path) -> None:
    """Types 1 until somebody has won: always the first step on offer."""
    file = tmp_path / "game.san"
    command = ["play", "demeter", "pan", "--seats", "human,random", "--seed", "5", "--names", "Ann,Bot"]
    answer = run(*command, "--record", str(file), typed="1\n" * 500)
    assert answer.status == 0
    assert answer.err == ""
    assert "has won" in answer.out
    assert f"The game is in {file}." in answer.out
    checked = run("replay", str(file), "--check")
    assert checked.status == 0
    assert '[Seat1 "Ann"]' in file.read_text()
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.san"]
    # The same seed and the same answers give the same game.
    again = run(*command, typed="1\n" * 500)
    assert last_board(again.out) == last_board(answer.out)


def test_random_players_alone(run: Run) -> None:
    answer = run("play", "random", "random", "--seats", "random,random", "--seed", "3")
    assert answer.status == 0
    assert "has won" in answer.out
    assert answer.out == run("play", "random", "random", "--seats", "random,random", "--seed", "3").out


@pytest.mark.parametrize(
    "typed",
    [
        ["*b3 *d3", "*c2 *c4", "b3-b4 +c3 +a3"],
        ["b3", "D3", "c2 c4", "b3-b4", "+C3", "a3"],
        ["*b3", "d3", "c2", "*c4", "b3-b4 +c3 +a3"],
        ["*b3 *d3", "undo", "*b3 *d3", "*c2", "undo", "*c2 *c4", "B3-B4", "undo", "b3-b4 +c3", "undo", "b3-b4 +c3 +a3"],
        ["?", "*b3 *d3", "*c2 *c4", "b3-b5", "rubbish", "99", "0", "b3-b4", "c3", "a3"],
        ["*b3 *d3", "*c2 *c4", "b3-b4", "+c3", "+a3"],
    ],
)  # fmt: skip
def test_ways_of_typing_a_turn(run: Run, typed: list[str]) -> None:
    answer = run("play", "demeter", "pan", typed=typed)
    game = Game("demeter", "pan")
    for turn in ("*b3 *d3", "*c2 *c4", "b3-b4 +c3 +a3"):
        game.push(turn)
    assert f"santorini play --position '{game.text}'" in answer.out
    assert answer.status == 0


def test_a_single_step_leaves_the_second_build_open(run: Run) -> None:
    typed = [*PLACED, "b3-b4", "+c3", "", "c2-b2 +b1"]
    answer = run("play", "demeter", "pan", typed=typed)
    assert "A (Demeter): build or end the turn (Enter)." in answer.out
    assert "A (Demeter): b3-b4 +c3\n" in answer.out
    assert "B (Pan): c2-b2 +b1" in answer.out


@pytest.mark.parametrize("word", [".", "end", "done", "END", "b3-b4 +c3 ."])
def test_ending_a_turn(run: Run, word: str) -> None:
    steps = [word] if " " in word else ["b3-b4", "+c3", word]
    out = run("play", "demeter", "pan", typed=[*PLACED, *steps]).out
    assert "B (Pan): move." in out


def test_what_cannot_be_played_is_explained(run: Run) -> None:
    out = run("play", "atlas", "pan", typed=[*PLACED, "b3-b5", "zzz", "b3-b4", "c3", "", "99"]).out
    assert "'b3-b5' is not possible here; possible is b3-a2," in out
    assert "I do not understand 'zzz'." in out
    assert "'c3' could mean +c3, +c3^: please type one of them." in out
    assert "There is no step 99" in out
    assert "Type a step" in out


@pytest.mark.parametrize(
    ("position", "typed", "reason"),
    [
        (PLAIN, "b3-b5", "b5 is too far away. 'b3-b5' is not possible"),
        ("0000000000000002000000000/1/minotaur:a1,c3/athena[^]:c4,c5", "a1-a2", "a2 is too high to move up to."),
        ("0000000000000002000000000/1/minotaur:a1,c3/athena[^]:c4,c5", "c3-c4", "Minotaur: the worker on c4 cannot be"),
        ("0000000000000000000000000/1/mortal:b3,d3/aeolus[n]:c2,c4", "b3-b4", "Aeolus: nobody moves north."),
        ("0000000000000000000000000/1/mortal:b3,d3/europa[b4]:c2,c5", "b3-b4", "Europa & Talus: square b4 is closed."),
        (PLAIN, "e5", "e5 is too far away. 'e5' is not possible"),
        (PLAIN, "c2-b2", "The worker on c2 is not yours."),
        (PLAIN, "b3-b4-b5", "'b3-b4-b5' is not possible here"),
    ],
)
def test_a_refused_step_says_why(run: Run, position: str, typed: str, reason: str) -> None:
    assert reason in flat(run("play", "--position", position, typed=[typed]).out)


def test_looking_around(run: Run) -> None:
    typed = ["help", *PLACED, "show c3", "show b3", "show z9", "say", "powers", "powers hades", "powers zorro", "turns"]
    out = run("play", "demeter", "pan", typed=typed).out
    for text in (
        "What you can type",
        "c3: ground; possible: b3-c3, d3-c3",
        "b3: ground; worker of A (Demeter)",
        "Which square?",
        "All squares are bare ground.",
        "5 Demeter, Goddess of the Harvest",
        "37 Hades",
        "'zorro' is not a power",
        "b3-a2 +a1 +b1",
        "… and more",
    ):
        assert text in out, text


def test_undo_goes_back_to_the_human(run: Run) -> None:
    typed = ["*b3 *d3", "b3-b4 +c3 +a3", "undo", "undo", "undo"]
    out = run("play", "demeter", "pan", "--seats", "human,random", "--seed", "1", typed=typed).out
    assert out.count("Taken back.") == 2
    assert "There is nothing of yours to take back." in out
    assert "0A" not in last_board(out)


def test_resigning_is_asked_twice(run: Run) -> None:
    typed = ["resign", "yes", *PLACED, "resign", "no", "resign", "yes", "undo", "b3-b4 +c3 +a3"]
    out = run("play", "demeter", "pan", "--names", "Ann,Ben", typed=typed).out
    assert "nobody can give up before the game has begun" in out
    assert "The game goes on." in out
    assert "B (Pan) has won: an opponent resigned" in out
    assert "Taken back." in out
    assert "Ann (A, Demeter): b3-b4 +c3 +a3" in out


def test_three_players_go_on_without_the_one_who_resigned(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.san"
    typed = ["a1 a2", "b1 b2", "c1 c2", "resign", "y", "b1-b3 +b4", "b2-b3 +b4", "c2-c3 +c4", "b3-b2 +b3"]
    out = run("play", "apollo", "pan", "atlas", "--record", str(file), typed=typed).out
    assert "A  Apollo: out of the game" in out
    assert "'b1-b3' is not possible here" in out
    assert run("replay", str(file), "--check").status == 0
    assert "b3-b2 +b3" in file.read_text()
    # It is taken back together with the turn before it.
    out = run("play", "--record", str(file), typed=["undo"] * 4).out
    assert "out of the game" in out
    assert "out of the game" not in out[out.rindex("     a    b    c    d    e") :]
    assert "C (Atlas): place a worker." in out


def test_a_game_goes_on_from_its_record(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.san"
    first = run("play", "demeter", "pan", "--names", "Ann,Ben", "--record", str(file), typed=[*PLACED, "b3-b4", "+c3"])
    assert f"To go on with it: santorini play --record {file}" in first.out
    # In the middle of a turn, with a comment that somebody wrote into it.
    file.write_text(file.read_text().replace("*c2 *c4 ;", "*c2 *c4 ; {a remark}"))
    second = run("play", "--record", str(file), typed=["+a3", "c2-b2 +b1"])
    assert second.err == ""
    assert "Ann (A, Demeter): b3-b4 +c3 +a3" in second.out
    text = file.read_text()
    assert "{a remark}" in text
    assert "c2-b2 +b1" in text
    assert '[Seat2 "Ben"]' in text
    assert run("replay", str(file), "--check").status == 0


def test_an_existing_record_is_never_overwritten(run: Run, record: Path) -> None:
    assert "already" in refused(run("play", "pan", "atlas", "--record", str(record)))
    assert record.read_text() == GAME


def test_the_record_is_there_after_every_turn(tmp_path: Path) -> None:
    file = tmp_path / "game.san"
    command = [*COMMAND, "play", "demeter", "pan", "--record", str(file)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for turn in (*PLACED, "b3-b4 +c3 +a3"):
            process.stdin.write(f"{turn}\n")
            process.stdin.flush()
        # When the other player is asked, the turn is in the file.
        assert any(line.startswith("B (Pan): move") for line in process.stdout)
        assert "b3-b4 +c3 +a3 ;" in file.read_text()
        process.kill()
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.san"]


def test_save_asks_before_it_overwrites(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.san"
    file.write_text("precious")
    typed = [*PLACED, f"save {file}", "no", "save", f"save {tmp_path}/none/x.san", "save a\0b"]
    out = run("play", "demeter", "pan", typed=typed).out
    assert file.read_text() == "precious"
    assert "Not saved." in out
    assert "Where to?" in out
    assert "Could not save" in out
    out = run("play", "demeter", "pan", typed=[*PLACED, f"save {file}", "yes"]).out
    assert "".join(f"Saved to {file}.".split()) in "".join(out.split())  # a long path is wrapped
    assert "*c2 *c4" in file.read_text()


def test_a_full_disk_does_not_end_the_game(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    file = tmp_path / "game.san"
    answer = run("play", "demeter", "pan", "--record", str(file), typed=[*PLACED, "b3-b4 +c3 +a3"])
    assert answer.status == 0
    assert flat(answer.out).count(f"Could not save to {file}: No space left on device") > 2
    assert "The game is in" not in answer.out
    assert "A (Demeter): b3-b4 +c3 +a3" in answer.out
    assert list(tmp_path.iterdir()) == []


def test_questions_with_ready_answers(run: Run) -> None:
    out = run("play", typed=["", "", "", "", "", "*b3 *d3"]).out
    assert "How many players" in out
    assert "A (Mortal): *b3 *d3" in out
    assert "B (Mortal): *" in out
    typed = ["5", "3", "h", "x", "human", "r", "list", "gaya", "gaea", "mortal", "atlas", "pan", "random"]
    out = run("play", "--seed", "1", typed=typed).out
    assert "Please type 2, 3 or 4." in out
    assert "Please type human, random, a level from 1 to 15" in out
    assert "There is no power 'gaya'. Did you mean Gaea" in out
    assert "Mortal cannot be played here" in out
    assert "Atlas cannot be played here" in out
    assert "place a worker" in out


def test_leaving_at_any_moment(run: Run) -> None:
    answers = ["2", "human", "human", "demeter", "pan", "*b3", "*d3", "*c2 *c4", "b3-b4"]
    for count in range(len(answers) + 1):
        answer = run("play", typed=answers[:count])
        assert (answer.status, answer.err) == (0, "")
    for word in ("quit", "q", "exit", "QUIT"):
        answer = run("play", "demeter", "pan", typed=[word, "*b3"])
        assert answer.status == 0
        assert "so far" not in answer.out


def test_draft_and_fleece(run: Run) -> None:
    out = run("play", "--draft", typed=["pan", "offer:demeter", "demeter", "1", "begin:2", "*b3 *d3"]).out
    assert "A (Pan): begin:2" in out
    assert "B (Demeter): *b3 *d3" in out
    out = run("play", "--fleece", "pan", typed=[*PLACED, "a1", "b3-b4 +c3"]).out
    assert "Golden Fleece, Pan" in out
    assert "A (Mortal): @a1" in out


def test_the_draft_of_the_player_aid_c6(run: Run) -> None:
    """Each player sees their hand after an empty screen, and the game goes on openly once the cards are turned up."""
    game = Game(draft=True, rules="aid", seed=5)
    one, other = game.position.hand(1), game.position.hand(2)
    typed = ["", f"discard:{one[0]}", one[1], "", f"discard:{other[0]} discard:{other[1]}", "", other[2], "", one[2]]
    out = run("play", "--draft", "--rules", "aid", "--seed", "5", typed=[*typed, *PLACED]).out
    shown = out.split("Pass the device to ")
    assert len(shown) == 5
    screens = [(one, other), (other, one), (other[2:], other[:2]), (one[2:], one[:2])]
    for screen, (hand, hidden) in zip(shown[1:], screens, strict=True):
        assert all(card in screen for card in hand)
        assert not any(card in screen for card in hidden)
    assert f": take:{one[2]}" in shown[4]
    assert "*b3 *d3" in shown[4]


def test_the_draft_of_the_player_aid_is_for_two_c6(run: Run) -> None:
    for players in ("3", "4"):
        assert "for two players" in refused(run("play", "--draft", "--rules", "aid", "--players", players))


def test_luck_is_drawn_and_cannot_be_chosen(run: Run) -> None:
    position = "0000000000000000000000300/1/chaos[demeter|apollo,atlas|]:b3,d2/pan:c4,e5"
    out = run("play", "--position", position, "--seed", "1", typed=["d2-d1 +c1 ~apollo"]).out
    other = run("play", "--position", position, "--seed", "1", typed=["d2-d1 +c1 ~atlas"]).out
    drawn = re.findall(r"has (\w+); cards", out)[-1]
    assert drawn in ("Apollo", "Atlas")
    assert re.findall(r"has (\w+); cards", other)[-1] == drawn


def test_another_player_answers_inside_the_turn(run: Run) -> None:
    """Gaea may place a worker beside a dome: that is her owner's choice, whatever the mover types."""
    position = "0003000000000000000000000/1/demeter:d4,a1/gaea:e1,e2"
    typed = ["d4-c4 +d5 +b4", "d4", "+b4"]
    out = run("play", "--position", position, typed=typed).out
    assert "B (Gaea): place a worker or decline." in out
    assert "A (Demeter): d4-c4 +d5^ (*d4) +b4" in out


@pytest.mark.parametrize("kind", ["human,human", "human,random", "random,human"])
def test_garbage_is_survived(run: Run, kind: str) -> None:
    garbage = [
        b"\xff\xfe\xfd", b"\0", b"", b"   ", b"a" * 5000, b"*" * 300, b"-1", b"1e9", "²".encode(), b"9" * 20,
        b"b3-b4-b5-c5-d5", b"+", b"^", b"~pan", b"#", b"(-)", b"?c3", b"take:pan", b"begin:9", b"%s%n{}{0}", b"\x1b[A",
        b"save /", b"save ~nobody/x", b"show", b"resign", b"undo undo", b"powers \xff", b"{who}", b"d4 " * 200, b". .",
    ]  # fmt: skip
    lines = [*garbage, b"*b3 *d3", *garbage, b"*c2 *c4", *garbage, b"b3-b4", *garbage]
    answer = run("play", "demeter", "pan", "--seats", kind, "--seed", "1", typed=b"\n".join(lines))
    assert (answer.status, answer.err) == (0, "")


# -- secrets -------------------------------------------------------------------------------------------------------

HAND_OVER = re.compile(r"Nobody else looking, (\w+) \(.*\)\? Press Enter\. ")


def screens(out: str, *, of: str) -> list[str]:
    """What was on the screen while a player looked: from pressing Enter to the next hand-over screen.

    Everybody sees the hand-over screens.
    """
    parts = HAND_OVER.split(out)
    seen = [parts[0]]
    for who, shown in zip(parts[1::2], parts[2::2], strict=True):
        board, passed, to = shown.rpartition("\n\nPass the device to ")
        if not passed:  # the last one
            seen += [shown] if who == of else []
        else:
            board, _, news = board.rpartition("\n")
            seen += [board, news, to] if who == of else [news, to]
    return seen


def play_pair(run: Run, powers: list[str], one: list[str], other: list[str]) -> tuple[str, str]:
    """Two games that differ only in what Ben does in secret."""
    answers = [run("play", *powers, "--names", "Ann,Ben", "--seed", "1", typed=typed) for typed in (one, other)]
    assert all((answer.status, answer.err) == (0, "") for answer in answers)
    assert answers[0].out != answers[1].out
    return answers[0].out, answers[1].out


def curious(turn: str) -> list[str]:
    """Ann takes the device and tries everything before she plays."""
    tries = [
        "steps",
        "turns",
        "say",
        "show a5",
        "show d5",
        "undo",
        "powers",
        "e5-d5",
        "a1-a5",
        "a1-a2 +e5",
        "x",
        "resign",
        "no",
    ]
    return ["", *tries, turn]


def test_hidden_workers_are_on_no_other_screen(run: Run) -> None:
    def typed(placing: str, first: str, second: str) -> list[str]:
        return [
            *curious("*a1 *b1"), "", placing,
            *curious("a1-a2 +a1"), "", first,
            *curious("b1-c1 +b1"), "", second,
            *curious("a2-a1 +a2"), "",
        ]  # fmt: skip

    one, other = play_pair(
        run,
        ["pan", "hecate"],
        typed("*e5 *e3", "e5-d5 +c5", "e3-e4 +d4"),
        typed("*b5 *e4", "b5-b4 +c5", "e4-e5 +d4"),
    )
    assert screens(one, of="Ann") == screens(other, of="Ann")
    assert screens(one, of="Ben") != screens(other, of="Ben")
    assert "*? *?" in one
    assert "? +c5" in one


def test_running_into_a_hidden_worker_costs_the_turn(run: Run) -> None:
    typed = ["", "*a1 *b1", "", "*a3 *e5", "", "a1-a2 +a3", "", "e5-d5 +e5"]
    out = run("play", "pan", "hecate", "--names", "Ann,Ben", typed=typed).out
    assert "Ann (A, Pan): a1-a2 +a3? (ran into a hidden worker)" in out
    # A planned turn continues only as long as the true position allows it.
    typed[5] = "a1-a2 +a3 +b3"
    out = run("play", "demeter", "hecate", "--names", "Ann,Ben", typed=typed).out
    assert "Ann (A, Demeter): a1-a2 +a3? (ran into a hidden worker)" in out
    assert "Ben (B, Hecate): ? +e5" in out


def test_no_undo_of_what_was_learnt(run: Run) -> None:
    typed = ["", "*a1 *b1", "", "*a3 *e5", "", "a1-a2 +a3", "", "undo", "resign", "yes", "undo"]
    out = run("play", "pan", "hecate", "--names", "Ann,Ben", typed=typed).out
    assert flat(out).count("In a game with secrets only the steps of your own unfinished turn can be taken back.") == 2
    assert "Ann (A, Pan): a1-a2 +a3?" in out


@pytest.mark.parametrize(
    ("powers", "before", "secrets", "after"),
    [
        (["pan", "tartarus"], ["*e5 *d4", "*a1 *b1", ""], ("?c3", "?e1"), []),
        (["pan", "moerae"], ["", ], ("?c3", "?b1"), ["*e5 *d4 *e3"]),
    ],
)  # fmt: skip
def test_a_secret_square_is_on_no_other_screen(
    run: Run, powers: list[str], before: list[str], secrets: tuple[str, str], after: list[str]
) -> None:
    game = Game(*powers)
    turns: list[list[str]] = []
    for secret in secrets:
        lines = [*before, secret]
        if powers[1] == "moerae":
            # The Fate is chosen first, then everybody places.
            lines += ["", "*a1 *b1", "", *after] if game.seat_to_decide == 2 else []
        turns.append([*lines, *curious("a1-a2 +a1"), "", "e5-e4 +e5", *curious("b1-c1 +b1"), ""])
    one, other = play_pair(run, powers, *turns)
    assert HAND_OVER.search(one)
    assert screens(one, of="Ann") == screens(other, of="Ann")
    assert "a1-a2 +a1" in one
    assert "e5-e4 +e5" in one


def test_alone_against_hidden_workers_there_is_nothing_to_hand_over(run: Run) -> None:
    out = run("play", "pan", "hecate", "--random", "--seed", "2", typed=["*a1 *b1", "a1-a2 +a1", "b1-b2 +b1"]).out
    assert "Pass the device" not in out
    assert "*? *?" in out
    assert not re.search(r"\dB", out)


# -- a real terminal -----------------------------------------------------------------------------------------------


def test_on_a_terminal_the_screen_is_redrawn_and_restored() -> None:
    pid, terminal = pty.fork()
    if pid == 0:  # pragma: no cover
        os.environ.update(TERM="xterm-256color", COLUMNS="80", LINES="24")
        os.environ.pop("NO_COLOR", None)
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.execv(sys.executable, [*COMMAND, "play", "demeter", "pan", "--names", "Ann,Ben"])
    shown = b""

    def wait_for(text: bytes, pressing: bytes = b"") -> None:
        nonlocal shown
        pressed, deadline = 0.0, time.monotonic() + 60
        while text not in shown:
            assert time.monotonic() < deadline, shown
            if pressing and time.monotonic() > pressed + 5:
                os.write(terminal, pressing)
                pressed = time.monotonic()
            ready, _, _ = select.select([terminal], [], [], 0.1)
            if ready:
                try:
                    shown += os.read(terminal, 65536)
                except OSError:
                    assert text in shown, shown
                    return

    wait_for(b"Ann> ")
    assert shown.count(b"\x1b[?1049h") == 1
    os.write(terminal, b"*b3 *d3\n")
    wait_for(b"Ben> ")
    assert b"\x1b[H\x1b[2J" in shown
    assert "•".encode() in shown
    # Pressed repeatedly: readline misses an interrupt between its prompt and its first wait for a key.
    wait_for(b"To go on from here", pressing=b"\x03")
    assert b"\x1b[?1049l" in shown
    assert b"Traceback" not in shown
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    os.close(terminal)
