"""Bring a network's file from an earlier version to today's form (SANTNET3).

    python tools/name_network_words.py FILE ...

SANTNET1 had no names of its words, SANTNET2 no trunk. The weights stay as they are, byte for byte; a missing trunk is
added without any effect. A SANTNET1 file must have been trained on the vocabulary of this version.
"""

import random
import struct
import sys
from array import array
from pathlib import Path

from santorini import _core

FEATURES, HIDDEN, SECOND, WORDS, TRUNK = _core.network_shape()
ANSWERS = 2 * HIDDEN + 2 * SECOND + 1


def renewed(data: bytes) -> bytes:
    """The same weights in today's form."""
    form, words, at = data[:8], WORDS, 24
    names = "".join(name + "\n" for name in _core.network_words()).encode()
    if form == b"SANTNET2":
        words, size = struct.unpack_from("<2I", data, 20)
        names, at = data[28 : 28 + size], 28 + size
    if form not in (b"SANTNET1", b"SANTNET2") or struct.unpack_from("<4I", data, 8) != (
        FEATURES,
        HIDDEN,
        SECOND,
        words,
    ):
        raise ValueError("not a network of an earlier version")
    head = b"SANTNET3" + struct.pack("<6I", FEATURES, HIDDEN, SECOND, words, TRUNK, len(names)) + names
    return head + data[at:] + _silent_trunk(words)


def _silent_trunk(words: int) -> bytes:
    """A trunk to train: random in its first layers, and without any effect, because its last weights are zero."""
    dice = random.Random(1)
    first = array("f", (dice.gauss(0, 0.25) for _ in range(2 * words * TRUNK)))
    middle = array("f", (dice.gauss(0, (2 / TRUNK) ** 0.5) for _ in range(TRUNK * TRUNK)))
    parts = (
        first,
        array("f", [0.05] * TRUNK),
        middle,
        array("f", [0.0] * TRUNK),
        array("f", [0.0] * (TRUNK * ANSWERS)),
    )
    return b"".join(part.tobytes() for part in parts)


if __name__ == "__main__":
    for path in map(Path, sys.argv[1:]):
        path.write_bytes(renewed(path.read_bytes()))
