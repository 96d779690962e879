"""The catalogues: complete, well formed, and with a text for every rule set that differs."""

from __future__ import annotations

import doctest
import re
from string import Formatter

import pytest

import santorini
from santorini.words import catalogue
from santorini.words.catalogue import RULE_SETS, Words, languages

POWERS = [power.id for power in santorini.POWERS.values() if power.number]

# docs/rules/README.md. Bia is listed there too, but her revised text is the printed one of 2017.
REVISED = {
    "limus", "aeolus", "charybdis", "graeae", "nemesis", "siren", "adonis", "heracles", "jason", "medea",
}  # fmt: skip

# G2 and G3, "Differs" = yes.
AID = {
    "aeolus", "aphrodite", "apollo", "artemis", "bia", "charon", "charybdis", "clio", "dionysus", "eros",
    "gaea", "hades", "hera", "medusa", "nemesis", "pan", "heracles",
}  # fmt: skip

# G1: powers the aid does not know.
NOT_IN_AID = {
    "hephaestus", "minotaur", "prometheus", "chaos", "circe", "hestia", "hypnus", "zeus", "europa", "harpies",
    "moerae", "siren", "tartarus", "terpsichore", "urania", "adonis", "jason", "medea", "odysseus",
}  # fmt: skip

# Cards with a set-up line (C4), in the rule set `printed`. Clio's coins are bookkeeping, not a line.
WITH_SETUP = {
    "bia", "chaos", "eros", "selene", "aeolus", "charybdis", "europa", "gaea", "graeae", "hecate", "moerae",
    "siren", "tartarus", "jason",
}  # fmt: skip

HEROES = {power for power in POWERS if santorini.POWERS[power].category == "hero"}

GROUPS = {
    "timing": (
        "setup start your_turn alternative_turn your_move your_build alternative_build end opponent_turn opponent_start"
        " any_move any_build any_time win lose once"
    ),
    "category": "simple advanced golden_fleece hero none",
    "reason": "climbed fell together towers fate abyss stuck eliminated resigned time",
    "settings": "chaos-any-dome terpsichore-pass medusa-ignores-limus bga-start",
}

# Other languages need more room than English: layouts are tested with the longest text there is.
LONGEST = {"en": 420}
LONGEST_NOTE = {"en": 160}
LONGER = 1.4


@pytest.fixture(params=languages())
def words(request: pytest.FixtureRequest) -> Words:
    language: str = request.param
    return Words.load(language)


def longest(words: Words, bounds: dict[str, int]) -> int:
    """How long a text may be in the language."""
    return bounds.get(words.language, int(bounds["en"] * LONGER))


def raw(words: Words) -> dict[str, str]:
    """Texts with their placeholders still in them."""
    return dict(words._texts)


def fields(pattern: str) -> list[str]:
    """Names of the placeholders of a text; raises ValueError for a stray brace."""
    return [name for _, name, _, _ in Formatter().parse(pattern) if name is not None]


def test_english_is_there() -> None:
    assert "en" in languages()


def test_the_catalogue_holds_exactly_these_powers(words: Words) -> None:
    found = {key.split(".")[1] for key in words if key.startswith("power.")}
    missing, unknown = {*POWERS, "mortal"} - found, found - {*POWERS, "mortal"}
    assert not missing, f"write power.<id> in src/santorini/locales/{words.language}.toml for {sorted(missing)}"
    assert not unknown, f"no card of the core (core/rules/card_table.h) has the id of these texts: {sorted(unknown)}"


@pytest.mark.parametrize("power", [*POWERS, "mortal"])
def test_a_power_has_name_epithet_and_text(words: Words, power: str) -> None:
    assert words.power_name(power)
    assert words.text(f"power.{power}.epithet")
    assert words.power_text(power)


def test_fields_of_a_power_are_known_ones(words: Words) -> None:
    known = re.compile(r"(name|epithet|text(_revised|_aid)?|notes(_revised|_aid)?\.\d)")
    for key in words:
        if key.startswith("power."):
            assert known.fullmatch(key.split(".", 2)[2]), key


@pytest.mark.parametrize(("rules", "differing"), [("revised", REVISED), ("aid", AID)])
def test_a_rule_set_has_texts_exactly_where_it_differs(words: Words, rules: str, differing: set[str]) -> None:
    assert {power for power in POWERS if f"power.{power}.text_{rules}" in words} == differing
    for power in POWERS:
        same = words.power_text(power, rules) == words.power_text(power)
        assert same == (power not in differing), power


def test_powers_outside_the_aid_have_no_text_there(words: Words) -> None:
    in_aid = {power for power in POWERS if "aid" in santorini.POWERS[power].rules}
    assert len(in_aid) == 30 + 6
    assert not in_aid & NOT_IN_AID
    assert in_aid >= AID
    assert not any(f"power.{power}.text_aid" in words for power in POWERS if power not in in_aid)


@pytest.mark.parametrize("power", POWERS)
@pytest.mark.parametrize("rules", RULE_SETS)
def test_notes_are_few_and_short(words: Words, power: str, rules: str) -> None:
    notes = words.power_notes(power, rules)
    assert 1 <= len(notes) <= 4
    assert len(set(notes)) == len(notes)
    assert all(len(note) <= longest(words, LONGEST_NOTE) for note in notes)


@pytest.mark.parametrize("rules", ["revised", "aid"])
def test_notes_of_a_rule_set_belong_to_a_text_of_it(words: Words, rules: str) -> None:
    for power in POWERS:
        if f"power.{power}.notes_{rules}.0" in words:
            assert f"power.{power}.text_{rules}" in words, power


def test_texts_are_neither_empty_nor_too_long(words: Words) -> None:
    for key, text in raw(words).items():
        assert text.strip(), key
        assert text == " ".join(re.split(r"\s+", text.strip(), flags=re.ASCII)), f"{key}: stray white space"
        assert len(text) <= longest(words, LONGEST), f"{key}: {len(text)} characters"


def test_sentences_end(words: Words) -> None:
    for key, text in raw(words).items():
        if re.search(r"\.(text(_\w+)?|notes(_\w+)?\.\d)$", key) or key.startswith("settings."):
            assert text[-1] in ".!?。", key


def test_cards_have_no_placeholders(words: Words) -> None:
    assert not [key for key, text in raw(words).items() if key.startswith("power.") and fields(text)]


@pytest.mark.parametrize("group", GROUPS)
def test_groups_are_complete(words: Words, group: str) -> None:
    found = [key.removeprefix(f"{group}.") for key in words if key.startswith(f"{group}.")]
    assert found == GROUPS[group].split()


def test_rule_sets_have_a_name_and_a_line(words: Words) -> None:
    found = {key for key in words if key.startswith("rules.")}
    assert found == {f"rules.{rules}.{field}" for rules in RULE_SETS for field in ("name", "text")}


def test_terms(words: Words) -> None:
    needed = "square worker block dome level tower turn ram whirlpool wind coin talus abyss fate song"
    assert all(f"term.{term}" in words for term in needed.split())


def test_set_up_lines_and_heroes_in_english() -> None:
    words = Words.load("en")
    assert {power for power in POWERS if words.power_text(power).startswith("Set-up: ")} == WITH_SETUP
    for power in POWERS:
        for rules in RULE_SETS:
            assert ("Once per game" in words.power_text(power, rules)) == (power in HEROES), (power, rules)


def test_english_says_square() -> None:
    """One word for one thing: square, not space, cell or tile; worker, not builder or pawn."""
    other = re.compile(r"\b(spaces?|cells?|tiles?|builders|pawns?|adjacent)\b", re.IGNORECASE)
    assert not {key: text for key, text in raw(Words.load("en")).items() if other.search(text)}


def test_a_missing_key_is_named_with_its_neighbours() -> None:
    with pytest.raises(KeyError, match=r"power\.demetr\.name.*nearest.*power\.demeter\.name"):
        Words.load("en").power_name("demetr")
    with pytest.raises(KeyError, match="power"):
        Words.load("en").text("power")  # a group is not a text
    with pytest.raises(KeyError, match=r"power\.demetr\.name"):
        Words.load("en").power_notes("demetr")


def test_a_missing_value_is_named() -> None:
    with pytest.raises(KeyError, match=r"left.*minutes"):
        Words("en", {"left": "{minutes} min"}).text("left")


def test_a_brace_is_written_twice() -> None:
    assert Words("en", {"a": "{{{x}}}"}).text("a", x=1) == "{1}"


def test_values_may_have_any_name() -> None:
    assert Words("en", {"a": "{key} {self}"}).text("a", key=1, self=2) == "1 2"


def test_an_unknown_rule_set_is_refused() -> None:
    with pytest.raises(ValueError, match=r"classic.*printed, revised, aid"):
        Words.load("en").power_text("pan", "classic")


@pytest.mark.parametrize("language", ["xx", "../en", ""])
def test_an_unknown_language_is_refused(language: str) -> None:
    with pytest.raises(KeyError, match="en"):
        Words.load(language)


def test_only_texts_are_accepted() -> None:
    with pytest.raises(TypeError, match=r"a\.b"):
        Words("en", {"a": {"b": 3}})


def test_the_examples_run() -> None:
    results = doctest.testmod(catalogue)
    assert results.attempted > 0
    assert results.failed == 0
