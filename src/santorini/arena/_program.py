"""A program that speaks the engine protocol (docs/engine.md), as a player."""

from __future__ import annotations

import os
import queue
import shlex
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from santorini._core import CoreError, Step
from santorini.engine.limit import Limit
from santorini.errors import sentence
from santorini.game.game import Game

__all__ = ["Options", "PlayerError", "Program"]

START = 20.0
"""Seconds a program has to identify itself."""
GRACE = 5.0
"""Seconds that a program may take beyond the time it is given."""
PATIENCE = 120.0
"""Seconds a program may take where the limit is not a time."""
IDLE = 0.001
"""A process that uses less than this share of a processor is not the one that thinks .."""
WAKING = 1.0
""".. but it gets at least this many seconds, and ten times its limit, because it may have to wait for a processor."""


class PlayerError(Exception):
    """A player did something that loses the game: the message says what."""


@dataclass(frozen=True)
class Options:
    """The options that all players of a match get."""

    limit: Limit | None = None
    hash_mb: int = 64
    threads: int = 1
    cpu_time: bool = False
    """Does the time limit count processor time?"""


class Program:
    """A program that speaks the engine protocol, in a process of its own. It sees a seat's view and nothing else."""

    def __init__(self, command: str, options: Options) -> None:
        self._command = shlex.split(command)
        self._options = options
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._counts_cpu = False  # it can be told to count processor time itself
        self._idle = False  # it lets another process think
        self.clock = "wall"

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
        stop_at = None
        if limit.seconds is not None and self.clock == "process":
            stop_at = limit.seconds
            words += [] if limit.nodes or limit.depth else ["infinite"]
        elif limit.seconds is not None:
            words.append(f"movetime {max(1, round(limit.seconds * 1000))}")
        words += [f"nodes {limit.nodes}"] if limit.nodes is not None else []
        words += [f"depth {limit.depth}"] if limit.depth is not None else []
        self._send(" ".join(words))
        if stop_at is not None:
            answer = self._stopped(stop_at)
        elif limit.seconds is None or self._options.cpu_time:
            answer = self._expect("bestturn", PATIENCE)
        else:
            answer = self._expect("bestturn", limit.seconds + GRACE)
        text = answer.removeprefix("bestturn").partition(" result ")[0].strip()
        for whole in (True, False):
            with suppress(CoreError, UnicodeEncodeError):
                turn, complete = view.read_turn(text, whole=whole)
                if turn.steps and (complete or not whole or turn.after.decider != seat):
                    return tuple(turn.steps)
        raise PlayerError(sentence("arena-illegal", text=text[:80], position=view.text))

    def observe(self, game: Game, seat: int, played: Sequence[Step]) -> None:
        pass

    def cpu(self) -> float | None:
        """Processor time of the program's process, without the processes it starts."""
        if self._process is None or not sys.platform.startswith("linux"):
            return None
        try:
            # Linux numbers the processor clocks of processes like this (clock_getcpuclockid(3)).
            return time.clock_gettime((~self._process.pid << 3) | 2)
        except OSError:
            return None

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
                start_new_session=os.name == "posix",  # Ctrl-C must reach only us; we send it `quit`
            )
        except OSError as error:
            raise PlayerError(sentence("arena-start", what=self._command[0], why=error.strerror or error)) from None
        self._lines = queue.SimpleQueue()
        threading.Thread(target=_read, args=(self._process, self._lines), daemon=True).start()
        self._send("santorini")
        said: list[str] = []
        self._expect("santoriniok", START, said)
        self._counts_cpu = any(line.split()[:3] == ["option", "name", "CpuTime"] for line in said)
        self.clock = "wall"
        if self._options.cpu_time and not self._counts_cpu and not self._idle and self.cpu() is not None:
            self.clock = "process"
        elif self._options.cpu_time and self._counts_cpu:
            self.clock = "thread"
            self._send("setoption name CpuTime value true")
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

    def _stopped(self, seconds: float) -> str:
        """The answer of a program that does not count processor time itself: it is stopped once it has used `seconds`.

        A program that uses almost none, because another process thinks for it, is timed by the wall clock from then on.
        """
        begun, used = time.monotonic(), self.cpu() or 0.0
        while (line := self._answered()) is None:
            wall, cpu = time.monotonic() - begun, (self.cpu() or 0.0) - used
            if wall > max(WAKING, 10 * seconds) and cpu < IDLE * wall:
                self._idle, self.clock = True, "wall"
            left = seconds - cpu / self._options.threads
            if left <= 0 or self._idle:
                self._send("stop")
                return self._expect("bestturn", PATIENCE)
            if wall > PATIENCE:
                self._send("stop")
                return self._expect("bestturn", GRACE)
            time.sleep(min(left, 0.005))
        return line

    def _answered(self) -> str | None:
        """The answer, if it has come already."""
        while True:
            try:
                line = self._lines.get_nowait()
            except queue.Empty:
                return None
            if line is None:
                self._gone()
            elif (answer := self._read_answer(line, "bestturn")) is not None:
                return answer

    def _expect(self, word: str, seconds: float, said: list[str] | None = None) -> str:
        end = time.monotonic() + seconds
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                self._end()
                raise PlayerError(sentence("arena-late", word=word, seconds=f"{seconds:g}")) from None
            if line is None:
                self._gone()
            elif (answer := self._read_answer(line, word)) is not None:
                return answer
            elif said is not None:
                said.append(line)

    @staticmethod
    def _read_answer(line: str, word: str) -> str | None:
        """The line, if it is the expected answer."""
        if line.split(maxsplit=1)[:1] == [word]:
            return line
        if word == "bestturn" and line.startswith("error"):
            raise PlayerError(sentence("arena-error", what=line[:200]))
        return None

    def _gone(self) -> None:
        status = None
        if self._process is not None:
            with suppress(subprocess.TimeoutExpired):
                status = self._process.wait(1)
        self._end()
        raise PlayerError(sentence("arena-crashed", status=status))

    def _end(self) -> None:
        """Kill the program without sending `quit`; the next game starts it again."""
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
