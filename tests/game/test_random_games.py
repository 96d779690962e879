"""Random games end, replay from their record and keep the laws; every power at every number of players it allows.

D1, D2, E3, Q26: `python -m tests.random_games` plays every pairing.
"""

import pytest

from santorini import POWERS
from tests.comparison import Pairing
from tests.random_games import LawError, play, sample

GAMES = 2
SAMPLE = {rules: list(sample(rules, seed=1)) for rules in ("printed", "revised", "aid")}
ALL = [pairing for pairings in SAMPLE.values() for pairing in pairings]


@pytest.mark.parametrize("pairing", ALL, ids=lambda p: p.name)
def test_random_games(pairing: Pairing) -> None:
    for seed in range(GAMES):
        play(pairing, seed)


@pytest.mark.parametrize("rules", SAMPLE)
@pytest.mark.parametrize("power", POWERS)
def test_the_sample_has_every_power_wherever_it_is_allowed(power: str, rules: str) -> None:
    card = POWERS[power]
    found = {len(p.powers) for p in SAMPLE[rules] if power in p.powers and not p.fleece}
    players = [n for n in card.players if n == 2 or (rules != "aid" and power != "mortal")]
    assert found == set(players if rules in card.rules else ())
    shared = {"printed": card.fleece, "revised": card.fleece_revised, "aid": False}[rules]
    assert any(p.fleece == power for p in SAMPLE[rules]) == shared


def test_a_game_without_end_is_told_with_its_record() -> None:
    """No draw rule exists (Q26): where the board must grow, a game that goes on is a mistake."""
    with pytest.raises(LawError, match=r'(?s)no end after 6 turns.*\[Power1 "demeter"\]'):
        play(Pairing(("demeter", "pan")), seed=1, most=6)
    assert len(play(Pairing(("ares", "pan")), seed=1, most=6).turns) == 6
