"""How hard the properties are tried.

fast       few examples, the same ones in every run: what CI and `make test` use
thorough   many examples, new ones in every run

    HYPOTHESIS_PROFILE=thorough .venv/bin/pytest tests/properties -n auto
"""

import os

from hypothesis import HealthCheck, Phase, settings

COMMON = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow], "print_blob": False}
PHASES = [Phase.explicit, Phase.generate, Phase.shrink]

settings.register_profile("fast", max_examples=10, derandomize=True, database=None, phases=PHASES, **COMMON)
settings.register_profile("thorough", max_examples=500, **COMMON)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fast"))
