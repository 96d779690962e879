"""`make play`: opens the table as soon as one can play.

The page's own core takes minutes to compile, and only the study, the puzzles and games without a server need it. So the
first game begins on a page without it. The whole page is built meanwhile; the server uses it as soon as it is ready.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MAKE = ["make", "--no-print-directory", "-C", str(ROOT)]


def main() -> int:
    """Build what the first game needs, then run `santorini`; the exit status is its own."""
    if subprocess.run([*MAKE, "--question", "build/.wasm"], check=False).returncode == 0:
        return make("build/.page") or play()
    if status := make("build/.early"):
        return status
    # An older page would contain an older core.
    shutil.rmtree(ROOT / "src/santorini/server/page", ignore_errors=True)
    (ROOT / "build/.page").unlink(missing_ok=True)
    log = ROOT / "build/page.log"
    print("Play now: the study and the puzzles are being prepared meanwhile.", flush=True)
    with log.open("w") as told:
        # In a session of its own, so that all its processes can be ended together.
        command = ["nice", "-n", "19", *MAKE, "build/.page"]
        rest = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=told, stderr=told, start_new_session=True)
    try:
        return play()
    finally:
        if rest.poll() is None:
            os.killpg(rest.pid, signal.SIGTERM)
            rest.wait()
        elif rest.returncode:
            print(f"The study and the puzzles could not be prepared: {log}", file=sys.stderr)


def make(target: str) -> int:
    """Build a target; the exit status is make's."""
    return subprocess.run([*MAKE, target], check=False).returncode


def play() -> int:
    """Run `santorini` until it ends; it handles interrupts itself."""
    santorini = subprocess.Popen([ROOT / ".venv/bin/santorini", *sys.argv[1:]])
    signal.signal(signal.SIGTERM, lambda *_: santorini.terminate())
    while True:
        try:
            return santorini.wait()
        except KeyboardInterrupt:
            continue


if __name__ == "__main__":
    sys.exit(main())
