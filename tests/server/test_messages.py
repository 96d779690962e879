"""What is sent is what the schema describes: no field more or less, no word that is not in its list.

`Client.receive` checks this for every message of every test. Here are the games that no other test of the server plays.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from pydantic import TypeAdapter
from pydantic_core import to_json

from santorini import EndReason, Game, Setting, Words
from santorini._core.testing import random_turn
from santorini.server.protocol import responses
from santorini.server.views import catalogue, replay
from santorini.setup.stages import DRAFT_STAGES
from tests.comparison import Pairing, fleeces
from tests.random_games import tables
from tests.server.house import as_described

REPLAY: TypeAdapter[responses.Replay] = TypeAdapter(responses.Replay)
POSITION: TypeAdapter[responses.SharedPosition] = TypeAdapter(responses.SharedPosition)
POWERS: TypeAdapter[responses.Powers] = TypeAdapter(responses.Powers)
MOST_TURNS = 14


def pairings(rules: str) -> Iterator[Pairing]:
    yield from tables(2, 56, rules, seed=5)
    if rules != "aid":
        yield from tables(3, 6, rules, seed=5)
        yield from tables(4, 6, rules, seed=5)
        yield from list(fleeces(["chaos", "aeolus", "siren"], rules))


def played(game: Game, dice: random.Random) -> Game:
    while not game.is_over and len(game.turns) < MOST_TURNS:
        game.push(random_turn(game.position, dice.getrandbits(48)))
    return game


@pytest.mark.parametrize("rules", ["printed", "revised", "aid"])
def test_games_of_every_power_are_told_as_described(rules: str) -> None:
    dice = random.Random(7)
    for pairing in pairings(rules):
        game = played(pairing.game(3), dice)
        as_described(REPLAY, to_json(replay.of_record(game.record().text())))
        for turn in dice.sample(list(game.turns), min(3, len(game.turns))):
            view = turn.before.view(turn.before.decider or 0)
            as_described(POSITION, to_json(replay.position(view.text)))


def test_a_draft_is_told_as_described() -> None:
    dice = random.Random(8)
    game = Game(players=3, draft=True)
    while game.position.stage in DRAFT_STAGES:
        as_described(POSITION, to_json(replay.position(game.text)))
        game.push_step(dice.choice(game.position.steps()))


def test_the_cards_are_told_as_described() -> None:
    as_described(POWERS, catalogue.powers().body)


def test_every_reason_and_every_setting_has_words() -> None:
    words = Words.load("en")
    reasons = [reason for reason in EndReason if reason is not EndReason.NONE]
    assert [f"reason.{reason}" for reason in reasons] == [key for key in words if key.startswith("reason.")]
    assert [f"settings.{name}" for name in Setting] == [key for key in words if key.startswith("settings.")]
