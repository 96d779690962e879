"""How long a visitor waits for a quick level while slow ones think.

python -m tests.server.waits --games 50
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

from tests.server.house import HERE, Client, House
from tests.server.start import START


def answer(client: Client) -> float:
    """Seconds until the computer has answered a turn of the client."""
    for step in ("b3-b4", "+b3"):
        assert client.play(step)["type"] == "ok"
    begun = time.perf_counter()
    assert client.confirm()["type"] == "ok"
    client.until(lambda state: len(client.log) == 2)
    return time.perf_counter() - begun


def quick_levels(games: int, folder: Path) -> list[tuple[int, float]]:
    """Level and seconds of quick opponents while this many games against level 8 wait for theirs."""
    house = House(folder / "thinking.sqlite")
    try:
        for _ in range(games):
            created = house.create({"kind": "computer", "level": 8}, HERE)
            house.client(created["game"], created["token"])
        found = []
        for level in (1, 2, 3, 4, 5) * 2:
            created = house.create(HERE, {"kind": "computer", "level": level}, position=START.format(1))
            found.append((level, answer(house.client(created["game"], created["token"]))))
        return found
    finally:
        house.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=50)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = quick_levels(args.games, Path(folder))
    shown = ", ".join(f"level {level} {seconds:.2f} s" for level, seconds in found)
    print(f"while {args.games} games against level 8 wait: {shown}; longest {max(s for _, s in found):.2f} s")


if __name__ == "__main__":
    main()
