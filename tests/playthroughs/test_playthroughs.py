"""Replays the golden games (tests/playthroughs/*.txt): each must come out as it is written, to the letter.

Renew with `python -m tests.playthroughs` and read the difference.
"""

import difflib
from pathlib import Path

import pytest

from tests.playthroughs.script import FOLDER, read, written

FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_replay(path: Path) -> None:
    text = path.read_text()
    script = read(text)
    assert script.turns
    again = written(script)
    if again != text:
        difference = difflib.unified_diff(text.splitlines(), again.splitlines(), "written", "played", lineterm="", n=8)
        pytest.fail("\n".join([path.name, *difference]), pytrace=False)


def test_files_are_moderate() -> None:
    assert not [path.name for path in FILES if len(path.read_text().splitlines()) > 150]
