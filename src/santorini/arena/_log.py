"""A match as a file of JSON lines: what is played, then every finished round. A match can be stopped and continued.

The first line holds the match, the number of games and the sequential test; each further line a round with its games.
Rounds are in the order in which they ended. A last line that was cut off by a crash is dropped.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from santorini.arena._match import GameResult, Match
from santorini.arena._players import Options
from santorini.arena._statistics import Sprt
from santorini.engine.limit import Limit
from santorini.errors import EngineError, sentence
from santorini.setup.random_choice import Filters

__all__ = ["Log", "read_log"]

FORMAT = 1


@dataclass
class Log:
    """A match and the rounds that have been played."""

    match: Match
    games: int
    test: Sprt | None = None
    rounds: dict[int, list[GameResult]] = field(default_factory=dict)

    def head(self) -> dict[str, object]:
        """The first line."""
        test = None if self.test is None else [self.test.low, self.test.high]
        return {"arena": FORMAT, "match": _plain(asdict(self.match)), "games": self.games, "sprt": test}

    def open(self, path: Path) -> None:
        """Begin the file, or make sure that it can be continued."""
        if not path.exists():
            path.write_text(json.dumps(self.head()) + "\n", encoding="utf-8")
            return
        text = path.read_bytes()
        if not text.endswith(b"\n"):  # the last line was cut off
            path.write_bytes(text[: text.rfind(b"\n") + 1])

    @staticmethod
    def add(path: Path, results: list[GameResult]) -> None:
        """Append a round."""
        line = json.dumps({"round": results[0].round, "games": [_plain(asdict(one)) for one in results]})
        with path.open("a", encoding="utf-8") as file:
            file.write(line + "\n")


def read_log(path: Path) -> Log:
    """The match in a file. Raises EngineError if the file does not hold one."""
    try:
        lines = path.read_text(encoding="utf-8").split("\n")[:-1]  # anything after the last newline was cut off
        head = json.loads(lines[0])
        if head["arena"] != FORMAT:
            raise ValueError
        log = Log(_match(head["match"]), int(head["games"]), None if head["sprt"] is None else Sprt(*head["sprt"]))
        for line in lines[1:]:
            one = json.loads(line)
            log.rounds[int(one["round"])] = [_game(game) for game in one["games"]]
    except (OSError, ValueError, KeyError, TypeError, IndexError):
        raise EngineError("engine/log", sentence("engine-log", file=str(path))) from None
    return log


def _plain(value: Any) -> Any:
    """The value with JSON types only, so that what is read back equals what was written."""
    return json.loads(json.dumps(value))


def _tuples(value: Mapping[str, Any]) -> dict[str, Any]:
    return {name: tuple(one) if isinstance(one, list) else one for name, one in value.items()}


def _match(value: dict[str, Any]) -> Match:
    options = dict(value["options"])
    if options["limit"] is not None:
        options["limit"] = Limit(**options["limit"])
    filters: Filters = value["filters"]
    return Match(**{**_tuples(value), "options": Options(**options), "filters": filters})


def _game(value: dict[str, Any]) -> GameResult:
    return GameResult(**_tuples(value))
