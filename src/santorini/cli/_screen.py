"""Output to a terminal, where the screen is redrawn, or to anything else as plain lines."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Collection
from contextlib import suppress
from itertools import zip_longest
from types import TracebackType
from typing import Self

from santorini import Position
from santorini.cli._common import say
from santorini.draw.drawing import FILES, RANKS, SIGNS, drawing, letter, tokens_on

__all__ = ["Screen"]

# Colours of the 256-colour palette, near those of the web game: green ground, stone, whitewash, cobalt domes.
GROUNDS = ((108, 107), (180, 179), (223, 222), (231, 254))  # two shades each for the chequered board
DOME = 26
SIDES = (161, 24, 166)
INK = 16

CELL = 6
BOARD = 3 + 5 * CELL


class Screen:
    """Shows lines and asks for input. As a context manager it restores what was on the terminal before."""

    def __init__(self) -> None:
        terminal = sys.stdin.isatty() and sys.stdout.isatty()
        self.full = terminal and os.environ.get("TERM", "dumb") != "dumb"
        self.colour = self.full and not os.environ.get("NO_COLOR")

    def __enter__(self) -> Self:
        if self.full:
            with suppress(ImportError):
                import readline  # noqa: F401  line editing and history for input()
            sys.stdout.write("\x1b[?1049h")  # the alternate screen has no scrollback that could reveal secrets
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.full:
            sys.stdout.write("\x1b[?1049l")
            sys.stdout.flush()

    @property
    def width(self) -> int:
        """The width in characters, within sensible bounds."""
        return max(40, min(shutil.get_terminal_size().columns, 110))

    @property
    def height(self) -> int:
        """The height in lines."""
        return max(10, shutil.get_terminal_size().lines)

    def show(self, lines: Collection[str]) -> None:
        """Replace what is on the screen; without one, print below it."""
        if self.full:
            sys.stdout.write("\x1b[H\x1b[2J")
        for line in lines:
            print(line)
        sys.stdout.flush()

    def page(self, lines: list[str]) -> None:
        """Show many lines, a screenful at a time, and wait."""
        if not self.full:
            self.show([*lines, ""])
            return
        room = self.height - 2
        for start in range(0, len(lines), room):
            self.show(lines[start : start + room])
            self.ask(say("play.enter"))

    def ask(self, prompt: str) -> str:
        """Ask for a line; EOFError when there are no more."""
        prompt = prompt.rstrip() + " "
        if self.full:
            return input(prompt).strip()
        print(prompt, end="", flush=True)
        line = sys.stdin.readline()
        print(line.rstrip("\r\n"))  # so that a transcript shows what was typed
        if not line:
            raise EOFError
        return line.strip()

    def forget(self) -> None:
        """Forget the input history, so that the arrow keys do not bring it back."""
        if self.full:
            with suppress(ImportError):
                import readline

                readline.clear_history()

    # -- colours ---------------------------------------------------------------------------------------------------

    def bold(self, text: str) -> str:
        """Bold, where there are colours."""
        return f"\x1b[1m{text}\x1b[0m" if self.colour else text

    def dim(self, text: str) -> str:
        """Dim, where there are colours."""
        return f"\x1b[2m{text}\x1b[0m" if self.colour else text

    def loud(self, text: str) -> str:
        """Yellow, where there are colours."""
        return f"\x1b[1;33m{text}\x1b[0m" if self.colour else text

    def chip(self, text: str, side: int) -> str:
        """With the colour of a side as background, where there are colours."""
        return f"\x1b[1;38;5;231;48;5;{SIDES[side]}m{text}\x1b[0m" if self.colour else text

    def board(self, position: Position, marked: Collection[str] = (), *, small: bool = False) -> list[str]:
        """The board in lines of BOARD characters. A rank takes two lines with colours; `marked` squares have a dot."""
        if small or not self.colour:
            return [line.ljust(BOARD) for line in drawing(position).split("\n")[:6]]
        workers = {
            square: (letter(seat) + ("f" if square in position.women(seat) else ""), position.side(seat))
            for seat in reversed(range(1, position.players + 1))  # a team's workers are its first seat's
            for square in position.workers(seat)
        }
        tokens = tokens_on(position)
        lines = ["   " + "".join(file.center(CELL) for file in FILES)]
        for row, rank in enumerate(RANKS):
            upper, lower = f" {rank} ", "   "
            for column, file in enumerate(FILES):
                square = file + rank
                level, dome = position.height(square), position.has_dome(square)
                paint = f"\x1b[38;5;{231 if dome else INK};48;5;{DOME if dome else GROUNDS[level][(row + column) % 2]}m"
                who, side = workers.get(square, ("", 0))
                signs = "".join(SIGNS[token] for token in tokens.get(square, ()))
                figure = self.chip(f" {who} ".ljust(3), side) + paint if who else " ^ " if dome else "   "
                upper += f"{paint} {figure}{signs[:2]:2}\x1b[0m"
                lower += f"{paint}  {level or ' '}{'•' if square in marked else ' '}  \x1b[0m"
            lines += [upper, lower]
        return lines

    def beside(self, board: list[str], panel: list[str]) -> list[str]:
        """A board with a panel to its right."""
        return [f"{left or ' ' * BOARD}   {right or ''}".rstrip() for left, right in zip_longest(board, panel)]
