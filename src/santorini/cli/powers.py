"""`santorini powers`: the cards."""

from __future__ import annotations

import argparse
import json

from santorini import POWERS, Power, Words, ban, power, random_powers
from santorini._core import allowed_as_fleece
from santorini.cli._columns import paragraph, table
from santorini.cli._common import CommandError, add_filters, filters, named_power, say
from santorini.setup.random_choice import wanted
from santorini.setup.suits import player_counts
from santorini.words.catalogue import RULE_SETS

__all__ = ["arguments", "card", "run"]

CATEGORIES = ("simple", "advanced", "golden-fleece", "hero")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("ids", metavar="ID", nargs="*", help=say("cli.powers.ids"))
    parser.add_argument("--json", action="store_true", help=say("cli.option.json"))
    parser.add_argument("--rules", choices=RULE_SETS, default="printed", help=say("cli.option.rules"))
    parser.add_argument("--players", type=int, choices=(2, 3, 4), help=say("cli.powers.players"))
    parser.add_argument("--fleece", action="store_true", help=say("cli.powers.fleece"))
    parser.add_argument("--category", choices=CATEGORIES, help=say("cli.powers.category"))
    add_filters(parser)
    parser.add_argument("--random", metavar="N", type=int, choices=(2, 3, 4), help=say("cli.powers.random"))
    parser.add_argument("--seed", metavar="NUMBER", type=int, help=say("cli.powers.seed"))


def run(args: argparse.Namespace) -> int:
    """List them, or show some in detail."""
    cards = [named_power(key) for key in args.ids]
    missing = [one.id for one in cards if args.rules not in one.rules]
    if missing:
        raise CommandError(say("cli.powers.not-in-rules", powers=", ".join(missing), rules=args.rules))
    if args.seed is not None and args.random is None:
        raise CommandError(say("cli.powers.seed-alone"))
    beside = cards if args.random else []
    # Without ids, all cards. `mortal` is not one of them but can be asked for.
    if args.random or not cards:
        cards = [one for one in POWERS.values() if one.number and args.rules in one.rules]
    cards = [one for one in cards if wanted(one, args.rules, **filters(args))]
    if args.players:
        cards = [one for one in cards if args.players in player_counts(one, args.rules)]
    if args.fleece:
        cards = [one for one in cards if allowed_as_fleece(one.id, args.rules)]
    if args.category:
        cards = [one for one in cards if one.category.replace(" ", "-") == args.category]
    if args.random:
        seated, among = [one.id for one in beside], [one.id for one in cards]
        drawn = random_powers(args.random, rules=args.rules, seed=args.seed, among=among, beside=seated)
        cards = [*beside, *map(power, drawn)]
    words = Words.load()
    if args.json:
        print(json.dumps([in_json(one, args.rules, words) for one in cards], ensure_ascii=True))
    elif args.random:
        given = " ".join([one.id for one in cards] + ([f"--rules {args.rules}"] if args.rules != "printed" else []))
        print("\n".join([_rows(cards, args.rules, words), "", say("cli.powers.to-play", arguments=given)]))
    elif args.ids:
        print("\n\n".join("\n".join(card(one, args.rules, words)) for one in cards))
    else:
        print(listing(cards, args.rules, words))
    return 0


def bans(one: Power, rules: str) -> dict[str, str]:
    """The powers it is not played against, with the kind of each ban: 'printed', 'advised' or 'rule'."""
    found = ((other.id, ban(one.id, other.id, rules)) for other in POWERS.values() if rules in other.rules)
    return {other: why for other, why in found if why is not None and other != one.id}


def category(one: Power, words: Words) -> str:
    """The category's name."""
    return words.text(f"category.{one.category.replace(' ', '_')}")


def in_json(one: Power, rules: str, words: Words) -> dict[str, object]:
    """A card for programs."""
    forbidden = bans(one, rules)
    return {
        "id": one.id,
        "number": one.number,
        "name": words.power_name(one.id),
        "epithet": words.text(f"power.{one.id}.epithet"),
        "category": one.category,
        "players": list(player_counts(one, rules)),
        "fleece": allowed_as_fleece(one.id, rules),
        "bans": list(forbidden),
        "ban_kinds": forbidden,
        "rules": list(one.rules),
        "text": words.power_text(one.id, rules),
        "notes": list(words.power_notes(one.id, rules)),
    }


def listing(cards: list[Power], rules: str, words: Words) -> str:
    """All cards, a line each."""
    return "\n".join([_rows(cards, rules, words), "", say("cli.powers.more")])


def _rows(cards: list[Power], rules: str, words: Words) -> str:
    rows = [
        [
            str(one.number),
            one.id,
            words.power_name(one.id),
            category(one, words),
            " ".join(map(str, player_counts(one, rules))),
            say("cli.powers.yes") if allowed_as_fleece(one.id, rules) else "",
        ]
        for one in cards
    ]
    heads = [say(f"cli.powers.head-{head}") for head in ("number", "id", "name", "category", "players", "fleece")]
    return table(heads, rows, right={0})


def card(one: Power, rules: str, words: Words) -> list[str]:
    """A card in detail."""
    epithet = words.text(f"power.{one.id}.epithet")
    lines = [f"{one.number} {words.power_name(one.id)}, {epithet} ({one.id})"]
    fleece = "cli.powers.with-fleece" if allowed_as_fleece(one.id, rules) else "cli.powers.without-fleece"
    counts = ", ".join(map(str, player_counts(one, rules)))
    lines.append(f"  {category(one, words)}; {say('cli.powers.for', players=counts)}; {say(fleece)}")
    lines += paragraph(words.power_text(one.id, rules), "  ")
    for note in words.power_notes(one.id, rules):
        first, *rest = paragraph(note, "    ")
        lines += [f"  - {first.lstrip()}", *rest]
    forbidden = bans(one, rules)
    for kind in ("printed", "advised", "rule"):
        names = ", ".join(words.power_name(other) for other, why in forbidden.items() if why == kind)
        if names:
            lines += paragraph(say(f"cli.powers.ban-{kind}", names=names), "  ")
    return lines
