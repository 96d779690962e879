"""From a request to a game: powers are drawn, seats filled, and the core checks everything."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence

from santorini import Game, SetupError, random_fleece, random_powers, read_position, suits
from santorini.errors import SantoriniError, sentence
from santorini.server.protocol import requests
from santorini.server.protocol.refusal import Refusal
from santorini.server.tables.events import Created, SeatKept, read_back
from santorini.server.tables.table import begin

__all__ = ["NewTokens", "created", "next_game"]


class NewTokens:
    """The hashes that a new game begins with."""

    def __init__(self, host: str, watch: str, invites: dict[int, str]) -> None:
        self.host, self.watch, self.invites = host, watch, invites


def created(new: requests.NewGame, hashes: NewTokens) -> Created:
    """The first event of a game; refuses what cannot be set up."""
    seats = []
    for number, seat in enumerate(new.seats, 1):
        match seat:
            case requests.Here():
                seats.append(SeatKept(kind="here", name=seat.name, holder=hashes.host))
            case requests.Friend():
                seats.append(SeatKept(kind="friend", invite=hashes.invites[number]))
            case requests.Computer():
                seats.append(SeatKept(kind="computer", level=seat.level))
    return _created(new, seats, hashes.host, hashes.watch)


def next_game(old: Created, seats: Sequence[SeatKept], host: str, watch: str) -> Created:
    """The same table again, with the next seat beginning; everybody keeps their seat."""
    new = old.asked
    if new.position is None:  # a position itself says who begins
        new = new.model_copy(update={"first": new.first % len(new.seats) + 1})
    return _created(new, list(seats), host, watch)


def _created(new: requests.NewGame, seats: list[SeatKept], host: str, watch: str) -> Created:
    seed = secrets.randbits(128)
    try:
        game = _from_position(new, seed) if new.position is not None else _game(new, seed)
    except SetupError as error:
        raise Refusal("setup", reason=error.code, message=str(error)) from None
    drawn = game.turns[0].text if game.turns else None
    first = Created(asked=new, start=game.start.text, seed=seed, drawn=drawn, seats=seats, host=host, watch=watch)
    again = begin(read_back(first))
    if (again.position, again.turns) != (game.position, game.turns):
        raise ValueError(f"a new game is not read back as it was set up: {first.start}")
    return first


def _from_position(new: requests.NewGame, seed: int) -> Game:
    given = new.model_fields_set & {"powers", "rules", "fleece", "first", "any_pair", "settings"}
    if given:
        raise Refusal("setup", "server.error.position-alone", what=", ".join(sorted(given)))
    text = new.position or ""
    if "?" in text:
        raise Refusal("setup", "server.error.position-hidden")
    try:
        position = read_position(text)
    except SantoriniError as error:
        raise Refusal("position", message=str(error)) from None
    if position.players != len(new.seats):
        raise Refusal("setup", "server.error.position-players", players=position.players)
    game = Game.from_position(position, seed=seed)
    if game.is_over:
        raise Refusal("setup", "server.error.position-over")
    return game


def _game(new: requests.NewGame, seed: int) -> Game:
    players = len(new.seats)
    powers = _powers(new, players)
    fleece = None
    if new.fleece is not None:
        if not isinstance(new.powers, requests.NoPowers):
            raise Refusal("setup", reason="fleece-players", message=sentence("fleece-players"))
        fleece = new.fleece.power or random_fleece(rules=new.rules, seed=secrets.randbits(64))
    return Game(
        *powers,
        players=players,
        rules=new.rules,
        fleece=fleece,
        settings=new.settings,
        first=new.first,
        any_pair=new.any_pair,
        draft=isinstance(new.powers, requests.Draft),
        seed=seed,
    )


def _powers(new: requests.NewGame, players: int) -> list[str]:
    match new.powers:
        case requests.AtRandom() as choice:
            return _drawn(new, choice, [], players)
        case requests.Chosen() as choice:
            if len(choice.powers) != players:
                raise Refusal("setup", "server.error.power-count", players=players)
            named = [re.sub(r"~.*", "", power) for power in choice.powers if power]
            if (reason := suits([p for p in choice.powers if p], new.rules, new.any_pair, players=players)) is not None:
                raise SetupError(*reason)
            others = iter(_drawn(new, choice, named, players))
            return [power or next(others) for power in choice.powers]
    return []


def _drawn(
    new: requests.NewGame, choice: requests.AtRandom | requests.Chosen, beside: Sequence[str], players: int
) -> list[str]:
    return list(
        random_powers(
            players,
            rules=new.rules,
            seed=secrets.randbits(64),
            without=choice.without,
            beside=beside,
            **choice.filters,
            any_pair=new.any_pair,
        )
    )
