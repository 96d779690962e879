"""What the documentation site (mkdocs.yml) shows beside docs/: pages that lie elsewhere or come from the package.

MkDocs calls the functions named `on_...`. Links between documents are written as the repository needs them; here they
are changed to lead to the page on the site.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

import santorini
from santorini.draw.svg import board_svg
from santorini.game.reading import read_position
from santorini.lessons.lessons import lessons
from santorini.words.catalogue import Words

ROOT = Path(__file__).resolve().parent.parent
ELSEWHERE = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "bench/results.md": "speed.md",
    "examples/README.md": "examples.md",
    "tests/oracle/README.md": "oracle.md",
}
"""Documents of the repository that are pages of the site."""
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)|(<img src=\")([^\"]+)\"")
OPTIONAL = (
    "santorini.encoding",
    "santorini.batch",
    "santorini.gym",
    "santorini.pettingzoo.santorini_v0",
    "santorini.open_spiel",
    "santorini.selfplay",
)


def on_files(files: Files, config: Any) -> Files:
    """Add the pages that are not in docs/."""
    for source, page in ELSEWHERE.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        if source.startswith("examples"):
            text += "\n" + "\n".join(_programs())
        files.append(File.generated(config, page, content=turned(text, source)))
    files.append(File.generated(config, "powers.md", content="\n".join(powers_page())))
    files.append(File.generated(config, "reference.md", content="\n".join(reference_page())))
    for name, picture in pictures().items():
        files.append(File.generated(config, f"pictures/{name}.svg", content=picture))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """Change links that leave docs/."""
    source = page.file.src_uri
    return markdown if source in ELSEWHERE.values() else turned(markdown, f"docs/{source}")


def turned(text: str, source: str) -> str:
    """A document whose links lead to pages of the site. A link to anything else becomes plain text."""
    page = ELSEWHERE.get(source, source.removeprefix("docs/"))

    def replace(match: re.Match[str]) -> str:
        mark, label, target, image, picture = match.groups()
        where, _, anchor = (picture or target).partition("#")
        if "://" in where or not where:
            return match[0]
        path = posixpath.normpath(posixpath.join(posixpath.dirname(source), where))
        end = ELSEWHERE.get(path, path.removeprefix("docs/") if path.startswith("docs/") else None)
        if end is None:
            return label
        link = posixpath.relpath(end, posixpath.dirname(page) or ".") + (f"#{anchor}" if anchor else "")
        return f'{image}{link}"' if image else f"{mark}[{label}]({link})"

    return LINK.sub(replace, text)


def powers_page() -> Iterator[str]:
    """The gallery: every card with its text and a picture of what it does."""
    words = Words.load("en")
    yield from (
        "# The powers",
        "",
        "The texts are this project's own; [the rules](rules/README.md) go into detail.",
        "",
    )
    pictured = pictures()
    for category in ("simple", "advanced", "golden_fleece", "hero"):
        yield from (f"## {words.text(f'category.{category}')}", "")
        for one in santorini.POWERS.values():
            if one.category != category:
                continue
            players = ", ".join(str(n) for n in one.players)
            yield from (f"### {one.name}", "", one.text(), "", f"*Players: {players}. Id: `{one.id}`.*", "")
            if one.id in pictured:
                yield from (f"![A turn of {one.name}](pictures/{one.id}.svg){{ width=240 loading=lazy }}", "")


@cache
def pictures() -> dict[str, str]:
    """For each power the board of its lesson's first task, with the example's turn marked."""
    found: dict[str, str] = {}
    for lesson in lessons().values():
        task = lesson.tasks[0]
        if lesson.kind != "power" or lesson.power is None or task.position is None or not task.turns:
            continue
        before = read_position(task.position)
        turn, _ = before.read_turn(task.turns[0])
        found[lesson.power] = board_svg(before, last=turn, size=240)
    return found


def reference_page() -> Iterator[str]:
    """Every public name with its docstring."""
    yield from ("# Reference", "", "Everything public, from the docstrings.", "")
    for name in santorini.__all__:
        yield from (f"::: santorini.{name}", "")
    for module in OPTIONAL:
        yield from (f"::: {module}", "    options: {show_root_full_path: true}", "")


def _programs() -> Iterator[str]:
    """The examples themselves."""
    for path in sorted((ROOT / "examples").glob("*.py")):
        yield from (f"## {path.name}", "", "```python", path.read_text(encoding="utf-8").rstrip(), "```", "")
