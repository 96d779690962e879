"""The `santorini` command."""

import argparse
from collections.abc import Sequence
from importlib.metadata import version


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit status."""
    parser = argparse.ArgumentParser(prog="santorini", description="The board game Santorini.")
    parser.add_argument("--version", action="version", version=f"%(prog)s {version('santorini')}")
    parser.add_subparsers(title="commands", required=True).add_parser("play", help="a game in the terminal")
    parser.parse_args(argv)
    return 0
