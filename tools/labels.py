"""Checks the labels by which code, tests and documents cite the rules: `B3.2`, `F39`, `H41`, `Q7`, `S8`.

A label is an anchor on a page of docs/rules: `<a id="b3.2"></a>`. Two things are wrong:

* a label that is cited but has no anchor;
* a ruling that no test names. A test names a ruling in the title of a case of tests/rules, in its own name
  (`test_q53_..`), in a docstring or comment, or in a remark of a table of counts. `H12-H15` names all four.

    python tools/labels.py                print what is wrong
    python tools/labels.py --check        and fail if anything is
    python tools/labels.py --where H41    print the tests that name a ruling
"""

import argparse
import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RULES = "docs/rules"
SCANNED = ("core", "bindings", "bench", "src", "tests", "docs", "tools", "web/src")
BESIDE = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")
BUILT = ("__pycache__", "node_modules", "server/page", ".gen.ts")

# Squares are lower case. An upper-case one can only be in a position text, after a colon, a comma or a slash.
LABEL = r"(?:[A-Z]\d{1,3}b?(?:\.\d{1,2})?|H-[a-z])"
MENTION = re.compile(rf"(?<![\w.:,/#-])({LABEL})(?:\s?[-–]\s?({LABEL}))?(?![\w/%-])")
EITHER = re.compile(rf"(?<![\w.:,/#-])({LABEL})/(?={LABEL})")
IN_NAME = re.compile(r"_([a-hqs])(\d{1,3}b?)(?:_(\d{1,2}))?(?=_|$)")
ANCHOR = re.compile(r'<a id="([a-z]\d{1,3}b?(?:\.\d{1,2})?|h-[a-z])"></a>')

# What looks like a label and is something else: names of lint rules, and a graphics processor.
OTHER = re.compile(r"noqa: [A-Z0-9, ]+|\bH200\b")
# Definitions, the steps of a turn, groups, and the player aid, whose powers are tested with the printed ones.
NO_RULINGS = re.compile(r"A1|A2|B5|G\d+|S\d+|H-[a-z]")

# The parts of a file that are meant for a reader, by the ending of its name; the group is what is read.
READ = {
    **dict.fromkeys(
        (".h", ".cpp", ".ts", ".tsx", ".js", ".mjs", ".css"),
        re.compile(r'"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|(//[^\n]*|/\*.*?\*/)', re.S),
    ),
    **dict.fromkeys((".toml", ".sh", ".perft"), re.compile(r"((?:^|\s)#.*)", re.M)),
    ".md": re.compile(r"^ *```[\s\S]*?^ *```|^(.+)$", re.M),
    ".txt": re.compile(r"(.+)"),
}


def anchors(root: Path) -> list[str]:
    """Every label there is, in the order of the pages."""
    text = "".join(page.read_text(encoding="utf-8") for page in sorted((root / RULES).glob("*.md")))
    return [anchor[0].upper() + anchor[1:] for anchor in ANCHOR.findall(text)]  # b4b is B4b, h-a is H-a


def rulings(labels: list[str]) -> list[str]:
    """The labels that need a test. A section counts itself only where it has no numbered rulings of its own."""
    with_parts = {label.partition(".")[0] for label in labels if "." in label}
    return [label for label in labels if label not in with_parts and not NO_RULINGS.fullmatch(label)]


def python_words(source: str) -> Iterator[tuple[int, str]]:
    """Comments, docstrings and labels in names of tests, with their lines: not the code, in which B3 is a square."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield getattr(node, "lineno", 1), ast.get_docstring(node) or ""
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            for letter, number, part in IN_NAME.findall(node.name):
                yield node.lineno, f"{letter.upper()}{number}" + (f".{part}" if part else "")


def words(path: Path) -> Iterator[tuple[int, str]]:
    """The parts of a file that may cite a label, each with the line it begins on."""
    if path.suffix not in READ and path.suffix != ".py":
        return
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        yield from python_words(text)
        return
    for match in READ[path.suffix].finditer(text):
        if match[1]:
            yield text.count("\n", 0, match.start(1)) + 1, match[1]


def naming_words(path: Path) -> Iterator[str]:
    """The parts of a test file that name what it tests. In a rules file a remark before the cases proves nothing."""
    if path.suffix == ".txt" and path.parent.name != "rules":
        return
    for _, text in words(path):
        if path.suffix != ".txt" or text.startswith("=="):
            yield text
        elif match := re.search(r" {2,}(.*\([^)]*\).*)$", text):
            yield match[1]  # a comment after a check


def mentions(text: str) -> Iterator[str]:
    """The labels in a text; a range stands for all of its members."""
    text = EITHER.sub(r"\1 ", OTHER.sub("", text))
    for match in MENTION.finditer(text):
        first, last = match[1], match[2]
        yield first
        if last is None:
            continue
        start, end = re.fullmatch(r"(.*?)(\d+)", first), re.fullmatch(r"(.*?)(\d+)", last)
        if start and end and start[1] == end[1]:
            yield from (f"{start[1]}{n}" for n in range(int(start[2]) + 1, int(end[2]) + 1))
        else:
            yield last


def scanned(root: Path) -> Iterator[Path]:
    """The files that may cite a label."""
    for place in SCANNED:
        for path in sorted((root / place).rglob("*")):
            if path.is_file() and not any(part in path.relative_to(root).as_posix() for part in BUILT):
                yield path
    yield from (path for name in BESIDE if (path := root / name).is_file())


def unresolved(root: Path) -> Iterator[str]:
    """A line for each citation of a label that does not exist."""
    known = set(anchors(root))
    for path in scanned(root):
        for line, text in words(path):
            for label in dict.fromkeys(mentions(text)):
                if label not in known:
                    yield f"{path.relative_to(root)}:{line}: {label} is not a label of {RULES}"


def named(root: Path) -> dict[str, list[str]]:
    """For each ruling the test files that name it. The second reading of the rules cites them, but tests nothing."""
    found: dict[str, list[str]] = {}
    for path in sorted((root / "tests").rglob("*")):
        cites_only = path.parent.name == "reading" and not path.name.startswith("test_")
        if cites_only or path.suffix == ".md" or not path.is_file():
            continue
        for label in dict.fromkeys(n for text in naming_words(path) for n in mentions(text)):
            found.setdefault(label, []).append(str(path.relative_to(root)))
    return found


def untested(root: Path) -> Iterator[str]:
    """A line for each ruling that no test names."""
    tests = named(root)
    for label in rulings(anchors(root)):
        if label not in tests:
            yield f"{RULES}: no test names {label}"


def main() -> int:
    """Print what is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="fail if anything is wrong")
    parser.add_argument("--where", metavar="LABEL", help="print the tests that name a ruling")
    args = parser.parse_args()
    if args.where:
        print("\n".join(named(ROOT).get(args.where, [])) or f"no test names {args.where}")
        return 0
    findings = [*unresolved(ROOT), *untested(ROOT)]
    for finding in findings:
        print(finding, file=sys.stderr)
    return 1 if findings and args.check else 0


if __name__ == "__main__":
    sys.exit(main())
