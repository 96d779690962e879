"""Writes src/santorini/enums.py, the mirror of the core's enumerations.

    python tools/enums.py            writes the file
    python tools/enums.py --check    fails if the file is not what the core says

The names and their order come from the compiled core (core/text/names.h, core/questions/). Only the docstrings, with
an example each, are written here.
"""

import argparse
import importlib.util
import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent / "src" / "santorini"
FILE = PACKAGE / "enums.py"

HEAD = '''"""The enumerations of the core, as texts that equal their names. Written by tools/enums.py: do not edit.

>>> from santorini import Stage
>>> Stage.PLAY == "play", f"{Stage.PLAY}"
(True, 'play')
"""

from enum import StrEnum

__all__ = [
{names}
]
'''

GAME = 'game = Game.from_text("0000000000000000000000000/1/pan:b3,d3/athena[^]:c2,c4")'
DOCS = {
    "RuleSet": ("The rule set whose card texts are used.", "Game().position.rules is RuleSet.PRINTED"),
    "Stage": ("The stage of a game: `play`, or a stage of the set-up.", "Game().position.stage is Stage.PLACE"),
    "EndReason": ("Why a game ended; `none` while it goes on.", "Game().position.reason is EndReason.NONE"),
    "StepKind": ("What a step does.", "Game().legal_steps[0].kind is StepKind.PLACE"),
    "EffectKind": (
        "What happens on the board when a step is played.",
        GAME,
        'game.push("b3-b4 +b3").effects[1].kind is EffectKind.BUILD',
    ),
    "Setting": (
        "An option for a rule on which the sources differ.",
        'Game(settings=["bga-start"]).position.settings == [Setting.BGA_START]',
    ),
    "WhyCode": (
        "Why a step is not possible: the rule, or the card, that forbids it.",
        GAME,
        'game.why("b5", origin="b3")[0].code is WhyCode.FAR',
    ),
    "RestrictionKind": (
        "What a card forbids or demands of a player.",
        GAME,
        "game.position.restrictions(1)[0].kind is RestrictionKind.NO_CLIMB",
    ),
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
        says, *example = DOCS[name]
        lines = "".join(f"    >>> {line}\n" for line in example)
        text += f'\n\nclass {name}(StrEnum):\n    """{says}\n\n'
        text += f'    >>> from santorini import Game, {name}\n{lines}    True\n    """\n\n'
        text += "".join(f'    {member.replace("-", "_").upper()} = "{member}"\n' for member in members)
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
