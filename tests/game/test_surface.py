"""The Python surface: what is public, what it says of itself, and values that explain themselves."""

from __future__ import annotations

import doctest
from pathlib import Path
from types import ModuleType

import pytest

import santorini
from santorini import POWERS, Effect, EffectKind, EndReason, Game, IllegalTurnError, Position, make_power, read_position
from santorini._core import testing

ROOT = Path(__file__).parents[2]
START = "0000000000000000000000000/1/mortal:b3,d3/mortal:c2,c4"
STUCK = "0040044400000000000000000/1/mortal:a5,b5/mortal:a1,b1"
LUCK = Game("chaos", "pan", seed=1).start


def test_a_seat_without_a_turn_has_lost_by_position_and_by_game() -> None:
    position = read_position(STUCK)
    game = Game.from_position(position)
    assert not position.has_turn()
    assert position.is_over
    assert game.is_over
    assert (position.winner, position.reason, position.decider) == (2, "stuck", None)
    assert game.outcome() == santorini.Outcome((2,), EndReason.STUCK)
    assert not testing.is_decided(position)


def test_a_view_without_the_movers_workers_does_not_say_that_it_is_stuck() -> None:
    game = Game("hecate", "pan", seed=1)
    for turn in ("*b3 *d3", "*c2 *c4"):
        game.push(turn)
    seen = game.position.view(2)
    assert seen.workers(1) == []
    assert (seen.is_over, seen.winner, seen.decider) == (False, None, 1)
    # In the player aid's additional turn it is the other seat's workers that count.
    additional = read_position("0000000000000000000000000/1/dionysus:e5,e2/hecate:b1,d1/rules=aid/extra=1")
    assert (additional.is_over, additional.view(0).is_over, additional.view(0).decider) == (False, False, 1)


def test_nobody_decides_when_luck_does() -> None:
    assert (LUCK.decider, LUCK.awaits_luck, LUCK.is_over) == (None, True, False)
    over = Game.from_text(START)
    over.resign(1)
    assert (over.seat_to_decide, over.position.awaits_luck) == (None, False)


def test_effects_have_names() -> None:
    turn = Game.from_text(START).push("b3-b4 +b3")
    assert turn.effects == [Effect(EffectKind.MOVE, "b3", "b4", 0), Effect(EffectKind.BUILD, "b4", "b3", 0)]
    assert [effect for _, _, _, effects in turn.trace() for effect in effects] == turn.effects


@pytest.mark.parametrize("key", POWERS)
def test_the_repr_of_a_power_evaluates(key: str) -> None:
    assert eval(repr(POWERS[key]), vars(santorini)) == POWERS[key]


def test_the_reprs_of_other_values() -> None:
    game = Game.from_text(START)
    made = make_power("surface_runner", {"move.climb": 2})
    assert eval(repr(made), vars(santorini)) == made
    assert eval(repr(game.position), vars(santorini)) == game.position
    assert eval(repr(game), vars(santorini)).text == game.text
    turn = game.push("b3-b4 +b3")
    assert (repr(turn), repr(turn.steps[0])) == ("<Turn b3-b4 +b3>", "<Step b3-b4>")


def test_a_step_object_is_played_as_it_is() -> None:
    game = Game.from_text(START)
    step = next(step for step in game.legal_steps if str(step) == "b3-b4")
    assert game.push_step(step) == step
    assert game.turn_in_progress == (step,)
    assert game.turn_so_far.before == read_position(START)
    with pytest.raises(IllegalTurnError, match="'b3-b4' is not possible here"):
        game.push_step(step)
    assert game.push_step("+b3").kind == "build"
    assert len(game.turns) == 1
    assert not game.turn_in_progress


def test_a_turn_grows_by_legal_steps_only() -> None:
    position = read_position(START)
    empty = position.turn_of(())
    move = position.steps()[0]
    begun = empty.then(move)
    assert (empty.steps, begun.steps, begun.after) == ((), (move,), position.play(move))
    rest = begun.after.turn_of([begun.after.steps()[0]])
    assert begun.followed_by(rest) == position.turn_of([move, *rest.steps])
    with pytest.raises(ValueError, match="illegal"):
        begun.then(move)
    with pytest.raises(ValueError, match="illegal"):
        empty.followed_by(rest)


def test_dir_shows_what_is_public() -> None:
    assert [name for name in dir(santorini) if not name.startswith("__")] == sorted(santorini.__all__)
    for name in santorini.__all__:
        assert not isinstance(getattr(santorini, name), ModuleType), name


def test_hooks_for_tests_are_not_on_positions() -> None:
    for hook in ("bare_perft", "listed_perft", "list_all", "bulk_perft", "random_turn", "numbers"):
        assert not hasattr(Position, hook), hook
        assert hasattr(testing, hook), hook


DATA = {"LEVELS", "POWERS"}  # tables; what they hold has its own docstring


@pytest.mark.parametrize("name", sorted(set(santorini.__all__) - DATA))
def test_every_public_name_shows_how_it_is_used(name: str) -> None:
    documented = getattr(santorini, name)
    finder = doctest.DocTestFinder(recurse=False)
    (found,) = finder.find(
        documented, name, module=False, globs={name: getattr(santorini, name) for name in santorini.__all__}
    )
    assert found.examples, f"{name} has no example"
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert runner.run(found).failed == 0


@pytest.mark.parametrize("kind", [Position, santorini.Step, santorini.Turn, santorini.Why, santorini.Restriction])
def test_every_member_of_the_core_types_is_documented(kind: type) -> None:
    for name in dir(kind):
        if not name.startswith("_"):
            said = (getattr(kind, name).__doc__ or "").strip().splitlines()
            assert said, f"{kind.__name__}.{name}"
            assert len(said) > 1 or not said[0].startswith(f"{name}("), f"{kind.__name__}.{name} has only a signature"


def test_the_page_has_every_public_name() -> None:
    page = (ROOT / "docs/python.md").read_text(encoding="utf-8")
    assert [name for name in santorini.__all__ if f"**`{name}`**" not in page] == []
