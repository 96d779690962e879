"""A process that searches: one question per line on standard input, one answer per line on standard output.

It exits when its input ends, so that none is left behind however the server ends.
"""

from __future__ import annotations

import json
import os
import sys

from santorini.server.thinking.computer import choose

__all__ = ["main"]


def main() -> None:
    """Answer until the input ends."""
    for line in sys.stdin:
        asked = json.loads(line)
        answer: dict[str, object]
        try:
            looks = [(view, step) for view, step in asked["looks"]]
            answer = {"steps": choose(asked["view"], asked["seat"], asked["level"], asked["game"], looks)}
        except Exception as error:  # noqa: BLE001  whatever goes wrong with one question, the next one may be fine
            answer = {"error": type(error).__name__}
        try:
            print(json.dumps(answer), flush=True)
        except BrokenPipeError:  # the server was killed meanwhile
            os._exit(0)  # without a last flush, which would fail too


if __name__ == "__main__":
    main()
