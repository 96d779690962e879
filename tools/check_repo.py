"""Checks what no other tool does.

* No file belongs to one machine: no absolute paths, no download addresses among the pins, nothing outside the
  repository that the project would read.
* Documents wrap at 120 characters; their links lead somewhere, and the files they name exist.
* Numbers that are written in two places agree, and what is imported is declared.

Prints one line per finding and fails if there is any.
"""

import ast
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MAX_BYTES = 2_000_000
WEIGHTS, MAX_WEIGHTS = "src/santorini/data/network.bin", 10_000_000

# The start of an absolute path on a developer's machine, not the middle of a longer path or of a URL.
MACHINE_PATH = re.compile(r"(?<![\w.~$/})-])/(?:work|root|farm)/")
# Pins name versions; where to fetch them is the installer's setting. (In npm's lock file "url" and a bare address
# in a list say where a package's authors take donations.)
DOWNLOAD = re.compile(r'^(?!\s*(?:"url": )?"https://[^"]*",?$).*(?:\w://|--(?:extra-)?index-url|--find-links)')
# A folder that lay beside the original repository: a clone does not have it.
BESIDE = re.compile(r"\.\./shared(?![\w.])|/ \"shared\"")
LOCK_FILES = ("requirements/*", "requirements*.txt", "*.lock", "package-lock.json")

WIDTH = 120
FENCE = re.compile(r"^ *```")
LINK = re.compile(r"(\[[^\]]*\])\(([^)\s]+)\)")
ID = re.compile(r'<a id="([^"]+)"></a>')
# A path from the root of the repository, in code quotes; `<power>` and `*` stand for any name.
NAMED = re.compile(r"`((?:bench|bindings|core|docs|requirements|src|tests|tools|training|web)/[\w./<>*-]*)`")
BUILT = (
    "src/santorini/_core",
    "src/santorini/server/page",
    "src/santorini/server/early",
    "web/node_modules",
    "web/src/words/keys.gen.ts",
)


def repository_files() -> list[Path]:
    """The files that are in git or would be added by `git add .`."""
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listing, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")
    return [path for name in names if name and (path := ROOT / name).is_file()]


def check_file(path: Path) -> Iterator[str]:
    """Findings in one file: its size, machine paths, and download addresses if it is a lock file."""
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
    """The lines of a document that are not code, with their numbers."""
    in_code = False
    for number, line in enumerate(lines, 1):
        if FENCE.match(line):
            in_code = not in_code
        elif not in_code and not line.startswith("    "):
            yield number, line


def check_document(path: Path, lines: list[str]) -> Iterator[str]:
    """Findings about a document: lines that are too long, links that lead nowhere, files that do not exist."""
    name = path.relative_to(ROOT)
    for number, line in prose(lines):
        # The target of a link, an anchor and a line of HTML cannot be broken, and a row of a table must not be.
        shown = ID.sub("", LINK.sub(r"\1", line))
        if len(shown) > WIDTH and not line.lstrip().startswith(("|", "<")):
            yield f"{name}:{number}: {len(shown)} characters; documents wrap at {WIDTH}"
        for _, target in LINK.findall(line):
            if not re.match(r"\w+://", target) and not leads_somewhere(path, target):
                yield f"{name}:{number}: the link to {target} leads nowhere"
        if name.name != "CHANGELOG.md":  # it names files that no longer exist
            for file in NAMED.findall(line):
                if not file.startswith(BUILT) and not any(ROOT.glob(re.sub(r"<\w+>", "*", file.rstrip("/")))):
                    yield f"{name}:{number}: there is no {file}"


def leads_somewhere(page: Path, target: str) -> bool:
    """Whether the file that a link names exists, and the anchor in it."""
    file, _, anchor = target.partition("#")
    end = (page.parent / file).resolve() if file else page
    if not anchor or not end.is_file():
        return end.exists()
    text = end.read_text(encoding="utf-8")
    headings = (re.sub(r"[^\w\- ]", "", h.lower()).replace(" ", "-") for h in re.findall(r"^#+ (.*)$", text, re.M))
    return anchor in ID.findall(text) or anchor in headings


def check_versions() -> Iterator[str]:
    """Versions that are written in two places and differ."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

    version = project["project"]["version"]
    changelog = ROOT / "CHANGELOG.md"
    headings = re.findall(r"^## \[?v?(\d[^\]\s]*)", changelog.read_text("utf-8"), re.M) if changelog.exists() else []
    newest = headings[0] if headings else "none"
    if newest != version:
        yield f"CHANGELOG.md: newest version is {newest}, pyproject.toml says {version}"
    if f"\nversion: {version}\n" not in (ROOT / "CITATION.cff").read_text(encoding="utf-8"):
        yield f"CITATION.cff: another version than {version}, which pyproject.toml says"

    tested = pinned("dev")
    for requirement in project["build-system"]["requires"]:
        if requirement not in tested:
            yield f"requirements/dev.txt: lacks {requirement}, which pyproject.toml builds with"
    for name in ("play", "wasm"):
        for requirement in sorted(pinned(name) - tested):
            yield f"requirements/{name}.txt: {requirement} is not what requirements/dev.txt has; run make pins"


def pinned(name: str) -> set[str]:
    """The packages that a file of pins names, with their versions, without the hashes."""
    lines = (ROOT / f"requirements/{name}.txt").read_text(encoding="utf-8").replace("_", "-").splitlines()
    return {line.partition(" ")[0] for line in lines if re.match(r"[\w.-]+==", line)}


def check_page_pins() -> Iterator[str]:
    """Platform packages that the page's lock file lacks; `npm ci` refuses such a file on a fresh machine."""
    name = "web/package-lock.json"
    locked = json.loads((ROOT / name).read_text(encoding="utf-8"))["packages"]
    for place, package in locked.items():
        for other in package.get("optionalDependencies", ()):
            if f"node_modules/{other}" not in locked and f"{place}/node_modules/{other}" not in locked:
                yield f"{name}: lacks {other}, which {place} may need; use a version that exists for every platform"


def check_imports() -> Iterator[str]:
    """Packages that are imported but not declared, or required but not explained."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = [*project["dependencies"], *(one for many in project["optional-dependencies"].values() for one in many)]
    known = {re.split(r"[^\w-]", requirement)[0].replace("-", "_") for requirement in declared}
    # Starlette is part of FastAPI's interface, pyspiel the name of OpenSpiel's.
    known |= {"santorini", "starlette", "pyspiel", *sys.stdlib_module_names}
    for path in sorted((ROOT / "src").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names = [node.module]
            for name in names:
                if name.split(".")[0] not in known:
                    yield f"{path.relative_to(ROOT)}: imports {name}, which pyproject.toml does not declare"

    reasons = (ROOT / "docs/dependencies.md").read_text(encoding="utf-8")
    explained = {name for row in re.findall(r"^\| ([^|]*) \|", reasons, re.M) for name in row.split(", ")}
    for listed in sorted((ROOT / "requirements").glob("*.in")):
        for line in listed.read_text(encoding="utf-8").splitlines():
            if line and not line.startswith(("#", "-r ")) and line not in explained:
                yield f"docs/dependencies.md: does not say what {line} is for"


def main() -> int:
    """Print the findings; return 1 if there are any."""
    findings = [finding for path in repository_files() for finding in check_file(path)]
    findings += check_versions()
    findings += check_imports()
    findings += check_page_pins()
    for finding in findings:
        print(finding, file=sys.stderr)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
