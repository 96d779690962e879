"""Game records: what is written is read again, what is secret stays secret, what is wrong is named with its place."""

from __future__ import annotations

import pickle
import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from santorini import Game, Record, RecordError, Turn, read_record, read_records
from santorini._core import testing
from santorini.record.redaction import is_hidden
from santorini.record.tree import Line, Node

TABLES: list[tuple[tuple[str, ...], dict[str, object]]] = [
    ((), {}),
    (("demeter", "pan"), {}),
    (("minotaur", "athena"), {"first": 2}),
    (("chaos", "gaea"), {}),
    (("chaos", "atlas"), {"settings": ["chaos-any-dome"]}),
    (("circe", "hermes"), {}),
    (("dionysus", "medusa"), {}),
    (("morpheus", "harpies"), {}),
    (("selene", "terpsichore"), {}),
    (("charybdis", "heracles"), {"rules": "revised"}),
    (("hades", "pan"), {"any_pair": True}),
    (("clio", "apollo"), {"rules": "aid"}),
    (("hecate", "demeter"), {}),
    (("tartarus", "artemis"), {}),
    (("moerae", "apollo"), {}),
    (("apollo", "hecate", "pan"), {}),
    (("athena", "minotaur", "hephaestus"), {"first": 3}),
    (("apollo", "artemis", "pan", "atlas"), {}),
    ((), {"fleece": "charon"}),
    ((), {"fleece": "chaos"}),
    ((), {"players": 3, "draft": True}),
]

SECRET: list[tuple[str, ...]] = [
    ("hecate", "demeter"),
    ("apollo", "hecate"),
    ("tartarus", "artemis"),
    ("pan", "moerae"),
    ("gaea", "hecate"),
    ("apollo", "hecate", "pan"),
    ("moerae", "artemis", "atlas"),
]


def table(index: int, seed: int) -> Game:
    powers, options = TABLES[index]
    return Game(*powers, **options, seed=seed)  # type: ignore[arg-type]


def play(game: Game, turns: int, seed: int) -> Game:
    for i in range(turns):
        if game.is_over:
            break
        game.push(testing.random_turn(game.position, seed * 1009 + i))
    return game


@st.composite
def games(draw: st.DrawFn) -> Game:
    game = table(draw(st.integers(0, len(TABLES) - 1)), draw(st.integers(0, 2**48)))
    play(game, draw(st.integers(0, 120)), draw(st.integers(0, 10**6)))
    if draw(st.booleans()) and game.position.stage == "play" and not game.is_over:
        game.resign(draw(st.integers(1, game.position.players)), draw(st.sampled_from(["resigned", "time"])))
        play(game, draw(st.integers(0, 20)), draw(st.integers(0, 10**6)))
    return game


# -- there and back ------------------------------------------------------------------------------------------------


@given(games())
@settings(max_examples=150, deadline=None)
def test_games_round_trip(game: Game) -> None:
    record = game.record(Seat1="Ann", Date="2026.11.15")
    text = record.text()
    again = read_record(text)
    assert again == record
    assert again.text() == text
    replayed = again.game()
    assert replayed.position == game.position
    assert replayed.turns == game.turns
    assert replayed.outcome() == game.outcome()
    assert replayed.seed == game.seed
    assert replayed.history == game.history
    assert again.check() == len(game.history)
    assert all(len(line) <= 100 for line in text.splitlines() if line.count(";") > 1)


@pytest.mark.parametrize("index", range(len(TABLES)))
def test_every_table_round_trips_to_the_end(index: int) -> None:
    game = play(table(index, 5), 400, 3)
    record = read_record(game.record().text())
    assert record.game().position == game.position
    assert "Position" not in record.headers
    assert (record.headers["Result"] == "*") == (not game.is_over)


OWN = {
    "Players", "Power1", "Power2", "Power3", "Power4", "Setup", "Rules", "Variant",
    "Fleece", "Settings", "First", "Position", "Seed", "Result", "Reason",
}  # fmt: skip

texts = st.text(st.characters(codec=None), max_size=40)
numbers = st.one_of(st.none(), st.integers(0, 10**8).map(lambda ms: ms / 1000))


names = st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,8}", fullmatch=True)


def lines(depth: int) -> st.SearchStrategy[Line]:
    comments = texts.map(lambda text: " ".join(text.split()))
    variations = st.lists(lines(depth - 1), max_size=2) if depth else st.just([])
    turns = st.sampled_from(
        ["b3-b4 +c3", "c3-c4 +d4^ (*c5)?", "b2<>e5", "b3>d3 c3-c2 +b1", "? +d4", "time:1", "*b3f *c4", "x1"]
    )
    nodes = st.builds(Node, turns, comments, numbers, variations)
    return st.builds(Line, st.lists(nodes, min_size=1, max_size=3), comments)


@given(
    lines(2),
    st.dictionaries(names, texts),
)
@settings(max_examples=200, deadline=None)
def test_anything_said_in_a_record_round_trips(line: Line, headers: dict[str, str]) -> None:
    headers = {name: value for name, value in headers.items() if name not in OWN}
    record = Record({"Game": "Santorini", **headers}, Game().start, line)
    text = record.text()
    again = read_record(text)
    assert again.main == line
    assert {name: again.headers[name] for name in headers} == headers
    assert read_record(text.replace("\n", "\r\n")) == again
    assert again.text().replace(" *\n", "") == text.replace(" *\n", "")
    assert all(c.isprintable() or c == "\n" for c in text)


GOLDEN = r"""[Game "Santorini"]
[Seat1 "Ann \"the Wall\" \\ O'Hara"]
[Seat2 "[Seed \"1\"]\n; }"]
[Power1 "demeter"]
[Power2 "gaea"]
[Rules "printed"]
[Seed "1"]
[Result "1"]
[Reason "resigned"]

{before {all\}} 1. *b3 *d3 ; {[%clk 0:04:10]} 2. *c2 *c4 ; {a \} brace \[%clk 9]} 3. b3-b4 +c3 +a3 ;
( {or} 3. d3-d4 +d5 ; ( 3. d3-e4 +d5 ; ) 4. c2-c1 +b1 ; ) ( 3. d3-d2 +d1 ; ) 4. resign:2 ; 1
"""


def test_golden_record() -> None:
    record = read_record(GOLDEN)
    assert record.text() == GOLDEN
    assert record.main.comment == "before {all}"
    assert record.headers["Seat1"] == 'Ann "the Wall" \\ O\'Hara'
    assert record.headers["Seat2"] == '[Seed "1"]\n; }'
    assert record.main.nodes[0].clock == 250
    assert record.main.nodes[1].comment == "a } brace [%clk 9]"
    third = record.main.nodes[2]
    assert [v.nodes[0].turn for v in third.variations] == ["d3-d4 +d5", "d3-d2 +d1"]
    assert third.variations[0].comment == "or"
    assert third.variations[0].nodes[0].variations[0].nodes[0].turn == "d3-e4 +d5"
    assert record.check() == 4 + 2 + 1 + 1
    assert record.game().outcome() == Game.from_record(GOLDEN).outcome()


def test_what_people_write() -> None:
    text = '\ufeff[ Power1  "pan" ]\r\n[Power2 "atlas"]\r\n\r\n'
    text += "1.*b3 *d3;{x}*c2\r\n*c4 ;2... b3-b4\r\n+c3;( d3-d4 +c3 )C2-B2 +b1"
    record = read_record(text)
    assert [node.turn for node in record.main.nodes] == ["*b3 *d3", "*c2 *c4", "b3-b4 +c3"]
    assert record.unfinished == "C2-B2 +b1"
    game = record.game()
    assert len(game.turns) == 4  # Pan's opponent has nothing left to choose: the turn is over
    assert record.main.nodes[2].variations[0].nodes[0].turn == "d3-d4 +c3"
    assert record.main.nodes[2].line == 5


def test_answers_are_not_variations() -> None:
    start = "0000000000003000000000000/1/mortal:b3,d3/gaea:a1,e1"
    text = f'[Position "{start}"] b3-b4 +c3^ (*c2) ; ( b3-b2 +c3^ (-) ; ) ( b3-b4 +c3^ (*d4) ) a1-a2 +b1 ;'
    record = read_record(text)
    assert record.check() == 4
    assert record.game().workers(2) == ["e1", "a2", "c2"]
    assert record.main.nodes[0].variations[0].nodes[0].turn == "b3-b2 +c3^ (-)"


def test_a_turn_in_progress_is_kept() -> None:
    game = Game("demeter", "pan", seed=1)
    for turn in ("*b3 *d3", "*c2 *c4"):
        game.push(turn)
    for step in ("b3-b4", "+c3"):
        game.push_step(step)
    record = read_record(game.record().text())
    assert (record.unfinished, len(record.main.nodes)) == ("b3-b4 +c3", 2)
    again = record.game()
    assert again.position == game.position
    assert again.turn_in_progress == game.turn_in_progress
    again.push_step("+a3")
    assert len(again.turns) == 3


def test_a_start_in_the_middle() -> None:
    game = Game.from_text("4101202110011400102000100/2/mortal:A3,C3/artemis:E4,A1", seed=3)
    play(game, 4, 1)
    record = read_record(game.record().text())
    assert record.headers["Position"] == game.start.text
    assert record.game().position == game.position


def test_three_players_go_on_after_one_resigns() -> None:
    game = play(Game("athena", "minotaur", "hephaestus", seed=1), 7, 1)
    game.resign(2)
    assert game.outcome() is None
    play(game, 3, 2)
    turn = game.turns[-1]
    assert game.history[7] == (2, "resigned")
    again = Game.from_record(game.record().text())
    assert again.position == game.position
    assert again.pop() == turn
    again.push(turn)
    assert again.history == game.history
    for _ in range(4):
        again.pop()
    assert not again.position.is_out(2)
    assert len(again.history) == 6


def test_the_headers_alone_may_tell_who_gave_up() -> None:
    text = '[Power1 "pan"] [Power2 "atlas"] [Result "2"] [Reason "time"] *b3 *d3 ; *c2 *c4 ; 2'
    outcome = read_record(text).game().outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((2,), "time")


def test_luck_is_drawn_from_the_seed() -> None:
    game = play(Game("chaos", "atlas", seed=99, settings=["chaos-any-dome"]), 3, 1)
    rng = random.Random(5)
    while not game.is_over and len(game.turns) < 60:
        # Only what the players chose: luck comes from the seed.
        text = testing.random_turn(game.position, rng.getrandbits(30)).text
        game.push(text.split(" ~")[0].split("~")[0])
    assert sum("~" in turn.text for turn in game.turns) > 3
    record = game.record()
    for node in record.main.nodes:
        node.turn = node.turn.split("~")[0].strip()
    record.main.nodes = [node for node in record.main.nodes if node.turn]
    assert read_record(record.text()).game().position == game.position
    del record.headers["Seed"]
    with pytest.raises(RecordError, match="no Seed"):
        read_record(record.text()).game()


def test_several_in_a_file() -> None:
    one, two = play(table(1, 1), 5, 1).record(), play(table(13, 2), 300, 2).record()
    text = one.text() + two.text() + one.text()
    assert list(read_records(text)) == [one, two, one]
    assert list(read_records("")) == []
    with pytest.raises(RecordError, match="more than one"):
        read_record(text)


# -- mistakes ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("", "empty", 1, 1),
        ("  \n ", "empty", 2, 2),
        ('[Game "x]', "header", 1, 1),
        ('[Game "x"]\n [Game "y"]', "header-twice", 2, 2),
        ('[Game "a\\qb"]', "escape", 1, 9),
        ('[Game "\\u(110000)"]', "escape", 1, 8),
        ("*b3 {x", "comment-open", 1, 5),
        ("*b3 *d3 ; {[%clk 4]}", "clock", 1, 12),
        ("*b3 *d3 ( *c4 )", "variation", 1, 9),
        ("( *b3 )", "variation-first", 1, 1),
        ("*b3 *d3 ; (\n)", "variation-empty", 1, 11),
        ("*b3 *d3 ; ( *c3 *c4 ;", "variation-open", 1, 22),
        ("*b3 *d3 ; )", "variation-close", 1, 11),
        ("*b3 *d3 ; ;", "semicolon", 1, 11),
        ('*b3 "d3" ;', "word", 1, 5),
        ("*b3 } ;", "word", 1, 5),
        ("*b3 \\ ;", "word", 1, 5),
        ("*b3 *d3 {x}", "unfinished", 1, 12),
        ('[Result "1"]\n\n*b3 *d3 ; 2', "result", 3, 11),
        ("*b3 *d3 ; 2 c3", "result-late", 1, 13),
        ('[Result "draw"]', "header-value", 1, 1),
        ('[Game "x"]\n[Power1 "zeus"]\n[Power2 "zeus"]', "header-value", 2, 1),
        ('[Power1 "nobody"] [Power2 "pan"]', "header-value", 1, 1),
        ('[Rules "house"]', "header-value", 1, 1),
        ('[Players "9"]', "header-value", 1, 1),
        ('[Players "many"]', "header-value", 1, 1),
        ('[First "7"]', "header-value", 1, 1),
        ('[Settings "none-such"]', "header-value", 1, 1),
        ('[Seed "x"]', "header-value", 1, 1),
        ('[Setup "x"]', "header-value", 1, 1),
        ('[Variant "x"]', "header-value", 1, 1),
        ('[Variant "Golden Fleece"]', "header-value", 1, 1),
        ('[Fleece "hecate"]', "header-value", 1, 1),
        ('[Position "x"]', "header-value", 1, 1),
        ('[Rules "aid"]\n[Position "0000000000000000000000000/1/pan/atlas"]', "header-clash", 1, 1),
    ],
)
def test_mistakes_are_named_with_their_place(text: str, code: str, line: int, column: int) -> None:
    with pytest.raises(RecordError) as caught:
        read_record(text)
    error = caught.value
    assert (error.code, error.line, error.column) == (f"record/{code}", line, column)
    assert str(error).startswith(f"line {line}, column {column}: ")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.code, again.line, again.column) == (str(error), error.code, line, column)


def test_nesting_has_a_limit() -> None:
    with pytest.raises(RecordError, match="64 deep"):
        read_record("*b3 *d3 ; " + "( *b3 *d3 ; " * 100_000)


@given(
    st.lists(
        st.sampled_from([*'abc123 +-*()[]{};:"\\#~%\n\r.?!', '[Game "', '"]', "{[%clk ", "b3-b4", "\\u("]), max_size=60
    )
)
@settings(max_examples=500, deadline=None)
def test_garbage_is_read_or_refused(pieces: list[str]) -> None:
    try:
        records = list(read_records("".join(pieces)))
    except RecordError:
        return
    assert list(read_records("".join(record.text() for record in records))) == records


def test_an_illegal_turn_is_named_with_number_and_line() -> None:
    record = read_record('[Power1 "pan"]\n[Power2 "atlas"]\n\n*b3 *d3 ; *c2 *c4 ;\nb3-b4 +c3 ;\nc2-c5 +b1 ;')
    with pytest.raises(RecordError, match=r"^turn 4 \(line 6\): illegal turn 'c2-c5 \+b1'") as caught:
        record.game()
    assert (caught.value.code, caught.value.line) == ("turn/illegal", 6)


def test_check_looks_into_variations_and_at_the_result() -> None:
    text = '[Power1 "pan"] [Power2 "atlas"] *b3 *d3 ; *c2 *c4 ; b3-b4 +c3 ;'
    assert read_record(text).check() == 3
    with pytest.raises(RecordError, match="turn 3"):
        read_record(text + " ( b3-e5 +c3 ; )").check()
    with pytest.raises(RecordError, match="Result"):
        read_record(text + " 1").check()
    with pytest.raises(RecordError, match="seat 2"):
        read_record(text + " resign:2 ; resign:2 ;").check()


@pytest.mark.parametrize("turn", ["", "a;b", "{x}", "a ) b", '"', "1", "*", "[x]", "1. b3-b4", "(*c5)"])
def test_a_turn_that_could_not_be_read_again_is_not_written(turn: str) -> None:
    with pytest.raises(RecordError):
        Record({}, Game().start, Line([Node(turn)])).text()


def test_header_names_are_checked() -> None:
    with pytest.raises(RecordError):
        Game().record(**{'a" b': "x"}).text()
    with pytest.raises(RecordError, match="Seed"):
        Game().record(Seed="1")


# -- secrets -------------------------------------------------------------------------------------------------------


def owner_of(game: Game) -> int:
    return next(
        s for s in range(1, game.position.players + 1) if game.position.power(s) in ("hecate", "tartarus", "moerae")
    )


def squares(text: str) -> set[str]:
    return set(re.findall(r"[a-e][1-5]", text))


@given(st.sampled_from(SECRET), st.integers(0, 10**6), st.integers(0, 60))
@settings(max_examples=120, deadline=None)
def test_an_export_says_only_what_was_public(powers: tuple[str, ...], seed: int, turns: int) -> None:
    game = play(Game(*powers, any_pair=True, seed=77_777_777), turns, seed)
    record = game.record(Seat1="Ann", Diary="she stands on c3")
    for node in record.main.nodes:
        node.comment, node.clock = f"secretly {node.turn}", 60.0
        node.variations = [Line([Node(node.turn)])]
    owner = owner_of(game)
    for seat in range(game.position.players + 1):
        export = record.for_seat(seat)
        text = export.text()
        assert read_record(text) == export
        if game.is_over:
            assert export == record
            continue
        assert "77777777" not in text
        if seat == owner:
            assert [n.turn for n in export.main.nodes] == [n.turn for n in record.main.nodes]
            continue
        assert "secretly" not in text
        assert "Diary" not in text
        assert "(" not in text.replace("(*", "").replace("(-)", "")
        assert all(node.clock == 60 for node in export.main.nodes)
        for turn, node in zip(game.turns, export.main.nodes, strict=True):
            check_public(turn, node.turn, owner, seat)


def check_public(turn: Turn, text: str, owner: int, seat: int) -> None:
    before = turn.before
    if before.decider != owner:
        assert text == turn.text
        return
    if before.stage in ("fate", "abyss"):
        assert text == "??"
        return
    if before.power(owner) != "hecate":
        assert text == turn.text
        return
    assert is_hidden(text)
    if before.stage == "place":
        assert text == "*? *?"
        return
    public = {to for kind, _, to, _ in turn.effects if kind in ("build", "dome", "conflict") and to}
    answers = {step.to for step in turn.steps if step.kind == "place" and step.to}
    assert squares(text) <= public | answers
    assert not squares(re.sub(r"\(.*?\)\??", "", text)) - public
    assert "-" not in text.replace("(-)", "")
    # The same turn looks the same, whichever worker made it.
    assert re.fullmatch(r"\?( \+[a-e][1-5]\^?)*( \((\*[a-e][1-5]|-)\)\??)*", text)


def test_a_start_in_the_middle_hides_the_same() -> None:
    game = Game.from_text("0000000000000000000000000/1/hecate:b3,d3/pan:c2,c4", seed=4)
    game.push("b3-b4 +b5")
    export = game.record().for_seat(2)
    assert export.headers["Position"].split("/")[2] == "hecate:?"
    assert export.main.nodes[0].turn == "? +b5"
    assert not squares(export.text()) & {"b3", "b4", "d3"}
    assert read_record(export.text()) == export
    with pytest.raises(RecordError, match="hidden"):
        export.game()


def test_a_turn_in_progress_is_hidden_too() -> None:
    game = Game.from_text("0000000000000000000000000/1/hecate:b3,d3/pan:c2,c4", seed=4)
    game.push_step("b3-b4")
    record = game.record()
    assert record.for_seat(1).unfinished == "b3-b4"
    assert record.for_seat(0).unfinished == record.for_seat(2).unfinished == ""


def test_without_secrets_only_the_seed_is_left_out() -> None:
    game = play(Game("chaos", "atlas", seed=4), 9, 1)
    record = game.record(Diary="mine")
    record.main.nodes[0].comment = "hello"
    export = record.for_seat(0)
    assert "Seed" not in export.headers
    assert export.main == record.main
    assert export.main is not record.main
    assert export.headers["Diary"] == "mine"
    with pytest.raises(RecordError, match="no seat 5"):
        record.for_seat(5)
