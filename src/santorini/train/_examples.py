"""Examples from self-play: made by all cores, kept in files, loaded as columns."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from santorini import _core
from santorini.train._plan import Games

__all__ = ["load", "play_games"]

CHUNK = 40
"""Games between two looks at the clock."""


def play_games(
    plan: Games, folder: Path, threads: int, network: bytes | None, progress: Callable[[float, int], None]
) -> int:
    """Play for the planned time, adding files to `folder`. Returns the examples made."""
    folder.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    weights = _core.Network(network) if network else None
    earlier = len(list(folder.glob("*.npz")))
    made = [0] * threads

    def work(index: int) -> None:
        parts: list[dict[str, Any]] = []
        chunk = 0
        while time.monotonic() - began < plan.seconds:
            seed = ((plan.seed * 1009 + earlier) * 1009 + index) * 1_000_003 + chunk
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
                asides=plan.asides,
                network=weights,
            )
            parts.append(player.run(CHUNK))
            made[index] += len(parts[-1]["score"])
            chunk += 1
        if parts:
            np.savez(folder / f"{plan.seed:03}-{earlier:04}-{index:03}.npz", **_joined(parts))

    with ThreadPoolExecutor(threads) as pool:
        running = [pool.submit(work, i) for i in range(threads)]
        while not all(one.done() for one in running):
            time.sleep(0.5)
            progress(min((time.monotonic() - began) / plan.seconds, 1.0), sum(made))
        for one in running:
            one.result()
    return sum(made)


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
    """Columns behind each other; rows of words and starts count on."""
    out: dict[str, Any] = {
        name: np.concatenate([p[name] for p in parts]) for name in ("score", "result", "to_go", "words")
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
