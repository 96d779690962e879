"""Which numbered rulings does no test name?

The rulings are those of the rules reference: A3, B to E, F (powers), H (interactions), Q (questions). A test names one
by its number: in the title of a case of tests/rules, in a test's name (`test_q53_..`), docstring or comment, or in a
remark of a table of counts. `H12-H15` names all four.

    python tools/rulings.py            print what is missing
    python tools/rulings.py --check    and fail if anything is
    python tools/rulings.py --write    renew tests/rulings.txt, the numbers only, from the reference
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
REFERENCE = ROOT.parent / "shared" / "rules" / "REFERENCE.md"
STORED = ROOT / "tests" / "rulings.txt"

NUMBER = r"[A-FHQ]\d{1,3}b?(?:\.\d{1,2})?"
MENTION = re.compile(rf"(?<![\w.:,/-])({NUMBER})(?:\s?[-–]\s?({NUMBER}))?(?![\w/])")
IN_NAME = re.compile(r"_([a-fhq])(\d{1,3}b?)(?:_(\d{1,2}))?(?=_|$)")


def in_reference(text: str) -> list[str]:
    """The rulings of the reference, in its order.

    A section counts itself only where it has no numbered rulings of its own.
    """
    found: list[str] = []
    for line in text.splitlines():
        if match := re.match(r"## ([A-F]\d+b?)\.|\| ([HQ]\d+) \|", line):
            found.append(match[1] or match[2])
        else:
            found += re.findall(r"^\* \*\*([A-E]\d+b?\.\d+)\b", line)
    with_rulings = {number.partition(".")[0] for number in found if "." in number}
    tables = {"A1", "A2", "B5"}  # what words mean: used everywhere, no rulings
    return [number for number in dict.fromkeys(found) if number not in with_rulings | tables]


def wanted() -> list[str]:
    """The rulings that need a test."""
    if REFERENCE.exists():
        return in_reference(REFERENCE.read_text(encoding="utf-8"))
    return STORED.read_text(encoding="utf-8").split()


def python_words(path: Path) -> Iterator[str]:
    """Docstrings, comments and names of functions: not the code, in which B3 is a square."""
    source = path.read_text(encoding="utf-8")
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            yield ast.get_docstring(node) or ""
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            for letter, number, part in IN_NAME.findall(node.name):
                yield f"{letter.upper()}{number}" + (f".{part}" if part else "")


def words(path: Path) -> Iterator[str]:
    """The parts of a test file that may name a ruling."""
    if path.suffix == ".py":
        yield from python_words(path)
    elif path.suffix == ".perft":
        yield from (line.partition("#")[2] for line in path.read_text(encoding="utf-8").splitlines())
    elif path.suffix == ".txt" and path.parent.name == "rules":
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("=="):
                yield line
            elif match := re.search(r" {2,}(.*\([^)]*\).*)$", line):
                yield match[1]  # a comment behind a check


def mentions(text: str) -> Iterator[str]:
    """The numbers in a text; a range stands for all of its members."""
    for match in MENTION.finditer(text):
        first, last = match[1], match[2]
        yield first
        if last is None:
            continue
        start, end = re.fullmatch(r"(.*?)(\d+)", first), re.fullmatch(r"(.*?)(\d+)", last)
        if start and end and start[1] == end[1]:
            yield from (f"{start[1]}{n}" for n in range(int(start[2]), int(end[2]) + 1))


def named() -> dict[str, list[str]]:
    """For each ruling the test files that name it."""
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / "tests").rglob("*")):
        if "reading" in path.parts or path == STORED or not path.is_file():
            continue
        for number in dict.fromkeys(n for text in words(path) for n in mentions(text)):
            found.setdefault(number, []).append(str(path.relative_to(ROOT)))
    return found


def main() -> int:
    """Print the rulings without a test."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="fail if a ruling is missing")
    parser.add_argument("--write", action="store_true", help="renew tests/rulings.txt")
    parser.add_argument("--where", metavar="NUMBER", help="print the files that name a ruling")
    args = parser.parse_args()
    numbers, tests = wanted(), named()
    if args.where:
        print("\n".join(tests.get(args.where, [])) or f"no test names {args.where}")
        return 0
    if args.write:
        STORED.write_text("\n".join(numbers) + "\n", encoding="utf-8")
    missing = [number for number in numbers if number not in tests]
    for number in missing:
        print(number)
    print(f"{len(numbers) - len(missing)} of {len(numbers)} rulings are named by a test", file=sys.stderr)
    return 1 if missing and args.check else 0


if __name__ == "__main__":
    sys.exit(main())
