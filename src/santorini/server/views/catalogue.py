"""The words, the cards and the rulebook as they are served: made once, with an ETag."""

from __future__ import annotations

import gzip
import json
import tomllib
from functools import cache
from hashlib import sha256
from pathlib import Path

from fastapi import Request, Response

from santorini import POWERS, Words, ban, entry, languages, read_position, rulebook
from santorini.draw.drawing import kept_by
from santorini.server.protocol import responses
from santorini.server.protocol.kinds import SETTINGS
from santorini.server.protocol.refusal import Refusal
from santorini.server.protocol.requests import LEVELS
from santorini.server.views import board
from santorini.server.views.timing import timings
from santorini.words.catalogue import RULE_SETS

__all__ = ["Ready", "book", "known_languages", "powers", "ready_json", "words"]

LOCALES = Path(__file__).parent.parent.parent / "locales"


class Ready:
    """Bytes to serve, their ETag, and the same compressed."""

    def __init__(self, body: bytes, media_type: str, caching: str) -> None:
        self.body, self.media_type, self.caching = body, media_type, caching
        self.etag = f'"{sha256(body).hexdigest()[:32]}"'
        packed = gzip.compress(body, 9, mtime=0)
        self.packed = packed if len(packed) < len(body) * 0.9 else None

    def answer(self, request: Request) -> Response:
        """The whole, or that nothing has changed."""
        headers = {"ETag": self.etag, "Cache-Control": self.caching, "Vary": "Accept-Encoding"}
        if self.etag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if self.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
            return Response(self.packed, media_type=self.media_type, headers=headers)
        return Response(self.body, media_type=self.media_type, headers=headers)


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
    return ready_json(responses.Texts(language=language, texts=texts))


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
    return ready_json(
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
    return ready_json(responses.Powers(powers=cards, settings=list(SETTINGS), levels=LEVELS))


def _card(key: str) -> responses.PowerCard:
    power, kept, says = POWERS[key], kept_by(key), entry(key)
    return responses.PowerCard(
        id=key,
        number=power.number,
        category=power.category,
        players=list(power.players),
        fleece=power.fleece,
        fleece_revised=power.fleece_revised,
        rules=list(power.rules),
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
        bans={rules: _bans(key, rules) for rules in RULE_SETS},
    )


def _bans(key: str, rules: str) -> dict[str, str]:
    bans = {other: ban(key, other, rules) for other in POWERS}
    return {other: why for other, why in bans.items() if why}


def ready_json(content: object) -> Ready:
    """Anything of `told` to serve."""
    body = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
    return Ready(body, "application/json", "no-cache")
