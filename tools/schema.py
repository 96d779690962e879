"""Writes the server's OpenAPI document into a file, from which the page's types are made.

A file that is already up to date is left alone, so that nothing is built again.
"""

import json
import sys
from pathlib import Path

from santorini.server.web.app import create_app


def main() -> None:
    """Write the document into the file named on the command line."""
    file = Path(sys.argv[1])
    text = json.dumps(create_app().openapi(), indent=1) + "\n"
    if not file.exists() or file.read_text(encoding="utf-8") != text:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
