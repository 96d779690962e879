"""For the reference on the documentation site: examples in docstrings become blocks of code.

In Markdown `>>>` would begin a quotation.
"""

from __future__ import annotations

from typing import Any

import griffe

__all__ = ["DoctestBlocks", "fenced"]


def fenced(text: str) -> str:
    """The docstring with each of its examples between fences; an example ends at an empty line."""
    lines: list[str] = []
    inside = False
    for line in text.splitlines():
        if not inside and line.lstrip().startswith(">>> "):
            lines.append("```pycon")
            inside = True
        elif inside and not line.strip():
            lines.append("```")
            inside = False
        lines.append(line)
    return "\n".join([*lines, "```"] if inside else lines)


class DoctestBlocks(griffe.Extension):
    """Called by mkdocstrings for everything it has read."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Fence the examples of one docstring."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)
