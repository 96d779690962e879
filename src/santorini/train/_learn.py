"""Gradient descent on the examples, on a GPU where there is one."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from santorini.train._model import FEATURES, Evaluation, from_bytes, to_bytes
from santorini.train._plan import Learning, Teaching
from santorini.train._teacher import teach

__all__ = ["learn"]

HELD_BACK, BLOCK = 64, 2000
"""One block in HELD_BACK is never learnt from, to measure what was learnt; a block is BLOCK examples."""
NO_SCORE = np.iinfo(np.int16).min
"""Of a position beside the games that no search has judged."""


def learn(
    examples: dict[str, Any],
    plan: Learning,
    teaching: Teaching,
    checkpoint: Path,
    progress: Callable[[float, dict[str, float]], None],
) -> tuple[bytes | None, dict[str, float]]:
    """Learn for the planned time, from the checkpoint if there is one. Returns the weights and how well they fit.

    There are no weights if only the teacher learns.
    """
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(plan.seed)
    data = _on_device(examples, plan, device)
    model = (from_bytes(Path(plan.start).read_bytes()) if plan.start else Evaluation()).to(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=plan.rate, weight_decay=1e-4, fused=device.type == "cuda")
    spent = 0.0
    if checkpoint.exists():
        saved = torch.load(checkpoint, map_location=device, weights_only=True)
        model.load_state_dict(saved["model"])
        optimizer.load_state_dict(saved["optimizer"])
        spent = float(saved["spent"])
    torch.backends.cuda.matmul.allow_tf32 = True

    learnt, held = _split(len(data["aim"]), device)
    fit: dict[str, float] = {}
    aims = data["aim"]
    judged_asides = data["aside_aim"]
    if teaching.seconds > 0:
        only = plan.seconds <= 0
        lesson = teach(teaching, data, learnt, held, checkpoint.with_name("teacher.pt"), progress, judge=not only)
        fit |= lesson.fit
        if only:
            return None, fit
        aims = torch.lerp(data["aim"], lesson.games.float(), teaching.weight)
        judged_asides = lesson.asides
    learnt_asides, held_asides = _split(len(judged_asides), device)

    def odds_of(index: torch.Tensor, symmetry: int, kind: str = "") -> torch.Tensor:
        words = data["words"][data[f"{kind}powers"][index].long()]
        odds: torch.Tensor = model(data[f"{kind}features"][index].int(), words, symmetry)
        return odds

    def some(count: int, symmetry: int) -> torch.Tensor:
        """The loss on `count` random examples, some of them positions beside the games."""
        asides = round(count * plan.asides) if len(judged_asides) else 0
        index = learnt[torch.randint(len(learnt), (count - asides,), device=device)]
        loss = functional.binary_cross_entropy_with_logits(odds_of(index, symmetry), aims[index], reduction="sum")
        if asides:
            index = learnt_asides[torch.randint(len(learnt_asides), (asides,), device=device)]
            odds = odds_of(index, symmetry, "aside_")
            known = judged_asides[index].float()
            loss = loss + functional.binary_cross_entropy_with_logits(odds, known, reduction="sum")
        return loss / count

    def odds_of_all(index: torch.Tensor, kind: str = "") -> torch.Tensor:
        with torch.no_grad():
            return torch.cat([odds_of(part, 0, kind) for part in index.split(16384)])

    def held_back() -> dict[str, float]:
        """The loss on what is held back: positions of the games, and those beside them."""
        loss = functional.binary_cross_entropy_with_logits
        found = {"held_back": float(loss(odds_of_all(held), data["aim"][held]))}
        if len(held_asides):
            odds = odds_of_all(held_asides, "aside_")
            found["held_back_asides"] = float(loss(odds, judged_asides[held_asides].float()))
        return found

    print(f"before learning: {_told(held_back())}", file=sys.stderr, flush=True)
    began = time.monotonic() - spent
    last, steps, running, saved_at = 0.0, 0, 0.0, time.monotonic()
    while (share := (time.monotonic() - began) / plan.seconds) < 1:
        for group in optimizer.param_groups:  # warm up, then decay to almost nothing
            group["lr"] = plan.rate * min(share / 0.02 + 0.05, 0.5 * (1 + math.cos(math.pi * min(share, 1))) + 1e-3)
        loss = some(min(plan.batch, len(learnt)), steps % 8)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        optimizer.step()
        model.keep_in_range()
        steps += 1
        if steps % 50 == 0:
            last = float(loss.detach())
            running = last if running == 0 else 0.9 * running + 0.1 * last
            progress(min(share, 1.0), {"loss": running, "steps": float(steps)})
        if time.monotonic() - saved_at > 60:
            saved_at = time.monotonic()
            _save(checkpoint, model, optimizer, saved_at - began)
        if steps % 5000 == 0:
            print(f"step {steps}: learnt {running:.4f}, {_told(held_back())}", file=sys.stderr, flush=True)
    _save(checkpoint, model, optimizer, time.monotonic() - began)
    fit |= held_back()
    judged = odds_of_all(held)
    scale = _true_scale(judged, data["won"][held])
    model.stretch(scale)
    fit |= {"examples": float(len(data["aim"])), "steps": float(steps), "loss": running, "scale": scale}
    fit["results"] = float(functional.binary_cross_entropy_with_logits(judged * scale, data["won"][held]))
    return to_bytes(model), fit


def _split(count: int, device: torch.device) -> tuple[torch.Tensor, torch.Tensor]:
    """What is learnt from and what is held back, in whole runs: positions of one game would give its result away."""
    order = torch.arange(count, device=device)
    aside = order // BLOCK % HELD_BACK == HELD_BACK - 1 if count >= BLOCK * HELD_BACK else order % HELD_BACK == 0
    return order[~aside], order[aside]


def _told(losses: dict[str, float]) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {loss:.4f}" for name, loss in losses.items())


def _true_scale(odds: torch.Tensor, won: torch.Tensor) -> float:
    """The factor by which the odds fit the results best, so that 100 points are one logit of winning."""
    scale = torch.ones(1, device=odds.device, requires_grad=True)
    optimizer = torch.optim.LBFGS([scale], max_iter=50)

    def closure() -> torch.Tensor:
        optimizer.zero_grad()
        loss = functional.binary_cross_entropy_with_logits(odds * scale, won)
        loss.backward()  # type: ignore[no-untyped-call]
        return loss

    optimizer.step(closure)  # type: ignore[no-untyped-call, arg-type]
    return float(scale.detach())


def _save(path: Path, model: Evaluation, optimizer: torch.optim.Optimizer, spent: float) -> None:
    unfinished = path.with_suffix(".part")
    torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(), "spent": spent}, unfinished)
    unfinished.replace(path)


def _rows(features: Any, start: Any, device: torch.device) -> torch.Tensor:
    """One row per example, padded to the longest."""
    start = start.astype(np.int64)
    lengths = torch.from_numpy(np.diff(start)).to(device)
    width = int(lengths.max()) if len(lengths) else 0
    rows = torch.full((len(lengths), width), FEATURES, dtype=torch.int16, device=device)
    for at in range(0, len(lengths), 1 << 20):  # in parts, as indices take more room than what they point at
        part = slice(at, at + (1 << 20))
        values = features[start[at] : start[min(at + (1 << 20), len(lengths))]].astype(np.int16)
        given = torch.arange(width, device=device)[None, :] < lengths[part, None]
        rows[part] = rows[part].masked_scatter(given, torch.from_numpy(values).to(device))
    return rows


def _on_device(examples: dict[str, Any], plan: Learning, device: torch.device) -> dict[str, torch.Tensor]:
    """Examples as rectangular tensors. Where no search has judged the positions beside the games, they have no aim."""

    def chance(score: Any) -> Any:
        return 1 / (1 + np.exp(np.clip(-score.astype(np.float32) / plan.scale, -30, 30)))

    won = (examples["result"].astype(np.float32) + 1) / 2
    aim = plan.trust * chance(examples["score"]) + (1 - plan.trust) * won
    aside_score = examples["aside_score"]
    aside_aim = chance(aside_score) if NO_SCORE not in aside_score else aside_score[:0]
    return {
        "features": _rows(examples["features"], examples["start"], device),
        "aside_features": _rows(examples["aside_features"], examples["aside_start"], device),
        "aside_powers": torch.from_numpy(examples["aside_powers"].astype(np.int32)).to(device),
        "aside_aim": torch.from_numpy(aside_aim.astype(np.float32)).to(device),
        "words": torch.from_numpy(examples["words"]).to(device),
        "powers": torch.from_numpy(examples["powers"].astype(np.int32)).to(device),
        "aim": torch.from_numpy(aim.astype(np.float32)).to(device),
        "won": torch.from_numpy(won).to(device),
    }
