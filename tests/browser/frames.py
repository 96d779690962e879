"""How long a frame of the 3D board takes, compared with another checkout: both in one run, alternating.

    python -m tests.browser.frames OTHER [--rounds 5] [--frames 60]

OTHER is a checkout that has been built (`make build`), with its own `.venv`. Frames are drawn in software while the
camera turns, as on a machine without a graphics card. A time alone says nothing on a busy machine; the ratio does.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, sync_playwright

from tests.browser.player import Player
from tests.browser.served import Served, chromium

POSITION = "1201000310123400z12001010/1/demeter:b3,d2/athena[^]:c4,e4"
WISH = {"seats": [{"kind": "here", "name": "Ann"}, {"kind": "here", "name": "Ben"}], "position": POSITION}
# Every frame is drawn, because the camera moves all the time.
TURN = """frames => new Promise(done => {
    let drawn = 0, began = 0;
    const next = now => {
        if (drawn === 0) began = now;
        if (drawn % 8 === 0) document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "q", bubbles: true }));
        if (drawn++ === frames) done((now - began) / frames);
        else requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
})"""


@contextmanager
def serving(python: Path) -> Iterator[Served]:
    """A server of the checkout that this Python belongs to."""
    os.environ["SANTORINI_SERVE"] = f"{python} -m santorini"
    with Served(many=False) as served:
        yield served


def milliseconds(browser: Browser, served: Served, frames: int) -> float:
    """Milliseconds per frame on a newly opened board: a slow one draws less after a while."""
    somebody = Player(browser, served, width=900, height=640, wishes={"board": "3d", "motion": "on"})
    somebody.sit(WISH)
    somebody.page.wait_for_selector("canvas.canvas3d.ready")
    found: float = somebody.page.evaluate(TURN, frames)
    somebody.close()
    return found


def main() -> int:
    """Measure, and print the ratio."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("other", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--frames", type=int, default=60)
    args = parser.parse_args()
    ratios = []
    other = args.other.resolve() / ".venv/bin/python"
    with serving(other) as there, serving(Path(sys.executable)) as here, sync_playwright() as playwright:
        browser = chromium(playwright, webgl=True)
        for number in range(1, args.rounds + 1):
            before, now = (milliseconds(browser, served, args.frames) for served in (there, here))
            ratios.append(now / before)
            print(f"round {number}: {before:.0f} ms there, {now:.0f} ms here, {now / before:.2f}", flush=True)
        browser.close()
    print(f"a frame takes {median(ratios):.2f} times as long here (median of {len(ratios)})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
