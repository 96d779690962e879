"""What servers on one database tell each other: that a game has new events, and who is at a table."""

from __future__ import annotations

import secrets

from pydantic import BaseModel, ConfigDict, ValidationError

__all__ = ["News", "new_server"]


def new_server() -> str:
    """A name for a server process, which no other has."""
    return secrets.token_urlsafe(6)


class News(BaseModel):
    """A message to all servers. It holds nothing that is secret, and nothing that is not also found out without it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    server: str
    """Who tells it."""
    game: str = ""
    number: int = 0
    """The last event of the game; 0: it is not about events."""
    first: int = 0
    """The first of the new events."""
    only: int = 0
    """The seat that alone can see anything of them; 0: others can."""
    seats: tuple[int, ...] | None = None
    """The seats whose players are connected to that server; None: it is not about them."""
    watchers: int = 0
    asks: bool = False
    """Who is at this table with you?"""
    gone: bool = False
    """The game was deleted; without a game, the server has stopped."""

    @property
    def text(self) -> str:
        """As it is sent."""
        return self.model_dump_json(exclude_defaults=True)

    @classmethod
    def read(cls, text: str) -> News | None:
        """The message that a text is; None if it is none: a later version may say more."""
        try:
            return cls.model_validate_json(text)
        except ValidationError:
            return None
