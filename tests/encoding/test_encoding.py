"""Steps and views as numbers. The core's own tests (tests/core/encoding.cpp) walk through far more games."""

from __future__ import annotations

import random
from hashlib import sha256

import numpy as np
import pytest

from santorini import Game, IllegalTurnError, Position, SetupError, encoding, make_power, read_position

MANY = [
    {"powers": ()},
    {"powers": ("nemesis", "medea")},
    {"powers": ("hecate", "tartarus")},
    {"powers": ("charon", "odysseus")},
    {"powers": ("chaos", "gaea")},
    {"powers": ("urania", "siren")},
    {"powers": ("adonis~revised", "polyphemus")},
    {"powers": ("moerae", "aeolus", "europa")},
    {"powers": ("apollo", "dionysus", "heracles", "eros")[:2], "rules": "revised"},
    {"powers": ("apollo", "dionysus", "hypnus", "eros")},
    {"powers": (), "fleece": "terpsichore"},
    {"powers": (), "draft": True, "players": 3},
    {"powers": (), "draft": True, "rules": "aid"},
]


def walk(seed: int, powers: tuple[str, ...], decisions: int = 150, **options: object) -> list[Position]:
    """The positions of a random game, played by numbers."""
    dice = random.Random(seed)
    position = Game(*powers, seed=seed, any_pair=True, **options).start  # type: ignore[arg-type]
    seen = [position]
    while len(seen) < decisions and (legal := encoding.legal_actions(position)):
        position = encoding.play(position, dice.choice(legal))
        seen.append(position)
    return seen


@pytest.mark.parametrize("options", MANY, ids=str)
def test_a_step_and_its_number_are_the_same_choice(options: dict[str, object]) -> None:
    for position in walk(1, **options):  # type: ignore[arg-type]
        steps = position.steps()
        numbers = [encoding.action(position, step) for step in steps]
        assert [encoding.step(position, number) for number in numbers] == steps
        assert np.flatnonzero(encoding.mask(position)).tolist() == sorted(set(numbers))
        assert encoding.legal_actions(position) == numbers
        for step, number in zip(steps, numbers, strict=True):
            assert encoding.play(position, number) == position.play(step)


@pytest.mark.parametrize("options", MANY, ids=str)
def test_symmetries_act_on_actions_and_observations(options: dict[str, object]) -> None:
    for number, position in enumerate(walk(2, **options)):  # type: ignore[arg-type]
        symmetry = number % 8
        turned = position.turned(symmetry)
        assert np.array_equal(encoding.turned_actions(encoding.mask(position), symmetry), encoding.mask(turned))
        for seat in range(1, position.players + 1):
            here, there = encoding.observe(position, seat), encoding.observe(turned, seat)
            assert np.array_equal(encoding.turned_observations(here, symmetry), there)


def test_the_layout_belongs_to_its_version() -> None:
    names = [encoding.name(action) for action in range(encoding.ACTIONS)]
    layout = "\n".join([*map(str, encoding.GROUPS), *encoding.PLANES, *encoding.FACTS])
    digest = sha256(layout.encode()).hexdigest()[:16]
    # Another layout is another version: raise encoding_version (core/encoding/actions.h), then write both down here.
    assert (encoding.VERSION, digest) == (1, "1e017d05f8cf7bbb")
    assert len(set(names)) == encoding.ACTIONS
    assert len(encoding.PLANES) * 25 + len(encoding.FACTS) == encoding.OBSERVATION


def test_groups_follow_each_other() -> None:
    assert sum(group.size for group in encoding.GROUPS) == encoding.ACTIONS
    for one, next_one in zip(encoding.GROUPS, encoding.GROUPS[1:], strict=False):
        assert next_one.first == one.first + one.size
        assert encoding.name(one.first).split()[0] == one.name


def test_the_plain_game_uses_the_first_numbers_only() -> None:
    most = max(max(encoding.legal_actions(p), default=0) for seed in range(20) for p in walk(seed, ()))
    assert most < encoding.GROUPS[4].first
    assert encoding.GROUPS[4].name == "done"


def facts_of(position: Position, seat: int) -> set[str]:
    values = encoding.facts(encoding.observe(position, seat))
    return {name for name, value in zip(encoding.FACTS, values, strict=True) if value}


def plane_of(position: Position, seat: int, name: str) -> list[int]:
    planes = encoding.planes(encoding.observe(position, seat))
    return [int(i) for i in np.flatnonzero(planes[encoding.PLANES.index(name)])]


def test_what_a_board_looks_like() -> None:
    position = read_position("0123400000000000000000000/2/athena[^]:b3,d3/demeter:c2,c4")
    assert plane_of(position, 1, "level.1") == [21, 22, 23, 24]  # heights are written from a5 on
    assert plane_of(position, 1, "level.3") == [23, 24]
    assert plane_of(position, 1, "dome") == [24]
    assert plane_of(position, 1, "workers.own") == plane_of(position, 2, "workers.next") == [11, 13]
    assert plane_of(position, 2, "workers.own") == [7, 17]


def test_seats_are_counted_from_the_one_that_looks() -> None:
    position = read_position("0000000000000000000000000/2/athena[^]:b3,d3/demeter:c2,c4")
    assert {"to_move.1", "decides.1", "seat.0.climbed", "seat.0.opponent.no_climb=yes"} <= facts_of(position, 1)
    assert {"to_move.0", "decides.0", "seat.1.climbed", "seat.1.opponent.no_climb=yes"} <= facts_of(position, 2)
    assert "seat.0.build.builds=elsewhere" in facts_of(position, 2)
    assert not any(name.startswith("seat.2") for name in facts_of(position, 1))


def test_hidden_workers_are_not_observed() -> None:
    game = Game("pan", "hecate", seed=1)
    game.push("*b3 *d3")
    game.push("*c2 *c4")
    assert plane_of(game.position, 1, "workers.next") == []
    assert plane_of(game.position, 2, "workers.own") == [7, 17]
    assert "seat.1.unseen" in facts_of(game.position, 1)
    assert "seat.0.unseen" not in facts_of(game.position, 2)


def test_a_secret_is_observed_by_its_owner_alone() -> None:
    position = Game("moerae", "pan", seed=1).position
    position = encoding.play(position, encoding.legal_actions(position)[0])
    assert plane_of(position, 1, "secret") == [0, 1, 5, 6]
    assert plane_of(position, 2, "secret") == []


def test_home_made_powers_are_read_by_their_words() -> None:
    make_power("encoded_twin", {"build.builds": "elsewhere"})
    text = "0000000000000000000000000/1/{}:b3,d3/pan:c2,c4"
    card, twin = (read_position(text.format(name)) for name in ("demeter", "encoded_twin"))
    assert np.array_equal(encoding.observe(card, 1), encoding.observe(twin, 1))


def test_views_into_many_observations() -> None:
    rows = np.stack([encoding.observe(position, 1) for position in walk(3, ("pan", "atlas"))[:7]])
    assert encoding.planes(rows).shape == (7, len(encoding.PLANES), 5, 5)
    assert np.shares_memory(encoding.planes(rows), rows)
    assert np.shares_memory(encoding.facts(rows), rows)


@pytest.mark.parametrize("action", [-1, 475, encoding.ACTIONS, 2**40])
def test_illegal_actions_say_what_would_do(action: int) -> None:
    position = Game("mortal", "mortal").position
    with pytest.raises(IllegalTurnError, match=r"is not legal here; legal: 0 \(place a1\)"):
        encoding.play(position, action)
    with pytest.raises(IllegalTurnError, match="is not legal here"):
        encoding.step(position, action)


def test_a_step_of_another_position_has_no_number() -> None:
    one, other = Game("mortal", "mortal"), Game("mortal", "mortal")
    other.push("*b3 *d3")
    other.push("*c2 *c4")
    with pytest.raises(IllegalTurnError, match="is not possible here"):
        encoding.action(one.position, other.legal_steps[0])


def test_a_finished_game_has_no_actions() -> None:
    position = read_position("0000000000000000000000000/1/pan:b3,d3/mortal:c2,c4").give_up(1)
    assert encoding.legal_actions(position) == []
    with pytest.raises(IllegalTurnError, match="the game is over"):
        encoding.play(position, 0)


def test_only_seats_observe() -> None:
    with pytest.raises(SetupError, match="there is no seat 3; use 1 to 2"):
        encoding.observe(Game("pan", "atlas").position, 3)
