"""`santorini engine`: the engine protocol on standard input and output."""

from __future__ import annotations

import argparse

from santorini.cli._protocol import talk

__all__ = ["arguments", "run"]


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command takes no arguments; everything is set through the protocol."""


def run(args: argparse.Namespace) -> int:
    """Run the protocol."""
    return talk()
