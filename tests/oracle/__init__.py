"""The answers of another engine: README.md says what they are and how to compare them."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

SAMPLE = Path(__file__).parent / "one_turn.jsonl"


def records() -> Iterator[dict[str, Any]]:
    """The records of the sample, in the order of the file."""
    with SAMPLE.open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)
