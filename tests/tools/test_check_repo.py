"""The repository check finds what it is meant to find."""

from pathlib import Path

import pytest

from tools import check_repo


def findings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str) -> list[str]:
    monkeypatch.setattr(check_repo, "ROOT", tmp_path)
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return list(check_repo.check_file(path))


LONG = "word " * 30


@pytest.mark.parametrize(
    "text",
    [
        f"| {LONG} |",
        f"```\n{LONG}\n```",
        f"    {LONG}",
        "word " * 22 + "[link](page.md#there)",
        '<a id="b3.2"></a>' + "word " * 23,
        "# Head\n\nTo [the head](#head) and to [python](https://python.org).",
    ],
)
def test_a_document_that_is_right(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    (tmp_path / "page.md").write_text('<a id="there"></a>', encoding="utf-8")
    assert findings(tmp_path, monkeypatch, "other.md", text) == []


@pytest.mark.parametrize("text", [LONG, f"* {LONG}", f"```\ncode\n```\n{LONG}"])
def test_a_line_that_is_too_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    (found,) = findings(tmp_path, monkeypatch, "page.md", text)
    assert "documents wrap at 120" in found


@pytest.mark.parametrize("target", ["nowhere.md", "other.md#nowhere", "#nowhere"])
def test_a_link_that_leads_nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, target: str) -> None:
    (tmp_path / "other.md").write_text("# Somewhere\n", encoding="utf-8")
    (found,) = findings(tmp_path, monkeypatch, "page.md", f"A [link]({target}).")
    assert found == f"page.md:1: the link to {target} leads nowhere"


@pytest.mark.parametrize("named", ["core/nothing.cpp", "tests/rules/<power>.md", "src/*.toml"])
def test_a_file_that_does_not_exist(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str) -> None:
    (tmp_path / "core").mkdir()
    (tmp_path / "core/machine.h").touch()
    assert findings(tmp_path, monkeypatch, "page.md", "See `core/machine.h`, `core/<name>.h` and `core/`.") == []
    (found,) = findings(tmp_path, monkeypatch, "page.md", f"See `{named}`.")
    assert found == f"page.md:1: there is no {named}"


@pytest.mark.parametrize("text", ["see .{}/shared/rules", 'ROOT.parent {} "shared"', "(.{}/shared)"])
def test_what_lies_outside_the_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    text = text.format("/" if '"' in text else ".")  # so that this file does not contain it itself
    (found,) = findings(tmp_path, monkeypatch, "script.py", text)
    assert "outside the repository" in found
    assert findings(tmp_path, monkeypatch, "module.cpp", '#include "../shared.h"') == []
