"""The rulebook: short sections with pictures, in every language.

>>> book = rulebook("en")
>>> book.sections[3].id, book.sections[3].title
('move', 'Moving')
>>> book.section("winning").pictures[0].arrows
(('c3', 'c4'),)
>>> [entry.name for entry in book.glossary][:2]
['banned pairing', 'block']
"""

from __future__ import annotations

import tomllib
import unicodedata
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from santorini.errors import SantoriniError, sentence
from santorini.game.powers import POWERS
from santorini.words.catalogue import Words, language_in_use, read_catalogue

__all__ = ["Rulebook", "RulebookPicture", "RulebookSection", "RulebookTerm", "rulebook"]


@dataclass(frozen=True, slots=True)
class RulebookPicture:
    """A position to draw with `board_svg` or `drawing`, and a caption."""

    id: str
    position: str
    arrows: tuple[tuple[str, str], ...]
    caption: str


@dataclass(frozen=True, slots=True)
class RulebookSection:
    """A short chapter. Its id is the same in every language."""

    id: str
    title: str
    text: tuple[str, ...]
    pictures: tuple[RulebookPicture, ...]


@dataclass(frozen=True, slots=True)
class RulebookTerm:
    """An entry of the glossary."""

    id: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The whole rulebook in one language.

    >>> from santorini import rulebook
    >>> book = rulebook("en")
    >>> book.language, book.section("move").title
    ('en', 'Moving')
    """

    language: str
    title: str
    sections: tuple[RulebookSection, ...]
    glossary_title: str
    glossary: tuple[RulebookTerm, ...]

    def section(self, key: str) -> RulebookSection:
        """The section with this id."""
        found = next((section for section in self.sections if section.id == key), None)
        if found is None:
            known = ", ".join(section.id for section in self.sections)
            raise SantoriniError("section", sentence("section", what=key, known=known))
        return found


def rulebook(language: str | None = None) -> Rulebook:
    """The rulebook in the given language, or in the one in use.

    >>> from santorini import rulebook
    >>> rulebook("en").sections[3].id
    'move'
    """
    return _load(language or language_in_use())


@cache
def _load(language: str) -> Rulebook:
    words = Words.load(language)
    book = Words(language, read_catalogue(language, "rulebook"))
    names = {key: words.power_name(key) for key in POWERS}
    outline = tomllib.loads(
        files("santorini").joinpath("locales", "rulebook", "outline.toml").read_text(encoding="utf-8")
    )
    sections = tuple(
        RulebookSection(
            section["id"],
            book.text(f"section.{section['id']}.title"),
            tuple(book.text(key, **names) for key in book if key.startswith(f"section.{section['id']}.text.")),
            tuple(
                RulebookPicture(
                    picture["id"],
                    picture["position"],
                    tuple((arrow[:2], arrow[3:]) for arrow in picture.get("arrows", ())),
                    book.text(f"picture.{picture['id']}", **names),
                )
                for picture in section.get("pictures", ())
            ),
        )
        for section in outline["section"]
    )
    terms = [
        RulebookTerm(key, book.text(f"term.{key}.name"), book.text(f"term.{key}.text", **names))
        for key in outline["terms"]
    ]
    return Rulebook(
        language, book.text("title"), sections, book.text("glossary"), tuple(sorted(terms, key=_alphabetical))
    )


def _alphabetical(entry: RulebookTerm) -> str:
    """Accented letters (and ё) sort with the plain ones in these languages; punctuation is ignored."""
    plain = unicodedata.normalize("NFD", entry.name.casefold())
    return "".join(char for char in plain if char.isalpha() or char == " ")
