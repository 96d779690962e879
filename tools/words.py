"""Keeps the translations in step: a text that changes in one language is reviewed in all of them.

    python tools/words.py --check              list texts that changed since their last review; fails if there are any
    python tools/words.py --stamp KEY ...      mark these texts as reviewed in every language; * matches anything
    python tools/words.py --show KEY ...       print the texts in every language, one below the other

`tools/reviewed.toml` holds a short hash of every card and rulebook text in each language, taken when they were last
compared. Only `--stamp` writes it.
"""

import argparse
import sys
import tomllib
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCALES = ROOT / "src" / "santorini" / "locales"
REVIEWED = ROOT / "tools" / "reviewed.toml"

# Only texts that state rules are reviewed word for word. Buttons and messages are just checked for completeness.
WATCHED = ("power.", "rules.", "settings.", "rulebook.")

Texts = dict[str, dict[str, str]]  # key, language, text


def languages() -> list[str]:
    """The languages there is a catalogue for."""
    return sorted(path.stem for path in LOCALES.glob("*.toml"))


def texts() -> Texts:
    """Every watched text in every language; the rulebook's keys begin with `rulebook.`."""
    found: Texts = {}
    for language in languages():
        for folder, prefix in (("", ""), ("rulebook", "rulebook.")):
            path = LOCALES / folder / f"{language}.toml"
            if not path.exists():
                continue
            for key, text in flat(tomllib.loads(path.read_text(encoding="utf-8")), prefix):
                if key.startswith(WATCHED):
                    found.setdefault(key, {})[language] = text
    return found


def flat(table: Mapping[str, object], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Dotted keys and texts of a nested table."""
    for name, value in table.items():
        if isinstance(value, Mapping):
            yield from flat(value, f"{prefix}{name}.")
        elif isinstance(value, list):
            yield from flat({str(at): item for at, item in enumerate(value)}, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", str(value)


def stamps(now: Texts) -> dict[str, str]:
    """The lines of `reviewed.toml` for these texts."""
    return {
        key: " ".join(f"{language}:{sha256(text.encode()).hexdigest()[:6]}" for language, text in sorted(said.items()))
        for key, said in now.items()
    }


def findings(now: Texts, reviewed: Mapping[str, str]) -> dict[str, str]:
    """The keys that need a review, each with a line that says why."""
    found = {key: f"{key}: no longer there" for key in reviewed if key not in now}
    for key, stamp in stamps(now).items():
        if stamp == reviewed.get(key):
            continue
        old = dict(part.split(":") for part in reviewed.get(key, "").split())
        new = dict(part.split(":") for part in stamp.split())
        changed = [language for language in new | old if new.get(language) != old.get(language)]
        others = [language for language in new if language not in changed]
        found[key] = f"{key}: changed in {', '.join(changed)}; reread {', '.join(others) or 'them together'}"
    return found


def read_stamps() -> dict[str, str]:
    """Read `reviewed.toml`."""
    return tomllib.loads(REVIEWED.read_text(encoding="utf-8")) if REVIEWED.exists() else {}


def write_stamps(reviewed: Mapping[str, str]) -> None:
    """Write `reviewed.toml`, one line per text so that branches merge easily."""
    head = (
        "# Written by `python tools/words.py --stamp KEY ...` after the texts of KEY were reread in every language.\n"
    )
    REVIEWED.write_text(head + "".join(f'"{key}" = "{reviewed[key]}"\n' for key in sorted(reviewed)), encoding="utf-8")


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--check", action="store_true")
    what.add_argument("--stamp", nargs="+", metavar="KEY")
    what.add_argument("--show", nargs="+", metavar="KEY")
    args = parser.parse_args()
    now, reviewed = texts(), read_stamps()
    if args.show:
        for key, said in now.items():
            if any(fnmatchcase(key, pattern) for pattern in args.show):
                print(key, *(f"  {language}  {text}" for language, text in said.items()), sep="\n")
        return 0
    if args.stamp:
        fresh = stamps(now)
        for key in {*fresh, *reviewed}:
            if any(fnmatchcase(key, pattern) for pattern in args.stamp):
                reviewed.pop(key, None)
                if key in fresh:
                    reviewed[key] = fresh[key]
        write_stamps(reviewed)
        return 0
    for line in (found := findings(now, reviewed)).values():
        print(line)
    if found:
        print(
            f"{len(found)} texts to review: reread them in every language, then python tools/words.py --stamp KEY ..."
        )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
