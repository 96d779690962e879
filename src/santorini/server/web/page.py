"""The page: the files that were built into `server/page/`, or a plain page that says that nothing was built.

While `make play` still builds them, those of `server/early/` beside it are served in their place.
"""

from __future__ import annotations

import html
import mimetypes
import os
import re
from pathlib import Path

from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from santorini import Words

__all__ = ["Page"]

HASHED = re.compile(r"[-.][A-Za-z0-9_-]{8,}\.[a-z0-9]+$")
"""Names that Vite derives from the content: such a file never changes."""

FOREVER = "public, max-age=31536000, immutable"
ASK = "no-cache"

# The machine's own table of types may differ or lack these.
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("application/wasm", ".wasm")
mimetypes.add_type("application/manifest+json", ".webmanifest")


class Page(StaticFiles):
    """Static files whose names tell browsers how long to keep them."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, check_dir=False)
        self.all_directories.append(folder.with_name("early"))

    async def check_config(self) -> None:
        """If no page was built there is no folder, which is not an error."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file at a path; the root is `index.html`."""
        if path == ".":
            path = "index.html"
            if not any(Path(folder, path).is_file() for folder in self.all_directories):
                return HTMLResponse(_not_built(), headers={"Cache-Control": ASK})
        return await super().get_response(path, scope)

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """The file, or 304 if it has not changed."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        path = Path(full_path)
        hashed = path.parent.name == "assets" and HASHED.search(path.name)
        response.headers["Cache-Control"] = FOREVER if hashed else ASK
        return response


def _not_built() -> str:
    words = Words.load("en")
    title, text = (html.escape(words.text(f"server.page.{key}")) for key in ("title", "not-built"))
    return f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title><p>{text}</p></html>'
