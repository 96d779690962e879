"""Checks what no other tool does: that the repository holds nothing that belongs to one machine only.

Prints one line for each finding and fails if there is any.
"""

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MAX_BYTES = 2_000_000
WEIGHTS, MAX_WEIGHTS = "src/santorini/data/network.bin", 10_000_000

# A folder of a developer's machine where a path begins: not the middle of a longer path or of an address.
MACHINE_PATH = re.compile(r"(?<![\w.~$/})-])/(?:work|root|farm)/")
# Pins name versions; where they are fetched from is the installer's setting. (In npm's lock "url" and a bare address in
# a list, say where a package's authors take donations.)
DOWNLOAD = re.compile(r'^(?!\s*(?:"url": )?"https://[^"]*",?$).*(?:\w://|--(?:extra-)?index-url|--find-links)')
LOCK_FILES = ("requirements/*", "requirements*.txt", "*.lock", "package-lock.json")


def repository_files() -> list[Path]:
    """The files that are in git or would be added by `git add .`."""
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listing, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")
    return [path for name in names if name and (path := ROOT / name).is_file()]


def check_file(path: Path) -> Iterator[str]:
    """Findings about one file: its size, the paths in it, the addresses in it if it pins versions."""
    name = path.relative_to(ROOT)
    most = MAX_WEIGHTS if name.as_posix() == WEIGHTS else MAX_BYTES
    if (size := path.stat().st_size) > most:
        yield f"{name}: {size:,} bytes; it should stay under {most:,}"
        return
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        return
    is_lock = any(name.match(pattern) for pattern in LOCK_FILES)
    for number, line in enumerate(lines, 1):
        if MACHINE_PATH.search(line):
            yield f"{name}:{number}: absolute path of one machine: {line.strip()[:80]}"
        if is_lock and DOWNLOAD.search(line):
            yield f"{name}:{number}: download address among the pins: {line.strip()[:80]}"


def check_versions() -> Iterator[str]:
    """Findings about numbers that are written in two places."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

    version = project["project"]["version"]
    changelog = ROOT / "CHANGELOG.md"
    headings = re.findall(r"^## \[?v?(\d[^\]\s]*)", changelog.read_text("utf-8"), re.M) if changelog.exists() else []
    newest = headings[0] if headings else "none"
    if newest != version:
        yield f"CHANGELOG.md: newest version is {newest}, pyproject.toml says {version}"

    pins = (ROOT / "requirements/dev.txt").read_text(encoding="utf-8").replace("_", "-").splitlines()
    for requirement in project["build-system"]["requires"]:
        if requirement not in pins:
            yield f"requirements/dev.txt: lacks {requirement}, which pyproject.toml builds with"


def main() -> int:
    """Print the findings; 1 if there are any."""
    findings = [finding for path in repository_files() for finding in check_file(path)]
    findings += check_versions()
    for finding in findings:
        print(finding, file=sys.stderr)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
