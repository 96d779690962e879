"""`santorini rulebook`: how the game is played."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict

from santorini import Words, drawing, read_position, rulebook
from santorini.cli._columns import paragraph
from santorini.cli._common import say
from santorini.words.catalogue import RULE_SETS
from santorini.words.rulebook import RulebookSection, RulebookTerm

__all__ = ["arguments", "run"]

GLOSSARY = "glossary"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("sections", metavar="ID", nargs="*", help=say("cli.rulebook.sections"))
    parser.add_argument("--json", action="store_true", help=say("cli.option.json"))


def run(args: argparse.Namespace) -> int:
    """Print it, or some sections of it."""
    book = rulebook()
    wanted = args.sections or [*(section.id for section in book.sections), GLOSSARY]
    sections = [book.section(key) for key in wanted if key != GLOSSARY]
    if args.json:
        terms = [asdict(term) for term in book.glossary] if GLOSSARY in wanted else []
        print(json.dumps({"title": book.title, "sections": [asdict(one) for one in sections], "glossary": terms}))
        return 0
    lines = [] if args.sections else [book.title, "=" * len(book.title), ""]
    for section in sections:
        lines += [*_section(section), ""]
    if GLOSSARY in wanted:
        lines += [*_heading(book.glossary_title, GLOSSARY)]
        for term in book.glossary:
            lines += _term(term)
        lines.append("")
    print("\n".join(lines[:-1]))
    return 0


def _heading(title: str, key: str) -> list[str]:
    line = f"{title} ({key})"
    return [line, "-" * len(line)]


def _section(section: RulebookSection) -> list[str]:
    lines = _heading(section.title, section.id)
    for text in section.text:
        lines += paragraph(text)
    if section.id == "rule-sets":
        lines += _house_rules()
    for picture in section.pictures:
        # Without the lines that say whose turn it is: a picture is not a game.
        board = drawing(read_position(picture.position)).split("\n")[:6]
        lines += ["", *(f"  {line}" for line in board), "", *paragraph(picture.caption, "  ")]
    return lines


def _house_rules() -> list[str]:
    """The names of the rule sets and settings as they are typed on the command line."""
    words, lines = Words.load(), [""]
    for rules in RULE_SETS:
        lines += _item(f"--rules {rules}", words.text(f"rules.{rules}.text"))
    for setting in ("chaos-any-dome", "terpsichore-pass", "medusa-ignores-limus", "bga-start"):
        lines += _item(f"--set {setting}", words.text(f"settings.{setting}"))
    return lines


def _term(term: RulebookTerm) -> list[str]:
    return _item(term.name, term.text)


def _item(name: str, text: str) -> list[str]:
    return [f"  {name}", *paragraph(text, "      ")]
