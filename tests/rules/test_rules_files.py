"""Runs the rules files: every drawing in tests/rules/*.txt, one test for each case."""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

import santorini
from tests.rules.drawing import IN_PROGRESS, Case, Check, Claim, Fact, Verb, read_file, steps_of, team_of

FILES = sorted(Path(__file__).parent.glob("*.txt"))
CASES = [case for path in FILES for case in read_file(path)]

_MOVE = re.compile(r"([a-e][1-5])-([a-e][1-5])")
_BUILD = re.compile(r"(?:[a-e][1-5])?\+([a-e][1-5])\^?")


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_case(case: Case) -> None:
    game = santorini.Game.from_text(case.position)
    problems = [
        f"line {check.line}: {check.text}\n    {problem}"
        for check in case.checks
        for problem in PROBLEMS[check.verb](case, check, game)
    ]
    if problems:
        head = f"{case.file}.txt, line {case.line}: {case.title}"
        pytest.fail("\n".join([head, case.drawing, case.position, "", *problems]), pytrace=False)


def test_there_are_cases() -> None:
    assert CASES


# Each function below names what is wrong with one check, nothing if it holds.


def _legal(case: Case, check: Check, game: santorini.Game) -> list[str]:
    played = _played(game, check.turns[0])
    return [f"refused: {played}"] if isinstance(played, str) else []


def _illegal(case: Case, check: Check, game: santorini.Game) -> list[str]:
    played = _played(game, check.turns[0])
    return [] if isinstance(played, str) else [f"accepted; it leads to {played.text}"]


def _wins(case: Case, check: Check, game: santorini.Game) -> list[str]:
    played = _played(game, check.turns[0])
    if isinstance(played, str):
        return [f"refused: {played}"]
    wanted, found = team_of(check.seat or case.seat, case.players), _winner(played)
    return [] if found == wanted else [f"the winner is {found or 'nobody'}, not {wanted}: {played.text}"]


def _only(case: Case, check: Check, game: santorini.Game) -> list[str]:
    # Several orders may lead to one outcome, and the list of legal turns holds one of them: outcomes are compared.
    problems: list[str] = []
    wanted: dict[santorini.Position, str] = {}
    for text in check.turns:
        try:
            wanted[game.copy().push(text).after] = text
        except santorini.IllegalTurnError as error:
            problems.append(f"{text} refused: {error}")
    found = {turn.after: str(turn) for turn in game.legal_turns}
    names = found | wanted
    return problems + _difference("turns", [names[p] for p in wanted], [names[p] for p in found], " | ")


def _moves(case: Case, check: Check, game: santorini.Game) -> list[str]:
    moves = [match for step in _steps(game) if (match := _MOVE.fullmatch(step))]
    return _difference("squares", check.squares, [move[2] for move in moves if move[1] == check.square])


def _lost(case: Case, check: Check, game: santorini.Game) -> list[str]:
    if _is_free(case, game):
        return [f"seat {case.seat} can play {_sample(game)}"]
    winner = _winner(game)
    return ["the seat to move has won"] if winner == team_of(case.seat, case.players) else []


def _free(case: Case, check: Check, game: santorini.Game) -> list[str]:
    return [] if _is_free(case, game) else [f"seat {case.seat} has no turn: {game.text}"]


def _after(case: Case, check: Check, game: santorini.Game) -> list[str]:
    """Plays a complete turn, or single steps if the text is not a complete turn or a fact asks what comes next."""
    text = check.turns[0]
    complete: santorini.Game | str = "a turn in progress"
    if text and not any(fact.claim in IN_PROGRESS for fact in check.facts):
        complete = _played(game, text)
    if not isinstance(complete, str):
        return [problem for fact in check.facts for problem in _fact(fact, complete, done=True)]
    part = game.copy()
    for step in steps_of(text):
        try:
            part.push_step(step)
        except santorini.IllegalTurnError as error:
            return [f"step {step} refused: {error}", f"offered: {' '.join(_steps(part))}"]
    return [problem for fact in check.facts for problem in _fact(fact, part, done=False)]


PROBLEMS = {
    Verb.LEGAL: _legal,
    Verb.ILLEGAL: _illegal,
    Verb.WINS: _wins,
    Verb.ONLY: _only,
    Verb.MOVES: _moves,
    Verb.AFTER: _after,
    Verb.LOST: _lost,
    Verb.FREE: _free,
}


def _fact(fact: Fact, game: santorini.Game, *, done: bool) -> list[str]:
    """What is wrong with one fact; `done` says that a complete turn was played."""
    match fact.claim:
        case Claim.WORKERS:
            return _difference(f"workers of seat {fact.seat}", fact.words, game.workers(fact.seat))
        case Claim.LEVELS:
            found = [(square, game.height(square)) for square, _ in fact.levels]
            wrong = [f"{square}={level}" for square, level in found if (square, level) not in fact.levels]
            return [f"{fact.text}: found {' '.join(wrong)}"] if wrong else []
        case Claim.DOMES if not done:
            return _difference("domes", fact.words, [match[1] for match in _builds(game) if match[0].endswith("^")])
        case Claim.DOMED | Claim.DOMES:
            bare = [square for square in fact.words if not game.has_dome(square)]
            return [f"no dome on {' '.join(bare)}"] if bare else []
        case Claim.OPEN:
            domed = [square for square in fact.words if game.has_dome(square)]
            return [f"a dome on {' '.join(domed)}"] if domed else []
        case Claim.BUILDS:
            return _difference("builds", fact.words, [match[1] for match in _builds(game)])
        case Claim.NEXT:
            return _difference("steps", fact.words, _steps(game))
        case Claim.SEAT:
            wanted, data = "".join(fact.words).strip("[]"), game.seat_data(fact.seat)
            return [] if data.strip("[]") == wanted else [f"data of seat {fact.seat}: found {data or '-'}"]
        case Claim.OUT:
            return [] if _seats(game)[fact.seat - 1].startswith("-") else [f"seat {fact.seat} is not out: {game.text}"]
        case Claim.TO_MOVE:
            return _equal("seat to move", fact.seat, game.seat_to_move)
        case Claim.WINNER:
            return _equal("winner", fact.seat, _winner(game))
        case Claim.EXTRA:
            match = re.search(r"/extra=(\d+)", game.text)
            return _equal("extra", fact.number, int(match[1]) if match else 0)
        case Claim.CHAOS:
            card = re.search(r"chaos\[(?:[^\]|]*;)?(\w+)\|", game.text)
            return _difference("card lying face up", fact.words, [card[1]] if card else [])
        case Claim.STOLEN | Claim.NOT_STOLEN:
            stolen = re.search(r"circe\[[^\]]*\*", game.text) is not None
            return [] if stolen == (fact.claim is Claim.STOLEN) else [f"{fact.text}: {game.text}"]
        case Claim.DECIDES:
            return _equal("seat to decide", fact.seat, game.seat_to_decide or 0)


def _played(game: santorini.Game, text: str) -> santorini.Game | str:
    """The game after the turn, or why the turn was refused."""
    played = game.copy()
    try:
        played.push(text)
    except santorini.IllegalTurnError as error:
        return str(error)
    return played


def _bare(text: str) -> str:
    """A turn or step text without the marks that may be left out."""
    return re.sub(r"[#?]\d*$", "", text.strip()).strip()


def _steps(game: santorini.Game) -> list[str]:
    return [_bare(str(step)) for step in game.legal_steps]


def _builds(game: santorini.Game) -> list[re.Match[str]]:
    return [match for step in _steps(game) if (match := _BUILD.fullmatch(step))]


def _winner(game: santorini.Game) -> int:
    outcome = game.outcome()
    return 0 if outcome is None else outcome.winner


def _is_free(case: Case, game: santorini.Game) -> bool:
    return game.outcome() is None and game.seat_to_move == case.seat and len(game.legal_turns) > 0


def _sample(game: santorini.Game) -> str:
    return " | ".join(str(turn) for turn, _ in zip(game.legal_turns, range(6), strict=False))


def _seats(game: santorini.Game) -> Sequence[str]:
    return game.text.split("/")[2:]


def _equal(name: str, wanted: int, found: int) -> list[str]:
    return [] if wanted == found else [f"{name}: expected {wanted or 'nobody'}, found {found or 'nobody'}"]


def _difference(name: str, wanted: Iterable[str], found: Iterable[str], comma: str = " ") -> list[str]:
    wanted, found = set(wanted), set(found)
    if wanted == found:
        return []
    missing, extra = comma.join(sorted(wanted - found)), comma.join(sorted(found - wanted))
    return [f"{name}: missing [{missing}], too many [{extra}]"]
