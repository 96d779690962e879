"""A game: a position, the turns that led to it, and what can be played next."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from santorini import _core
from santorini._core import Position, Step, Turn
from santorini.draw.drawing import drawing
from santorini.draw.svg import board_svg
from santorini.errors import IllegalTurnError, InvalidPositionError, SetupError, sentence
from santorini.record.record import Record, read_record

__all__ = ["Game", "LegalTurns", "Outcome", "View", "read_position"]

DRAFTS = ("challenger", "passing")
"""The Challenger's draft (C2) and that of the player aid (C6)."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winning seats (two in a team) and the reason, a key of the catalogue's [reason]."""

    winners: tuple[int, ...]
    reason: str

    @property
    def winner(self) -> int:
        """The winning seat; the first one of a winning team."""
        return self.winners[0]


def _clean(text: str) -> str:
    """Half a surrogate pair is no character; the core reads only UTF-8."""
    if not isinstance(text, str):
        raise TypeError(f"expected a text, not {type(text).__name__}")
    return text.encode("utf-8", "replace").decode()


def read_position(text: str) -> Position:
    """Read a position text (docs/notation.md).

    >>> from santorini import read_position
    >>> read_position("0000000000000000000000000/1/pan:b3,d3/mortal:c2,c4").workers(1)
    ['b3', 'd3']
    >>> read_position("0000/1/pan/mortal")
    Traceback (most recent call last):
    santorini.errors.InvalidPositionError: cannot read the position '0000/1/pan/mortal': ... 25 heights
    """
    try:
        return Position.read(_clean(text))
    except _core.CoreError as error:
        code, what = error.args
        why = sentence(code, what=what)
        shown = text if len(text) <= 200 else text[:200] + "…"
        raise InvalidPositionError(code, sentence("position", text=shown, why=why)) from None


def outcome_of(position: Position) -> Outcome | None:
    """How the game ended in this position, or None while it goes on."""
    if position.is_over:
        winner, reason = position.winner, position.reason
    elif position.stage == "play" and position.at_rest and not position.has_turn():
        # B3.3: who cannot complete a turn has lost, at the start of it.
        side = position.side(position.to_move)
        alive = (s for s in _seats(position) if position.side(s) != side and not position.is_out(s))
        winner, reason = next(alive), "stuck"
    else:
        return None
    winners = tuple(s for s in _seats(position) if position.side(s) == position.side(winner))
    return Outcome(winners, reason)


def _seats(position: Position) -> range:
    return range(1, position.players + 1)


class LegalTurns:
    """The legal turns of a position: iterable, countable, and `in` works with turns and texts.

    One turn stands for each outcome. Nothing is listed before it is asked for.

    >>> from santorini import Game
    >>> game = Game.from_text("0000000000000000000000000/1/mortal:b3,d3/mortal:c2,c4")
    >>> len(game.legal_turns)
    68
    >>> "b3-b4 +b3" in game.legal_turns, "b3-c4 +b3" in game.legal_turns
    (True, False)
    >>> next(iter(game.legal_turns))
    <Turn b3-a2 +a1>
    """

    __slots__ = ("_position",)

    def __init__(self, position: Position) -> None:
        self._position = position

    def __iter__(self) -> Iterator[Turn]:
        return iter(self._position.turns())

    def __len__(self) -> int:
        return self._position.count_turns()

    def count(self) -> int:
        """How many there are: distinct outcomes."""
        return self._position.count_turns()

    def __bool__(self) -> bool:
        return self._position.has_turn()

    def __contains__(self, turn: object) -> bool:
        text = turn.text if isinstance(turn, Turn) else turn
        if not isinstance(text, str):
            return False
        try:
            _, complete = self._position.read_turn(_clean(text))
        except _core.CoreError:
            return False
        return complete

    def list(self) -> list[Turn]:
        """All of them at once, quicker than one by one."""
        return self._position.turn_list()

    def __repr__(self) -> str:
        shown: list[str] = []
        for turn in self:
            if len(shown) == 4:
                shown.append("…")
                break
            shown.append(turn.text)
        return f"<LegalTurns ({', '.join(shown)})>"


@dataclass(frozen=True, slots=True)
class View:
    """All that a seat may know of a position; seat 0 is a stranger.

    Its position, text and choices hold nothing secret of others.
    """

    seat: int
    position: Position
    outcome: Outcome | None

    @property
    def text(self) -> str:
        """The position text, with `?` for what the seat may not know."""
        return self.position.text

    @property
    def decides(self) -> bool:
        """Is it this seat's choice now?"""
        return self.outcome is None and self.position.decider == self.seat

    @property
    def legal_steps(self) -> tuple[Step, ...]:
        """The seat's choices, if it is to choose."""
        return tuple(self.position.steps()) if self.decides else ()

    def __str__(self) -> str:
        return drawing(self.position, self.outcome)

    def _repr_svg_(self) -> str:
        return board_svg(self.position, result=self.outcome)


class Game:
    """A game of Santorini, from its set-up on.

    Powers are given in seat order; without any it is the beginner game. With `draft` the players choose them: by the
    draft of the rule set, or by the one that is named.

    >>> from santorini import Game
    >>> game = Game("demeter", "pan")
    >>> game.push("*b3 *d3"), game.push("*c2 *c4")
    (<Turn *b3 *d3>, <Turn *c2 *c4>)
    >>> game.push("b3-b4 +c3 +a3")
    <Turn b3-b4 +c3 +a3>
    >>> game.seat_to_move, game.outcome()
    (2, None)
    >>> game.pop()
    <Turn b3-b4 +c3 +a3>
    >>> game.push("b3-b5 +a3")
    Traceback (most recent call last):
    santorini.errors.IllegalTurnError: illegal turn 'b3-b5 +a3': 'b3-b5' is not possible here; possible: b3-a2, ...
    """

    def __init__(
        self,
        *powers: str,
        players: int | None = None,
        rules: str = "printed",
        fleece: str | None = None,
        settings: Sequence[str] = (),
        first: int = 1,
        any_pair: bool = False,
        draft: bool | Literal["challenger", "passing"] = False,
        seed: int | None = None,
    ) -> None:
        if players is None:
            players = len(powers) or 2
        if draft and (powers or fleece):
            raise SetupError("draft-alone", sentence("draft-alone"))
        if draft is True:
            draft = "passing" if rules == "aid" else "challenger"
        if draft and draft not in DRAFTS:
            raise SetupError("draft", sentence("draft", what=draft, known=", ".join(DRAFTS)))
        cards = [p.lower() for p in powers] or ["mortal"] * players
        try:
            if len(cards) != players:
                raise _core.CoreError("players", str(players))
            start = Position.start(cards, rules, (fleece or "").lower(), list(settings), first, any_pair, draft or "")
        except _core.CoreError as error:
            code, what = error.args
            one, _, other = what.partition(",")
            message = sentence(
                "not-seat" if code == "seat-number" else code, what=what, one=one, other=other, players=players
            )
            raise SetupError(code, message) from None
        self._begin(start, seed)

    def _begin(self, start: Position, seed: int | None) -> None:
        self.seed = random.SystemRandom().getrandbits(48) if seed is None else seed
        self.start = start
        self._turns: list[Turn] = []
        self._steps: list[Step] = []
        self._given_up: list[tuple[int, int, str]] = []  # number of turns played before, seat, reason
        self._now = start
        while start.stage != "play" and self._now.decider == -1:
            self.draw()

    @classmethod
    def from_text(cls, text: str, *, seed: int | None = None) -> Game:
        """A game that goes on from a position text."""
        return cls.from_position(read_position(text), seed=seed)

    @classmethod
    def from_position(cls, position: Position, *, seed: int | None = None) -> Game:
        """A game that goes on from a position."""
        game = cls.__new__(cls)
        game._begin(position, seed)
        return game

    @classmethod
    def from_record(cls, text: str) -> Game:
        """The game of a record (docs/notation.md), replayed to its end."""
        return read_record(text).game()

    # -- looking ---------------------------------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The position now, in the middle of a turn too."""
        return self._now

    @property
    def text(self) -> str:
        """The position text."""
        return self._now.text

    @property
    def seat_to_move(self) -> int:
        """Whose turn it is, 1 to 4."""
        return self._now.to_move

    @property
    def seat_to_decide(self) -> int:
        """Who chooses next: usually the seat to move; 0 when nobody does, -1 when luck does."""
        return self._now.decider

    @property
    def legal_turns(self) -> LegalTurns:
        """The complete turns that can be played now."""
        return LegalTurns(self._now)

    @property
    def legal_steps(self) -> tuple[Step, ...]:
        """The single steps that can be chosen now: exactly those that begin, or continue, a complete turn."""
        return tuple(self._now.steps())

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns played, set-up included."""
        return tuple(self._turns)

    @property
    def history(self) -> tuple[Turn | tuple[int, str], ...]:
        """The turns played and, where they happened, the seats that gave up, each with the reason."""
        events: list[Turn | tuple[int, str]] = list(self._turns)
        for played, seat, reason in reversed(self._given_up):
            events.insert(played, (seat, reason))
        return tuple(events)

    def record(self, **headers: str) -> Record:
        """The game written down, with headers such as Date, Seat1 and Seat2.

        >>> from santorini import Game
        >>> print(Game("pan", "atlas", seed=1).record(Seat1="Ann").headers["Seat1"])
        Ann
        """
        return Record.from_game(self, **headers)

    @property
    def turn_in_progress(self) -> tuple[Step, ...]:
        """The steps of the turn that is not complete yet."""
        return tuple(self._steps)

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return outcome_of(self._now)

    @property
    def is_over(self) -> bool:
        """Has the game ended?"""
        return self.outcome() is not None

    def view(self, seat: int) -> View:
        """What the seat may know; 0 is a stranger."""
        try:
            return View(seat, self._now.view(seat), self.outcome())
        except _core.CoreError:
            raise SetupError("not-seat", sentence("not-seat", what=seat, players=self._now.players)) from None

    def workers(self, seat: int) -> list[str]:
        """Squares of the seat's (or team's) workers."""
        return self._now.workers(seat)

    def height(self, square: str) -> int:
        """Number of blocks on a square."""
        return self._now.height(square)

    def has_dome(self, square: str) -> bool:
        """Is there a dome on the square?"""
        return self._now.has_dome(square)

    def seat_data(self, seat: int) -> str:
        """What stands in brackets behind the seat's power in the position text."""
        return self._now.data(seat)

    # -- playing ---------------------------------------------------------------------------------------------------

    def push(self, turn: Turn | str) -> Turn:
        """Play a complete turn, or the rest of the one in progress. Luck it leaves open is drawn from the seed."""
        text = _clean(turn.text if isinstance(turn, Turn) else turn)
        try:
            played, complete = self._now.read_turn(text)
        except _core.CoreError as error:
            raise self._illegal(text, error) from None
        if not complete and played.after.decider != -1:
            raise IllegalTurnError("turn/incomplete", self._sentence("incomplete", text, played.after))
        steps, now = [*self._steps, *played.steps], played.after
        while now.decider == -1 and not self._before.turn_ended(now):
            step = self._drawn(now)
            steps.append(step)
            now = now.play(step)
        turn = self._complete(steps, now)
        if now.decider == -1:
            self.draw()  # after a draft the first card of the deck is a turn of its own
        return turn

    def push_step(self, step: Step | str) -> Step:
        """Play a single step. The turn is complete when nothing is left to choose; otherwise `.` ends it."""
        steps = self._push_part(str(step))
        return steps[-1]

    def draw(self) -> Step:
        """Let luck decide, from the seed: the same game draws the same cards again."""
        if self._now.decider != -1:
            raise IllegalTurnError("turn/illegal", sentence("luck"))
        step = self._drawn(self._now)
        self.push_step(step)
        return step

    def pop(self) -> Turn:
        """Take back the last complete turn (and one in progress with it); returns it.

        A card that luck turned up after it, as a turn of its own, goes back too: to push the turn again draws it again.
        """
        if not self._turns:
            raise IllegalTurnError("nothing-to-pop", sentence("nothing-to-pop"))
        turn = self._pop_one()
        while turn.before.decider == -1 and turn.before.at_rest and self._turns:
            turn = self._pop_one()
        return turn

    def pop_step(self) -> Step:
        """Take back the last step of the turn in progress."""
        if not self._steps:
            raise IllegalTurnError("nothing-to-pop", sentence("nothing-to-pop"))
        step = self._steps.pop()
        self._now = self._before.turn_of(self._steps).after
        return step

    def resign(self, seat: int, reason: str = "resigned") -> None:
        """The seat gives up (or runs out of time, reason "time"): it loses, with three players the others go on.

        A turn in progress is taken back.
        """
        before = self._before
        try:
            now = before.give_up(seat, reason)
        except _core.CoreError as error:
            code = "not-seat" if error.args[0] == "seat-number" else "resign"
            raise SetupError(code, sentence(code, what=seat, players=self._now.players)) from None
        if now != before:
            self._given_up.append((len(self._turns), seat, now.reason if now.is_over else reason))
            self._steps, self._now = [], now

    def copy(self) -> Game:
        """An independent copy."""
        game = Game.from_position(self.start, seed=self.seed)
        game._turns, game._steps, game._now = list(self._turns), list(self._steps), self._now
        game._given_up = list(self._given_up)
        return game

    # -- inside ----------------------------------------------------------------------------------------------------

    @property
    def _before(self) -> Position:
        """The position at the beginning of the turn in progress."""
        before = self._turns[-1].after if self._turns else self.start
        for played, seat, reason in self._given_up:
            if played == len(self._turns):
                before = before.give_up(seat, reason)
        return before

    def _pop_one(self) -> Turn:
        """Take back the last turn, one of luck's own too."""
        turn = self._turns.pop()
        self._given_up = [event for event in self._given_up if event[0] <= len(self._turns)]
        self._steps = []
        self._now = turn.before
        return turn

    def _push_part(self, text: str) -> list[Step]:
        """Play the beginning of a turn, or more of the one in progress; the steps of the turn so far."""
        try:
            played, _ = self._now.read_turn(_clean(text), whole=False)
        except _core.CoreError as error:
            raise self._illegal(text, error) from None
        if not played.steps:
            raise IllegalTurnError("turn/incomplete", self._sentence("incomplete", text, self._now))
        steps = [*self._steps, *played.steps]
        if self._before.turn_ended(played.after):
            self._complete(steps, played.after)
        else:
            self._steps, self._now = steps, played.after
        return steps

    def _complete(self, steps: list[Step], now: Position) -> Turn:
        turn = self._before.turn_of(steps)
        self._turns.append(turn)
        self._steps, self._now = [], now
        return turn

    def _drawn(self, position: Position) -> Step:
        """The step that luck takes: it depends on the seed and on how far the game is, on nothing else."""
        drawn = sum(step.kind == "chance" for step in self._steps)  # in this turn: a whole hand may be dealt in it
        place = f"{len(self._turns)}/{drawn}" if drawn else f"{len(self._turns)}"
        return random.Random(f"{self.seed}/{place}").choice(position.steps())

    def _illegal(self, text: str, error: Exception) -> IllegalTurnError:
        code, what = error.args
        if code == "turn/length":
            return IllegalTurnError(code, sentence(code))
        return IllegalTurnError(code, self._sentence("illegal", text, self._reached(text, what), what))

    def _reached(self, text: str, what: str) -> Position:
        """The position just before the step that could not be played."""
        done: list[str] = []
        for word in text.split():
            try:
                self._now.read_turn(" ".join([*done, word]), whole=False)
            except _core.CoreError:
                break
            done.append(word)
        played, _ = self._now.read_turn(" ".join(done), whole=False)
        return played.after if done else self._now

    def _sentence(self, code: str, text: str, reached: Position, what: str = "") -> str:
        steps = [str(s) for s in reached.steps()]
        if self.outcome() is not None:
            hint = sentence("hint-game-over" if self._now.is_over else "hint-lost")
        elif reached is not self._now and self._now.turn_ended(reached):
            hint = sentence("hint-over")
        else:
            shown = ", ".join(steps[:24]) + (", …" if len(steps) > 24 else "")
            hint = sentence("hint-steps", steps=shown)
        # The reader of the message is the one who chose: it must not tell what that seat may not know.
        seen = self._now.view(max(self._now.decider, 0)).text
        return sentence(code, text=text, what=what, hint=hint, position=seen)

    def __repr__(self) -> str:
        return f"Game.from_text({self.text!r})"

    def __str__(self) -> str:
        return drawing(self._now, self.outcome())

    def _repr_svg_(self) -> str:
        last = self._turns[-1] if self._turns and not self._steps else None
        return board_svg(self._now, last=last, result=self.outcome())
