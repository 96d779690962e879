"""The reader of rules files: from a drawing to a position text, and from lines to checks."""

import pytest

from tests.rules.drawing import (
    Case,
    Claim,
    RulesFileError,
    Verb,
    position_text,
    read_board,
    read_check,
    read_fact,
    read_text,
    steps_of,
    team_of,
)

EMPTY = """\
     a    b    c    d    e
5    0    0    0    0    0
4    0    0    0    0    0
3    0    0    0    0    0
2    0    0    0    0    0
1    0    0    0    0    0
"""

README = """\
Remarks before the first title.

== The second build goes elsewhere. (F5)
powers  demeter mortal
board
     a    b    c    d    e
5    0    0    0    0    0
4    0    1    0    0    0
3    0    0A   2    0B   0
2    0    0    0    0    0
1    0A   0    3^   0    0B
legal    b3-b4 +c3 +c4
legal    b3-b4 +c3              the power is optional
illegal  b3-b4 +c3 +c3          same space
moves a1 : a2 b1 b2
moves e1 :    none
after    b3-b4 +c3 : A a1 b4 ; levels c3=3 ; to move 2
"""


def only_case(text: str) -> Case:
    (case,) = read_text(text, "demeter")
    return case


def drawn(head: str, board: str = EMPTY, checks: str = "free") -> str:
    return f"== A case.\n{head}\nboard\n{board}{checks}\n"


def test_drawing_becomes_position_text() -> None:
    case = only_case(README)
    assert case.position == "0000001000002000000000400/1/demeter:b3,a1/mortal:d3,e1"
    assert case.id == "demeter: The second build goes elsewhere. (F5)"
    assert (case.line, case.players, case.seat) == (3, 2, 1)
    assert "3    0    0A   2    0B   0" in case.drawing.splitlines()


def test_domes_at_every_height() -> None:
    board = read_board(EMPTY.replace("5    0    0    0    0    0", "5    0^   1^   2^   3^   3").splitlines())
    assert board.heights == "xyz43" + "0" * 20


def test_header_lines_reach_the_position_text() -> None:
    head = (
        "powers  athena charybdis\nrules   revised\nto move 2\n"
        "data 1 [^]\ndata 2 [d4,b2]   a remark\nwith    extra=1 set=x"
    )
    case = only_case(drawn(head, EMPTY.replace("3    0    0    0", "3    0A   0    2B")))
    assert case.position == ("0000000000002000000000000/2/athena[^]:a3/charybdis[d4,b2]:c3/rules=revised/extra=1/set=x")
    assert (case.seat, case.rules, case.id) == (2, "revised", "demeter: A case. [revised]")


def test_seat_without_workers_has_no_colon() -> None:
    assert only_case(drawn("powers mortal pan")).position == f"{'0' * 25}/1/mortal/pan"


def test_several_rule_sets_make_several_cases() -> None:
    cases = read_text(drawn("powers  pan mortal\nrules   printed revised aid"), "pan")
    assert [case.id for case in cases] == ["pan: A case.", "pan: A case. [revised]", "pan: A case. [aid]"]
    assert [case.position.partition("mortal")[2] for case in cases] == ["", "/rules=revised", "/rules=aid"]


def test_teams_draw_their_workers_with_the_first_seat() -> None:
    board = read_board(EMPTY.replace("3    0    0    0", "3    0A   0B   0A").splitlines())
    assert position_text(board, ["pan", "atlas", "athena", "apollo"], seat=3) == (
        f"{'0' * 25}/3/pan:a3,c3/atlas:b3/athena/apollo"
    )


@pytest.mark.parametrize(
    ("power", "data", "expected"),
    [
        ("selene", "", "selene[c3]:a3,c3"),
        ("circe", "[*]", "circe[*;fc3]:a3,c3"),
        ("mortal", "", "mortal[fc3]:a3,c3"),
    ],
)
def test_women(power: str, data: str, expected: str) -> None:
    board = read_board(EMPTY.replace("3    0    0    0", "3    0A   0    0Af").splitlines())
    text = position_text(board, [power, "mortal"], data={1: data} if data else {})
    assert text.split("/")[2] == expected


def test_checks_of_the_readme() -> None:
    checks = only_case(README).checks
    assert [check.verb for check in checks] == [
        Verb.LEGAL,
        Verb.LEGAL,
        Verb.ILLEGAL,
        Verb.MOVES,
        Verb.MOVES,
        Verb.AFTER,
    ]
    assert [check.turns for check in checks[:3]] == [("b3-b4 +c3 +c4",), ("b3-b4 +c3",), ("b3-b4 +c3 +c3",)]
    assert (checks[3].square, checks[3].squares) == ("a1", ("a2", "b1", "b2"))
    assert checks[4].squares == ()
    assert [fact.claim for fact in checks[5].facts] == [Claim.WORKERS, Claim.LEVELS, Claim.TO_MOVE]
    assert checks[5].facts[0].words == ("a1", "b4")
    assert checks[5].facts[1].levels == (("c3", 3),)


def test_wins_may_name_a_seat() -> None:
    assert read_check("wins  c3-c4", 1, 2).seat == 0
    assert read_check("wins  c3-c4#", 1, 2).turns == ("c3-c4",)
    other = read_check("wins  c3-c4 #2   the Abyss", 1, 2)
    assert (other.turns, other.seat) == (("c3-c4",), 2)


def test_only_lines_are_one_check() -> None:
    case = only_case(drawn("powers mortal mortal", checks="only a1-a2 +a1\nfree\nonly a1-b1 +a1   a remark"))
    assert [check.verb for check in case.checks] == [Verb.FREE, Verb.ONLY]
    assert case.checks[1].turns == ("a1-a2 +a1", "a1-b1 +a1")


def test_after_without_steps_speaks_of_the_start() -> None:
    check = read_check("after : builds a4 b4", 1, 2)
    assert check.turns == ("",)
    assert check.facts[0].words == ("a4", "b4")


def test_facts_are_parted_outside_brackets() -> None:
    facts = read_check("after a1-a2 : seat 1 [^;*] ; stolen", 1, 2).facts
    assert [fact.text for fact in facts] == ["seat 1 [^;*]", "stolen"]


@pytest.mark.parametrize(
    ("text", "claim", "seat", "words"),
    [
        ("A", Claim.WORKERS, 1, ()),
        ("B c3", Claim.WORKERS, 2, ("c3",)),
        ("winner 2", Claim.WINNER, 2, ()),
        ("winner -", Claim.WINNER, 0, ()),
        ("seat 1 -", Claim.SEAT, 1, ()),
        ("seat 2 [chaos[pan|atlas|]]", Claim.SEAT, 2, ("[chaos[pan|atlas|]]",)),
        ("domed c3 c4", Claim.DOMED, 0, ("c3", "c4")),
        ("open c3", Claim.OPEN, 0, ("c3",)),
        ("out 2", Claim.OUT, 2, ()),
        ("chaos pan", Claim.CHAOS, 0, ("pan",)),
        ("stolen", Claim.STOLEN, 0, ()),
        ("not stolen", Claim.NOT_STOLEN, 0, ()),
        ("decides 2", Claim.DECIDES, 2, ()),
        ("next c3-d4 +d5^ .", Claim.NEXT, 0, ("c3-d4", "+d5^", ".")),
    ],
)
def test_facts(text: str, claim: Claim, seat: int, words: tuple[str, ...]) -> None:
    fact = read_fact(text, 2)
    assert (fact.claim, fact.seat, fact.words) == (claim, seat, words)


def test_steps() -> None:
    assert steps_of("b2-c3-d4 e1-e2 d4+d5^ -b4 @- (*c5) pass") == [
        "b2-c3",
        "c3-d4",
        "e1-e2",
        "d4+d5^",
        "-b4",
        "@-",
        "(*c5)",
        "pass",
    ]


def test_teams() -> None:
    assert [team_of(seat, 4) for seat in (1, 2, 3, 4)] == [1, 2, 1, 2]
    assert [team_of(seat, 3) for seat in (1, 2, 3)] == [1, 2, 3]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (drawn("powers  mortal"), "two to four powers"),
        (drawn("powers  mortal mortal\nrules   house"), "cannot read"),
        (drawn("powers  mortal mortal", EMPTY.replace("a    b", "b    a")), "file letters"),
        (drawn("powers  mortal mortal", EMPTY.replace("4    0", "3    0")), "expected rank 4"),
        (drawn("powers  mortal mortal", EMPTY.replace("4    0", "4    4")), "cannot read the cell '4' on a4"),
        (drawn("powers  mortal mortal", EMPTY.replace("4    0", "4    0^A")), "no worker on a dome"),
        (drawn("powers  mortal mortal", EMPTY.replace("4    0", "4    0C")), "a worker C with 2 players"),
        (drawn("powers  mortal mortal", checks="maybe a1-a2"), "line 10: unknown check 'maybe'"),
        (drawn("powers  mortal mortal", checks="moves a1 a2"), "a colon is missing"),
        (drawn("powers  mortal mortal", checks="moves a1 :  a2"), "would be a remark"),
        (drawn("powers  mortal mortal", checks="after a1-a2 : A a2 ;  to move 2"), "would be a remark"),
        (drawn("powers  mortal mortal", checks="after a1-a2 : to move 3"), "no seat of 2"),
        (drawn("powers  mortal mortal", checks="after a1-a2 : levels a2"), "levels like c3=2"),
        (drawn("powers  mortal mortal", checks="after a1-a2 : colour red"), "unknown fact"),
        (drawn("powers  mortal mortal", checks=""), "has no checks"),
        ("== A case.\npowers  mortal mortal\n", "has no board"),
    ],
)
def test_mistakes_are_named(text: str, message: str) -> None:
    with pytest.raises(RulesFileError, match=message):
        read_text(text, "base")
