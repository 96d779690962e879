"""The rulebook: the same in every language, with pictures that show what they say."""

from __future__ import annotations

import json
import re
import tomllib

import pytest

from santorini import LegalTurns, SantoriniError, Words, board_svg, languages, read_position, rulebook, speaking
from santorini.cli import main
from santorini.game.powers import POWERS
from santorini.words.catalogue import read_catalogue
from santorini.words.rulebook import RulebookPicture
from tools.words import LOCALES, flat

SECTIONS = (
    "goal setup turn move build winning losing powers choosing using forced moments tokens heroes bans"
    " three four fleece rule-sets supply"
)
TERMS = "square worker block dome level ground tower turn power token opponent team ram corner"
LONGEST = 420


def picture(key: str) -> RulebookPicture:
    """A picture of the English rulebook."""
    return next(one for section in rulebook("en").sections for one in section.pictures if one.id == key)


@pytest.mark.parametrize("language", languages())
def test_every_language_has_the_same_keys_and_placeholders(language: str) -> None:
    english, here = (dict(flat(read_catalogue(one, "rulebook"))) for one in ("en", language))
    assert list(here) == list(english)
    for key, text in here.items():
        names = re.findall(r"\{(\w+)\}", text)
        assert sorted(names) == sorted(re.findall(r"\{(\w+)\}", english[key])), key
        assert set(names) <= set(POWERS), key
        assert len(text) <= LONGEST, key
        assert text[-1] in ".!?" or re.search(r"title$|name$|^glossary$", key), key


@pytest.mark.parametrize("language", languages())
def test_it_is_complete(language: str) -> None:
    book = rulebook(language)
    assert [section.id for section in book.sections] == SECTIONS.split()
    assert all(section.title and section.text for section in book.sections)
    outline = tomllib.loads((LOCALES / "rulebook" / "outline.toml").read_text(encoding="utf-8"))
    table = read_catalogue(language, "rulebook")
    assert set(table["section"]) == {section["id"] for section in outline["section"]}  # type: ignore[call-overload]
    assert set(table["term"]) == set(outline["terms"])  # type: ignore[call-overload]
    shown = {one.id for section in book.sections for one in section.pictures}
    assert set(table["picture"]) == shown  # type: ignore[call-overload]
    names = [term.name for term in book.glossary]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("language", languages())
def test_the_glossary_uses_the_words_of_the_catalogue(language: str) -> None:
    """One word for one thing: what the board and the cards say is what the glossary explains."""
    words, terms = Words.load(language), {term.id: term.name.casefold() for term in rulebook(language).glossary}
    for key in TERMS.split():
        assert words.text(f"term.{key}").casefold() in terms[key], key


@pytest.mark.parametrize("language", languages())
def test_pictures_can_be_drawn(language: str) -> None:
    with speaking(language):
        for section in rulebook().sections:
            for one in section.pictures:
                svg = board_svg(read_position(one.position), arrows=one.arrows)
                assert Words.load(language).text("board.svg_title") in svg


def test_the_arrows_of_moving_are_the_moves_there_are() -> None:
    one = picture("move")
    steps = read_position(one.position).steps()
    assert {(step.at, step.to) for step in steps if step.at == "c3"} == set(one.arrows)


def test_the_winning_move_wins() -> None:
    one = picture("winning")
    position = read_position(one.position)
    (step,) = (step for step in position.steps() if (step.at, step.to) == one.arrows[0])
    after = position.play(step)
    assert after.is_over
    assert after.winner == 1


def test_who_cannot_move_has_lost() -> None:
    position = read_position(picture("losing").position)
    assert position.is_over or not list(LegalTurns(position))


def test_a_worker_pushed_to_level_3_does_not_win() -> None:
    one = picture("forced")
    position = read_position(one.position)
    (step,) = (step for step in position.steps() if (step.at, step.to) == one.arrows[0])
    after = position.play(step)
    assert one.arrows[1][1] in after.workers(2)
    assert after.height("d3") == 3
    assert not after.is_over


def test_whoever_stands_beside_the_ram_holds_the_power() -> None:
    position = read_position(picture("fleece").position)
    assert position.shared == "pan"
    assert position.ram == "c3"
    assert "b2" in position.workers(1)


@pytest.mark.parametrize("language", languages())
def test_the_first_duels_of_the_player_aid_are_named_c6(language: str) -> None:
    told = rulebook(language).section("rule-sets").text[-1]
    names = [Words.load(language).power_name(key) for key in ("artemis", "atlas", "athena", "pan")]
    assert [name for name in names if name in told] == names


def test_an_unknown_section_is_named_with_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SantoriniError, match=r"'ending'.*goal, setup"):
        rulebook("en").section("ending")
    assert main(["rulebook", "ending"]) == 2
    assert "'ending'" in capsys.readouterr().err


@pytest.mark.parametrize("language", languages())
def test_in_the_terminal(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulebook", "--lang", language]) == 0
    out = capsys.readouterr().out
    book = rulebook(language)
    assert out.startswith(book.title)
    assert all(f"{section.title} ({section.id})" in out for section in book.sections)
    assert book.glossary[-1].name in out
    assert "{" not in out
    assert main(["rulebook", "winning", "glossary", "--json", "--lang", language]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert [section["id"] for section in answer["sections"]] == ["winning"]
    assert answer["glossary"][0]["name"] == book.glossary[0].name
