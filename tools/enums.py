"""Writes src/santorini/enums.py, the mirror of the core's enumerations.

    python tools/enums.py            writes the file
    python tools/enums.py --check    fails if the file is not what the core says

The names and their order come from the compiled core (core/text/names.h, core/questions/). Only the docstrings are
written here.
"""

import argparse
import importlib.util
import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent / "src" / "santorini"
FILE = PACKAGE / "enums.py"

HEAD = '''"""The enumerations of the core, as texts that equal their names. Written by tools/enums.py: do not edit.

>>> from santorini import Stage
>>> Stage.PLAY == "play", Stage.PLAY, Stage.PLAY.name
(True, 'play', 'PLAY')
"""

from enum import StrEnum

__all__ = [
{names}
]


class _Text(StrEnum):
    """Shown as the text that it is."""

    def __repr__(self) -> str:
        return repr(self.value)
'''

DOCS = {
    "RuleSet": "Whose text the cards follow.",
    "Stage": "Where in the game a position is: `play`, or a stage of set-up.",
    "EndReason": "Why a game ended; `none` while it goes on.",
    "StepKind": "What a step does.",
    "EffectKind": "What happens on the table when a step is played.",
    "Setting": "A switch for a reading on which the sources differ.",
    "WhyCode": "Why a step is not possible: the rule, or the card, that forbids it.",
    "RestrictionKind": "What a card forbids or demands of a player.",
}


def enumerations() -> dict[str, tuple[str, ...]]:
    """The names, from the compiled core alone: the package cannot be imported while its mirror is out of date."""
    [library] = PACKAGE.glob("_core.*.so")
    spec = importlib.util.spec_from_file_location("_core", library)
    assert spec is not None
    assert spec.loader is not None
    core = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(core)
    found: dict[str, tuple[str, ...]] = core.enumerations()
    return found


def written() -> str:
    """The file as the core has it."""
    enums = enumerations()
    if enums.keys() != DOCS.keys():
        raise SystemExit(f"tools/enums.py has no docstring for: {', '.join(enums.keys() ^ DOCS.keys())}")
    text = HEAD.replace("{names}", "\n".join(f'    "{name}",' for name in sorted(enums)))
    for name, members in enums.items():
        constants = {member.replace("-", "_").upper(): member for member in members}
        first = next(iter(constants))
        example = f'>>> from santorini import {name}\n    >>> {name}("{members[0]}") is {name}.{first}\n    True'
        text += f'\n\nclass {name}(_Text):\n    """{DOCS[name]}\n\n    {example}\n    """\n\n'
        text += "".join(f'    {constant} = "{member}"\n' for constant, member in constants.items())
    return text


def main() -> int:
    """Write or check."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="only compare")
    if not parser.parse_args().check:
        FILE.write_text(written(), encoding="utf-8")
    elif not FILE.exists() or FILE.read_text(encoding="utf-8") != written():
        print("src/santorini/enums.py differs from the core: run python tools/enums.py", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
