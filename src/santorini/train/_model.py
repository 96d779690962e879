"""The network as PyTorch sees it, and as bytes for the core (core/search/network.h has a diagram)."""

from __future__ import annotations

import math
import struct
from typing import Any

import numpy as np
import torch
from torch import nn

from santorini import _core

__all__ = ["Evaluation", "from_bytes", "to_bytes"]

SIZES = _core.network_shape()
FEATURES, HIDDEN, SECOND, THIRD, TRUNK, STAGES, BLENDS, WORDS = SIZES
ANSWERS = (HIDDEN, HIDDEN, SECOND, SECOND, 1, BLENDS, THIRD)
"""The trunk's: shifts, gates, leans of the second layer, changes of the last weights, a value, shares of the blended
matrices, leans of the third layer."""
FIRST_SCALE = 512.0
NAMES = _core.network_words()
MAGIC = b"SANTNET4"
EARLIER = b"SANTNET3"
"""Without stages, blended matrices and a third layer."""
TURNED = [[_core.turned_feature(f, k) for f in range(FEATURES)] for k in range(8)]
SWAPPED = [_core.swapped_feature(f) for f in range(FEATURES)]
BUILT = [_core.built_in(f) for f in range(FEATURES)] + [0]


class Evaluation(nn.Module):
    """Board features and the words of both sides' powers, to the logarithm of the odds of winning."""

    turned: torch.Tensor
    swapped: torch.Tensor
    built: torch.Tensor

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("turned", torch.tensor(TURNED), persistent=False)
        self.register_buffer("swapped", torch.tensor(SWAPPED), persistent=False)
        self.register_buffer("built", torch.tensor(BUILT), persistent=False)
        self.first = nn.Parameter(torch.randn(FEATURES, HIDDEN) * 0.05)
        self.first_bias = nn.Parameter(torch.full((HIDDEN,), 0.2))
        # Words begin without any effect: a power never seen in training is played as if it were none.
        self.shift = nn.Parameter(torch.zeros(2, WORDS, HIDDEN))
        self.gate = nn.Parameter(torch.zeros(2, WORDS, HIDDEN))
        self.lean = nn.Parameter(torch.zeros(2, WORDS, SECOND))
        # Every stage begins alike.
        reach = 1 / math.sqrt(2 * HIDDEN)
        self.second = nn.Parameter(torch.empty(SECOND, 2 * HIDDEN).uniform_(-reach, reach).repeat(STAGES, 1, 1))
        self.second_bias = nn.Parameter(torch.full((STAGES, SECOND), 0.3))
        self.blend = nn.Parameter(torch.randn(BLENDS, SECOND, 2 * HIDDEN) * 0.05)
        self.third = nn.Parameter((torch.randn(2 * SECOND, THIRD) * 0.3).repeat(STAGES, 1, 1))
        self.third_bias = nn.Parameter(torch.full((STAGES, THIRD), 0.3))
        self.last = nn.Parameter((torch.randn(SECOND + THIRD) * 0.1).repeat(STAGES, 1))
        self.last_bias = nn.Parameter(torch.zeros(STAGES))
        # The trunk: what two powers mean together, beyond the sum of their words. It begins without any effect.
        self.trunk_in = nn.Linear(2 * WORDS, TRUNK)
        self.trunk_mid = nn.Linear(TRUNK, TRUNK)
        self.trunk_out = nn.Parameter(torch.zeros(TRUNK, sum(ANSWERS)))

    def forward(self, features: torch.Tensor, words: torch.Tensor, symmetry: int = 0) -> torch.Tensor:
        """`features` as the side to move sees them, padded; `words`: of the side to move, then the other."""
        said = words[:, :WORDS], words[:, WORDS:]
        told = self._ask_trunk(words), self._ask_trunk(torch.cat((said[1], said[0]), dim=1))
        _, _, lean_told, last_told, value, shares, third_lean = told[0]
        views = []
        for view, sums in enumerate(self._sums(features, symmetry)):
            mine, theirs = said[view], said[1 - view]
            shift = mine @ self.shift[0] + theirs @ self.shift[1] + told[view][0]
            gate = 1 + mine @ self.gate[0] + theirs @ self.gate[1] + told[view][1]
            views.append((sums + self.first_bias + shift).clamp(0, 1) * gate)
        active = torch.cat(views, dim=1)
        # The layers of every stage at once; of these the one of the position's own stage is taken.
        stage = self.built[features].sum(dim=1).div(8, rounding_mode="floor").clamp(max=STAGES - 1)
        rows = torch.arange(len(features), device=features.device)

        def of_stage(answers: torch.Tensor, size: int) -> torch.Tensor:
            return answers.view(len(answers), -1, size)[rows, stage]

        sums = active @ torch.cat((self.second, self.blend)).view(-1, 2 * HIDDEN).t()
        plain, blended = sums.split((STAGES * SECOND, BLENDS * SECOND), dim=1)
        lean = said[0] @ self.lean[0] + said[1] @ self.lean[1] + lean_told
        blended = (shares[:, :, None] * blended.view(-1, BLENDS, SECOND)).sum(dim=1)
        second = (of_stage(plain, SECOND) + blended + self.second_bias[stage] + lean).clamp(0, 1)
        inner = torch.cat((second, second * second), dim=1)
        third = of_stage(inner @ self.third.transpose(0, 1).reshape(2 * SECOND, -1), THIRD)
        third = (third + self.third_bias[stage] + third_lean).clamp(0, 1)
        last = self.last[stage]
        odds = (second * (1 + last_told) * last[:, :SECOND]).sum(dim=1) + (third * last[:, SECOND:]).sum(dim=1)
        return odds + self.last_bias[stage] + value.squeeze(1)

    def _sums(self, features: torch.Tensor, symmetry: int) -> tuple[torch.Tensor, torch.Tensor]:
        """The sums of the first layer as either side sees the board, which is turned first."""
        turned = self.turned[symmetry]
        both = torch.cat([self.first.index_select(0, seen) for seen in (turned, self.swapped[turned])], dim=1)
        if features.is_cuda:  # there, one large product takes the place of picking rows
            board = torch.zeros(len(features), (FEATURES // 8 + 1) * 8, device=features.device)
            board.scatter_(1, features.long(), 1.0)
            sums = board[:, :FEATURES] @ both
        else:
            padded = torch.cat((both, both.new_zeros(1, 2 * HIDDEN)))
            sums = nn.functional.embedding_bag(features.long(), padded, mode="sum")
        return sums[:, :HIDDEN], sums[:, HIDDEN:]

    def _ask_trunk(self, words: torch.Tensor) -> tuple[torch.Tensor, ...]:
        return (self.trunk_mid(self.trunk_in(words).relu()).relu() @ self.trunk_out).split(ANSWERS, dim=1)

    def stretch(self, factor: float) -> None:
        """Multiply the output by a factor."""
        value = sum(ANSWERS[:4])
        with torch.no_grad():
            self.last.mul_(factor)
            self.last_bias.mul_(factor)
            self.trunk_out[:, value].mul_(factor)

    def keep_in_range(self) -> None:
        """Clamp the weights to what the core's small integers can hold."""
        with torch.no_grad():
            self.first.clamp_(-1.5, 1.5)
            self.second.clamp_(-4, 4)
            self.blend.clamp_(-4, 4)


def to_bytes(model: Evaluation) -> bytes:
    """The weights as the core reads them."""

    def floats(tensor: Any) -> bytes:
        return bytes(tensor.detach().cpu().float().contiguous().numpy().astype("<f4").tobytes())

    def small(tensor: Any) -> bytes:
        return bytes(torch.round(tensor.detach().cpu() * FIRST_SCALE).numpy().astype("<i2").tobytes())

    names = "".join(name + "\n" for name in NAMES).encode()
    return b"".join(
        [
            MAGIC,
            struct.pack("<9I", *SIZES, len(names)),
            names,
            small(model.first),
            small(model.first_bias),
            *map(floats, (model.shift, model.gate, model.lean, model.second, model.second_bias, model.blend)),
            *map(floats, (model.third, model.third_bias, model.last, model.last_bias)),
            floats(model.trunk_in.weight.t()),
            floats(model.trunk_in.bias),
            floats(model.trunk_mid.weight.t()),
            floats(model.trunk_mid.bias),
            floats(model.trunk_out),
        ]
    )


def from_bytes(data: bytes) -> Evaluation:
    """Weights to continue from, of an earlier form, too. What is not in the file begins without any effect."""
    model = Evaluation()
    earlier = data.startswith(EARLIER)
    shape = struct.unpack_from("<6I" if earlier else "<9I", data, len(MAGIC))
    *sizes, words, size = (*shape[:3], shape[4], shape[3], shape[5]) if earlier else shape
    if sizes != ([FEATURES, HIDDEN, SECOND, TRUNK] if earlier else SIZES[:-1]) or not data.startswith((EARLIER, MAGIC)):
        raise ValueError("not a network of this shape")
    at = len(MAGIC) + 4 * len(shape)
    known = {name: row for row, name in enumerate(data[at : at + size].decode().splitlines())}
    at += size
    here = [i for i, name in enumerate(NAMES) if name in known]
    there = [known[NAMES[i]] for i in here]

    def take(*shape: int, kind: str = "<f4") -> torch.Tensor:
        nonlocal at
        values = np.frombuffer(data, dtype=kind, count=math.prod(shape), offset=at)
        at += values.nbytes
        return torch.from_numpy(values.astype(np.float32)).view(shape)

    with torch.no_grad():
        model.first.copy_(take(FEATURES, HIDDEN, kind="<i2") / FIRST_SCALE)
        model.first_bias.copy_(take(HIDDEN, kind="<i2") / FIRST_SCALE)
        for part in (model.shift, model.gate, model.lean):
            part[:, here] = take(2, words, part.shape[2])[:, there]
        if earlier:
            model.second.copy_(take(SECOND, 2 * HIDDEN).expand(STAGES, -1, -1))
            model.second_bias.copy_(take(SECOND).expand(STAGES, -1))
            model.last[:, :SECOND] = take(SECOND)
            model.last[:, SECOND:] = 0
            model.last_bias.copy_(take(1).expand(STAGES))
        else:
            for part in (model.second, model.second_bias, model.blend):
                part.copy_(take(*part.shape))
            for part in (model.third, model.third_bias, model.last, model.last_bias):
                part.copy_(take(*part.shape))
        rows = torch.zeros(2, WORDS, TRUNK)
        rows[:, here] = take(2, words, TRUNK)[:, there]
        model.trunk_in.weight.copy_(rows.view(2 * WORDS, TRUNK).t())
        model.trunk_in.bias.copy_(take(TRUNK))
        model.trunk_mid.weight.copy_(take(TRUNK, TRUNK).t())
        model.trunk_mid.bias.copy_(take(TRUNK))
        answers = sum(ANSWERS[:5]) if earlier else sum(ANSWERS)
        model.trunk_out[:, :answers] = take(TRUNK, answers)
    return model
