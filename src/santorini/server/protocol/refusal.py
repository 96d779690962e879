"""What is answered when something cannot be done: a code for programs, a key and values for words."""

from __future__ import annotations

from collections.abc import Mapping

from typing_extensions import TypedDict

__all__ = ["Problem", "Refusal", "Value"]

Value = str | int | float | None


class Problem(TypedDict):
    """An error as every client gets it."""

    code: str
    message_key: str
    args: dict[str, Value]


STATUS = {
    "invalid": 422,
    "setup": 422,
    "position": 422,
    "record": 422,
    "forbidden": 403,
    "unknown": 404,
    "unknown-game": 404,
    "method": 405,
    "too-slow": 408,
    "gone": 410,
    "too-large": 413,
    "too-many": 429,
    "server": 500,
    "full": 503,
    "busy": 503,
}
"""The HTTP status for each code; the others are conflicts with the state of the game, 409."""


class Refusal(Exception):  # noqa: N818  an answer, not a failure
    """A request is refused."""

    def __init__(self, code: str, message_key: str = "", **args: Value) -> None:
        super().__init__(code)
        self.code = code
        self.message_key = message_key or f"server.error.{code}"
        self.args_told: Mapping[str, Value] = args

    @property
    def status(self) -> int:
        """The HTTP status."""
        return STATUS.get(self.code, 409)

    @property
    def problem(self) -> Problem:
        """The error as clients get it."""
        return Problem(code=self.code, message_key=self.message_key, args=dict(self.args_told))
