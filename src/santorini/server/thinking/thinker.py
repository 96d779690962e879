"""A process that thinks: a question a line on standard input, an answer a line on standard output.

It ends with its input, so that none is left behind when the server goes, however it goes.
"""

from __future__ import annotations

import json
import sys

from santorini.server.thinking.computer import choose

__all__ = ["main"]


def main() -> None:
    """Answer until nobody asks any more."""
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
