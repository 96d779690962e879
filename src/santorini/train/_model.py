"""The network as PyTorch sees it, and as bytes for the core (core/search/network.h has a diagram)."""

from __future__ import annotations

import struct
from typing import Any

import numpy as np
import torch
from torch import nn

from santorini import _core

__all__ = ["Evaluation", "from_bytes", "to_bytes"]

FEATURES, HIDDEN, SECOND, WORDS, TRUNK = _core.network_shape()
ANSWERS = 2 * HIDDEN + 2 * SECOND + 1
FIRST_SCALE = 512.0
NAMES = _core.network_words()
MAGIC = b"SANTNET3"


class Evaluation(nn.Module):
    """Board features of both views and the words of both sides' powers, to the logarithm of the odds of winning."""

    def __init__(self) -> None:
        super().__init__()
        self.first = nn.EmbeddingBag(FEATURES + 1, HIDDEN, mode="sum", padding_idx=FEATURES)
        nn.init.normal_(self.first.weight, std=0.05)
        with torch.no_grad():
            self.first.weight[FEATURES].zero_()
        self.first_bias = nn.Parameter(torch.full((HIDDEN,), 0.2))
        # Words begin without any effect: a power never seen in training is played as if it were none.
        self.shift = nn.Parameter(torch.zeros(2, WORDS, HIDDEN))
        self.gate = nn.Parameter(torch.zeros(2, WORDS, HIDDEN))
        self.lean = nn.Parameter(torch.zeros(2, WORDS, SECOND))
        self.second = nn.Linear(2 * HIDDEN, SECOND)
        nn.init.constant_(self.second.bias, 0.3)
        self.third = nn.Linear(SECOND, 1)
        # The trunk: what two powers mean together, beyond the sum of their words. It begins without any effect.
        self.trunk_in = nn.Linear(2 * WORDS, TRUNK)
        self.trunk_mid = nn.Linear(TRUNK, TRUNK)
        self.trunk_out = nn.Parameter(torch.zeros(TRUNK, ANSWERS))

    def forward(self, own: torch.Tensor, other: torch.Tensor, words: torch.Tensor) -> torch.Tensor:
        """`own` and `other`: features as each side sees them, padded; `words`: of the side to move, then the other."""
        said = words[:, :WORDS], words[:, WORDS:]
        told = self._ask_trunk(words), self._ask_trunk(torch.cat((said[1], said[0]), dim=1))
        lean_told, third_told, value = told[0][:, 2 * HIDDEN :].split((SECOND, SECOND, 1), dim=1)
        views = []
        for view, features in enumerate((own, other)):
            mine, theirs = said[view], said[1 - view]
            shift = mine @ self.shift[0] + theirs @ self.shift[1] + told[view][:, :HIDDEN]
            gate = 1 + mine @ self.gate[0] + theirs @ self.gate[1] + told[view][:, HIDDEN : 2 * HIDDEN]
            views.append((self.first(features) + self.first_bias + shift).clamp(0, 1) * gate)
        lean = said[0] @ self.lean[0] + said[1] @ self.lean[1] + lean_told
        hidden = (self.second(torch.cat(views, dim=1)) + lean).clamp(0, 1)
        weights = self.third.weight * (1 + third_told)
        odds: torch.Tensor = (hidden * weights).sum(dim=1) + self.third.bias + value.squeeze(1)
        return odds

    def _ask_trunk(self, words: torch.Tensor) -> torch.Tensor:
        answers: torch.Tensor = self.trunk_mid(self.trunk_in(words).relu()).relu() @ self.trunk_out
        return answers

    def stretch(self, factor: float) -> None:
        """Multiply the output by a factor."""
        with torch.no_grad():
            self.third.weight.mul_(factor)
            self.third.bias.mul_(factor)
            self.trunk_out[:, -1].mul_(factor)

    def keep_in_range(self) -> None:
        """Clamp the weights to what the core's small integers can hold."""
        with torch.no_grad():
            self.first.weight.clamp_(-1.5, 1.5)
            self.second.weight.clamp_(-4, 4)


def to_bytes(model: Evaluation) -> bytes:
    """The weights as the core reads them."""

    def floats(tensor: Any) -> bytes:
        return bytes(tensor.detach().cpu().float().numpy().astype("<f4").tobytes())

    first = torch.round(model.first.weight[:FEATURES].detach().cpu() * FIRST_SCALE).numpy().astype("<i2")
    bias = torch.round(model.first_bias.detach().cpu() * FIRST_SCALE).numpy().astype("<i2")
    names = "".join(name + "\n" for name in NAMES).encode()
    return b"".join(
        [
            MAGIC,
            struct.pack("<6I", FEATURES, HIDDEN, SECOND, WORDS, TRUNK, len(names)),
            names,
            first.tobytes(),
            bias.tobytes(),
            floats(model.shift),
            floats(model.gate),
            floats(model.lean),
            floats(model.second.weight),
            floats(model.second.bias),
            floats(model.third.weight),
            floats(model.third.bias),
            floats(model.trunk_in.weight.t().contiguous()),
            floats(model.trunk_in.bias),
            floats(model.trunk_mid.weight.t().contiguous()),
            floats(model.trunk_mid.bias),
            floats(model.trunk_out),
        ]
    )


def from_bytes(data: bytes) -> Evaluation:
    """Weights to continue from. Words that are not in the file begin without any effect."""
    model = Evaluation()
    at = len(MAGIC) + 24
    *shape, words, trunk, size = struct.unpack_from("<6I", data, len(MAGIC))
    if not data.startswith(MAGIC) or [*shape, trunk] != [FEATURES, HIDDEN, SECOND, TRUNK]:
        raise ValueError("not a network of this shape")
    known = {name: row for row, name in enumerate(data[at : at + size].decode().splitlines())}
    at += size
    here = [i for i, name in enumerate(NAMES) if name in known]
    there = [known[NAMES[i]] for i in here]

    def take(count: int, kind: str) -> Any:
        nonlocal at
        values = np.frombuffer(data, dtype=kind, count=count, offset=at)
        at += values.nbytes
        return torch.from_numpy(values.astype(np.float32))

    with torch.no_grad():
        model.first.weight[:FEATURES] = take(FEATURES * HIDDEN, "<i2").view(FEATURES, HIDDEN) / FIRST_SCALE
        model.first_bias.copy_(take(HIDDEN, "<i2") / FIRST_SCALE)
        for part in (model.shift, model.gate, model.lean):
            part[:, here] = take(2 * words * part.shape[2], "<f4").view(2, words, part.shape[2])[:, there]
        for part in (model.second.weight, model.second.bias):
            part.copy_(take(part.numel(), "<f4").view(part.shape))
        model.third.weight.copy_(take(SECOND, "<f4").view(1, SECOND))
        model.third.bias.copy_(take(1, "<f4"))
        rows = torch.zeros(2, WORDS, TRUNK)
        rows[:, here] = take(2 * words * TRUNK, "<f4").view(2, words, TRUNK)[:, there]
        model.trunk_in.weight.copy_(rows.view(2 * WORDS, TRUNK).t())
        model.trunk_in.bias.copy_(take(TRUNK, "<f4"))
        model.trunk_mid.weight.copy_(take(TRUNK * TRUNK, "<f4").view(TRUNK, TRUNK).t())
        model.trunk_mid.bias.copy_(take(TRUNK, "<f4"))
        model.trunk_out.copy_(take(TRUNK * ANSWERS, "<f4").view(TRUNK, ANSWERS))
    return model
