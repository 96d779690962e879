"""Views leak nothing: positions that differ only in a secret look the same to everybody who may not know it.

B3.6, F39 (Hecate), F40 (Moerae), F43 (Tartarus).
"""

import pickle
import random
import re

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

from santorini import Game, InvalidPositionError, Position, Step, read_position
from tests.properties.walks import anywhere, at_rest, sample, seats, some_turns

Draw = st.DataObject
SQUARE = re.compile(r"[a-e][1-5]")
SQUARES = [f"{file}{rank}" for rank in "12345" for file in "abcde"]

secretive = pytest.mark.parametrize("power", ["hecate", "moerae", "tartarus"])
often = settings(max_examples=settings().max_examples * 10)


def owner(position: Position, power: str) -> int:
    return next(s for s in seats(position) if position.power(s) == power)


def others(position: Position, power: str) -> list[int]:
    """The seats that may not know the secret, and a watcher."""
    return [0, *(s for s in seats(position) if s != owner(position, power))]


def relocated(position: Position, power: str, rng: random.Random) -> Position:
    """The same position with another secret; unchanged if it has none (any more)."""
    seat = owner(position, power)
    parts = position.text.split("/")
    if power == "hecate":
        hidden = position.workers(seat)
        taken = {w for s in seats(position) for w in position.workers(s)} | {*position.domes, position.ram}
        taken |= {t for s in seats(position) for t in position.tokens(s)}
        free = [s for s in SQUARES if s not in taken] + hidden
        renamed = dict(zip(hidden, rng.sample(free, len(hidden)), strict=True))
        fields = [i for i, part in enumerate(parts) if part.startswith("turn=")] if position.to_move == seat else []
        for i in (seat + 1, *fields):
            parts[i] = SQUARE.sub(lambda m: renamed.get(m[0], m[0]), parts[i])
    elif (secret := position.secret(seat)) is not None:
        taken = {w for s in seats(position) for w in position.workers(s)}
        choices = [s for s in SQUARES if (s[0] < "e" and s[1] < "5") or power == "tartarus"]
        new = rng.choice([s for s in choices if power == "moerae" or s not in taken])
        parts[seat + 1] = parts[seat + 1].replace(f"[{secret}", f"[{new}").replace(f";{secret}]", f";{new}]")
    note(f"relocated: {'/'.join(parts)}")
    try:
        return read_position("/".join(parts))
    except InvalidPositionError:
        return position


def plays_for_another(position: Position) -> bool:
    """Player aid, G2: in the additional turn Dionysus plays the opponent's turn and sees what that player sees."""
    return position.rules == "aid" and position.extra > 0


def names(steps: list[Step]) -> list[str]:
    return [str(s) for s in steps]


@secretive
@often
@given(data=st.data(), seed=st.integers(0, 2**32 - 1))
def test_others_see_no_difference(power: str, data: Draw, seed: int) -> None:
    position = data.draw(anywhere(power))
    if position.is_over or plays_for_another(position):
        return
    twin = relocated(position, power, random.Random(seed))
    for seat in others(position, power):
        view, other = position.view(seat), twin.view(seat)
        assert view == other
        assert (view.text, view.short, view.hash) == (other.text, other.short, other.hash)
        assert names(view.steps()) == names(other.steps())
        assert pickle.dumps(view) == pickle.dumps(other)
        assert view.has_turn() == other.has_turn()
        assert view.secret(owner(position, power)) is None
        if power == "hecate":
            assert not view.workers(owner(position, power))
        shown, same = Game.from_position(position).view(seat), Game.from_position(twin).view(seat)
        if shown.outcome == same.outcome:
            assert shown == same
            assert names([*shown.legal_steps]) == names([*same.legal_steps])
            assert (str(shown), shown._repr_svg_()) == (str(same), same._repr_svg_())
    if position.decider in others(position, power):
        assert names(position.steps()) == names(twin.steps())
        assert names(position.steps()) == names(position.view(position.decider).steps())


@secretive
@often
@given(data=st.data(), seed=st.integers(0, 2**32 - 1))
def test_the_owner_sees_everything(power: str, data: Draw, seed: int) -> None:
    position = data.draw(anywhere(power))
    seat = owner(position, power)
    view = position.view(seat)
    assert view.secret(seat) == position.secret(seat)
    assert view.workers(seat) == position.workers(seat)
    if sum(position.power(s) in {"hecate", "moerae", "tartarus"} for s in seats(position)) == 1:
        assert view == position
    if position.decider == seat:
        assert names(view.steps()) == names(position.steps())


@secretive
@often
@given(data=st.data(), seed=st.integers(0, 2**32 - 1))
def test_a_step_tells_no_more_than_its_effects(power: str, data: Draw, seed: int) -> None:
    """As long as the visible events are the same in both positions, the views stay the same."""
    position = data.draw(anywhere(power))
    rng = random.Random(seed)
    twin = relocated(position, power, rng)
    if position.decider not in others(position, power) or position.stage != "play" or plays_for_another(position):
        return
    side = position.side(owner(position, power))

    def public(truth: Position, step: Step) -> list[object]:
        effects = truth.effects(step)
        return [e for e in effects if power != "hecate" or e[0] not in {"force", "remove"} or e[3] != side]

    for step in rng.sample(choices := position.steps(), min(6, len(choices))):
        if public(position, step) != public(twin, step):
            # Somebody ran into a hidden worker, or it stopped the Harpies; somebody won, lost, or was turned to stone.
            told = {"conflict", "force", "win", "lose", "remove"}
            assert told & {e[0] for e in position.effects(step) + twin.effects(step)}
            continue
        after, other = position.play(step), twin.play(step)
        for seat in others(position, power):
            if not after.is_over and not plays_for_another(after):
                assert after.view(seat) == other.view(seat), f"{step}: {after.text} {other.text}"


@often
@given(data=st.data())
def test_hidden_moves_are_not_seen(data: Draw) -> None:
    """In the middle of her turn nobody sees which worker moved where, only what is built."""
    position = data.draw(at_rest("hecate"))
    seat = owner(position, "hecate")
    if position.to_move != seat or position.is_over:
        return
    for turn in sample(some_turns(position)[0], 6):
        now = position
        for step in turn.steps:
            after = now.play(step)
            if step.kind == "move" and not position.turn_ended(after):
                for reader in others(position, "hecate"):
                    assert after.view(reader) == now.view(reader), f"{now.text} {step}"
            now = after
