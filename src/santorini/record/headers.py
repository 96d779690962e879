"""Headers: from a start position to headers and back."""

from __future__ import annotations

import re
from typing import Literal, NoReturn

from santorini._core import Position
from santorini.errors import RecordError, SantoriniError, sentence
from santorini.record.grammar import RESULT, SEED
from santorini.setup.stages import DRAFT_STAGES, PASSING_STAGES
from santorini.words.catalogue import RULE_SETS

__all__ = ["KNOWN", "OWN", "HeaderError", "bad_header", "ordered", "seed_of", "setup_headers", "start_of"]

# In the order in which they are written; other headers follow.
KNOWN = [
    "Game", "Date", "Site", "Seat1", "Seat2", "Seat3", "Seat4", "Level1", "Level2", "Level3", "Level4", "Clock",
    "Players", "Power1", "Power2", "Power3", "Power4", "Setup", "Rules", "Variant", "Fleece", "Settings", "First",
    "Position", "Seed", "Result", "Reason",
]  # fmt: skip
# Headers that repeat what the start position says, and all headers that come from the game itself.
SETUP = {
    "Players", "Power1", "Power2", "Power3", "Power4", "Setup", "Rules", "Variant", "Fleece", "Settings", "First",
}  # fmt: skip
OWN = SETUP | {"Position", "Seed", "Result", "Reason"}
FLEECE = "Golden Fleece"
ANY_PAIR = "any-pair"


def ordered(headers: dict[str, str]) -> list[tuple[str, str]]:
    """The headers in the order in which they are written."""
    known = [(name, headers[name]) for name in KNOWN if name in headers]
    return known + [(name, value) for name, value in headers.items() if name not in KNOWN]


def setup_headers(start: Position) -> dict[str, str]:
    """The headers that describe a start position, with its text only if they cannot say it all."""
    headers: dict[str, str] = {"Rules": start.rules.value}
    if start.players != 2:
        headers["Players"] = str(start.players)
    if start.stage in DRAFT_STAGES:
        headers["Setup"] = "passing" if start.stage in PASSING_STAGES else "draft"
    elif start.shared:
        headers |= {"Variant": FLEECE, "Fleece": start.shared}
    else:
        headers |= {f"Power{seat}": start.card(seat) for seat in range(1, start.players + 1)}
    if settings := _settings(start):
        headers["Settings"] = ",".join(settings)
    if start.starter != 1:
        headers["First"] = str(start.starter)
    if start_of(headers) != start:
        headers["Position"] = start.text
    return headers


def _settings(start: Position) -> list[str]:
    return [*start.settings, *([ANY_PAIR] if start.any_pair else [])]


def seed_of(headers: dict[str, str]) -> int | None:
    """The seed that the headers name, if they do."""
    text = headers.get("Seed")
    if text is not None and not SEED.fullmatch(text):
        bad_header("Seed", text, sentence("record-integer"))
    return None if text is None else int(text)


class HeaderError(RecordError):
    """A header with an impossible value. The reader turns it into a RecordError with line and column."""

    def __init__(self, name: str, code: str, message: str) -> None:
        super().__init__(code, message)
        self.name = name


def bad_header(name: str, value: str, why: object) -> NoReturn:
    """Refuse the value of a header."""
    raise HeaderError(
        name, "record/header-value", sentence("record-header-value", what=name, value=value, why=why)
    ) from None


def start_of(headers: dict[str, str]) -> Position:
    """The start position that headers describe."""
    from santorini.game.game import Game
    from santorini.game.reading import read_position

    if not RESULT.fullmatch(headers.get("Result", "*")):
        bad_header("Result", headers["Result"], sentence("record-no-result"))
    seed_of(headers)
    if "Position" in headers:
        try:
            start = read_position(headers["Position"])
        except SantoriniError as error:
            bad_header("Position", headers["Position"], error)
        told = _told(start)
        for name in headers.keys() & SETUP:
            if headers[name] != told.get(name, headers[name]):
                message = sentence("record-header-clash", what=name, value=headers[name], other=told[name])
                raise HeaderError(name, "record/header-clash", message)
        return start
    powers = [headers[f"Power{seat}"] for seat in range(1, 5) if f"Power{seat}" in headers]
    players = _integer(headers, "Players", len(powers) or 2)
    settings = [one for one in headers.get("Settings", "").split(",") if one]
    draft, fleece = _draft(headers), _fleece(headers)
    name = "Power1" if powers else "Fleece" if fleece else "Players"
    if "Rules" in headers and headers["Rules"] not in RULE_SETS:
        bad_header("Rules", headers["Rules"], sentence("rules", what=headers["Rules"]))
    try:
        return Game(
            *powers,
            players=players,
            rules=headers.get("Rules", "printed"),
            fleece=fleece,
            settings=[one for one in settings if one != ANY_PAIR],
            first=_integer(headers, "First", 1),
            any_pair=ANY_PAIR in settings,
            draft=draft,
            seed=0,
        ).start
    except SantoriniError as error:
        name = {"setting": "Settings", "not-seat": "First", "seat-number": "First"}.get(error.code, name)
        bad_header(name, headers.get(name, str(players)), error)


def _told(start: Position) -> dict[str, str]:
    """What set-up headers beside a position must say, if they are there."""
    told = {
        "Rules": start.rules.value,
        "Players": str(start.players),
        "First": str(start.starter),
        "Variant": FLEECE if start.shared else "",
        "Fleece": start.shared,
        "Settings": ",".join(_settings(start)),
    }
    if start.stage not in DRAFT_STAGES:
        told |= {f"Power{seat}": start.card(seat) for seat in range(1, start.players + 1)}
    return told


def _integer(headers: dict[str, str], name: str, otherwise: int) -> int:
    text = headers.get(name)
    if text is None:
        return otherwise
    if not re.fullmatch(r"[0-9]{1,3}", text):
        bad_header(name, text, sentence("record-integer"))
    return int(text)


def _draft(headers: dict[str, str]) -> Literal["challenger", "passing", False]:
    match headers.get("Setup"):
        case None:
            return False
        case "draft":
            return "challenger"
        case "passing":
            return "passing"
        case setup:
            bad_header("Setup", setup, sentence("record-setup"))


def _fleece(headers: dict[str, str]) -> str | None:
    variant, power = headers.get("Variant"), headers.get("Fleece")
    if variant not in (None, FLEECE):
        bad_header("Variant", variant or "", sentence("record-variant"))
    if variant and not power:
        bad_header("Variant", variant, sentence("record-fleece"))
    return power
