"""Does the core compile for a system that is not at hand? Nothing is run: wheels are built and tried elsewhere.

    .venv/bin/python tools/other_systems.py x86_64-windows-gnu aarch64-macos aarch64-linux-gnu

The compiler is the clang that ziglang brings (requirements/wasm.txt), with its headers for the system.
"""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build/other"


def main(systems: list[str]) -> int:
    """Compile every file of the core for each system; 1 if one does not compile."""
    sources = sorted((ROOT / "core").rglob("*.cpp"))
    for system in systems:
        (BUILD / system).mkdir(parents=True, exist_ok=True)
        with ThreadPoolExecutor(os.cpu_count()) as workers:
            compiled = list(workers.map(partial(compiles, system), sources))
        print(f"{system}: {sum(compiled)} of {len(sources)} files compile", flush=True)
        if not all(compiled):
            return 1
    return 0


def compiles(system: str, source: Path) -> bool:
    """Compile one file; the compiler says what is wrong."""
    caches = {name: str(BUILD / "zig") for name in ("ZIG_GLOBAL_CACHE_DIR", "ZIG_LOCAL_CACHE_DIR")}
    command = [sys.executable, "-m", "ziglang", "c++", "-target", system, "-std=c++20", f"-I{ROOT}", "-c", str(source)]
    made = BUILD / system / f"{source.relative_to(ROOT).as_posix().replace('/', '_')}.o"
    return subprocess.run([*command, "-o", str(made)], check=False, env={**os.environ, **caches}).returncode == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
