"""The settings of a server. The defaults suit a single machine at home."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from santorini.server.storage.sqlite import sqlite_url
from santorini.server.web.address import Networks
from santorini.server.web.limits import Limits

__all__ = ["Config", "data_file"]


def data_file() -> Path:
    """The default file for the games."""
    home = os.environ.get("XDG_DATA_HOME") or Path("~/.local/share").expanduser()
    return Path(home) / "santorini" / "games.sqlite"


@dataclass(frozen=True)
class Config:
    """Where games are kept, what clients may ask, which clock is used."""

    database: str = field(default_factory=lambda: sqlite_url(data_file()))
    limits: Limits = field(default_factory=Limits)
    origins: tuple[str, ...] = ()
    """Origins of pages that may connect, besides the server's own."""
    trusted: Networks = ()
    """Proxies that are trusted to tell the visitor's address."""
    thinkers: int | None = None
    """Processes for the computer players; 0: other machines think for them (`santorini think`)."""
    keep_days: float | None = None
    """Games in which nothing has happened for this many days are deleted; None keeps them all."""
    page: Path = Path(__file__).parent.parent / "page"
    now: Callable[[], float] = time.time
