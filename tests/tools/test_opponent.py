"""`make opponent` where the history is missing: it says so, and what to do."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_a_clone_without_the_history_is_told(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)
    (tmp_path / ".venv/bin").mkdir(parents=True)
    (tmp_path / ".venv/bin/python").symlink_to(sys.executable)
    script = shutil.copy(ROOT / "tools/opponent.sh", tmp_path)
    ran = subprocess.run(["sh", script], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert "git fetch --unshallow" in ran.stderr
    assert not (tmp_path / "build").exists()
