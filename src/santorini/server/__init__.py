"""The web table: games in the browser, against the computer, at one device, or with friends by a link.

    protocol/   what clients send (requests), what they get back (responses), how they are refused
    tables/     a game as a list of events: the table, its clock, the hall of all tables, the journal that stores them
    storage/    where the events are kept: SQLite or PostgreSQL
    views/      a table as one seat may see it: board, state, redaction, why not, replays, lessons, catalogue
    thinking/   the computer players, away from the event loop
    web/        HTTP, WebSockets, limits, the page, starting and stopping

Needs the optional group `web`. docs/api.md describes the protocol, docs/server.md how it is built.
"""

__all__ = ["DEFAULT_PORT"]

DEFAULT_PORT = 8030
