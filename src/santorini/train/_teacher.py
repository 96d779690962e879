"""A large network that learns first and then judges positions for the small one.

It is far too slow to play with. But it applies the same weights everywhere on the board, so it learns more from
the same games, and it can judge millions of positions that nobody played.
"""

from __future__ import annotations

import copy
import math
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import torch
from torch import nn
from torch.nn import functional

from santorini import _core
from santorini.train._model import FEATURES, TURNED, WORDS
from santorini.train._plan import Teaching

__all__ = ["Lesson", "Teacher", "teach"]

PLACES = [_core.feature_place(feature) for feature in range(FEATURES)]
PLANES = 1 + max(plane for plane, square in PLACES if square >= 0)
FACTS = max(plane for plane, _ in PLACES) + 1 - PLANES
SQUARES = 25


class Lesson(NamedTuple):
    """What a teacher thinks: the chance to win of the side to move, for the examples and for the asides."""

    games: torch.Tensor
    asides: torch.Tensor
    fit: dict[str, float]


class Teacher(nn.Module):
    """Residual convolutions over the board, steered by the words of both sides' powers."""

    def __init__(self, channels: int, blocks: int) -> None:
        super().__init__()
        slots = PLANES * SQUARES + FACTS
        self.register_buffer(
            "slot",
            torch.tensor(
                [
                    slots if plane < 0 else plane * SQUARES + square if square >= 0 else PLANES * (SQUARES - 1) + plane
                    for plane, square in PLACES
                ]
                + [slots]
            ),
        )
        self.said = nn.Sequential(nn.Linear(2 * WORDS + FACTS, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU())
        self.stem = nn.Conv2d(PLANES + 2, channels, 3, padding=1)
        self.convolutions = nn.ModuleList(nn.Conv2d(channels, channels, 3, padding=1) for _ in range(2 * blocks))
        self.steering = nn.ModuleList(nn.Linear(256, 2 * channels) for _ in range(blocks))
        self.norms = nn.ModuleList(nn.LayerNorm(channels) for _ in range(blocks))
        self.head = nn.Sequential(nn.Linear(2 * channels + 256, 256), nn.ReLU(), nn.Dropout(0.1), nn.Linear(256, 1))
        column = torch.arange(5).float().sub(2).abs().div(2).expand(5, 5)
        self.register_buffer("where", torch.stack((column, column.t())))

    def forward(self, features: torch.Tensor, words: torch.Tensor) -> torch.Tensor:
        """`features` as the side to move sees them, padded; `words`: of the side to move, then the other."""
        slots: torch.Tensor = self.slot  # type: ignore[assignment]
        where: torch.Tensor = self.where  # type: ignore[assignment]
        flat = torch.zeros(len(features), PLANES * SQUARES + FACTS + 1, device=features.device)
        flat.scatter_(1, slots[features], 1.0)
        board = flat[:, : PLANES * SQUARES].view(-1, PLANES, 5, 5)
        facts = flat[:, PLANES * SQUARES : -1]
        said = self.said(torch.cat((words, facts), dim=1))
        x = self.stem(torch.cat((board, where.expand(len(board), -1, -1, -1)), dim=1))
        for i, (steer, norm) in enumerate(zip(self.steering, self.norms, strict=True)):
            gain, shift = steer(said)[:, :, None, None].chunk(2, dim=1)
            # Over the channels of a square: they lie side by side in memory, and nothing is moved around.
            normal = norm(x.permute(0, 2, 3, 1)).permute(0, 3, 1, 2).to(x.dtype)
            inner = functional.relu(normal * (1 + gain) + shift)
            inner = functional.relu(self.convolutions[2 * i](inner))
            x = x + self.convolutions[2 * i + 1](inner)
        x = functional.relu(x)
        pooled = torch.cat((x.mean(dim=(2, 3)), x.amax(dim=(2, 3)), said), dim=1)
        odds: torch.Tensor = self.head(pooled).squeeze(1)
        return odds


def teach(
    plan: Teaching,
    data: dict[str, torch.Tensor],
    learnt: torch.Tensor,
    held: torch.Tensor,
    weights: Path,
    progress: Callable[[float, dict[str, float]], None],
    *,
    judge: bool = True,
) -> Lesson:
    """Learn from the examples, then judge all of them and the positions beside the games, unless not asked to.

    What was learnt is kept in the file `weights`; if it is there already, the teacher only judges. A teacher that has
    begun to learn the results by heart is taken back to when it judged best what is held back.
    """
    device = data["aim"].device
    model = Teacher(plan.channels, plan.blocks).to(device=device, memory_format=torch.channels_last)  # type: ignore[call-overload]
    average = torch.optim.swa_utils.AveragedModel(model, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998))
    optimizer = torch.optim.AdamW(model.parameters(), lr=plan.rate, weight_decay=0.02, fused=device.type == "cuda")
    turns = torch.tensor([[*turned, FEATURES] for turned in TURNED], device=device)
    quick = torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda")

    def odds_of(network: nn.Module, rows: torch.Tensor, powers: torch.Tensor, symmetry: int) -> torch.Tensor:
        with quick:
            odds: torch.Tensor = network(turns[symmetry][rows.long()], data["words"][powers.long()])
        return odds.float()

    def judged(rows: torch.Tensor, powers: torch.Tensor) -> torch.Tensor:
        """The mean over the planned number of symmetries."""
        out = torch.empty(len(rows), device=device, dtype=torch.float16)
        average.eval()
        with torch.no_grad():
            for at in range(0, len(rows), 32768):
                part = slice(at, at + 32768)
                looks = [odds_of(average, rows[part], powers[part], k) for k in range(0, 8, 8 // plan.looks)]
                out[part] = torch.stack(looks).mean(dim=0).sigmoid().half()
        return out

    began = time.monotonic()
    steps, running = 0, 0.0
    least, best = math.inf, None
    if plan.start:
        average.load_state_dict(torch.load(plan.start, map_location=device, weights_only=True))
        model.load_state_dict(average.module.state_dict())
    if weights.exists():
        average.load_state_dict(torch.load(weights, map_location=device, weights_only=True))
        began -= plan.seconds
    model.train()
    while (share := (time.monotonic() - began) / plan.seconds) < 1:
        for group in optimizer.param_groups:
            group["lr"] = plan.rate * min(share / 0.03 + 0.05, 0.5 * (1 + math.cos(math.pi * share)) + 1e-3)
        index = learnt[torch.randint(len(learnt), (min(plan.batch, len(learnt)),), device=device)]
        odds = odds_of(model, data["features"][index], data["powers"][index], steps % 8)
        loss = functional.binary_cross_entropy_with_logits(odds, data["aim"][index])
        optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        average.update_parameters(model)
        steps += 1
        if steps % 50 == 0:
            running = float(loss.detach()) if running == 0 else 0.9 * running + 0.1 * float(loss.detach())
            progress(min(share, 1.0), {"loss": running})
        if steps % 500 == 0:
            known = judged(data["features"][held], data["powers"][held]).float()
            loss_held = float(functional.binary_cross_entropy(known, data["aim"][held]))
            print(
                f"teacher, step {steps}: learnt {running:.4f}, held back {loss_held:.4f}, results "
                f"{float(functional.binary_cross_entropy(known, data['won'][held])):.4f}",
                file=sys.stderr,
                flush=True,
            )
            if loss_held < least:
                least, best = loss_held, copy.deepcopy(average.state_dict())
            model.train()
    if best is not None:
        average.load_state_dict(best)
    torch.save(average.state_dict(), weights)
    known = judged(data["features"][held], data["powers"][held]).float()
    fit = {
        "teacher_steps": float(steps),
        "teacher_held_back": float(functional.binary_cross_entropy(known, data["aim"][held])),
        "teacher_results": float(functional.binary_cross_entropy(known, data["won"][held])),
    }
    games, asides = (
        judged(data[f"{kind}features"], data[f"{kind}powers"]) if judge else known[:0] for kind in ("", "aside_")
    )
    return Lesson(games, asides, fit)
