"""A table: a game, who sits at it, and what may happen next.

Everything here follows from the list of events. `Table.apply` applies an event; the `may_…` methods return the events
that a command leads to, or refuse it, and change nothing. The caller stores the events in between.

There are two games. `settled` is what has been played. `draft` is the same with the steps that the deciding seat has
chosen and not confirmed yet: for that seat alone, until it confirms. A step that reveals something to the seat is
confirmed at once; and a step that meets nothing hidden reveals as much as one that does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Literal

from santorini import Game, Outcome, Position, Turn, read_position
from santorini._core import CoreError
from santorini.errors import SantoriniError
from santorini.game.outcome import outcome_of
from santorini.server.protocol.refusal import Refusal
from santorini.server.tables import events
from santorini.server.tables.clock import Clock
from santorini.server.tables.events import Event
from santorini.server.tables.tokens import same
from santorini.server.views import redaction

__all__ = ["Entry", "Role", "Seat", "Table", "begin"]

MOST_CHAT = 200
"""How many chat messages a new client is sent."""

SETUP_PATIENCE = 300.0
"""Seconds that a choice of the set-up may take in a game with a clock, if the clock itself gives no more."""

_serials = count(1)


@dataclass
class Seat:
    """Who sits there. `holder` and `invite` are hashes."""

    kind: Literal["here", "friend", "computer"]
    name: str
    level: int | None
    holder: str | None
    invite: str | None
    used: str | None = None
    """The invite with which the seat was taken."""
    arrived: bool = False
    """Has the friend come to the table after taking the seat?"""

    @property
    def taken(self) -> bool:
        """Does anybody sit there?"""
        return self.kind == "computer" or self.holder is not None


@dataclass(frozen=True)
class Role:
    """What a token gives access to."""

    kind: Literal["seat", "watcher", "invite"]
    seats: tuple[int, ...] = ()
    host: bool = False


@dataclass(frozen=True)
class Said:
    """Something a player said."""

    number: int
    seat: int
    text: str
    at: float
    key: str | None = None


@dataclass(frozen=True)
class Entry:
    """An entry of the log: a turn, or a seat that gave up and why; and the time its player had left."""

    what: Turn | tuple[int, str]
    after: Position
    left: float | None
    serial: int = field(default_factory=lambda: next(_serials))


class Table:
    """A game and who sits at it."""

    def __init__(self, game_id: str, created: events.Created, at: float) -> None:
        self.id = game_id
        self.created = created
        self.created_at = at
        self.host, self.watch = created.host, created.watch
        self.seats = [Seat(s.kind, s.name, s.level, s.holder, s.invite) for s in created.seats]
        self.settled = begin(created)
        self.draft: Game | None = None
        self.pending: list[str] = []
        # What the last command led to, step by step, so that `apply` need not play its events again.
        self._tried: dict[tuple[int, tuple[str, ...]], Game] = {}
        self.events = 1
        self.public = 1
        self.private = [0] * len(self.seats)
        self.chat: list[Said] = []
        self.said = 0
        self.rematch: str | None = None
        self.called_off = False
        self.entries: list[Entry] = []
        self.secretive = False
        self.final_turns = len(
            self.settled.turns
        )  # this many turns cannot be taken back: there were secrets in them, or luck
        asked = created.asked.clock
        self.clock = Clock(asked.base, asked.increment, len(self.seats)) if asked else None
        if self.clock is not None:
            self.clock.forgive(at)
        # What follows from the events, worked out once after each of them.
        self._outcome: Outcome | None = None
        self.over = False
        self.status: Literal["waiting", "playing", "over"] = "waiting"
        """`waiting` for friends, `playing` or `over`."""
        self.decider = 0
        """Whose choice it is, an unconfirmed turn included; 0 when it is nobody's."""
        self._since = at  # when something last happened
        self._settle(at)

    # -- looking ---------------------------------------------------------------------------------------------------

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, once that is confirmed."""
        return self._outcome

    @property
    def begun(self) -> bool:
        """Is the set-up complete?"""
        return self.status != "waiting" and self.settled.position.stage == "play"

    def seen(self, seat: int) -> Game:
        """The game with the seat's own unconfirmed steps."""
        return self.draft if self.draft is not None and seat == self.decider else self.settled

    def view(self, seat: int) -> Position:
        """The position as the seat may see it; 0 is a spectator. After the end everybody sees everything."""
        game = self.seen(seat)
        return game.position if self.over else game.position.view(seat)

    @property
    def awaits_confirm(self) -> bool:
        """Has the deciding seat chosen all it can choose, and not confirmed it?"""
        return self.draft is not None and _passed_on(self.settled, self.draft, self.decider)

    def version(self, seats: Iterable[int]) -> int:
        """Grows with every change that the holder of these seats can see, and with nothing else.

        One number for all seats of a token: a command that is sent twice counts once, whoever decides by then.
        """
        return self.public + sum(self.private[seat - 1] for seat in seats)

    def role(self, token_hash: str) -> Role | None:
        """The role of the token here. All are compared, so that the time taken reveals nothing."""
        held = tuple([n for n, seat in enumerate(self.seats, 1) if same(token_hash, seat.holder)])
        invited = [n for n, seat in enumerate(self.seats, 1) if same(token_hash, seat.invite)]
        used = self.taken_with(token_hash)
        host, watches = same(token_hash, self.host), same(token_hash, self.watch)
        if held or host:
            return Role("seat", held, host)
        if invited:
            return Role("invite", tuple(invited))
        # Whoever opens an invite after somebody else has sat down may watch.
        return Role("watcher") if watches or used else None

    def taken_with(self, invite: str) -> int:
        """The seat that was taken with this invite; 0 if there is none."""
        return max((n for n, seat in enumerate(self.seats, 1) if same(invite, seat.used)), default=0)

    def is_computer(self, seat: int) -> bool:
        """Does the computer sit there?"""
        return seat > 0 and self.seats[seat - 1].kind == "computer"

    def against_computer(self, seats: Sequence[int]) -> bool:
        """Are all others at the table the computer?"""
        return any(s.kind == "computer" for s in self.seats) and self._among_themselves(seats)

    def can_restart(self, seats: Sequence[int]) -> bool:
        """Is there more to take back of the turn than the last step?"""
        return len(self.pending) > 1 or self._can_reopen(seats)

    def can_take_back(self, seats: Sequence[int]) -> bool:
        """May whole turns be taken back? Not with secrets, nor past a card that was drawn: players cannot unsee it."""
        if not self.against_computer(seats):
            return False
        return 0 < self._turns_back(seats) <= len(self.settled.turns) - self.final_turns

    # -- what may happen -------------------------------------------------------------------------------------------

    def may_play(self, seat: int, steps: Sequence[str], *, whole: bool = False) -> list[Event]:
        """The seat chooses steps. `whole`: they end its turn, and are confirmed."""
        self._must_decide(seat)
        if self.awaits_confirm:
            raise Refusal("confirm-first")
        return self._played(seat, steps, whole, strict=True)

    def computer_plays(self, seat: int, steps: Sequence[str]) -> list[Event]:
        """The computer's steps, as far as they are legal: what it could not know may cut its turn short."""
        return self._played(seat, steps, whole=True, strict=False)

    def may_confirm(self, seat: int) -> list[Event]:
        """The seat ends its turn."""
        self._must_decide(seat)
        if self.draft is None or not self.awaits_confirm:
            raise Refusal("nothing-to-confirm")
        return [events.Confirmed(seat=seat), *_luck(self.draft.copy())]

    def may_undo(self, seat: int) -> list[Event]:
        """The seat takes its last step back."""
        self._must_decide(seat)
        if not self.pending:
            raise Refusal("nothing-to-undo")
        return [events.Undone(seat=seat)]

    def may_restart(self, seat: int, seats: Sequence[int]) -> list[Event]:
        """The seat begins its turn again; also past an answer of somebody at the same device, or of the computer."""
        self._must_decide(seat)
        reopens = self._can_reopen(seats)
        if not self.pending and not reopens:
            raise Refusal("nothing-to-undo")
        return [events.Restarted(seat=seat, played=reopens)]

    def may_resign(self, seat: int) -> list[Event]:
        """The seat gives up."""
        self._must_be_on()
        if self.settled.position.stage != "play":
            raise Refusal("resign")
        if self.settled.position.is_out(seat):
            raise Refusal("over")
        self.settled.copy().resign(seat)
        return [events.Resigned(seat=seat)]

    def may_take_back(self, seats: Sequence[int]) -> list[Event]:
        """Go back to the beginning of the player's previous turn."""
        if not self.can_take_back(seats):
            raise Refusal("takeback")
        return [events.TakenBack(seat=seats[0], turns=self._turns_back(seats))]

    def may_chat(self, seat: int, text: str, key: str | None = None) -> list[Event]:
        """A player says something. With a key that was used before, it is the same message again and counts once."""
        if key is not None and any((said.seat, said.key) == (seat, key) for said in self.chat):
            return []
        return [events.Chatted(seat=seat, text=text, key=key)]

    def may_sit(self, seat: int, name: str, holder: str) -> list[Event]:
        """A friend takes a seat."""
        if same(holder, self.seats[seat - 1].holder):
            return []  # the same request again, through another server
        if self.seats[seat - 1].taken:
            raise Refusal("taken")
        return [events.Sat(seat=seat, name=name, holder=holder)]

    def may_invite(self, seat: int, invite: str) -> list[Event]:
        """The host makes a new invite for an open seat, or for one whose friend took it and never came."""
        if seat > len(self.seats):
            raise Refusal("unknown")
        if self.over:
            raise Refusal("over")
        asked = self.seats[seat - 1]
        if asked.taken and (asked.kind != "friend" or asked.arrived):
            raise Refusal("taken")
        return [events.Invited(seat=seat, invite=invite)]

    def may_arrive(self, seats: Sequence[int]) -> list[Event]:
        """Friends come to the table."""
        return [
            events.Arrived(seat=seat)
            for seat in seats
            if self.seats[seat - 1].kind == "friend" and not self.seats[seat - 1].arrived
        ]

    def can_leave(self, role: Role) -> bool:
        """May they still go, without giving the game up? Until the first turn of play."""
        return role.kind == "seat" and not self.over and not self.begun

    def may_leave(self, role: Role, seat: int) -> list[Event]:
        """Before the game has begun: a friend frees the seat while others are awaited; later the game is called off."""
        if self.over:
            raise Refusal("over")
        if not self.can_leave(role):
            raise Refusal("leave")
        if self.status == "waiting" and seat and self.seats[seat - 1].kind == "friend":
            return [events.Left(seat=seat)]
        return [events.CalledOff(seat=seat)]

    def may_move(self, old: str, new: str) -> list[Event]:
        """A token is replaced by another."""
        if self.role(new) is not None:
            raise Refusal("taken")
        return [events.Moved(old=old, new=new)]

    def due(self) -> float | None:
        """When time will be up: of the seat whose clock runs, or for the next choice of the set-up."""
        if self.clock is None or self.status != "playing" or self.is_computer(self.decider):
            return None
        if self.begun:
            return self.clock.due()
        return self._since + max(SETUP_PATIENCE, self.clock.base)

    def stood_still(self, up_since: float) -> bool:
        """Did time run while there was no server? Nobody is charged for that."""
        return self.due() is not None and self._since < up_since

    def time_is_up(self, at: float) -> list[Event]:
        """What happens if time is up: a player loses on time, or a set-up that nobody continues is called off."""
        due = self.due()
        if self.clock is None or due is None or at < due:
            return []
        return [events.Flagged(seat=self.clock.running)] if self.begun else [events.CalledOff(seat=0)]

    # -- what has happened -----------------------------------------------------------------------------------------

    def apply(self, event: Event, at: float) -> None:
        """Apply an event. Events come from `may_…`, or from the journal: they are not checked again."""
        self.events += 1
        if not isinstance(event, events.Chatted):
            self._since = max(at, self._since)
        if self.clock is not None:
            if isinstance(event, events.Resumed):
                self.clock.forgive(at)
            else:
                self.clock.tick(at)
        match event:
            case events.Stepped(seat=seat, step=step):
                self.seats[seat - 1].arrived = True
                self.pending.append(step)
                tried = self._tried.pop((self.public, tuple(self.pending)), None)
                if tried is None:  # the event comes from the journal
                    tried = self.draft or self.settled.copy()
                    tried.push_step(step)
                self.draft = tried
                self.private[seat - 1] += 1
            case events.Undone(seat=seat):
                self.pending.pop()
                self.draft = self._redraft()
                self.private[seat - 1] += 1
            case events.Restarted(seat=seat, played=False):
                self.pending, self.draft = [], None
                self.private[seat - 1] += 1
            case events.Restarted():
                while self.settled.turn_so_far:
                    self.settled.pop_step()
                self._play_on(self.settled)
            case events.Confirmed(seat=seat):
                assert self.draft is not None
                if self.clock is not None and len(self.draft.turns) > len(self.settled.turns):
                    self.clock.reward(seat)
                self._play_on(self.draft)
            case events.Luck(step=step):
                self.settled.push_step(step)
                self._play_on(self.settled)
                self.final_turns = len(self.settled.turns) + bool(self.settled.turn_so_far)
            case events.Resigned(seat=seat):
                self.settled.resign(seat)
                self._play_on(self.settled)
            case events.Flagged(seat=seat):
                self.settled.resign(seat, "time")
                self._play_on(self.settled)
            case events.TakenBack(turns=turns):
                left = len(self.settled.turns) - turns
                while len(self.settled.turns) > left:
                    self.settled.pop()
                self._play_on(self.settled)
            case events.Sat(seat=seat, name=name, holder=holder):
                taken = self.seats[seat - 1]
                taken.name, taken.holder, taken.invite, taken.used = name, holder, None, taken.invite
                self.public += 1
            case events.Invited(seat=seat, invite=invite):
                self.public += self.seats[seat - 1].taken
                self._free(seat, invite)
            case events.Arrived(seat=seat):
                self.seats[seat - 1].arrived = True
            case events.Left(seat=seat):
                self._free(seat, self.seats[seat - 1].used)
                self.public += 1
            case events.Moved(old=old, new=new):
                self._replace(old, new)
            case events.CalledOff():
                self.called_off = True
                self._play_on(self.settled)
            case events.Chatted(seat=seat, text=text, key=key):
                self.said += 1
                self.chat = [*self.chat[1 - MOST_CHAT :], Said(self.said, seat, text, at, key)]
            case events.Rematched(game=game):
                self.rematch = game
                self.public += 1
        self._settle(at)

    # -- internals -------------------------------------------------------------------------------------------------

    def _must_be_on(self) -> None:
        if self.status != "playing":
            raise Refusal("over" if self.over else "not-started")

    def _must_decide(self, seat: int) -> None:
        self._must_be_on()
        if self.decider != seat:
            raise Refusal("not-your-turn")

    def _among_themselves(self, seats: Sequence[int]) -> bool:
        """Is nobody at the table but the holder of these seats and the computer?"""
        return all(s.kind == "computer" or number in seats for number, s in enumerate(self.seats, 1))

    def _can_reopen(self, seats: Sequence[int]) -> bool:
        """Can the confirmed steps of the turn in progress be taken back? Not if they revealed anything to anybody."""
        begun = self.settled.turn_so_far
        told = self.final_turns > len(self.settled.turns)
        return bool(begun) and begun.before.decider == self.decider and not told and self._among_themselves(seats)

    def _played(self, seat: int, steps: Sequence[str], whole: bool, strict: bool) -> list[Event]:
        now = (self.draft or self.settled).copy()
        turns = len(self.settled.turns)
        done: list[Event] = []
        public, pending = self.public, tuple(self.pending)
        unconfirmed = bool(pending)
        self._tried = {}
        passed_on = False
        for text in steps:
            before = now.position
            step = next((s for s in before.view(seat).steps() if str(s) == text), None)
            if step is None or passed_on:
                if strict and not (passed_on and whole):
                    raise Refusal("illegal", step=text)
                break
            final = before.depends_on_secrets(step, seat)
            now.push_step(text)  # from the text, as a replay will: what cannot be read back is never stored
            done.append(events.Stepped(seat=seat, step=text))
            pending = (*pending, text)
            self._tried[public, pending] = now.copy()
            unconfirmed = True
            passed_on = len(now.turns) > turns or now.position.decider != seat
            won = (winner := now.position.winner) is not None and now.position.side(winner) == before.side(seat)
            if final or won or (passed_on and (whole or not self.created.asked.confirm)):
                done.append(events.Confirmed(seat=seat))
                public, pending, unconfirmed = public + 1, (), False
        if whole and strict and unconfirmed:
            raise Refusal("illegal", "server.error.incomplete", step=" ".join(steps))
        return done if unconfirmed else [*done, *_luck(now)]

    def _free(self, seat: int, invite: str | None) -> None:
        """Empty the seat; whoever has the invite may take it."""
        kind, level = self.seats[seat - 1].kind, self.seats[seat - 1].level
        self.seats[seat - 1] = Seat(kind, "", level, None, invite)

    def _replace(self, old: str, new: str) -> None:
        """Let the new token take the place of the old one."""
        for seat in self.seats:
            seat.holder = new if seat.holder == old else seat.holder
        self.host = new if self.host == old else self.host
        self.watch = new if self.watch == old else self.watch

    def _redraft(self) -> Game | None:
        if not self.pending:
            return None
        game = self.settled.copy()
        for step in self.pending:
            game.push_step(step)
        return game

    def _play_on(self, settled: Game) -> None:
        """Something public has happened; steps that were not confirmed before it are gone."""
        self.settled, self.draft, self.pending = settled, None, []
        self.public += 1

    def _settle(self, at: float) -> None:
        """Bring up to date what follows from the game."""
        history = self.settled.history
        del self.entries[len(history) :]
        for what in history[len(self.entries) :]:
            self.entries.append(self._entry(what, at))
        self.secretive = redaction.secretive(self.settled.position)
        if self.secretive:
            self.final_turns = len(self.settled.turns) + 1
        self._outcome = outcome_of(self.settled.position)
        self.over = self._outcome is not None or self.called_off
        seated = all(seat.taken for seat in self.seats)
        self.status = "over" if self.over else "playing" if seated else "waiting"
        self.decider = 0 if self.over else self.settled.position.decider or 0
        if self.clock is not None:
            runs = self.status == "playing" and self.settled.position.stage == "play"
            self.clock.run(self.decider if runs and not self.is_computer(self.decider) else 0)

    def _entry(self, what: Turn | tuple[int, str], at: float) -> Entry:
        seat = who(what)
        left = None
        if self.clock is not None and seat and not self.is_computer(seat):
            left = self.clock.now(seat, at)
        after = what.after if isinstance(what, Turn) else self.settled.position
        return Entry(what, after, left)

    def _turns_back(self, seats: Sequence[int]) -> int:
        """How many turns lead back to the beginning of the last turn of one of the seats."""
        turns = self.settled.turns
        for back, turn in enumerate(reversed(turns), 1):
            if turn.before.decider in seats:
                return back
        return 0


def who(what: Turn | tuple[int, str]) -> int:
    """Whose turn it was; 0 for luck alone."""
    return what.before.decider or 0 if isinstance(what, Turn) else what[0]


def read_whole(position: Position, text: str) -> list[str]:
    """The steps of a turn text, which may be written in any notation."""
    try:
        turn, _ = position.read_turn(text, whole=False)
    except CoreError:
        raise Refusal("illegal", step=text) from None
    return [str(step) for step in turn.steps]


def begin(created: events.Created) -> Game:
    """The game as it begins, from what is stored."""
    game = Game.from_position(read_position(created.start), seed=created.seed)
    if created.drawn is not None and game.turns[0].text != created.drawn:
        # What was drawn counts, not what another Python would draw from the same seed.
        game.pop()
        game.push(created.drawn)
    return game


def _passed_on(settled: Game, draft: Game, seat: int) -> bool:
    return len(draft.turns) > len(settled.turns) or draft.position.decider != seat


def _luck(game: Game) -> list[Event]:
    """What luck does next, drawn from the game's secret seed. Plays it on the game given."""
    drawn: list[Event] = []
    while game.position.awaits_luck:
        try:
            drawn.append(events.Luck(step=str(game.draw())))
        except SantoriniError:
            break
    return drawn
