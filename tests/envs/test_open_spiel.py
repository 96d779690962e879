"""The OpenSpiel game, by OpenSpiel's own simulation tests and by its bots."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import external_sampling_mccfr, mcts

import santorini.open_spiel
from santorini import encoding

GAMES = {
    "plain": "python_santorini",
    "apollo, demeter": "python_santorini(powers=apollo+demeter)",
    "hecate, tartarus": "python_santorini(powers=hecate+artemis)",
    "moerae, chaos": "python_santorini(powers=moerae+chaos)",
    "nemesis, medea": "python_santorini(powers=nemesis+medea,rules=revised)",
    "the Golden Fleece": "python_santorini(fleece=demeter)",
    "draft": "python_santorini(draft=challenger)",
    "draft of the player aid": "python_santorini(draft=passing,rules=aid)",
    "three players": "python_santorini(powers=pan+atlas+siren)",
    "four players": "python_santorini(powers=apollo+demeter+pan+atlas)",
}
ENDGAME = "0000023300000000000000000/1/mortal:b4,d3/hecate:c1,e1"
"""A hidden worker, and a win in one for the side to move."""


@pytest.mark.parametrize("name", GAMES.values(), ids=GAMES)
def test_simulations(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES.values(), ids=GAMES)
def test_states_say_what_the_interface_promises(name: str) -> None:
    """The checks of OpenSpiel's api_test, along a random game."""
    game = pyspiel.load_game(name)
    dice = random.Random(1)
    state = game.new_initial_state()
    while not state.is_terminal():
        player = state.current_player()
        assert state.returns() == [0.0] * game.num_players()
        legal = state.legal_actions()
        assert legal == sorted(set(legal))
        if player == pyspiel.PlayerId.CHANCE:
            outcomes = state.chance_outcomes()
            assert sum(chance for _, chance in outcomes) == pytest.approx(1)
            assert [outcome for outcome, _ in outcomes] == sorted({outcome for outcome, _ in outcomes})
            action = dice.choice(outcomes)[0]
        else:
            assert 0 <= player < game.num_players()
            assert np.flatnonzero(state.legal_actions_mask()).tolist() == legal
            for other in range(game.num_players()):
                if other != player:
                    assert state.legal_actions(other) == []
                assert len(state.observation_tensor(other)) == encoding.OBSERVATION
                assert state.observation_string(other)
                assert state.information_state_string(other).endswith(state.observation_string(other))
            action = dice.choice(legal)
        copy = state.clone()
        copy.apply_action(action)
        assert copy.history() != state.history()
        state.apply_action(action)
        assert str(copy) == str(state)
    assert sum(state.returns()) == pytest.approx(0)
    assert max(state.returns()) == 1


def test_information_is_what_the_player_knows() -> None:
    """Two games that differ only in what is hidden look the same."""
    game = pyspiel.load_game("python_santorini(powers=pan+hecate)")

    def after(*squares: str) -> Any:
        state = game.new_initial_state()
        for square in squares:
            state.apply_action(state.string_to_action(f"place {square}"))
        return state

    one, other = after("b3", "d3", "c2", "c4"), after("b3", "d3", "a1", "e5")
    assert one.information_state_string(0) == other.information_state_string(0)
    assert one.information_state_string(1) != other.information_state_string(1)
    assert one.observation_tensor(0) == other.observation_tensor(0)


def test_teams_and_thirds() -> None:
    for name, values in (("four players", {1.0, -1.0}), ("three players", {1.0, -0.5})):
        game = pyspiel.load_game(GAMES[name])
        state = game.new_initial_state()
        dice = random.Random(2)
        while not state.is_terminal():
            state.apply_action(dice.choice(state.legal_actions()))
        assert set(state.returns()) == values


def test_the_search_of_open_spiel_finds_a_win() -> None:
    game = pyspiel.load_game("python_santorini", {"position": "0000032000000000000000000/1/mortal:b4,d3/mortal:c1,e1"})
    state = game.new_initial_state()
    dice = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2, 300, mcts.RandomRolloutEvaluator(1, dice), random_state=dice)
    state.apply_action(bot.step(state))
    assert state.is_terminal()
    assert state.returns() == [1, -1]


def test_regret_minimisation_runs_on_a_tiny_hidden_game() -> None:
    game = pyspiel.load_game("python_santorini", {"position": ENDGAME, "max_length": 4})
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    for _ in range(5):
        solver.iteration()
    policy = solver.average_policy().action_probabilities(game.new_initial_state())
    assert sum(policy.values()) == pytest.approx(1)


def test_long_games_are_drawn() -> None:
    game = pyspiel.load_game("python_santorini(max_length=5)")
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert len(state.history()) == 5
    assert state.returns() == [0, 0]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("python_santorini(powers=pan+zorro)", "'zorro' is not a power"),
        ("python_santorini(powers=hades+pan)", "are a banned pairing"),
        ("python_santorini(draft=dice)", "dice is not a draft"),
    ],
)
def test_wrong_parameters(name: str, message: str) -> None:
    with pytest.raises(Exception, match=message):
        pyspiel.load_game(name)


def test_an_illegal_action_is_refused() -> None:
    state = pyspiel.load_game("python_santorini").new_initial_state()
    with pytest.raises(ValueError, match="is not legal here"):
        state.apply_action(475)


def test_the_game_has_a_name() -> None:
    assert santorini.open_spiel.GAME_TYPE.short_name in pyspiel.registered_names()
