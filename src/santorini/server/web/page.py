"""The page: whatever was built into `server/page/`, from memory. Without it, a plain page that says so."""

from __future__ import annotations

import html
import mimetypes
import re
from pathlib import Path

from santorini import Words
from santorini.server.views.catalogue import Ready

__all__ = ["Page"]

HASHED = re.compile(r"[-.][A-Za-z0-9_-]{8,}\.[a-z0-9]+$")
"""Names that change with the content, as Vite writes them: such a file never changes."""

FOREVER = "public, max-age=31536000, immutable"
ASK = "no-cache"
TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".webmanifest": "application/manifest+json"}


class Page:
    """The files of the page by their addresses."""

    def __init__(self, folder: Path) -> None:
        self._files = {
            "/" + path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()
        }
        self._ready: dict[str, Ready] = {}

    @property
    def built(self) -> bool:
        """Is there a page?"""
        return "/index.html" in self._files

    def find(self, address: str) -> Ready | None:
        """The file at an address; only what was there at the start is served."""
        name = "/index.html" if address == "/" else address
        if name not in self._ready:
            if name == "/index.html" and not self.built:
                self._ready[name] = Ready(_not_built(), "text/html; charset=utf-8", ASK)
            elif (path := self._files.get(name)) is not None:
                caching = FOREVER if name.startswith("/assets/") and HASHED.search(name) else ASK
                self._ready[name] = Ready(path.read_bytes(), _type(path), caching)
        return self._ready.get(name)


def _type(path: Path) -> str:
    return TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"


def _not_built() -> bytes:
    words = Words.load("en")
    title, text = (html.escape(words.text(f"server.page.{key}")) for key in ("title", "not-built"))
    return f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title><p>{text}</p></html>'.encode()
