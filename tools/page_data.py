"""Write the server's constant answers as files for the page: words, cards, rulebook, lessons, levels.

A page without a server reads them, and so does one that cannot reach its server (web/src/local/data.ts).

    .venv/bin/python tools/page_data.py web/public/data build/page_data.txt

The second file is written only if anything has changed.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path

from santorini.engine.levels import LEVELS
from santorini.lessons.lessons import lessons
from santorini.server.views import catalogue
from santorini.server.views.lessons import every, one

PAIRINGS = Path(__file__).parent.parent / "src" / "santorini" / "data" / "pairings.json"


def main() -> None:
    """Write the files, remove those that are no longer written, and note their hashes."""
    folder, stamp = Path(sys.argv[1]), Path(sys.argv[2])
    files = {f"{name}.json": body for name, body in contents().items()}
    for name, body in files.items():
        path = folder / name
        if not path.is_file() or path.read_bytes() != body:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(body)
    for path in folder.rglob("*.json"):
        if path.relative_to(folder).as_posix() not in files:
            path.unlink()
    held = "".join(f"{sha256(body).hexdigest()} {name}\n" for name, body in sorted(files.items()))
    if not stamp.is_file() or stamp.read_text(encoding="utf-8") != held:
        stamp.write_text(held, encoding="utf-8")


def contents() -> dict[str, bytes]:
    """The files by name."""
    found = {
        "languages": dumped({"languages": catalogue.known_languages()}),
        "powers": catalogue.powers().body,
        "lessons": every().body,
        "levels": dumped([level_of(number) for number in range(len(LEVELS))]),
        "pairings": dumped(json.loads(PAIRINGS.read_text(encoding="utf-8"))["rules"]),
    }
    for language in catalogue.known_languages():
        found[f"words/{language}"] = catalogue.words(language).body
        found[f"rulebook/{language}"] = catalogue.book(language).body
    for key, lesson in lessons().items():
        tasks = [{"position": task.position, "answer": task.answer} for task in lesson.tasks]
        found[f"lessons/{key}"] = dumped({"lesson": json.loads(one(key).body), "tasks": tasks})
    return found


def level_of(number: int) -> dict[str, float]:
    """The numbers of a level that are set."""
    numbers = asdict(LEVELS[number])
    return {name: value for name, value in numbers.items() if name not in ("number", "name") and value}


def dumped(content: object) -> bytes:
    """As compact JSON."""
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


if __name__ == "__main__":
    main()
