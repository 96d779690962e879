"""Examples from self-play: made by a pool of workers, kept in files, loaded as columns."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from santorini import _core
from santorini.errors import EngineError, sentence
from santorini.pool import open_pool
from santorini.train._plan import Games

__all__ = ["load", "play_games"]

CHUNK = 200
"""Games per job: a few seconds of play."""
MOST_PLACES = 100_000
"""On a cluster: as many workers as it has processors."""
FILE_EVERY = 60.0
"""Seconds of play that a file holds: no more is lost when a run is stopped .."""
FILE_EXAMPLES = 500_000
""".. and the most examples that it holds, about 100 MB, however many machines play."""


class Chunks:
    """Plays chunks of games: the worker of the pool."""

    def __init__(self, plan: Games, network: bytes | None) -> None:
        self._plan = plan
        self._network = _core.Network(network) if network else None

    def play(self, seed: int, thinking: Callable[[int], None]) -> dict[str, Any]:
        """The examples of a chunk, as columns."""
        plan = self._plan
        player = _core.SelfPlay(
            nodes=plan.nodes,
            seed=seed,
            plain=plan.plain,
            teams=plan.teams,
            fleece=plan.fleece,
            lone=plan.lone,
            revised=plan.revised,
            aid=plan.aid,
            opening=plan.opening,
            stray=plan.stray,
            side=plan.side,
            asides=plan.asides,
            leaves=plan.leaves,
            leaf_nodes=plan.leaf_nodes,
            network=self._network,
        )
        return player.run(CHUNK)

    def close(self) -> None:
        """Nothing is held from one chunk to the next."""


def play_games(
    plan: Games,
    folder: Path,
    processes: int,
    network: bytes | None,
    progress: Callable[[float, int], None],
    *,
    ray: str | None = None,
) -> int:
    """Play for the planned time, adding files to `folder`. Returns the examples made.

    With the address of a Ray cluster, its machines play instead of processes of this one.
    """
    folder.mkdir(parents=True, exist_ok=True)
    earlier = len(list(folder.glob("*.npz")))
    began = written = 0.0
    made = in_file = files = 0
    parts: list[dict[str, Any]] = []

    def seeds() -> Iterator[int]:
        nonlocal began, written
        began = written = time.monotonic()  # not before a worker can play
        luck = random.Random(f"{plan.seed}/{earlier}")
        while time.monotonic() - began < plan.seconds:
            yield luck.getrandbits(63)

    def write() -> None:
        nonlocal files, in_file, written
        file = folder / f"{plan.seed:03}-{earlier:04}-{files:04}.npz"
        part = file.with_suffix(".part")
        with part.open("wb") as out:
            np.savez(out, **_joined(parts))
        part.replace(file)
        parts.clear()
        files, in_file, written = files + 1, 0, time.monotonic()

    def show() -> None:
        progress(min((time.monotonic() - began) / plan.seconds, 1.0) if began else 0.0, made)

    most = MOST_PLACES if ray is not None else processes
    with open_pool(Chunks, (plan, network), most, ray=ray) as pool:
        for _, part in pool.run(seeds(), _crashed, show):
            parts.append(part)
            made += len(part["score"])
            in_file += len(part["score"])
            if time.monotonic() - written >= FILE_EVERY or in_file >= FILE_EXAMPLES:
                write()
    if parts:
        write()
    return made


def _crashed(seed: int, seat: int, status: int | None) -> None:
    raise EngineError("engine/crashed", sentence("arena-crashed", status=status))


def load(folders: list[Path]) -> dict[str, Any]:
    """Every example of the folders, as columns."""
    parts: list[dict[str, Any]] = []
    for folder in folders:
        for path in sorted(folder.glob("*.npz")):
            with np.load(path) as file:
                parts.append({name: file[name] for name in file.files})
    if not parts:
        raise FileNotFoundError(f"{', '.join(map(str, folders))}: no examples")
    return _joined(parts)


def _joined(parts: list[dict[str, Any]]) -> dict[str, Any]:
    """The columns joined end to end; row numbers of words and starts are shifted to match."""
    out: dict[str, Any] = {
        name: np.concatenate([p[name] for p in parts]) for name in ("score", "result", "to_go", "words", "aside_score")
    }
    rows = np.cumsum([0] + [len(p["words"]) for p in parts])
    for kind in ("", "aside_"):
        features, powers, start = (f"{kind}{name}" for name in ("features", "powers", "start"))
        out[features] = np.concatenate([p[features] for p in parts])
        out[powers] = np.concatenate([p[powers] + np.uint32(row) for p, row in zip(parts, rows, strict=False)])
        ends = np.cumsum([0] + [len(p[features]) for p in parts])
        starts = [p[start][:-1] + np.uint64(end) for p, end in zip(parts, ends, strict=False)]
        out[start] = np.concatenate([*starts, np.array([ends[-1]], dtype=np.uint64)])
    return out
