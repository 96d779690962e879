"""The words, the cards and the rulebook as they are served: made once."""

from __future__ import annotations

import json
import tomllib
from functools import cache
from hashlib import sha256
from pathlib import Path

from fastapi import Request, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles

from santorini import POWERS, RuleSet, Setting, Words, ban, entry, languages, read_position, rulebook
from santorini.draw.drawing import kept_by
from santorini.server.protocol import responses
from santorini.server.protocol.refusal import Refusal
from santorini.server.protocol.requests import TOP_LEVEL
from santorini.server.views import board
from santorini.server.views.timing import timings

__all__ = ["Ready", "book", "known_languages", "powers", "words"]

LOCALES = Path(__file__).parent.parent.parent / "locales"

CONDITIONS = StaticFiles()
"""Compares the headers of conditional requests as it does for files."""


class Ready:
    """JSON that never changes while the server runs, with an ETag."""

    def __init__(self, content: object) -> None:
        self.body = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
        self.headers = {"ETag": f'"{sha256(self.body).hexdigest()[:32]}"', "Cache-Control": "no-cache"}

    def answer(self, request: Request) -> Response:
        """The whole of it, or 304 if it has not changed."""
        response = Response(self.body, media_type="application/json", headers=self.headers)
        if CONDITIONS.is_not_modified(response.headers, request.headers):
            return NotModifiedResponse(response.headers)
        return response


def known_languages() -> list[str]:
    """The languages the page or the game has words in."""
    return sorted({*languages(), *(file.stem for file in (LOCALES / "page").glob("*.toml"))})


@cache
def words(language: str) -> Ready:
    """All words of a language, those of the page included; where one is missing, the English one."""
    if language not in known_languages():
        raise Refusal("unknown")
    texts: dict[str, str] = {}
    for name in dict.fromkeys(("en", language)):
        for file in (LOCALES / f"{name}.toml", LOCALES / "page" / f"{name}.toml"):
            if file.is_file():
                catalogue = Words(name, tomllib.loads(file.read_text(encoding="utf-8")))
                texts |= {key: catalogue._texts[key] for key in catalogue}
    return Ready(responses.Texts(language=language, texts=texts))


@cache
def book(language: str) -> Ready:
    """The rulebook in a language, its pictures as boards to draw."""
    if language not in languages():
        raise Refusal("unknown")
    whole = rulebook(language)
    sections = [
        responses.RulebookSection(
            id=section.id,
            title=section.title,
            text=list(section.text),
            pictures=[
                responses.RulebookPicture(
                    id=picture.id,
                    caption=picture.caption,
                    arrows=list(picture.arrows),
                    board=board.board(read_position(picture.position)),
                )
                for picture in section.pictures
            ],
        )
        for section in whole.sections
    ]
    terms = [responses.RulebookTerm(id=term.id, name=term.name, text=term.text) for term in whole.glossary]
    return Ready(
        responses.Rulebook(
            language=language,
            title=whole.title,
            sections=sections,
            glossary_title=whole.glossary_title,
            glossary=terms,
        )
    )


@cache
def powers() -> Ready:
    """All cards."""
    cards = [_card(key) for key in POWERS]
    return Ready(responses.Powers(powers=cards, settings=list(Setting), levels=TOP_LEVEL))


def _card(key: str) -> responses.PowerCard:
    power, kept, says = POWERS[key], kept_by(key), entry(key)
    return responses.PowerCard(
        id=key,
        number=power.number,
        category=power.category,
        players=list(power.players),
        fleece=power.fleece,
        fleece_revised=power.fleece_revised,
        rules=[RuleSet(name) for name in power.rules],
        hidden="setup.secret" in says,
        luck="setup.deck" in says,
        timing=timings(key),
        kept=responses.PowerKept(
            number=kept.number or None,
            token=kept.token or None,
            aim=kept.aim or None,
            secret=kept.secret or None,
            deck=kept.deck,
        ),
        bans={rules: _bans(key, rules) for rules in RuleSet},
    )


def _bans(key: str, rules: str) -> dict[str, str]:
    bans = {other: ban(key, other, rules) for other in POWERS}
    return {other: why for other, why in bans.items() if why}
