"""How thoroughly the properties are tested.

fast       few examples, the same ones in every run: what CI and `make test` use
thorough   many examples, new ones in every run

    HYPOTHESIS_PROFILE=thorough .venv/bin/pytest tests/properties -n auto
"""

import os

from hypothesis import HealthCheck, Phase, settings

PHASES = [Phase.explicit, Phase.generate, Phase.shrink]

common = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=False, phases=PHASES)
settings.register_profile("fast", common, max_examples=10, derandomize=True, database=None)
settings.register_profile("thorough", common, max_examples=100)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fast"))
