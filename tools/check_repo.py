"""Checks what no other tool does.

* No file belongs to one machine: no absolute paths, no download addresses among the pins, nothing outside the
  repository that the project would read.
* Documents wrap at 120 characters, and their links lead somewhere.
* Numbers that are written in two places agree.

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
# Pins name versions; where they are fetched from is the installer's setting. ("url" in npm's lock is a home page.)
DOWNLOAD = re.compile(r'^(?!\s*"url":).*(?:\w://|--(?:extra-)?index-url|--find-links)')
# The folder beside the repository in which it was begun: a clone does not have it.
BESIDE = re.compile(r"\.\./shared(?![\w.])|/ \"shared\"")
LOCK_FILES = ("requirements/*", "requirements*.txt", "*.lock", "package-lock.json")

WIDTH = 120
FENCE = re.compile(r"^ *```")
LINK = re.compile(r"(\[[^\]]*\])\(([^)\s]+)\)")
ID = re.compile(r'<a id="([^"]+)"></a>')


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
        if BESIDE.search(line):
            yield f"{name}:{number}: reads what lies outside the repository: {line.strip()[:80]}"
        if is_lock and DOWNLOAD.search(line):
            yield f"{name}:{number}: download address among the pins: {line.strip()[:80]}"
    if path.suffix == ".md":
        yield from check_document(path, lines)


def prose(lines: list[str]) -> Iterator[tuple[int, str]]:
    """The lines of a document that are neither code nor part of a table, with their numbers."""
    in_code = False
    for number, line in enumerate(lines, 1):
        if FENCE.match(line):
            in_code = not in_code
        elif not in_code and not line.startswith("    "):
            yield number, line


def check_document(path: Path, lines: list[str]) -> Iterator[str]:
    """Findings about a document: lines that are too long, links that lead nowhere."""
    name = path.relative_to(ROOT)
    for number, line in prose(lines):
        # The target of a link, an anchor and a line of HTML cannot be broken, and a row of a table must not be.
        shown = ID.sub("", LINK.sub(r"\1", line))
        if len(shown) > WIDTH and not line.lstrip().startswith(("|", "<")):
            yield f"{name}:{number}: {len(shown)} characters; documents wrap at {WIDTH}"
        for _, target in LINK.findall(line):
            if not re.match(r"\w+://", target) and not leads_somewhere(path, target):
                yield f"{name}:{number}: the link to {target} leads nowhere"


def leads_somewhere(page: Path, target: str) -> bool:
    """Whether a link of a page has a file, and the anchor in it, as its end."""
    file, _, anchor = target.partition("#")
    end = (page.parent / file).resolve() if file else page
    if not anchor or not end.is_file():
        return end.exists()
    text = end.read_text(encoding="utf-8")
    headings = (re.sub(r"[^\w\- ]", "", h.lower()).replace(" ", "-") for h in re.findall(r"^#+ (.*)$", text, re.M))
    return anchor in ID.findall(text) or anchor in headings


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
