"""A process that searches: one question per line on standard input, one answer per line on standard output.

It exits when its input ends, so that none is left behind however the server ends.
"""

from __future__ import annotations

import json
import sys

from santorini.server.thinking.computer import choose

__all__ = ["main"]


def main() -> None:
    """Answer until the input ends."""
    for line in sys.stdin:
        question = json.loads(line)
        answer: dict[str, object]
        try:
            answer = {"steps": choose(question["view"], question["seat"], question["level"])}
        except Exception as error:  # noqa: BLE001  whatever goes wrong with one question, the next one may be fine
            answer = {"error": type(error).__name__}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
