"""Santorini for PettingZoo: ``from santorini.pettingzoo import santorini_v0``. Needs the extra ``pettingzoo``."""

from santorini.errors import sentence

try:
    import pettingzoo as _pettingzoo  # noqa: F401
except ModuleNotFoundError:
    raise ModuleNotFoundError(sentence("extra", extra="pettingzoo")) from None

from santorini.pettingzoo import santorini_v0

__all__ = ["santorini_v0"]
