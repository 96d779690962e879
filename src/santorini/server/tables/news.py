"""What servers on one database tell each other: that a game has new events, and who is at a table."""

from __future__ import annotations

import secrets

from pydantic import BaseModel, ConfigDict, ValidationError

__all__ = ["News", "new_server"]


def new_server() -> str:
    """A unique name for a server process."""
    return secrets.token_urlsafe(6)


class News(BaseModel):
    """A message to all servers. It holds nothing secret, and nothing that is not also found out without it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    server: str
    """Who sends it."""
    game: str = ""
    number: int = 0
    """The last event of the game; 0: it is not about events."""
    first: int = 0
    """The first of the new events."""
    only: int = 0
    """The only seat that can see them; 0 if others can, too."""
    seats: tuple[int, ...] | None = None
    """The seats whose players are connected to that server; None: it is not about them."""
    watchers: int = 0
    asks: bool = False
    """Asks the other servers who is at this table there."""
    gone: bool = False
    """The game was deleted; without a game, the server has stopped."""

    @property
    def text(self) -> str:
        """As it is sent."""
        return self.model_dump_json(exclude_defaults=True)

    @classmethod
    def read(cls, text: str) -> News | None:
        """The message in a text; None if it cannot be read: a later version may say more."""
        try:
            return cls.model_validate_json(text)
        except ValidationError:
            return None
