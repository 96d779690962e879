"""Games of the computer against itself, as data: records, and Parquet tables of games and decisions (docs/data.md).

Games are numbered, and everything about a game follows from the plan and its number. They are played in pieces, by a
pool of workers; the process that hands them out writes them. A piece is complete when its file in `games/` exists. So a
run that was stopped continues where it was, and no game is lost or counted twice, whoever played it.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import asdict, dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from santorini.engine.engine import Engine
from santorini.errors import EngineError, SantoriniError, sentence
from santorini.game.game import Game
from santorini.pool import open_pool
from santorini.setup.random_choice import random_powers

__all__ = ["PIECE", "Plan", "play_game", "run"]

PIECE = 20
"""How many games are played and written together."""
MOST_TURNS = 1000
"""No draw rule exists (Q26): a game that takes longer is left without a winner."""
FOLDERS = {"decisions": "parquet", "records": "san", "games": "parquet"}
"""What is written, in this order: the last one makes a piece complete."""

Row = dict[str, Any]


@dataclass(frozen=True)
class Plan:
    """What is played. An empty tuple of powers draws them at random for every game."""

    powers: tuple[str, ...] = ()
    players: int = 2
    rules: str = "printed"
    level: str = "potter"
    seed: int = 0


def run(
    plan: Plan,
    games: int,
    folder: Path,
    processes: int = 1,
    tell: Callable[[int], None] = lambda _: None,
    *,
    ray: str | None = None,
) -> int:
    """Play the games that are missing and return how many they were; `tell` is called with the number done so far.

    With the address of a Ray cluster, its machines play instead of processes of this one.
    """
    _writer()  # fails now if polars is missing
    _remember(plan, folder)
    wanted = [range(first, min(first + PIECE, games)) for first in range(0, games, PIECE)]
    _forget_others(folder, {_name(piece) for piece in wanted})
    missing = [piece for piece in wanted if not _file(folder, "games", piece).exists()]
    done = games - sum(map(len, missing))
    tell(done)
    if not missing:
        return 0
    count = len(missing) if ray is not None else min(processes, len(missing))
    with open_pool(Pieces, (plan,), count, ray=ray) as pool:
        for piece, files in pool.run(missing, _crashed, lambda: None):
            _write(piece, files, folder)
            done += len(piece)
            tell(done)
    return sum(map(len, missing))


def play_game(plan: Plan, number: int) -> tuple[Row, list[Row], str]:
    """One game: its row, the rows of its decisions, and its record.

    >>> from santorini.selfplay import Plan, play_game
    >>> game, decisions, record = play_game(Plan(("demeter", "pan"), level="fisherman"), 7)
    >>> game["powers"], game["game"], decisions[0]["turn"][0], record.startswith("[Game")
    (['demeter', 'pan'], 7, '*', True)
    """
    dice = random.Random(f"{plan.seed}/{number}")
    powers = plan.powers or random_powers(plan.players, rules=plan.rules, seed=dice.getrandbits(48))
    first = dice.randint(1, len(powers))
    game = Game(*powers, rules=plan.rules, first=first, seed=dice.getrandbits(48))
    rows: list[Row] = []
    with Engine(plan.level, hash_mb=4, seed=dice.getrandbits(48)) as engine:
        while not game.is_over and len(game.turns) < MOST_TURNS:
            seat = game.seat_to_decide
            if seat is None:
                game.draw()
                continue
            view = game.view(seat).position
            decision = engine.play(game)
            rows.append(
                {
                    "game": number,
                    "number": len(rows),
                    "seat": decision.seat,
                    "stage": str(view.stage),
                    "position": view.text,
                    "turn": decision.text,
                    "score": decision.score,
                    "chance": decision.win_chance,
                    "depth": decision.depth,
                    "nodes": decision.nodes,
                }
            )
            decision.push(game)
    outcome = game.outcome()
    winners = list(outcome.winners) if outcome else []
    for row in rows:
        row["won"] = row["seat"] in winners if outcome else None
    told: Row = {
        "game": number,
        "powers": list(powers),
        "rules": plan.rules,
        "first": first,
        "level": plan.level,
        "turns": len(game.turns),
        "decisions": len(rows),
        "winners": winners,
        "reason": str(outcome.reason) if outcome else "",
        "last": game.text,
    }
    return told, rows, str(game.record())


class Pieces:
    """Plays pieces of a plan: the worker of the pool."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan

    def play(self, piece: range, thinking: Callable[[int], None]) -> dict[str, bytes]:
        """The files of a piece, ready to be written."""
        played = [play_game(self._plan, number) for number in piece]
        decisions = [row for _, rows, _ in played for row in rows]
        return {
            "decisions": _table(decisions, SCHEMAS["decisions"]),
            "records": "\n".join(record for _, _, record in played).encode(),
            "games": _table([game for game, _, _ in played], SCHEMAS["games"]),
        }

    def close(self) -> None:
        """Nothing is held from one piece to the next."""


def _crashed(piece: range, seat: int, status: int | None) -> None:
    raise EngineError("engine/crashed", sentence("arena-crashed", status=status))


def _write(piece: range, files: dict[str, bytes], folder: Path) -> None:
    for name in FOLDERS:
        file = _file(folder, name, piece)
        # Under another name first: a process that is killed in between leaves nothing that looks complete.
        part = file.with_name(f"{file.name}.part")
        part.write_bytes(files[name])
        part.replace(file)


SCHEMAS: dict[str, dict[str, str]] = {
    "games": {
        "game": "Int64",
        "powers": "List(String)",
        "rules": "String",
        "first": "Int8",
        "level": "String",
        "turns": "Int32",
        "decisions": "Int32",
        "winners": "List(Int8)",
        "reason": "String",
        "last": "String",
    },
    "decisions": {
        "game": "Int64",
        "number": "Int32",
        "seat": "Int8",
        "stage": "String",
        "position": "String",
        "turn": "String",
        "score": "Int32",
        "chance": "Float64",
        "depth": "Int32",
        "nodes": "Int64",
        "won": "Boolean",
    },
}
"""The columns of the tables, by their types in polars."""


def _writer() -> Any:
    try:
        import polars as pl
    except ModuleNotFoundError:
        raise ModuleNotFoundError(sentence("extra", extra="data")) from None
    return pl


def _table(rows: list[Row], schema: dict[str, str]) -> bytes:
    pl = _writer()
    kinds: dict[str, Any] = {name: getattr(pl, kind) for name, kind in _plain(schema).items()}
    kinds |= {name: pl.List(getattr(pl, kind[5:-1])) for name, kind in schema.items() if kind.startswith("List")}
    file = BytesIO()
    pl.DataFrame(rows, schema={name: kinds[name] for name in schema}).write_parquet(file)
    return file.getvalue()


def _plain(schema: dict[str, str]) -> dict[str, str]:
    return {name: kind for name, kind in schema.items() if not kind.startswith("List")}


def _name(piece: range) -> str:
    return f"{piece[0]:07}-{piece[-1]:07}"


def _file(folder: Path, name: str, piece: range) -> Path:
    return folder / name / f"{_name(piece)}.{FOLDERS[name]}"


def _remember(plan: Plan, folder: Path) -> None:
    """Write the plan down, or make sure that the folder was begun with the same one."""
    for name in FOLDERS:
        (folder / name).mkdir(parents=True, exist_ok=True)
    file = folder / "plan.json"
    told = json.dumps(asdict(plan), indent=1)
    if not file.exists():
        file.write_text(told, encoding="utf-8")
    elif file.read_text(encoding="utf-8") != told:
        raise SantoriniError("selfplay-plan", sentence("selfplay-plan", folder=folder))


def _forget_others(folder: Path, wanted: set[str]) -> None:
    """Remove the last, shorter piece of an earlier run with fewer games, and what a killed process left."""
    for name in reversed(FOLDERS):
        for file in (folder / name).iterdir():
            if file.name.partition(".")[0] not in wanted or file.suffix != f".{FOLDERS[name]}":
                file.unlink()
