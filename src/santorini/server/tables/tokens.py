"""Unguessable tokens. The server keeps only their hashes."""

from __future__ import annotations

import hmac
import secrets
from hashlib import sha256

__all__ = ["digest", "new_game_id", "new_token", "same"]


def new_token() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(24)


def new_game_id() -> str:
    """The id of a game. It appears in URLs, so it gives no access by itself."""
    return secrets.token_urlsafe(9)


def digest(token: str) -> str:
    """The hash stored for a token. A token has 192 random bits, so a plain hash cannot be reversed."""
    return sha256(token.encode("utf-8", "replace")).hexdigest()


def same(one: str, other: str | None) -> bool:
    """Are two hashes equal? Takes constant time."""
    return hmac.compare_digest(one, other or "-")
