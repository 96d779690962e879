"""The table word -> place in docs/architecture.md: which functions of the core read each word of the vocabulary.

    python tools/vocabulary_places.py            # update the table
    python tools/vocabulary_places.py --check    # fail if it is out of date

A word is implemented in one place, or in two if it adds both a choice and a consequence. The table shows any others.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/architecture.md"
BEGIN, END = "<!-- vocabulary_places: begin -->", "<!-- vocabulary_places: end -->"

GROUPS = {"Setup": "setup", "Start": "start", "Turning": "turn", "Move": "move", "Build": "build", "End": "end",
          "Opponent": "opponent", "Everyone": "everyone", "Win": "win"}  # fmt: skip
"""The struct of each group in core/rules/vocabulary.h, and the member of `Power` that holds it."""

COLUMNS = {
    "quick ways, search": ("core/search/", "core/encoding/"),
    "set-up, texts, questions": ("core/text/", "core/rules/", "core/questions/", "core/state/"),
    "rules of the turn": ("core/",),
}
QUICK = ("core/turn/bulk", "core/turn/can_win", "core/turn/generator", "core/turn/series", "core/rules/traits")
SETUP = ("core/turn/setup", "core/turn/draft")
NOT_READERS = ("core/rules/vocabulary", "core/rules/rulesets.h", "core/rules/sets/")


def words() -> Iterator[tuple[str, str]]:
    """Group and name of every word, in the order of the table in core/rules/vocabulary.h."""
    table = (ROOT / "core/rules/vocabulary.h").read_text()
    for row in re.finditer(r'^    (?:word|number)<[^>]*>\("(\w+)",\s*"(\w+)"|^    whole<[^>]*>\("(\w+)"', table, re.M):
        group, name, whole = row.groups()
        yield (group, name) if group else ("power", whole)


def functions(source: str) -> Iterator[tuple[str, str]]:
    """Name and body of every function, as far as braces tell."""
    source = re.sub(r"^#[^\n]*", " ", source, flags=re.M)
    source = re.sub(r"//[^\n]*|/\*.*?\*/", " ", source, flags=re.S)
    source = re.sub(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)\'', '""', source)
    scopes: list[tuple[str, str, int]] = []  # kind, name, where the body begins
    head = 0
    for at in (m.start() for m in re.finditer(r"[{};]", source)):
        if source[at] == "{":
            text = source[head:at].strip()
            inside = all(kind in ("namespace", "type") for kind, _, _ in scopes)
            named = re.search(r"([\w:~]+|operator\W+)\s*\(", text)
            kind = re.match(
                r"(?:inline |export )?namespace|(?:template\s*<.*?>\s*)?(?:class|struct|enum|union)\b", text
            )
            if kind:
                word = "namespace" if "namespace" in kind[0] else "type"
                own = re.search(r"(?:class|struct|enum class|enum|union)\s+(\w+)", text)
                scopes.append((word, own[1] if own and word == "type" else "", at))
            elif inside and named and not re.search(r"=\s*$|\breturn\b", text):
                prefix = "".join(f"{name}::" for scope, name, _ in scopes if scope == "type")
                scopes.append(("function", prefix + named[1], at))
            else:
                scopes.append(("block", "", at))
        elif source[at] == "}" and scopes:
            kind_of, name, begin = scopes.pop()
            if kind_of == "function":
                yield name, source[source.rfind(";", 0, begin) + 1 : at]
        head = at + 1


def reads(body: str) -> set[tuple[str, str]]:
    """The words that a function reads, as `.group.word` or through a reference to the group."""
    found = {pair for pair in re.findall(r"\b(\w+)\.(?=(\w+)\b)", body) if pair[0] in GROUPS.values()}
    for struct, alias in re.findall(r"\b(?:const )?(\w+)& (\w+)(?= = |[,)])", body):
        if struct in GROUPS:
            found |= {(GROUPS[struct], word) for word in re.findall(rf"\b{alias}\.(\w+)\b", body)}
    found |= {("power", word) for word in re.findall(r"[.](abyss|again|their_power|once)\b", body)}
    return found


def places() -> dict[tuple[str, str], dict[str, set[str]]]:
    """For every word and column: file and function."""
    out: dict[tuple[str, str], dict[str, set[str]]] = {word: {} for word in words()}
    for path in sorted((ROOT / "core").rglob("*")):
        name = path.relative_to(ROOT).as_posix()
        if path.suffix not in (".cpp", ".h") or name.startswith(NOT_READERS):
            continue
        column = next(c for c, starts in COLUMNS.items() if name.startswith(starts))
        if name.startswith(QUICK):
            column = "quick ways, search"
        if name.startswith(SETUP):
            column = "set-up, texts, questions"
        for function, body in functions(path.read_text()):
            for word in reads(body) & out.keys():
                out[word].setdefault(column, set()).add(f"{path.stem}: {function.split('::')[-1]}")
    return out


def table() -> str:
    """The table, as Markdown."""
    columns = list(reversed(COLUMNS))
    lines = ["| word | " + " | ".join(columns) + " |", "| --- " * (1 + len(columns)) + "|"]
    for (group, name), where in places().items():
        cells = [", ".join(f"`{place}`" for place in sorted(where.get(column, ()))) for column in columns]
        lines.append(f"| `{group}.{name}` | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write the table, or check it."""
    page = PAGE.read_text()
    before, rest = page.split(BEGIN)
    _, after = rest.split(END)
    fresh = f"{before}{BEGIN}\n{table()}{END}{after}"
    if "--check" not in sys.argv:
        PAGE.write_text(fresh)
    elif fresh != page:
        sys.exit("docs/architecture.md: the table of words is out of date: run python tools/vocabulary_places.py")
    unread = [f"{group}.{name}" for (group, name), where in places().items() if not where]
    if unread:
        sys.exit(f"Words that nothing in the core reads: {', '.join(unread)}")


if __name__ == "__main__":
    main()
