"""The application: routes, error handlers, start-up and shutdown."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Depends, FastAPI, Header, Path, Query, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from fastapi.routing import APIRoute
from pydantic_core import to_json
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from santorini import __version__
from santorini.server.protocol import messages, requests, responses
from santorini.server.protocol.refusal import Problem, Refusal
from santorini.server.storage.home import Unavailable
from santorini.server.tables.commands import carry_out
from santorini.server.tables.hall import Hall, Room
from santorini.server.tables.journal import Journal
from santorini.server.tables.table import Role
from santorini.server.tables.tokens import digest, new_token, same
from santorini.server.thinking.pool import Mind, Thinkers
from santorini.server.views import catalogue, lessons, matches, replay, table_state
from santorini.server.web.address import Visitors, is_in, networks, visitor
from santorini.server.web.config import Config
from santorini.server.web.headers import BodyLimit, SafeHeaders
from santorini.server.web.page import Page
from santorini.server.web.socket import attend

__all__ = ["create_app"]

log = logging.getLogger("santorini.server")


LOOPBACK = networks(["127.0.0.0/8", "::1"])

ANY_METHOD = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

GameId = Annotated[str, Path(max_length=32, description="the game")]
SeatNumber = Annotated[int, Path(ge=1, le=4)]
LessonId = Annotated[str, Path(max_length=40)]
TaskNumber = Annotated[int, Path(ge=0, le=50)]
SeatAsked = Annotated[int | None, Query(ge=1, le=4, description="one of the token's seats")]


def _refused(*statuses: int) -> dict[int | str, dict[str, Any]]:
    return {status: {"model": Problem} for status in (*statuses, 413, 422, 429, 503)}


def _refused_as_json(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The same for routes whose normal answer is not JSON."""
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {status: {"description": "Refused", "content": content} for status in _refused(*statuses)}


def create_app(config: Config | None = None) -> FastAPI:
    """The server as an ASGI application."""
    config = config or Config()

    @asynccontextmanager
    async def open_hall(app: FastAPI) -> AsyncIterator[None]:
        journal = Journal(config.database)
        thinkers = _mind(config)
        app.state.hall = hall = Hall(config, journal, thinkers)
        try:
            await thinkers.start()
            await hall.start()
            yield
        finally:
            await hall.close()
            await thinkers.close()
            journal.close()

    app = FastAPI(
        title="santorini",
        version=__version__,
        summary="The web table: see docs/api.md for the WebSocket part and the meaning of every field.",
        openapi_url="/api/openapi.json",
        docs_url=None,  # its page would load scripts from other sites
        redoc_url=None,
        lifespan=open_hall,
    )
    _handle_errors(app)
    app.include_router(router, prefix="/api")
    app.add_api_websocket_route("/api/games/{game}/socket", _socket)
    app.webhooks.post("socket", response_model=messages.ServerMessage, responses=_refused())(socket_messages)
    app.mount("/", Page(config.page))
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=6)
    app.add_middleware(BodyLimit, limits=config.limits)
    app.add_middleware(SafeHeaders)
    app.add_middleware(Visitors, trusted=config.trusted)
    return app


def _mind(config: Config) -> Mind:
    if config.thinkers != 0:
        return Thinkers(config.thinkers)
    from santorini.server.thinking.elsewhere import Elsewhere  # needs packages of its own

    return Elsewhere(config.database)


# -- who asks ------------------------------------------------------------------------------------------------------


def _hall(request: Request) -> Hall:
    hall: Hall = request.app.state.hall
    hall.requests.take(_from(request))
    return hall


def _from(request: Request) -> str:
    return visitor(request.client.host if request.client else None)


TheHall = Annotated[Hall, Depends(_hall)]


def _token(authorization: Annotated[str, Header(max_length=200)] = "") -> str:
    scheme, _, token = authorization.partition(" ")
    return token if scheme.lower() == "bearer" else ""


Bearer = Annotated[str, Depends(_token)]


async def _entry(request: Request, hall: TheHall, game: GameId, token: Bearer) -> tuple[Room, Role]:
    """The room and the role of the token. A wrong token and a wrong game get the same answer."""
    room = await hall.open(game)
    role = room.table.role(digest(token)) if room is not None and token else None
    if room is None or role is None:
        hall.attempts.take(_from(request))
        raise Refusal("unknown-game")
    return room, role


Entry = Annotated[tuple[Room, Role], Depends(_entry)]


def _looking(room: Room, role: Role, seat: int | None) -> int:
    if role.kind == "invite" or (seat is not None and seat not in role.seats):
        raise Refusal("forbidden")
    return seat or table_state.best_seat(room.table, role)


# -- routes --------------------------------------------------------------------------------------------------------

router = APIRouter()


@router.get("/health", responses=_refused())
async def health(hall: TheHall) -> responses.Health:
    """Is the server there?"""
    return responses.Health(ok=True, version=__version__)


@router.get("/ready", responses=_refused())
async def ready(hall: TheHall) -> responses.Health:
    """Is it ready to play: is the database writable, and are the computer players alive?"""
    try:
        await hall.journal.try_to_write()
    except Unavailable as why:
        log.error("not ready: the database cannot be written: %s", why)
        raise Refusal("busy") from None
    if not await hall.thinkers.alive():
        log.error("not ready: nobody thinks for the computer players")
        raise Refusal("busy")
    return responses.Health(ok=True, version=__version__)


@router.get("/metrics", response_class=PlainTextResponse, responses=_refused_as_json(404))
async def metrics(request: Request, hall: TheHall) -> PlainTextResponse:
    """Counts for Prometheus, on this machine only."""
    if not is_in(request.client.host if request.client else None, LOOPBACK):
        raise Refusal("unknown")
    return PlainTextResponse(hall.metrics.text(hall.figures()), media_type="text/plain; version=0.0.4")


@router.get("/words", responses=_refused())
async def word_languages(hall: TheHall) -> responses.Languages:
    """The languages there are words in."""
    return responses.Languages(languages=catalogue.known_languages())


@router.get("/words/{language}", response_model=responses.Texts, responses={304: {}, **_refused(404)})
async def words(request: Request, hall: TheHall, language: Annotated[str, Path(max_length=20)]) -> Response:
    """All words of a language."""
    return catalogue.words(language).answer(request)


@router.get("/rulebook/{language}", response_model=responses.Rulebook, responses={304: {}, **_refused(404)})
async def rulebook(request: Request, hall: TheHall, language: Annotated[str, Path(max_length=20)]) -> Response:
    """The rulebook in a language."""
    return catalogue.book(language).answer(request)


@router.get("/lessons", response_model=responses.Lessons, responses={304: {}, **_refused()})
async def lesson_list(request: Request, hall: TheHall) -> Response:
    """What can be learned."""
    return lessons.every().answer(request)


@router.get("/lessons/{lesson}", response_model=responses.Lesson, responses={304: {}, **_refused(404)})
async def lesson(request: Request, hall: TheHall, lesson: LessonId) -> Response:
    """A lesson with its boards."""
    return lessons.one(lesson).answer(request)


@router.post("/lessons/{lesson}/{task}", response_model=responses.Tried, responses=_refused(404, 409))
async def lesson_try(
    request: Request, hall: TheHall, lesson: LessonId, task: TaskNumber, tried: requests.Try
) -> Response:
    """A try at a task: nothing is kept, so every try brings all its steps."""
    content = await lessons.attempt(
        lessons.task_of(lesson, task), tried, partial(hall.computers.advise, _from(request))
    )
    return Response(to_json(content), media_type="application/json")


@router.get("/powers", response_model=responses.Powers, responses={304: {}, **_refused()})
async def powers(request: Request, hall: TheHall) -> Response:
    """All cards."""
    return catalogue.powers().answer(request)


@router.post("/matches", responses=_refused())
async def match(hall: TheHall, wish: requests.MatchWish) -> responses.Match:
    """Powers that go together."""
    return await asyncio.to_thread(matches.suggested, wish)


@router.post("/games", status_code=201, responses=_refused())
async def create(request: Request, hall: TheHall, new: requests.NewGame) -> responses.Created:
    """Set up a table. The tokens are sent only once."""
    hall.creations.take(_from(request))
    room, token, watch, invites = await hall.create(new, _from(request))
    held = [n for n, seat in enumerate(room.table.seats, 1) if seat.kind == "here"]
    return responses.Created(
        game=room.table.id,
        token=token,
        seats=held,
        invites={str(seat): invite for seat, invite in invites.items()},
        watch=watch,
    )


@router.get("/games/{game}/lobby", responses=_refused(404, 410))
async def lobby(entry: Entry) -> responses.Lobby:
    """Who sits at the table, for somebody who was invited."""
    room, role = entry
    return table_state.lobby(room.table, role)


@router.post("/games/{game}/join", status_code=201, responses=_refused(403, 404, 410, 409))
async def join(hall: TheHall, entry: Entry, invite: Bearer, guest: requests.Join) -> responses.Joined:
    """Take the seat of the invite. Asking again with the same token of one's own gets the same answer."""
    room, role = entry
    token = guest.token or new_token()
    if role.kind == "invite":
        seat = role.seats[0]
        await hall.act(room, lambda table: table.may_sit(seat, guest.name, digest(token)))
    elif not (seat := room.table.taken_with(digest(invite))):
        raise Refusal("forbidden")
    elif not same(digest(token), room.table.seats[seat - 1].holder):
        raise Refusal("taken")
    return responses.Joined(game=room.table.id, token=token, seats=[seat])


@router.post("/games/{game}/token", status_code=201, responses=_refused(403, 404, 409, 410))
async def move(hall: TheHall, entry: Entry, token: Bearer, wanted: requests.NewToken) -> responses.Joined:
    """Replace the token that is presented: it no longer works, and whoever is connected with it is disconnected."""
    room, role = entry
    if role.kind != "seat":
        raise Refusal("forbidden")
    new = wanted.token or new_token()
    await hall.act(room, lambda table: table.may_move(digest(token), digest(new)))
    return responses.Joined(game=room.table.id, token=new, seats=list(role.seats))


@router.post("/games/{game}/watch", status_code=201, responses=_refused(403, 404, 409, 410))
async def watch_link(hall: TheHall, entry: Entry) -> responses.WatchLink:
    """A new token to watch with; the old one no longer works."""
    room, role = entry
    if not role.host:
        raise Refusal("forbidden")
    new = new_token()
    await hall.act(room, lambda table: table.may_move(table.watch, digest(new)))
    return responses.WatchLink(watch=new)


@router.post("/games/{game}/invites/{seat}", status_code=201, responses=_refused(403, 404, 410, 409))
async def invite(hall: TheHall, entry: Entry, seat: SeatNumber) -> responses.Invite:
    """A new invite for a seat that is still open; the old one no longer works."""
    room, role = entry
    if not role.host:
        raise Refusal("forbidden")
    token = new_token()
    await hall.act(room, lambda table: table.may_invite(seat, digest(token)))
    return responses.Invite(seat=seat, invite=token)


@router.get("/games/{game}", response_model=responses.State, responses=_refused(403, 404, 410))
async def state(request: Request, hall: TheHall, entry: Entry, seat: SeatAsked = None) -> Response:
    """The table as one of the token's seats, or a watcher, may see it."""
    room, role = entry
    await hall.arrive(room, role)
    hall.look(room, _from(request))
    content = table_state.state_json(room.table, role, _looking(room, role, seat), hall.around(room))
    return Response(content, media_type="application/json")


@router.post("/games/{game}/commands", response_model=responses.Reply, responses=_refused(403, 404, 410, 409))
async def command(request: Request, hall: TheHall, entry: Entry, command: requests.Command) -> Response:
    """One command; the answer is the state after it."""
    room, role = entry
    await hall.arrive(room, role)
    hall.look(room, _from(request))
    looking = _looking(room, role, command.seat if role.kind == "seat" else None)
    answer = await carry_out(hall, room, role, looking, command)
    reply = responses.Reply(state=table_state.state_of(room.table, role, looking, hall.around(room)), answer=answer)
    return Response(to_json(reply), media_type="application/json")


@router.get(
    "/games/{game}/record",
    response_class=PlainTextResponse,
    responses=_refused_as_json(403, 404, 410),
)
async def record(entry: Entry, seat: SeatAsked = None) -> PlainTextResponse:
    """The game record; before the end without the secrets of others."""
    room, role = entry
    text = replay.record_text(room.table, _looking(room, role, seat))
    return PlainTextResponse(text, headers={"Content-Disposition": 'attachment; filename="santorini.san"'})


@router.get("/games/{game}/replay", response_model=responses.Replay, responses=_refused(403, 404, 410))
async def game_replay(entry: Entry, seat: SeatAsked = None) -> Response:
    """The game to step through; before the end without the secrets of others."""
    room, role = entry
    looking = _looking(room, role, seat)
    return Response(to_json(replay.of_table(room.table, looking)), media_type="application/json")


@router.post("/replays", response_model=responses.Replay, responses=_refused())
async def record_replay(hall: TheHall, brought: requests.RecordText) -> Response:
    """A record to step through."""
    content = await asyncio.to_thread(replay.of_record, brought.record)
    return Response(to_json(content), media_type="application/json")


@router.post("/positions", responses=_refused())
async def shared_position(hall: TheHall, brought: requests.PositionText) -> responses.SharedPosition:
    """A position to look at."""
    return await asyncio.to_thread(replay.position, brought.position)


@router.api_route("/{rest:path}", methods=ANY_METHOD, include_in_schema=False)
async def nothing(request: Request) -> None:
    """Nothing is here, or only for other methods."""
    others = [route for route in router.routes if isinstance(route, APIRoute) and route.endpoint is not nothing]
    path = request.url.path.removeprefix("/api")
    allowed = {method for route in others if route.path_regex.match(path) for method in route.methods or ()}
    if allowed:
        raise HTTPException(405, headers={"Allow": ", ".join(sorted(allowed))})
    raise Refusal("unknown")


async def _socket(websocket: WebSocket, game: str) -> None:
    await attend(websocket, websocket.app.state.hall, game)


async def socket_messages(message: messages.ClientMessage) -> None:
    """What a client sends over `/api/games/{game}/socket`, and what the server sends. Never called: for the schema."""


# -- errors --------------------------------------------------------------------------------------------------------


def _handle_errors(app: FastAPI) -> None:
    async def refused(request: Request, error: Refusal) -> Response:
        headers = {}
        if (hall := getattr(app.state, "hall", None)) is not None:
            hall.metrics.refused[error.code] += 1
        if error.code == "too-many":
            headers["Retry-After"] = str(max(1, round(float(error.args_told.get("seconds") or 1))))
        return JSONResponse(error.problem, error.status, headers)

    async def invalid(request: Request, error: RequestValidationError) -> Response:
        # The offending value is not repeated: it may be anything, of any length.
        where = ".".join(str(part) for part in error.errors()[0]["loc"]) if error.errors() else ""
        return await refused(request, Refusal("invalid", where=where[:100]))

    async def http(request: Request, error: HTTPException) -> Response:
        refusal = Refusal({404: "unknown", 405: "method"}.get(error.status_code, "invalid"), where="body")
        return JSONResponse(refusal.problem, refusal.status, error.headers)

    async def failed(request: Request, error: Exception) -> Response:
        log.exception("a request failed", exc_info=error)
        return JSONResponse(Refusal("server").problem, 500)

    handlers: dict[type[Exception], Callable[..., Awaitable[Response]]] = {
        Refusal: refused,
        RequestValidationError: invalid,
        HTTPException: http,
        Exception: failed,
    }
    for kind, handler in handlers.items():
        app.add_exception_handler(kind, handler)
