"""Write the names of its words into a network's file from before files did so (SANTNET1).

    python tools/name_network_words.py FILE ...

The weights stay as they are, byte for byte. The file must have been trained on the vocabulary of this version.
"""

import struct
import sys
from pathlib import Path

from santorini import _core

OLD, NEW = b"SANTNET1", b"SANTNET2"


def named(data: bytes) -> bytes:
    """The same weights, with the names of their words."""
    shape = list(struct.unpack_from("<4I", data, len(OLD)))
    if not data.startswith(OLD) or shape != list(_core.network_shape()):
        raise ValueError(f"not a {OLD.decode()} network with the words of this version")
    names = "".join(name + "\n" for name in _core.network_words()).encode()
    return NEW + struct.pack("<5I", *shape, len(names)) + names + data[len(OLD) + 16 :]


if __name__ == "__main__":
    for path in map(Path, sys.argv[1:]):
        path.write_bytes(named(path.read_bytes()))
