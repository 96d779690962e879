"""A game: the current position, the turns that led to it, and what can be played next."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Literal, TypeVar

from santorini import _core
from santorini._core import Position, Step, Turn, Why
from santorini.draw.drawing import drawing
from santorini.draw.svg import board_svg
from santorini.errors import IllegalTurnError, SetupError, sentence
from santorini.game.legal_turns import LegalTurns
from santorini.game.outcome import Outcome, outcome_of
from santorini.game.reading import clean, read_position
from santorini.game.view import View
from santorini.record.reader import read_record
from santorini.record.record import Record

__all__ = ["Game"]

DRAFTS = ("challenger", "passing")
"""The Challenger's draft (C2) and that of the player aid (C6)."""


class Game:
    """A game of Santorini, from the set-up on.

    Powers are given in seat order; without any it is the beginner game without powers. With `draft` the players choose
    them: by the draft of the rule set, or by the one that is named.

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
        cards = [clean(p).lower() for p in powers] or ["mortal"] * players
        try:
            if len(cards) != players:
                raise _core.CoreError("players", str(players))
            shared, chosen = clean(fleece or "").lower(), [clean(setting) for setting in settings]
            start = Position.start(cards, clean(rules), shared, chosen, first, any_pair, draft or "")
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
        self._given_up: list[tuple[int, int, str]] = []  # number of turns played before, seat, reason
        self._turn = start.turn_of(())  # the turn in progress
        self._now = start
        while start.stage != "play" and self._now.awaits_luck:
            self.draw()

    @classmethod
    def from_text(cls, text: str, *, seed: int | None = None) -> Game:
        """A game that continues from a position text."""
        return cls.from_position(read_position(text), seed=seed)

    @classmethod
    def from_position(cls, position: Position, *, seed: int | None = None) -> Game:
        """A game that continues from a position."""
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
        """The current position, in the middle of a turn too."""
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
    def seat_to_decide(self) -> int | None:
        """The seat that chooses next: usually the seat to move. None when luck decides or the game is over."""
        return self._now.decider

    @property
    def legal_turns(self) -> LegalTurns:
        """The complete turns that can be played now."""
        return LegalTurns(self._now)

    @property
    def legal_steps(self) -> tuple[Step, ...]:
        """The steps that can be chosen now: exactly those that begin or continue a complete turn."""
        return tuple(self._now.steps())

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns played, set-up included."""
        return tuple(self._turns)

    @property
    def history(self) -> tuple[Turn | tuple[int, str], ...]:
        """The turns played, and between them the seats that gave up, each with its reason."""
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
        """The steps played so far of a turn that is not complete."""
        return self._turn.steps

    @property
    def turn_so_far(self) -> Turn:
        """The turn in progress as a `Turn`, which is empty between turns."""
        return self._turn

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return outcome_of(self._now)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.outcome() is not None

    def view(self, seat: int) -> View:
        """What the seat may know; 0 is a spectator."""
        try:
            return View(seat, self._now.view(seat), self.outcome())
        except _core.CoreError:
            raise SetupError("not-seat", sentence("not-seat", what=seat, players=self._now.players)) from None

    def why(self, square: str | None = None, *, origin: str | None = None, step: Step | str | None = None) -> list[Why]:
        """Why the square, or the step, cannot be chosen now, the most telling reason first; empty if it can.

        `origin` is the worker that should act, where one is chosen. Whoever decides is told only what they can see.

        >>> from santorini import Game
        >>> game = Game.from_text("0000000000000002000000000/1/minotaur:a1,c3/athena[^]:c4,c5")
        >>> game.why("c4", origin="c3")
        [<Why pushed square=c4 seat=1 power=minotaur>]
        >>> game.why(step="a1-a2")[0].args["height"]
        2
        >>> game.why("b2")
        []
        """
        try:
            asked = [None if text is None else clean(str(text)) for text in (square, origin, step)]
            return self._now.why(asked[0], origin=asked[1], step=asked[2])
        except _core.CoreError as error:
            code, what = error.args
            raise IllegalTurnError(code, sentence("no-question", what=what)) from None

    def workers(self, seat: int) -> list[str]:
        """Squares of the seat's (or team's) workers."""
        return _asked(self._now.workers, seat, self._now.players)

    def height(self, square: str) -> int:
        """Number of blocks on a square."""
        return _asked(self._now.height, clean(square))

    def has_dome(self, square: str) -> bool:
        """Whether there is a dome on the square."""
        return _asked(self._now.has_dome, clean(square))

    def seat_data(self, seat: int) -> str:
        """The text in brackets after the seat's power in the position text."""
        return _asked(self._now.data, seat, self._now.players)

    # -- playing ---------------------------------------------------------------------------------------------------

    def push(self, turn: Turn | str) -> Turn:
        """Play a complete turn, or the rest of the one in progress. Cards it does not name are drawn from the seed."""
        text = clean(turn.text if isinstance(turn, Turn) else turn)
        try:
            played, complete = self._now.read_turn(text)
        except _core.CoreError as error:
            raise self._illegal(text, error) from None
        if not complete and not played.after.awaits_luck:
            raise IllegalTurnError("turn/incomplete", self._sentence("incomplete", text, played.after))
        whole = self._turn.followed_by(played)
        while whole.after.awaits_luck and not whole.before.turn_ended(whole.after):
            whole = whole.then(self._drawn(whole.after))
        self._complete(whole)
        if self._now.awaits_luck:
            self.draw()  # after a draft the first card of the deck is a turn of its own
        return whole

    def push_step(self, step: Step | str) -> Step:
        """Play a single step. The turn is complete when nothing is left to choose; otherwise `.` ends it."""
        if isinstance(step, str):
            return self._push_text(step).steps[-1]
        try:
            self._go_on(self._turn.then(step))
        except _core.CoreError as error:
            raise self._illegal(str(step), error) from None
        return step

    def push_part(self, text: str) -> tuple[Step, ...]:
        """Play the beginning of a turn, or more of the one in progress. Returns the steps of the turn so far."""
        begun = self._turn
        return (*begun.steps, *self._push_text(text).steps)

    def draw(self) -> Step:
        """Let luck decide. The seed determines the draw, so replaying the game draws the same cards."""
        if not self._now.awaits_luck:
            raise IllegalTurnError("turn/illegal", sentence("luck"))
        return self.push_step(self._drawn(self._now))

    def pop(self) -> Turn:
        """Take back the last complete turn, and any turn in progress. Returns the complete one.

        A card that luck turned up after it, as a turn of its own, goes back too: pushing the turn again draws it again.
        """
        if not self._turns:
            raise IllegalTurnError("nothing-to-pop", sentence("nothing-to-pop"))
        turn = self._pop_one()
        while turn.before.awaits_luck and turn.before.at_rest and self._turns:
            turn = self._pop_one()
        return turn

    def _pop_one(self) -> Turn:
        """Take back only the last turn, even if it is just a draw."""
        turn = self._turns.pop()
        self._given_up = [event for event in self._given_up if event[0] <= len(self._turns)]
        self._start_from(turn.before)
        return turn

    def pop_step(self) -> Step:
        """Take back the last step of the turn in progress."""
        if not self._turn:
            raise IllegalTurnError("nothing-to-pop", sentence("nothing-to-pop"))
        steps = self._turn.steps
        self._turn = self._turn.before.turn_of(steps[:-1])
        self._now = self._turn.after
        return steps[-1]

    def resign(self, seat: int, reason: str = "resigned") -> None:
        """The seat gives up, or runs out of time (reason "time"), and loses. With three players the others go on.

        A turn in progress is taken back.
        """
        before = self._turn.before
        try:
            now = before.give_up(seat, reason)
        except _core.CoreError as error:
            code = "not-seat" if error.args[0] == "seat-number" else "resign"
            raise SetupError(code, sentence(code, what=seat, players=self._now.players)) from None
        if now != before:
            self._given_up.append((len(self._turns), seat, now.reason if now.is_over else reason))
            self._start_from(now)

    def copy(self) -> Game:
        """An independent copy."""
        game = Game.__new__(Game)
        game.seed, game.start = self.seed, self.start
        game._turns, game._given_up = list(self._turns), list(self._given_up)
        game._turn, game._now = self._turn, self._now
        return game

    # -- internals -------------------------------------------------------------------------------------------------

    def _push_text(self, text: str) -> Turn:
        """Play part of a turn from its text. Returns that part."""
        text = clean(text)
        try:
            played, _ = self._now.read_turn(text, whole=False)
        except _core.CoreError as error:
            raise self._illegal(text, error) from None
        if not played:
            raise IllegalTurnError("turn/incomplete", self._sentence("incomplete", text, self._now))
        self._go_on(self._turn.followed_by(played))
        return played

    def _go_on(self, turn: Turn) -> None:
        """Continue with a longer turn in progress, which may now be complete."""
        if turn.before.turn_ended(turn.after):
            self._complete(turn)
        else:
            self._turn, self._now = turn, turn.after

    def _complete(self, turn: Turn) -> None:
        self._turns.append(turn)
        self._start_from(turn.after)

    def _start_from(self, position: Position) -> None:
        self._turn, self._now = position.turn_of(()), position

    def _drawn(self, position: Position) -> Step:
        """The step that luck takes. It depends only on the seed and on how far the game has got."""
        drawn = sum(step.kind == "chance" for step in self._turn.steps)  # a whole hand may be dealt in one turn
        place = f"{len(self._turns)}/{drawn}" if drawn else f"{len(self._turns)}"
        return random.Random(f"{self.seed}/{place}").choice(position.steps())

    def _illegal(self, text: str, error: Exception) -> IllegalTurnError:
        code, what = error.args
        if code == "turn/length":
            return IllegalTurnError(code, sentence(code))
        return IllegalTurnError(code, self._sentence("illegal", text, self._reached(text, what), what))

    def _reached(self, text: str, what: str) -> Position:
        """The position just before the step that cannot be played."""
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
        if (outcome := self.outcome()) is not None:
            hint = sentence("hint-lost" if outcome.reason == "stuck" else "hint-game-over")
        elif reached is not self._now and self._now.turn_ended(reached):
            hint = sentence("hint-over")
        else:
            shown = ", ".join(steps[:24]) + (", …" if len(steps) > 24 else "")
            hint = sentence("hint-steps", steps=shown)
        # Whoever chose reads the message, so it must not reveal what that seat may not know.
        seen = self._now.view(self._now.decider or 0).text
        return sentence(code, text=text, what=what, hint=hint, position=seen)

    def __repr__(self) -> str:
        return f"Game.from_text({self.text!r})"

    def __str__(self) -> str:
        return drawing(self._now, self.outcome())

    def _repr_svg_(self) -> str:
        last = self._turns[-1] if self._turns and not self._turn else None
        return board_svg(self._now, last=last, result=self.outcome())


A = TypeVar("A", int, str)
T = TypeVar("T")


def _asked(question: Callable[[A], T], about: A, players: int = 0) -> T:
    """The core's answer about a square or a seat."""
    try:
        return question(about)
    except _core.CoreError as error:
        code = "not-seat" if error.args[0] == "seat-number" else error.args[0]
        raise SetupError(code, sentence(code, what=about, players=players)) from None
