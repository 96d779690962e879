"""The players of a match: levels, evaluations, a random player, any program that speaks the engine protocol."""

from __future__ import annotations

import os
import queue
import random
import shlex
import shutil
import subprocess
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from typing import Any, Protocol

from santorini._core import CoreError, Step
from santorini.engine.engine import Engine
from santorini.engine.levels import LEVELS, TOP, Level, level
from santorini.engine.limit import Limit
from santorini.errors import EngineError, sentence
from santorini.game.game import Game

__all__ = ["Options", "Player", "PlayerError", "check", "player"]

START = 20.0
"""Seconds a program may take to introduce itself."""
GRACE = 5.0
"""Seconds a program may exceed its time limit by."""
PATIENCE = 120.0
"""Seconds a program may take if the limit is not a time."""


class PlayerError(Exception):
    """A mistake that loses the game; the message says which."""


@dataclass(frozen=True)
class Options:
    """What all players of a match get."""

    limit: Limit | None = None
    hash_mb: int = 64
    threads: int = 1


class Player(Protocol):
    """Decides for a seat."""

    def begin(self, seed: int) -> None:
        """A new game begins."""

    def decide(self, game: Game, seat: int) -> Sequence[Step]:
        """The seat's decision. Raises PlayerError for a mistake that loses the game."""

    def observe(self, game: Game, seat: int, played: Sequence[Step]) -> None:
        """The seat has seen something happen; `played` are the steps it took itself."""

    def close(self) -> None:
        """Release whatever the player holds."""


class _Level:
    """A level, or the top one with one of the two evaluations."""

    def __init__(self, level: Level, options: Options, network: bool | str) -> None:
        self._limit = options.limit
        self._engine = Engine(level, hash_mb=options.hash_mb, threads=options.threads, seed=0, network=network)

    def begin(self, seed: int) -> None:
        self._engine.seed = seed
        self._engine.clear()

    def decide(self, game: Game, seat: int) -> Sequence[Step]:
        return self._engine.play(game.view(seat), self._limit).steps

    def observe(self, game: Game, seat: int, played: Sequence[Step]) -> None:
        self._engine.observe(game.view(seat), played)

    def close(self) -> None:
        self._engine.close()


class _Random:
    """Takes random legal steps."""

    def __init__(self) -> None:
        self._seed = 0

    def begin(self, seed: int) -> None:
        self._seed = seed

    def decide(self, game: Game, seat: int) -> Sequence[Step]:
        luck = random.Random(f"{self._seed}/{seat}/{len(game.turns)}/{len(game.turn_in_progress)}")
        return [luck.choice(game.view(seat).legal_steps)]

    def observe(self, game: Game, seat: int, played: Sequence[Step]) -> None:
        pass

    def close(self) -> None:
        pass


class _Program:
    """A program that speaks the engine protocol, in its own process. It gets only a seat's view."""

    def __init__(self, command: str, options: Options) -> None:
        self._command = shlex.split(command)
        self._options = options
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()

    def begin(self, seed: int) -> None:
        if self._process is not None and self._process.poll() is None:
            self._send("newgame")
            return
        self._start()

    def decide(self, game: Game, seat: int) -> Sequence[Step]:
        view = game.view(seat).position
        limit = self._options.limit or Limit(seconds=1.0)
        self._send(f"position {view.text}")
        words = ["go"]
        if limit.seconds is not None:
            words.append(f"movetime {max(1, round(limit.seconds * 1000))}")
        words += [f"nodes {limit.nodes}"] if limit.nodes is not None else []
        words += [f"depth {limit.depth}"] if limit.depth is not None else []
        self._send(" ".join(words))
        answer = self._expect("bestturn", (limit.seconds + GRACE) if limit.seconds is not None else PATIENCE)
        text = answer.removeprefix("bestturn").partition(" result ")[0].strip()
        for whole in (True, False):
            with suppress(CoreError, UnicodeEncodeError):
                turn, complete = view.read_turn(text, whole=whole)
                if turn.steps and (complete or not whole or turn.after.decider != seat):
                    return tuple(turn.steps)
        raise PlayerError(sentence("arena-illegal", text=text[:80], position=view.text))

    def observe(self, game: Game, seat: int, played: Sequence[Step]) -> None:
        pass

    def close(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(OSError, ValueError):
            assert process.stdin is not None
            process.stdin.write("quit\n")
            process.stdin.close()
        try:
            process.wait(2)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout is not None:
            process.stdout.close()

    # -- talking -------------------------------------------------------------------------------------------------------

    def _start(self) -> None:
        self.close()
        try:
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
                errors="replace",
                start_new_session=os.name == "posix",  # Ctrl-C reaches only us; we tell the program to quit
            )
        except OSError as error:
            raise PlayerError(sentence("arena-start", what=self._command[0], why=error.strerror or error)) from None
        self._lines = queue.SimpleQueue()
        threading.Thread(target=_read, args=(self._process, self._lines), daemon=True).start()
        self._send("santorini")
        self._expect("santoriniok", START)
        self._send(f"setoption name Threads value {self._options.threads}")
        self._send(f"setoption name Hash value {self._options.hash_mb}")
        self._send("isready")
        self._expect("readyok", START)

    def _send(self, line: str) -> None:
        process = self._process
        try:
            if process is None or process.stdin is None:
                raise BrokenPipeError
            process.stdin.write(line + "\n")
            process.stdin.flush()
        except (OSError, ValueError):
            self._gone()

    def _expect(self, word: str, seconds: float) -> str:
        end = time.monotonic() + seconds
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                self._end()
                raise PlayerError(sentence("arena-late", word=word, seconds=f"{seconds:g}")) from None
            if line is None:
                self._gone()
            elif line.split(maxsplit=1)[:1] == [word]:
                return line
            elif word == "bestturn" and line.startswith("error"):
                raise PlayerError(sentence("arena-error", what=line[:200]))

    def _gone(self) -> None:
        status = None
        if self._process is not None:
            with suppress(subprocess.TimeoutExpired):
                status = self._process.wait(1)
        self._end()
        raise PlayerError(sentence("arena-crashed", status=status))

    def _end(self) -> None:
        """End the process at once; the next game starts it again."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for stream in (process.stdin, process.stdout):
                if stream is not None:
                    with suppress(OSError):
                        stream.close()


def _read(process: subprocess.Popen[str], lines: queue.SimpleQueue[str | None]) -> None:
    assert process.stdout is not None
    with suppress(OSError, ValueError):
        for line in process.stdout:
            lines.put(line.strip())
    lines.put(None)


EVALUATIONS = {"network": True, "handmade": False}
NUMBERS = {f.name: float if f.name in ("softness", "oversight", "seconds") else int for f in fields(Level)}
"""The settings of a level that a match can change: all its numbers."""
SETTINGS = ("time", "network", "hash_mb", "threads", *(name for name in NUMBERS if name not in ("number", "name")))


def check(spec: str) -> str:
    """A player's name as the result shows it. Raises an error for an unknown player."""
    name = spec.strip()
    if (known := _known(name)) is not None:
        base, _, settings = known
        _settings(settings)
        return f"{base}:{settings}" if settings else base
    try:
        words = shlex.split(name)
    except ValueError:
        words = []
    if not words or shutil.which(words[0]) is None:
        levels = ", ".join(one.name for one in LEVELS)
        raise EngineError("engine/player", sentence("engine-player", what=spec[:80], levels=levels))
    return name


def _known(name: str) -> tuple[str, Level | None, str] | None:
    """Name, level and settings of one of our own players, or None for a program."""
    base, _, settings = name.partition(":")
    base = base.strip().lower()
    if base == "random":
        return base, None, ""
    if base in EVALUATIONS:
        return base, TOP, settings
    try:
        one = level(base)
    except EngineError:
        return None
    return one.name, one, settings


def _settings(text: str) -> dict[str, str]:
    """The settings in a text such as `softness=20,lines=8`."""
    found: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        key, _, value = part.partition("=")
        if key not in SETTINGS:
            raise EngineError("engine/setting", sentence("engine-setting", what=part[:40], known=", ".join(SETTINGS)))
        if key != "network":
            try:
                NUMBERS.get(key, float)(value)
            except ValueError:
                raise EngineError("engine/setting", sentence("engine-number", name=key, what=value[:40])) from None
        found[key] = value
    return found


def player(spec: str, options: Options) -> Player:
    """The player with this name."""
    known = _known(check(spec))
    if known is None:
        return _Program(spec, options)
    base, one, text = known
    if one is None:
        return _Random()
    settings = _settings(text)
    changes: dict[str, Any] = {name: NUMBERS[name](value) for name, value in settings.items() if name in NUMBERS}
    if "time" in settings:
        options = replace(options, limit=Limit(seconds=float(settings["time"])))
    options = replace(
        options,
        hash_mb=int(settings.get("hash_mb", options.hash_mb)),
        threads=int(settings.get("threads", options.threads)),
    )
    network = settings.get("network", EVALUATIONS.get(base, True))
    return _Level(replace(one, **changes) if changes else one, options, network)
