"""The engine protocol (docs/engine.md): text lines in and out, similar to UCI.

One loop handles both the lines of the other program and the end of our own search. While a search runs, `stop`,
`isready` and `quit` are obeyed at once and everything else waits, so that a list of commands can be piped in.
"""

from __future__ import annotations

import queue
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import IO

from santorini import Game, Limit, Position, SantoriniError
from santorini._core import CoreError
from santorini.cli._common import LONGEST_LINE, CommandError, one_position, say
from santorini.cli._turn_splitting import split_turns
from santorini.engine.answers import Analysis, Decision
from santorini.engine.backends import parameter_ranges
from santorini.engine.engine import MOST_HASH, MOST_LINES, MOST_THREADS, Engine
from santorini.engine.levels import LEVELS, TOP, level
from santorini.engine.task import Task
from santorini.words.catalogue import RULE_SETS

__all__ = ["Protocol"]

MOST_SEED = 2**48

AT_ONCE = ("stop", "isready", "quit")


@dataclass
class Options:
    """What `setoption` sets."""

    rules: str | None = None
    threads: int = 1
    hash: int = 64
    lines: int = 1
    level: str = TOP.name
    network: bool = True
    cputime: bool = False
    seed: int | None = None
    parameters: dict[str, int] = field(default_factory=dict)


@dataclass
class Protocol:
    """One conversation."""

    source: IO[bytes]
    sink: IO[str]
    options: Options = field(default_factory=Options)
    _lines: queue.SimpleQueue[str | None] = field(default_factory=queue.SimpleQueue)
    _waiting: deque[str] = field(default_factory=deque)
    _writing: threading.Lock = field(default_factory=threading.Lock)
    _engine: Engine | None = None
    _game: Game | None = None
    _task: Task[Analysis] | Task[Decision] | None = None
    _endless: bool = False
    _closing: bool = False

    def run(self) -> int:
        """Talk until `quit`, or until the input ends and any search with a limit has finished."""
        threading.Thread(target=self._read, name="santorini-stdin", daemon=True).start()
        while not (self._closing and self._task is None and not self._waiting):
            if self._task is None and self._waiting:
                line: str | None = self._waiting.popleft()
            else:
                line = self._lines.get()
            if line is None:  # no more lines
                self._closing = True
                if self._endless:
                    self._stop()
            elif line == DONE:
                self._answer()
            elif self._task is not None and line.split(maxsplit=1)[:1] not in [[word] for word in AT_ONCE]:
                self._waiting.append(line)
            elif not self._obey(line):
                break
        if self._engine is not None:
            self._engine.close()
        return 0

    # -- lines ---------------------------------------------------------------------------------------------------------

    def _read(self) -> None:
        while line := self.source.readline(LONGEST_LINE):
            text = line.decode("utf-8", "replace").replace(DONE, "").strip()
            self._lines.put(text)
            if text.split(maxsplit=1)[:1] == ["quit"]:
                return
        self._lines.put(None)

    def _say(self, line: str) -> None:
        with self._writing:
            self.sink.write(" ".join(line.split()) + "\n")
            self.sink.flush()

    def _refuse(self, why: object) -> None:
        self._say(f"error {why}")

    def _obey(self, line: str) -> bool:
        """Obey a line. Returns False for `quit`."""
        word, _, rest = line.partition(" ")
        if word == "quit":
            self._stop()
            return False
        command = COMMANDS.get(word)
        try:
            if command is not None:
                command(self, rest.strip())
            elif word:
                self._say(f"info string {say('engine.unknown', what=word[:40], known=', '.join(COMMANDS))}")
        except (SantoriniError, CommandError) as error:
            self._refuse(error)
        except MemoryError:
            self._refuse(say("cli.memory"))
        return True

    # -- commands ------------------------------------------------------------------------------------------------------

    def _introduce(self, rest: str) -> None:
        self._say(f"id name santorini {version('santorini')}")
        self._say("id author the santorini developers")
        names = " ".join(f"var {one.name}" for one in LEVELS)
        for text in (
            f"Rules type combo default printed {' '.join(f'var {name}' for name in RULE_SETS)}",
            f"Threads type spin default 1 min 1 max {MOST_THREADS}",
            f"Hash type spin default 64 min 1 max {MOST_HASH}",
            f"Lines type spin default 1 min 1 max {MOST_LINES}",
            f"Level type combo default {TOP.name} {names}",
            "Network type check default true",
            "CpuTime type check default false",
            f"Seed type spin default 0 min 0 max {MOST_SEED}",
            *(
                f"{one.name} type spin default {one.value} min {one.least} max {one.most}"
                for one in PARAMETERS.values()
            ),
        ):
            self._say(f"option name {text}")
        self._say("santoriniok")

    def _ready(self, rest: str) -> None:
        if self._task is None:
            self._made().warm()
        self._say("readyok")

    def _made(self) -> Engine:
        """The engine, created with the current options when first needed."""
        if self._engine is None:
            options = self.options
            self._engine = Engine(
                options.level,
                hash_mb=options.hash,
                threads=options.threads,
                seed=options.seed or 0,
                network=options.network,
                cpu_time=options.cputime,
                parameters=options.parameters,
            )
        return self._engine

    def _set(self, rest: str) -> None:
        words = rest.split()
        if words[:1] != ["name"] or "value" not in words:
            raise CommandError(say("engine.setoption"))
        at = words.index("value")
        name, value = " ".join(words[1:at]), " ".join(words[at + 1 :])
        if (parameter := PARAMETERS.get(name)) is not None:
            self.options.parameters[name] = _number(name, value, parameter.least, parameter.most)
        elif (setting := OPTIONS.get(name.lower())) is not None:
            setattr(self.options, name.lower(), setting(name, value))
        else:
            known = ", ".join({"cputime": "CpuTime"}.get(one, one.title()) for one in OPTIONS)
            raise CommandError(say("engine.no-option", what=name[:40], known=known))
        if name.lower() not in ("rules", "lines") and self._engine is not None:
            self._engine.close()
            self._engine = None

    def _new_game(self, rest: str) -> None:
        if self._engine is not None:
            self._engine.clear()

    def _set_position(self, rest: str) -> None:
        text, _, more = rest.partition(" ")
        word, _, turns = more.strip().partition(" ")
        if not text or word not in ("", "turns"):
            raise CommandError(say("engine.position"))
        self._game = None  # so that `go` after an unreadable position does not search the previous one
        game = Game.from_position(one_position(text, self.options.rules), seed=self.options.seed or 0)
        for turn in split_turns(game, turns):
            game.push(turn)
        self._game = game

    def _go(self, rest: str) -> None:
        if self._game is None:
            raise CommandError(say("engine.no-position"))
        limit, self._endless = read_limit(rest.split(), self._game.position)
        engine = self._made()
        try:
            if engine.level is TOP:
                if limit is None:
                    limit = Limit() if self._endless else Limit(seconds=TOP.seconds)
                task: Task[Analysis] | Task[Decision] = engine.start(
                    self._game, limit, lines=self.options.lines, on_info=self._inform
                )
            else:
                task = engine.start_play(self._game, limit)
        except SantoriniError:
            self._endless = False
            raise
        self._task = task
        task.add_done_callback(lambda _: self._lines.put(DONE))
        if self._endless and self._closing:
            self._stop()  # the input has ended, so nobody else can

    def _stop(self, rest: str = "") -> None:
        if self._task is not None:
            self._task.stop()

    # -- answers -------------------------------------------------------------------------------------------------------

    def _inform(self, analysis: Analysis) -> None:
        rate = round(analysis.nodes / analysis.seconds) if analysis.seconds > 0 else 0
        for number, line in enumerate(analysis.lines, 1):
            sure = "" if line.wins_in is None else f" win {line.wins_in}"
            several = f" line {number}" if len(analysis.lines) > 1 else ""
            self._say(
                f"info depth {analysis.depth}{several} score {line.score}{sure} chance {line.win_chance:.3f}"
                f" nodes {analysis.nodes} nps {rate} time {round(analysis.seconds * 1000)} pv {', '.join(line.pv)}"
            )

    def _answer(self) -> None:
        """Report the result of the finished search."""
        task, game = self._task, self._game
        self._task, self._endless = None, False
        assert task is not None
        assert game is not None
        try:
            found = task.result()
        except (SantoriniError, CoreError) as error:
            self._refuse(error)
            return
        if isinstance(found, Decision):
            steps, text = found.steps, found.text
            if found.score is not None:
                rate = round(found.nodes / found.seconds) if found.seconds > 0 else 0
                sure = "" if found.wins_in is None else f" win {found.wins_in}"
                self._say(
                    f"info depth {found.depth} score {found.score}{sure} nodes {found.nodes} nps {rate} pv {text}"
                )
            seat, position = found.seat, found.position
        else:
            steps, text, seat, position = found.best.steps, found.best.turn, found.seat, found.position
        reached = game.position
        decision = Decision(seat, position, steps)
        for step in decision.steps:
            if reached.decider != seat:
                break  # cut short by something hidden
            reached = reached.play(step)
        self._say(f"bestturn {text} result {reached.text}")


DONE = "\0"
"""Stands in the queue of lines for the end of our own search."""

COMMANDS: dict[str, Callable[[Protocol, str], None]] = {
    "santorini": Protocol._introduce,
    "isready": Protocol._ready,
    "setoption": Protocol._set,
    "newgame": Protocol._new_game,
    "position": Protocol._set_position,
    "go": Protocol._go,
    "stop": Protocol._stop,
    "quit": Protocol._stop,
}


# -- values ------------------------------------------------------------------------------------------------------------


def _number(name: str, text: str, least: int, most: int) -> int:
    digits = text.removeprefix("-" if least < 0 else "")
    if not (digits.isascii() and digits.isdecimal()) or not least <= int(text) <= most:
        raise CommandError(say("engine.not-number", name=name, what=text[:40], least=least, most=most))
    return int(text)


def _one_of(name: str, text: str, known: Iterable[str]) -> str:
    values = list(known)
    if text.lower() not in values:
        raise CommandError(say("engine.not-value", name=name, what=text[:40], known=", ".join(values)))
    return text.lower()


PARAMETERS = {one.name: one for one in parameter_ranges()}
"""Numbers of the search that a build for tuning can set."""

OPTIONS: dict[str, Callable[[str, str], object]] = {
    "rules": lambda name, text: _one_of(name, text, RULE_SETS),
    "threads": lambda name, text: _number(name, text, 1, MOST_THREADS),
    "hash": lambda name, text: _number(name, text, 1, MOST_HASH),
    "lines": lambda name, text: _number(name, text, 1, MOST_LINES),
    "level": lambda name, text: level(text).name,
    "network": lambda name, text: _one_of(name, text, ("true", "false")) == "true",
    "cputime": lambda name, text: _one_of(name, text, ("true", "false")) == "true",
    "seed": lambda name, text: _number(name, text, 0, MOST_SEED),
}

MOST_MS = 10**9
LIMITS = {"movetime": MOST_MS, "nodes": 10**12, "depth": 200, "time": MOST_MS, "inc": MOST_MS}


def read_limit(words: list[str], position: Position) -> tuple[Limit | None, bool]:
    """The arguments of `go`: the limit, or None if there is none, and whether only `stop` ends the search."""
    given: dict[str, int] = {}
    endless = False
    at = 0
    while at < len(words):
        word = words[at]
        if word == "infinite":
            endless = True
            at += 1
        elif word in LIMITS:
            given[word] = _number(word, words[at + 1] if at + 1 < len(words) else "", int(word != "inc"), LIMITS[word])
            at += 2
        else:
            raise CommandError(say("engine.not-limit", what=word[:40], known=", ".join([*LIMITS, "infinite"])))
    if endless or not given:
        return None, endless
    seconds = given["movetime"] / 1000 if "movetime" in given else None
    if "time" in given:
        clock = Limit.clock(given["time"] / 1000, given.get("inc", 0) / 1000).seconds
        assert clock is not None
        seconds = clock if seconds is None else min(seconds, clock)
    limit = Limit(seconds, given.get("nodes"), given.get("depth"))
    return (None if limit.is_none else limit), False


def talk() -> int:
    """The protocol on standard input and output."""
    # Unbuffered: a thread that waits in a buffered read would block the exit of the program.
    source: IO[bytes] = getattr(sys.stdin.buffer, "raw", sys.stdin.buffer)
    return Protocol(source, sys.stdout).run()
