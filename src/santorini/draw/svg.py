"""The board as a picture: one pure function from a position to SVG text.

The picture is self-contained: it loads no fonts, styles, scripts or images. Heights differ by outline (square house,
smaller house, round drum, dome) and by number, seats by silhouette and by colour.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from html import escape

from santorini._core import Position, Turn
from santorini.draw.drawing import FILES, RANKS, Result, kept_by, spoken, tokens_on
from santorini.errors import SantoriniError, sentence
from santorini.words.catalogue import Words

__all__ = ["board_svg"]

SEA, DEEP, SHALLOW = "#2a86b8", "#0d3558", "#6fbad0"
SAND, CLIFF, JOINT, TILE, TILE_TOO = "#e4d6b2", "#a9743f", "#cdbd95", "#f1e9d6", "#ebe1c9"
ROOF, WALL, EDGE, WINDOW = "#ffffff", "#c6ccd1", "#a39a85", "#2f6fbf"
DOME, GOLD, INK, SKIN = "#1f5fbf", "#f5b93a", "#16324a", "#e9c39f"
BRONZE = "#a8682b"
# The coat of each side, and the darker shade of its outline.
COATS = (("#d6467f", "#a62a5d"), ("#2b4a6b", "#182f49"), ("#e08a2e", "#ad611a"))

MARGIN, STEP, PAD = 30, 68, 3  # the board is 5 x 68 in a picture of 400 x 400
TURN = {"n": 0, "ne": 45, "e": 90, "se": 135, "s": 180, "sw": 225, "w": 270, "nw": 315}

_DEFS = f"""<defs>
<radialGradient id="santorini-sea" cx=".5" cy=".5" r=".72"><stop offset="0" stop-color="{SHALLOW}"/>\
<stop offset=".72" stop-color="#3b98c4"/><stop offset="1" stop-color="{SEA}"/></radialGradient>
<radialGradient id="santorini-dome" cx=".36" cy=".3" r=".8"><stop offset="0" stop-color="#8dbcf5"/>\
<stop offset=".4" stop-color="#2f74d6"/><stop offset="1" stop-color="#123f8c"/></radialGradient>
<linearGradient id="santorini-wall" x1="0" x2="1"><stop offset="0" stop-color="#e6e8e9"/>\
<stop offset="1" stop-color="{WALL}"/></linearGradient>
<linearGradient id="santorini-drum" x1="0" x2="1"><stop offset="0" stop-color="#f4f5f5"/>\
<stop offset="1" stop-color="#b9bfc4"/></linearGradient>
<radialGradient id="santorini-gold" cx=".35" cy=".3" r=".8"><stop offset="0" stop-color="#ffe9a8"/>\
<stop offset="1" stop-color="#d99a1c"/></radialGradient>
</defs>"""


def board_svg(
    position: Position,
    *,
    size: int = 400,
    coordinates: bool = True,
    last: Turn | None = None,
    arrows: Iterable[tuple[str, str]] = (),
    result: Result | None = None,
    words: Words | None = None,
) -> str:
    """The board as SVG text, `size` pixels wide and high.

    `last` is a turn whose effects are marked; with a view, pass only a turn that its seat may know. `arrows` are pairs
    of squares.

    >>> from santorini import read_position
    >>> picture = board_svg(read_position("0000000000000000000000000/1/pan:b3,d3/mortal:c2,c4"), size=160)
    >>> picture[:62]
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" '
    """
    words = words or Words.load()
    tokens = tokens_on(position)
    workers = {square: (side, woman) for square, side, woman in _workers(position)}
    marks = _marks(last)
    name = f"santorini-{position.hash:x}"  # ids must be unique when several boards are on one page
    attributes = [
        f'width="{size:d}" height="{size:d}" role="img" aria-labelledby="{name}-title {name}-desc"',
        'font-family="Inter,system-ui,sans-serif"',
    ]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" {" ".join(attributes)}>',
        f'<title id="{name}-title">{escape(words.text("board.svg_title"))}</title>',
        f'<desc id="{name}-desc">{escape(spoken(position, result, words))}</desc>',
        _DEFS,
        _ground(),
    ]
    if coordinates:
        parts.append(_coordinates())
    parts.append(_winds(position))
    # Row by row from the back, so that pieces in front cover those behind.
    for rank in RANKS:
        for file in FILES:
            square = file + rank
            parts.append(_square(position, square, tokens.get(square, []), workers.get(square), marks.get(square, "")))
    parts.append(_secrets(position))
    parts += [_arrow(_checked(at), _checked(to)) for at, to in [*_moves(last), *arrows]]
    parts.append("</svg>")
    return "\n".join(part for part in parts if part)


# -- what is where -------------------------------------------------------------------------------------------------


def _workers(position: Position) -> Iterator[tuple[str, int, bool]]:
    seen: set[int] = set()
    for seat in range(1, position.players + 1):
        side = position.side(seat)
        if side not in seen:
            seen.add(side)
            women = position.women(seat)
            for square in position.workers(seat):
                yield square, side, square in women


def _marks(last: Turn | None) -> dict[str, str]:
    """The squares a turn touched, and how: 'build' or 'from'."""
    marks: dict[str, str] = {}
    for kind, at, to, _ in last.effects if last else ():
        if kind == "move" and at:
            marks.setdefault(at, "from")
        elif kind in ("build", "dome", "unbuild") and to:
            marks[to] = "build"
    return marks


def _moves(last: Turn | None) -> Iterator[tuple[str, str]]:
    for kind, at, to, _ in last.effects if last else ():
        if kind in ("move", "force") and at and to and at != to:
            yield at, to


def _checked(square: str) -> str:
    square = square.lower()
    if len(square) != 2 or square[0] not in FILES or square[1] not in RANKS:
        raise SantoriniError("square", sentence("square", what=square))
    return square


def _corner(square: str) -> tuple[int, int]:
    """The upper left of a square."""
    return MARGIN + STEP * FILES.index(square[0]), MARGIN + STEP * RANKS.index(square[1])


def _middle(square: str) -> tuple[int, int]:
    x, y = _corner(square)
    return x + STEP // 2, y + STEP // 2


# -- the parts -----------------------------------------------------------------------------------------------------


def _ground() -> str:
    board = 5 * STEP + 6
    waves = "".join(
        f'<path d="M{x} {y}q4-4 8 0t8 0" />'
        for x, y in ((6, 40), (14, 210), (4, 330), (380, 90), (374, 260), (60, 388), (300, 391), (150, 9), (330, 8))
    )
    return (
        '<rect width="400" height="400" rx="22" fill="url(#santorini-sea)"/>'
        f'<g fill="none" stroke="#fff" stroke-opacity=".45" stroke-width="1.6" stroke-linecap="round">{waves}</g>'
        f'<rect x="16" y="19" width="368" height="371" rx="46" fill="{DEEP}" opacity=".22"/>'
        f'<rect x="18" y="20" width="364" height="367" rx="42" fill="{CLIFF}"/>'
        '<path d="M34 374q10 8 26 6l20 4 34-5 28 6 40-6 34 6 40-6 30 5 34-6 20 2q16-2 24-8" fill="none" '
        'stroke="#7d5128" stroke-width="3" stroke-opacity=".55" stroke-linejoin="round"/>'
        f'<rect x="18" y="16" width="364" height="364" rx="42" fill="{SAND}"/>'
        f'<rect x="{MARGIN - 3}" y="{MARGIN - 3}" width="{board}" height="{board}" rx="12" fill="{JOINT}"/>'
    )


def _coordinates() -> str:
    names = [f'<text x="{MARGIN + STEP * i + STEP // 2}" y="378.5">{file}</text>' for i, file in enumerate(FILES)] + [
        f'<text x="22.5" y="{MARGIN + STEP * i + STEP // 2 + 4}">{rank}</text>' for i, rank in enumerate(RANKS)
    ]
    return f'<g fill="#6b5836" font-size="11" font-weight="600" text-anchor="middle">{"".join(names)}</g>'


def _square(position: Position, square: str, tokens: list[str], worker: tuple[int, bool] | None, mark: str) -> str:
    x, y = _corner(square)
    level, dome = position.height(square), position.has_dome(square)
    dark = (FILES.index(square[0]) + RANKS.index(square[1])) % 2
    tile = f'x="{PAD}" y="{PAD}" width="{STEP - 2 * PAD}" height="{STEP - 2 * PAD}" rx="7"'
    parts = [f'<rect {tile} fill="{TILE_TOO if dark else TILE}"/>']
    if mark:
        dash = ' stroke-dasharray="5 4"' if mark == "from" else ""
        parts.append(f'<rect {tile} fill="{GOLD}" fill-opacity=".28" stroke="#e0a01f" stroke-width="2.4"{dash}/>')
    parts.append(_tower(level))
    top = (0, 5, 10, 15)[level]  # how far something on top of the tower is lifted
    if dome:
        parts.append(_dome(34, 36 - top))
    flat = [token for token in tokens if token in ("whirlpool", "coin")]
    parts += [_TOKENS[token](34, 35 - top) for token in flat]
    figures = [token for token in tokens if token not in flat]
    parts += [_TOKENS[token](34, 34 - top) for token in figures]
    if worker:
        parts.append(_worker(33, 41 - top, *worker))
    if level and not dome:
        standing = worker is not None or bool(tokens)
        parts.append(_badge(level) if standing else _number(level, 36 - top))
    return f'<g transform="translate({x} {y})" data-square="{square}">{"".join(parts)}</g>'


def _block(x: float, y: float, width: float, wall: float, windows: tuple[float, ...], roof: str) -> str:
    """A house from above, its front wall showing: `y` is the upper edge of the roof."""
    panes = "".join(
        f'<rect x="{x + w:g}" y="{y + width + wall / 2 - 2.4:g}" width="4" height="4.2" rx=".8" fill="{WINDOW}"/>'
        for w in windows
    )
    return (
        f'<rect x="{x + 2.5:g}" y="{y + 4:g}" width="{width + 2:g}" height="{width + wall:g}" rx="6" fill="{DEEP}" '
        f'opacity=".2"/><rect x="{x:g}" y="{y + wall:g}" width="{width:g}" height="{width:g}" rx="5" '
        f'fill="url(#santorini-wall)" stroke="{EDGE}" stroke-width=".8"/>{panes}'
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{width:g}" rx="5" fill="{roof}" stroke="{EDGE}" '
        'stroke-width="1.2"/>'
    )


def _tower(level: int) -> str:
    parts = []
    if level >= 1:
        parts.append(_block(7, 4, 54, 7, (9, 25, 41), "#f3eee3"))
    if level >= 2:
        parts.append(_block(14, 4, 40, 7, (8, 28), "#fbf9f3"))
    if level >= 3:
        parts.append(
            f'<ellipse cx="36" cy="26" rx="17" ry="17.5" fill="{DEEP}" opacity=".2"/>'
            '<path d="M18.5 18.5v6a15.5 15.5 0 0 0 31 0v-6z" fill="url(#santorini-drum)" '
            f'stroke="{EDGE}" stroke-width=".8"/>'
            f'<circle cx="34" cy="18.5" r="15.5" fill="{ROOF}" stroke="{DOME}" stroke-width="3"/>'
        )
    return "".join(parts)


def _dome(x: float, y: float) -> str:
    return (
        f'<ellipse cx="{x + 2}" cy="{y + 3}" rx="17" ry="16" fill="{DEEP}" opacity=".25"/>'
        f'<circle cx="{x}" cy="{y}" r="16" fill="url(#santorini-dome)" stroke="#123f8c" stroke-width="1.4"/>'
        f'<path d="M{x - 9} {y - 5}q3-6 9-6.5" fill="none" stroke="#fff" stroke-opacity=".75" stroke-width="2.4" '
        'stroke-linecap="round"/>'
        f'<circle cx="{x}" cy="{y - 1}" r="2.6" fill="{GOLD}" stroke="#9a6a10" stroke-width=".8"/>'
    )


def _number(level: int, y: float) -> str:
    return (
        f'<text x="34" y="{y + 7}" font-size="21" font-weight="700" text-anchor="middle" fill="{INK}" '
        f'fill-opacity=".82">{level}</text>'
    )


def _badge(level: int) -> str:
    return (
        f'<circle cx="55.5" cy="55" r="9.5" fill="{ROOF}" stroke="{EDGE}" stroke-width="1.2"/>'
        f'<text x="55.5" y="60.2" font-size="15" font-weight="700" text-anchor="middle" fill="{INK}">{level}</text>'
    )


def _worker(x: float, y: float, side: int, woman: bool) -> str:
    """A figure whose feet are at `y` + 12: cone hat and round robe; cap and six-sided coat; broad hat and cloak."""
    coat, shade = COATS[side]
    body, hat = _FIGURES[side]
    mark = ""
    if woman:
        mark = (
            '<g fill="none" stroke="#fff" stroke-width="1.9" stroke-linecap="round"><circle cx="0" cy="1.5" r="3.4"/>'
            '<path d="M0 5v5.500M-2.8 7.800h5.6"/></g>'
        )
    return (
        f'<g transform="translate({x} {y}) scale(1.2)">'
        f'<ellipse cx="2.5" cy="12.5" rx="14" ry="4.5" fill="{DEEP}" opacity=".3"/>'
        f'<g stroke="#fff" stroke-width="4" stroke-linejoin="round"><path d="{body}"/><circle cy="-13" r="6"/>'
        f'<path d="{hat}"/></g>'
        f'<path d="{body}" fill="{coat}" stroke="{shade}" stroke-width="1.2" stroke-linejoin="round"/>'
        f'<circle cy="-13" r="6" fill="{SKIN}" stroke="{shade}" stroke-width=".8"/>'
        f'<path d="{hat}" fill="{coat}" stroke="{shade}" stroke-width="1.2" stroke-linejoin="round"/>{mark}</g>'
    )


_FIGURES = (
    ("M-4.5-8Q-5-2-11.5 6Q-14 14 0 14T11.5 6Q5-2 4.5-8Z", "M-7.5-14.500Q0-12 7.5-14.500L0-29Z"),
    ("M-5.5-8H5.500L12 2L9 13H-9L-12 2Z", "M-8-15.500V-19.500Q-8-23 0-23T8-19.500V-15.500Q0-13.5-8-15.500Z"),
    ("M0-9L13.5 12Q0 15.5-13.5 12Z", "M-14-15.500Q-6-17-5.5-23H5.500Q6-17 14-15.500Q0-11.5-14-15.500Z"),
)


def _coin(x: float, y: float) -> str:
    return (
        f'<circle cx="{x}" cy="{y}" r="15" fill="url(#santorini-gold)" stroke="#9a6a10" stroke-width="1.4"/>'
        f'<circle cx="{x}" cy="{y}" r="11" fill="none" stroke="#9a6a10" stroke-width="1"/>'
        f'<path d="M{x - 6} {y + 5}h12M{x - 5} {y + 4}v-7M{x} {y + 4}v-7M{x + 5} {y + 4}v-7M{x - 7} {y - 3}h14l-7-5z" '
        'fill="none" stroke="#7a5208" stroke-width="1.6" stroke-linejoin="round"/>'
    )


def _whirlpool(x: float, y: float) -> str:
    return (
        f'<circle cx="{x}" cy="{y}" r="21" fill="#2a86b8" fill-opacity=".9" stroke="#1b5f87" stroke-width="1.4"/>'
        f'<path d="M{x} {y}c4-4 9 0 7 5s-11 6-14-1 3-15 11-14 14 9 11 17" fill="none" stroke="#e8f6fb" '
        'stroke-width="2.8" stroke-linecap="round"/>'
    )


def _talus(x: float, y: float) -> str:
    return (
        f'<g transform="translate({x} {y})"><ellipse cx="2" cy="19" rx="15" ry="4.5" fill="{DEEP}" opacity=".3"/>'
        f'<g fill="{BRONZE}" stroke="#5c3510" stroke-width="1.4" stroke-linejoin="round">'
        '<path d="M-11-6H11V7H7V19H1V10H-1V19H-7V7H-11Z"/><rect x="-5" y="-18" width="10" height="11" rx="2"/>'
        '<path d="M-6-14Q0-24 6-14Z"/></g><path d="M-2.5-12h1.500M1-12h1.5" stroke="#ffe2a0" stroke-width="1.8"/></g>'
    )


def _ram(x: float, y: float) -> str:
    return (
        f'<g transform="translate({x} {y})"><ellipse cx="2" cy="17" rx="18" ry="5" fill="{DEEP}" opacity=".3"/>'
        '<g stroke="#8a5d0c" stroke-width="1.4" stroke-linejoin="round">'
        '<path d="M-10 8v9h4v-8M6 8v9h4v-9" fill="#8a5d0c"/>'
        '<path d="M-15 3a6 6 0 0 1 2-9 7 7 0 0 1 11-3 7 7 0 0 1 10 2 6 6 0 0 1 5 9 6 6 0 0 1-6 8 7 7 0 0 1-9 1 '
        '7 7 0 0 1-9 0 6 6 0 0 1-4-8z" fill="url(#santorini-gold)"/>'
        '<path d="M10-12q9-1 10 6-1 6-7 5-5-2-3-11z" fill="#fff3cf"/>'
        '<path d="M13-10a5.5 5.5 0 1 0 1 7" fill="none" stroke="#8a5d0c" stroke-width="3"/></g>'
        '<circle cx="16.5" cy="-7" r="1.1" fill="#16324a"/></g>'
    )


_TOKENS = {"coin": _coin, "whirlpool": _whirlpool, "talus": _talus, "ram": _ram}


def _winds(position: Position) -> str:
    """Wind and song as arrows in a corner: the direction the wind forbids, the direction the song leads."""
    parts = []
    for seat in range(1, position.players + 1):
        aim = position.aim(seat)
        power = position.shared if position.shared and seat == 1 else position.power(seat)
        if aim is None or not kept_by(power).aim:
            continue
        barred = kept_by(power).aim == "wind"
        bar = '<path d="M-7 3H7" stroke="#d6467f" stroke-width="3" stroke-linecap="round"/>' if barred else ""
        parts.append(
            f'<g transform="translate({(382, 18)[seat % 2]} 18)"><circle r="15" fill="#fbf8f1" stroke="{GOLD}" '
            f'stroke-width="2"/><g transform="rotate({TURN[aim]})"><path d="M0 9V-9M-5-3.500L0-9L5-3.5" fill="none" '
            f'stroke="{INK}" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/>{bar}</g></g>'
        )
    return "".join(parts)


def _secrets(position: Position) -> str:
    """The Abyss and the Fate squares, if the position shows them, as a dotted outline."""
    parts = []
    for seat in range(1, position.players + 1):
        square, kind = position.secret(seat), kept_by(position.power(seat)).secret
        if square is None or not kind:
            continue
        x, y = _corner(square)
        wide = STEP * (2 if kind == "fate" else 1)
        parts.append(
            f'<rect x="{x + 2.5}" y="{y + STEP - wide + 2.5}" width="{wide - 5}" height="{wide - 5}" rx="8" '
            'fill="#6a3fb5" fill-opacity=".14" stroke="#6a3fb5" stroke-width="3" stroke-linecap="round" '
            'stroke-dasharray=".1 6"/>'
        )
    return "".join(parts)


def _arrow(at: str, to: str) -> str:
    """An arrow from beside the middle of a square to just before the middle of another one."""
    (x1, y1), (x2, y2) = _middle(at), _middle(to)
    length = math.hypot(x2 - x1, y2 - y1)
    if not length:
        return ""
    along = length - 24
    angle = math.degrees(math.atan2(y2 - y1, x2 - x1))
    path = f"M16 0H{along - 5:.1f}M{along - 10:.1f}-7L{along:.1f} 0L{along - 10:.1f} 7"
    return (
        f'<g transform="translate({x1} {y1}) rotate({angle:.1f})" fill="none" stroke-linecap="round" '
        f'stroke-linejoin="round"><path d="{path}" stroke="#7a5208" stroke-width="7.5" stroke-opacity=".55"/>'
        f'<path d="{path}" stroke="{GOLD}" stroke-width="4.5"/></g>'
    )
