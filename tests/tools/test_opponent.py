"""The opponent: refused where it would not be the program it is named after."""

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


def test_a_python_that_would_import_our_own_sources_is_refused(tmp_path: Path) -> None:
    for folder, why in ((tmp_path, "No module named 'santorini'"), (tmp_path / "fake", "is imported from")):
        if folder.name == "fake":
            (folder / "santorini").mkdir(parents=True)
            (folder / "santorini/__init__.py").write_text("class _core: __file__ = '/elsewhere'\n")
        ran = subprocess.run(["sh", "tools/isolated.sh", folder], cwd=ROOT, capture_output=True, text=True, check=False)
        assert ran.returncode == 1
        assert why in ran.stderr
        assert ran.stdout == ""
