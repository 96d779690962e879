"""The computer at the web table: what it believes belongs to one seat of one game."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

from santorini import Game
from santorini.server.thinking import computer
from santorini.server.thinking.pool import Question, Thinkers
from santorini.server.thinking.seen import Look, seen_by

LEVEL = 3


@pytest.fixture(autouse=True)
def nobody_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computer, "_players", {})


def abyss(square: str) -> Game:
    """Pan (the computer, seat 1) against Tartarus with this Abyss."""
    game = Game("pan", "tartarus", seed=1)
    for turn in ("*e1 *e3", "*a1 *a3", f"?{square}"):
        game.push(turn)
    return game


def ask(game: Game, name: str, seat: int = 1) -> list[str]:
    return computer.choose(game.view(seat).text, seat, LEVEL, name, seen_by(game, seat))


def believed(name: str, seat: int = 1) -> set[str]:
    """The squares that the seat takes for possible Abysses."""
    tree = computer._players[name, seat, LEVEL].engine._trees[seat]
    return {str(world.secret(2)) for world, _ in tree._search.worlds}


def walked(square: str, *path: str) -> Game:
    """Seat 1 walks along a path and so learns where the Abyss is not; seat 2 goes to and fro."""
    game = abyss(square)
    for number, step in enumerate(path):
        game.push(step)
        game.push(("e1-d1 +e1", "d1-d2 +d1", "d2-e2 +d2")[number])
    return game


def test_a_belief_made_in_one_game_is_not_found_in_the_next() -> None:
    first = walked("c5", "a1-b1 +a1", "b1-c2 +b1")
    ask(first, "one")
    learnt = believed("one")
    assert "c5" in learnt
    assert not learnt & {"b1", "c2"}
    second = abyss("c2")
    ask(second, "two")
    # The Abyss is any square on which nobody stood when it was chosen.
    assert len(believed("two")) == 21
    assert "c2" in believed("two")
    assert believed("one") == learnt


def test_a_belief_that_is_gone_comes_back_from_what_the_seat_has_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    game = walked("c5", "a1-b1 +a1", "b1-c2 +b1")
    for turns in (3, 5, 7):  # it is asked again and again, as in a game
        at = Game("pan", "tartarus", seed=1)
        for turn in game.turns[:turns]:
            at.push(turn.text)
        ask(at, "steady")
    steady = believed("steady")
    monkeypatch.setattr(computer, "_players", {})
    ask(game, "steady")
    assert believed("steady") == steady
    assert "c5" in steady


def test_turns_that_were_taken_back_are_forgotten() -> None:
    game = walked("c5", "a1-b1 +a1")
    ask(game, "one")
    assert "b1" not in believed("one")
    game.pop()
    game.pop()
    ask(game, "one")
    assert "b1" in believed("one")


def test_a_second_question_about_the_same_position_changes_no_belief() -> None:
    """A hint may be asked for twice, and need not be followed."""
    game = walked("c5", "a1-b1 +a1")
    ask(game, "one")
    once = believed("one")
    ask(game, "one")
    assert believed("one") == once


def test_only_a_few_players_are_kept() -> None:
    game = abyss("c5")
    for number in range(computer.MOST_PLAYERS + 3):
        ask(game, f"game {number}")
    assert [name for name, _, _ in computer._players] == [f"game {number}" for number in range(3, 11)]


def test_a_question_without_a_game_leaves_nothing_behind() -> None:
    assert computer.choose(abyss("c5").view(1).text, 1, LEVEL)
    assert not computer._players


def test_what_a_seat_has_seen_holds_no_secret_of_another() -> None:
    game = walked("c5", "a1-b1 +a1")
    looks: list[Look] = seen_by(game, 1)
    own = [step for _, step in looks if step]
    assert own == ["*a1", "*a3", "a1-b1", "+a1"]
    assert all("c5" not in view for view, _ in looks)
    assert any("c5" in view for view, _ in seen_by(game, 2))


def test_a_process_that_is_killed_is_replaced_and_asked_again() -> None:
    won = "0003200000000000000000000/1/mortal:e5,a1/mortal:a5,b1"

    async def story() -> tuple[list[str], int]:
        thinkers = Thinkers(1)
        try:
            asking = asyncio.create_task(thinkers.choose(Question(won, 1, 10)))
            while not thinkers._all:
                await asyncio.sleep(0.01)
            first = next(iter(thinkers._all))
            first.kill()
            steps = await asking
            return steps, len(thinkers._all - {first})
        finally:
            await thinkers.close()

    # In a thread of its own: a browser test in the same process keeps an event loop in this one.
    with ThreadPoolExecutor(1) as alone:
        assert alone.submit(lambda: asyncio.run(story())).result() == (["e5-d5"], 1)
