"""Bring a network's file from an earlier version to today's form (SANTNET4).

    python tools/renew_network.py FILE ...

SANTNET1 had no names of its words, SANTNET2 no trunk, SANTNET3 no stages, no blended matrices and no third layer. The
weights stay as they are; what is missing is added without any effect, ready to be trained. A SANTNET1 file must have
been trained on the vocabulary of this version.
"""

import random
import struct
import sys
from array import array
from pathlib import Path

from santorini import _core

SIZES = _core.network_shape()
FEATURES, HIDDEN, SECOND, THIRD, TRUNK, STAGES, BLENDS, WORDS = SIZES
OLD_ANSWERS = 2 * HIDDEN + 2 * SECOND + 1
dice = random.Random(1)


def renewed(data: bytes) -> bytes:
    """The same weights in today's form."""
    form = data[:8]
    trunk: tuple[int, ...] = ()
    if form == b"SANTNET1":
        sizes, at = list(struct.unpack_from("<4I", data, 8)), 24
        words, names = WORDS, "".join(name + "\n" for name in _core.network_words()).encode()
    elif form in (b"SANTNET2", b"SANTNET3"):
        head = "<5I" if form == b"SANTNET2" else "<6I"
        *sizes, size = struct.unpack_from(head, data, 8)
        at = 8 + struct.calcsize(head) + size
        words, names, trunk = sizes[3], data[at - size : at], tuple(sizes[4:])
    else:
        raise ValueError("not a network of an earlier version")
    if tuple(sizes[:3]) != (FEATURES, HIDDEN, SECOND) or trunk not in ((), (TRUNK,)):
        raise ValueError("not a network of this size")

    def take(size: int) -> bytes:
        nonlocal at
        at += size
        return data[at - size : at]

    below = take(2 * (FEATURES + 1) * HIDDEN + 4 * 2 * words * (2 * HIDDEN + SECOND))
    second, second_bias, last, last_bias = (take(4 * size) for size in (SECOND * 2 * HIDDEN, SECOND, SECOND, 1))
    if trunk:
        trunk_in = take(4 * (2 * words * TRUNK + TRUNK + TRUNK * TRUNK + TRUNK))
        rows = [take(4 * OLD_ANSWERS) for _ in range(TRUNK)]
    else:
        trunk_in = _noise(2 * words * TRUNK, 0.25) + _even(TRUNK, 0.05)
        trunk_in += _noise(TRUNK * TRUNK, (2 / TRUNK) ** 0.5) + _even(TRUNK, 0)
        rows = [_even(OLD_ANSWERS, 0)] * TRUNK
    return b"".join(
        [
            b"SANTNET4",
            struct.pack("<9I", *SIZES[:-1], words, len(names)),
            names,
            below,
            second * STAGES,
            second_bias * STAGES,
            _noise(BLENDS * SECOND * 2 * HIDDEN, 0.05),
            _noise(2 * SECOND * THIRD, 0.3) * STAGES,
            _even(STAGES * THIRD, 0.3),
            (last + _even(THIRD, 0)) * STAGES,
            last_bias * STAGES,
            trunk_in,
            *(row + _even(BLENDS + THIRD, 0) for row in rows),
        ]
    )


def _noise(size: int, spread: float) -> bytes:
    return array("f", (dice.gauss(0, spread) for _ in range(size))).tobytes()


def _even(size: int, value: float) -> bytes:
    return array("f", [value] * size).tobytes()


if __name__ == "__main__":
    for path in map(Path, sys.argv[1:]):
        path.write_bytes(renewed(path.read_bytes()))
