"""The check of the labels finds what it is meant to find, and takes nothing else for a label."""

from pathlib import Path

import pytest

from tools import labels

RULES = """# B. Turn structure

<a id="b3"></a>

## B3. Legality

* <a id="b3.1"></a>**B3.1** A complete turn ...
* <a id="b3.2"></a>**B3.2** So a player ...

| <a id="s8"></a>S8 | end of turn |
| <a id="h1"></a>H1 | forced is not moved |
| <a id="h2"></a>H2 | restrictions intersect |
| <a id="h3"></a>H3 | own triggers first |
"""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A small repository in which everything is right."""
    files = {
        "docs/rules/turn.md": RULES,
        "docs/page.md": "See B3.2, S8/S8 and `H1`-`H3`. b9 is a square. 41012/2/mortal:B7,C9/artemis:E9,A9",
        "core/turn.cpp": '// The turn (B3).\nconst char* path = "M12 5H9"; /* S8 */\n',
        "src/game.py": '"""Legality is judged on whole turns (B3)."""\nZ95 = 1.96  # noqa: N818\n',
        "web/src/emblem.ts": 'const emblem = "M12 3 H98"; // a drawing: no label\nconst other = `B99`;\n',
        "tests/test_turn.py": '"""B3.1"""\n\n\ndef test_b3_2_no_dead_end() -> None: ...\n',
        "tests/rules/base.txt": "Base: B3.\n== Forces (H1-H3)\nboard\n5  0A 0B\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def append(path: Path, text: str) -> None:
    path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")


def test_nothing_is_wrong(house: Path) -> None:
    assert [*labels.unresolved(house), *labels.untested(house)] == []


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("docs/page.md", "\nAs B3.9 says.\n", 2),
        ("core/turn.cpp", "// Not so (Q7).\n", 3),
        ("src/game.py", "# H4: nothing\n", 3),
        ("web/src/emblem.ts", "/* F39 */\n", 3),
        ("tests/test_turn.py", "def test_q53_secrets() -> None: ...\n", 5),
        ("tests/rules/base.txt", "== Another case (B3.9)\n", 5),
        ("docs/page.md", "\nThe group H-b.\n", 2),
        ("docs/page.md", "\nH2 - H5\n", 2),
        ("docs/page.md", "\nS8/S99\n", 2),
    ],
)
def test_a_label_that_does_not_exist(house: Path, name: str, text: str, line: int) -> None:
    append(house / name, text)
    findings = list(labels.unresolved(house))
    assert findings
    assert all(finding.startswith(f"{name}:{line}: ") for finding in findings)
    assert all(finding.endswith("is not a label of docs/rules") for finding in findings)


def test_a_range_names_all_its_members() -> None:
    assert list(labels.mentions("H12-H15, S0/S2 and B3.5")) == ["H12", "H13", "H14", "H15", "S0", "S2", "B3.5"]


def test_a_ruling_without_a_test(house: Path) -> None:
    append(house / "docs/rules/turn.md", '* <a id="b3.3"></a>**B3.3** If no complete turn exists ...\n')
    append(house / "core/turn.cpp", "// B3.3\n")
    append(house / "docs/page.md", "B3.3\n")
    assert list(labels.untested(house)) == ["docs/rules: no test names B3.3"]
    append(house / "tests/rules/base.txt", "== Nothing is left to do. (B3.3)\n")
    assert list(labels.untested(house)) == []


def test_a_remark_at_the_head_of_a_rules_file_tests_nothing(house: Path) -> None:
    append(house / "docs/rules/turn.md", '* <a id="b3.3"></a>**B3.3** If no complete turn exists ...\n')
    base = house / "tests/rules/base.txt"
    base.write_text("B3.3\n" + base.read_text(encoding="utf-8"), encoding="utf-8")
    assert list(labels.untested(house)) == ["docs/rules: no test names B3.3"]


def test_every_label_of_the_rules_is_there_once() -> None:
    found = labels.anchors(labels.ROOT)
    assert len(found) == len(set(found))
    expected = [f"F{n}" for n in range(1, 56)] + [f"H{n}" for n in range(1, 198)] + [f"Q{n}" for n in range(1, 56)]
    assert set(expected) <= set(found)
