"""Every refusal has a reason that names the rule or the card and is not contradicted by the board."""

import random

import pytest

from santorini import Words, languages
from santorini._core import CoreError
from tests.properties.reasons import Asked, origins, some_positions
from tests.properties.walks import every_power

POSITIONS = 40
"""For each power: some two thousand in all."""


@every_power
def test_every_refusal_has_a_reason(power: str) -> None:
    rng = random.Random(power)
    complaints: list[str] = []
    for _ in range(POSITIONS):
        position = some_positions(power, rng)
        if position.decider is not None:
            complaints += Asked(position).complaints(origins(position))
    assert not complaints, "\n".join(complaints[:5])


@every_power
def test_a_step_that_is_possible_needs_no_reason(power: str) -> None:
    rng = random.Random(power)
    for _ in range(POSITIONS // 2):
        position = some_positions(power, rng)
        for step in position.steps() if position.decider else ():
            if step.to is not None:
                assert position.why(step=str(step)) == [], f"{step} in {position.text}"
            else:
                with pytest.raises(CoreError):
                    position.why(step=str(step))


def test_every_answer_has_words_in_every_language() -> None:
    rng = random.Random(1)
    said = set()
    for power in ("hades", "athena", "limus", "minotaur", "demeter", "gaea", "moerae", "aeolus", "hypnus", "morpheus"):
        for _ in range(POSITIONS // 2):
            position = some_positions(power, rng)
            if position.decider is None:
                continue
            for square in ("a1", "b3", "c3", "d5"):
                for reason in position.why(square):
                    key = f"server.why.{reason.code}"
                    said.add(key)
                    for language in languages():
                        assert "{" not in Words.load(language).text(key, **reason.args)
    assert len(said) > 10
