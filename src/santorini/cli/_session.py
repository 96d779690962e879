"""A game at one terminal: whose choice it is, what they see, what they type.

Only `Session` holds the true game. Whatever is shown to a seat comes from its view, and where a seat knows what
another may not, the device is handed over behind an empty screen.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from santorini import Game, LegalTurns, Position, SantoriniError, Step, Words, power
from santorini.cli._columns import columns, paragraph
from santorini.cli._common import CommandError, named_power, say, write_file
from santorini.cli._computer import HUMAN, RANDOM, Computer
from santorini.cli._reading import Refused, is_square, plain, read_line
from santorini.cli._scene import Scene, cards_in_play
from santorini.cli._screen import Screen
from santorini.cli._secrets import has_secrets
from santorini.cli.powers import card
from santorini.draw.drawing import drawing, letter, spoken
from santorini.record.record import Record
from santorini.record.tree import Node

__all__ = ["Session"]

MOST_TURNS = 200
"""How many turns `turns` lists; some positions have millions."""


class Leave(Exception):  # noqa: N818  a way out, not an error
    """The players leave the table."""


@dataclass
class Session:
    """A game, who sits where, and where it is recorded."""

    game: Game
    seats: Sequence[str]  # "human", "random" or the name of a level
    names: Sequence[str]  # "" where a seat has none
    screen: Screen
    computer: Computer
    record: str | None = None
    headers: dict[str, str] = field(default_factory=dict)  # of the record
    old_nodes: Sequence[Node] = ()  # turns of the record that is continued
    note: str = ""  # for the next screen
    unsaved: str = ""  # why the record could not be written
    looking: int = 0  # the seat whose view was shown last
    given_up: list[tuple[int, Game]] = field(default_factory=list)  # games as they were before a seat resigned

    def play(self) -> None:
        """Play until the game is over and nobody takes anything back, or somebody leaves."""
        try:
            if not self.screen.full:
                self.screen.show([*self._scene.cards(), ""])
            self._save()
            while self._go_on():
                pass
        except (Leave, EOFError, KeyboardInterrupt):
            self._save()  # with the steps of an unfinished turn

    def _go_on(self) -> bool:
        """Advance by one choice. False when the game is over and everybody has seen it."""
        game = self.game
        seat = game.seat_to_decide
        if game.is_over:
            return self._over()
        if seat is None:
            self._played(game.draw)
        elif self.seats[seat - 1] == HUMAN:
            self._human(seat)
        elif self.seats[seat - 1] == RANDOM:
            self._play_at_random(seat)
        else:
            self._play_by_level(seat)
        return True

    def _played(self, play: Callable[[], object]) -> None:
        """Play something, and save the game if that completed a turn."""
        turns = len(self.game.turns)
        play()
        self.computer.observe(self.game)
        if len(self.game.turns) != turns:
            self._save()

    def _play_at_random(self, seat: int) -> None:
        """A step of a random player, which depends only on the seed and the point in the game."""
        game = self.game
        luck = random.Random(f"{game.seed}/{len(game.turns)}/{len(game.turn_in_progress)}")
        # Like every player, it knows only what its seat may know.
        step = luck.choice(game.view(seat).legal_steps)
        self._played(lambda: game.push_step(step))
        self._tell_spectators()

    def _play_by_level(self, seat: int) -> None:
        """A decision of the computer. While it thinks, the one person who plays sees the board."""
        if self.screen.full and self.seats.count(HUMAN) == 1:
            thinking = self.screen.dim(say("play.thinking", who=self._scene.who(seat)))
            self._look(self.seats.index(HUMAN) + 1, [thinking])
        decision = self.computer.decide(self.game, seat)
        self._played(lambda: decision.push(self.game))
        self._tell_spectators()

    def _tell_spectators(self) -> None:
        """Print every turn on a line if no person plays."""
        if HUMAN not in self.seats and not self.game.turn_in_progress:
            print(self._scene.turns(0, 1)[0], flush=True)

    # -- what a seat sees ------------------------------------------------------------------------------------------

    @property
    def _secretive(self) -> bool:
        """Does a seat know something now that another may not?"""
        return has_secrets(self.game.position)

    @property
    def _scene(self) -> Scene:
        return Scene(self.game, self.names, self.screen)

    def _hand_over(self, seat: int) -> None:
        """Before a seat sees its view: an empty screen, so that the previous player can pass the device on."""
        self.note = ""
        self.screen.forget()
        who = self._scene.who(seat)
        self.screen.show([*self._scene.turns(0, 1), "", self.screen.bold(say("play.hand-over", who=who))])
        self.screen.ask(say("play.hand-over-enter", who=who))
        self.screen.forget()

    def _look(self, seat: int, below: Sequence[str]) -> None:
        """Show the seat its view of the game."""
        several = self.seats.count("human") > 1
        if several and seat != self.looking and self._secretive and not self.game.is_over:
            self._hand_over(seat)
        self.looking = seat
        self.screen.show(self._scene.lines(seat, self.note, below))
        self.note = ""

    # -- what a seat types -----------------------------------------------------------------------------------------

    def _human(self, seat: int) -> None:
        """Show the seat the game and ask it."""
        scene, steps = self._scene, self.game.view(seat).legal_steps
        self._look(seat, [*scene.expected(seat, steps), *scene.numbered(steps)])
        try:
            self._obey(seat, self.screen.ask(say("play.prompt", who=self.names[seat - 1] or letter(seat))), steps)
        except Refused as refusal:
            self.note = str(refusal)

    def _obey(self, seat: int, line: str, steps: Sequence[Step]) -> None:
        word, _, rest = line.partition(" ")
        command = _command(word)
        if command is not None:
            command(self, seat, rest.strip())
        elif not line:
            self._play_default(seat, steps)
        elif line.isdecimal():
            if not 0 < int(line) <= len(steps):
                raise Refused(say("play.no-number", number=line, most=len(steps)))
            self._play_steps(seat, [steps[int(line) - 1]])
        else:
            self._play_steps(seat, read_line(self.game.view(seat).position, seat, line))

    def _play_default(self, seat: int, steps: Sequence[Step]) -> None:
        """Enter alone ends the turn, or plays the only legal step."""
        done = [step for step in steps if step.kind == "done"]
        if done or len(steps) == 1:
            self._play_steps(seat, done or steps)
        else:
            raise Refused(say("play.nothing-typed"))

    def _play_steps(self, seat: int, steps: Sequence[Step]) -> None:
        """Play steps while it is the seat's choice: a hidden worker may end the turn, another player may answer."""
        turns = len(self.game.turns)
        for step in steps:
            if self.game.seat_to_decide != seat or len(self.game.turns) != turns:
                break
            try:
                self._played(lambda step=step: self.game.push_step(step))  # type: ignore[misc]
            except SantoriniError:
                # The reason could reveal a secret.
                raise Refused(say("play.illegal", what=str(step))) from None

    # -- commands --------------------------------------------------------------------------------------------------

    def _help(self, seat: int, rest: str) -> None:
        lines = [self.screen.bold(say("play.help-title")), ""]
        for key in ("turn", "step", "square", "number"):
            lines += paragraph(say(f"play.help.{key}"), "  ", self.screen.width)
        lines.append("")
        names = ("steps", "turns", "hint", "undo", "show", "say", "powers", "save", "resign", "quit")
        widest = max(len(say(f"play.command.{name}")) for name in names)
        lines += [f"  {say(f'play.command.{name}'):<{widest}}  {say(f'play.help.{name}')}" for name in names]
        lines.append("")
        for key in ("move", "build", "dome", "more"):
            lines += paragraph(say(f"play.help.notation-{key}"), "  ", self.screen.width)
        self.screen.page(lines)

    def _list_steps(self, seat: int, rest: str) -> None:
        if not self.screen.full:
            return  # they are listed at every prompt
        self.screen.page(self._scene.numbered(self.game.view(seat).legal_steps))

    def _list_turns(self, seat: int, rest: str) -> None:
        texts: list[str] = []
        more = ""
        for turn in LegalTurns(self.game.view(seat).position):
            if len(texts) == MOST_TURNS:
                more = say("play.more-turns", most=MOST_TURNS)
                break
            texts.append(turn.text)
        lines = columns(texts, self.screen.width)
        self.screen.page([*lines, more] if more else lines)

    def _hint(self, seat: int, rest: str) -> None:
        """What the computer would do, from what the seat may know."""
        best = self.computer.hint(self.game)
        if best.wins_in is not None and best.wins_in > 0:
            self.note = say("play.hint-wins", turn=best.turn, turns=best.wins_in)
        else:
            self.note = say("play.hint", turn=best.turn, chance=f"{100 * best.win_chance:.0f}")

    def _show_square(self, seat: int, rest: str) -> None:
        square = rest.lower()
        if not is_square(square):
            raise Refused(say("play.which-square"))
        self.note = self._scene.square(seat, square)

    def _read_aloud(self, seat: int, rest: str) -> None:
        self.screen.page(spoken(self.game.view(seat).position, self.game.outcome()).split("\n"))

    def _powers(self, seat: int, rest: str) -> None:
        position = self.game.position
        try:
            keys = [named_power(word).id for word in rest.split()]
        except SantoriniError as error:
            raise Refused(str(error)) from None
        if not keys:
            keys = cards_in_play(position)
        lines: list[str] = []
        for key in dict.fromkeys(keys):
            rules = position.rules if position.rules in power(key).rules else "printed"
            lines += [*card(power(key), rules, Words.load()), ""]
        self.screen.page(lines[:-1])

    def _undo(self, seat: int, rest: str) -> None:
        game = self.game
        if game.turn_in_progress:
            self._undo_step(seat)
        elif self.given_up and self.given_up[-1][0] == len(game.turns):
            self._must_be_open([self.given_up[-1][1].position])
            _, self.game = self.given_up.pop()
        else:
            at = len(game.turns) - 1
            while at >= 0 and not self._is_human(game.turns[at].before.decider):
                at -= 1
            if at < 0:
                raise Refused(say("play.undo-nothing"))
            self._must_be_open([turn.before for turn in game.turns[at:]])
            while len(game.turns) > at:
                game.pop()
        self.note = say("play.undone")
        self._save()

    @staticmethod
    def _must_be_open(positions: Sequence[Position]) -> None:
        """Refuse to take anything back where somebody had secrets: what was seen cannot be unseen."""
        if any(has_secrets(position) for position in positions):
            raise Refused(say("play.undo-secret"))

    def _undo_step(self, seat: int) -> None:
        """Take back the last choice of a person in the turn in progress."""
        game = self.game
        at = len(game.turn_in_progress) - 1
        while at >= 0:
            decider = game.turn_so_far.before.turn_of(game.turn_in_progress[:at]).after.decider
            if decider == seat or (self._is_human(decider) and not self._secretive):
                break
            if self._secretive:
                raise Refused(say("play.undo-secret"))
            at -= 1
        if at < 0:
            raise Refused(say("play.undo-nothing"))
        while len(game.turn_in_progress) > at:
            game.pop_step()

    def _is_human(self, seat: int | None) -> bool:
        return seat is not None and self.seats[seat - 1] == "human"

    def _save_as(self, seat: int, rest: str) -> None:
        if not rest:
            raise Refused(say("play.save-where"))
        if Path(rest).expanduser().exists() and not self._sure(say("play.save-over", file=rest)):
            raise Refused(say("play.not-saved"))
        try:
            write_file(rest, self._record_text())
        except (OSError, CommandError) as error:
            raise Refused(say("play.save-failed", file=rest, why=getattr(error, "strerror", None) or error)) from None
        self.note = say("play.saved", file=rest)

    def _resign(self, seat: int, rest: str) -> None:
        if not self._sure(say("play.resign-sure", who=self._scene.who(seat))):
            raise Refused(say("play.not-resigned"))
        before = self.game.copy()
        try:
            self.game.resign(seat)
        except SantoriniError as error:
            raise Refused(str(error)) from None
        self.given_up.append((len(before.turns), before))
        self._save()

    def _sure(self, question: str) -> bool:
        yes = plain(say("play.yes"))
        return plain(self.screen.ask(question)) in (yes, yes[0])

    def _quit(self, seat: int, rest: str) -> None:
        raise Leave

    # -- the end ---------------------------------------------------------------------------------------------------

    def _over(self) -> bool:
        """Show the end. True if something was taken back and the game goes on."""
        if "human" not in self.seats:
            print()
            print(self._ended())
            return False
        seat = self.looking or next(s for s, kind in enumerate(self.seats, 1) if kind == "human")
        self._look(seat, [self.screen.bold(line) for line in paragraph(say("play.over"), width=self.screen.width)])
        line = self.screen.ask(say("play.over-prompt"))
        word, _, rest = line.partition(" ")
        command = _command(word)
        if not word or command is Session._quit:
            return False
        try:
            if command is None or command in (Session._resign, Session._list_steps, Session._list_turns, Session._hint):
                raise Refused(say("play.over-unknown", what=word))
            command(self, seat, rest.strip())
        except Refused as refusal:
            self.note = str(refusal)
        return True

    def _ended(self) -> str:
        return drawing(self.game.view(0).position, self.game.outcome())

    def farewell(self) -> list[str]:
        """What is left on the terminal afterwards: the end of the game, or how to continue it."""
        lines: list[str] = []
        if self.game.is_over and self.screen.full:
            lines += [self._ended(), ""]
        if self.unsaved:
            lines.append(self.unsaved)
        elif self.record:
            lines.append(say("play.recorded", file=self.record))
            if not self.game.is_over:
                lines.append(say("play.resume", file=self.record))
        elif not self.game.is_over and not self._secretive:
            lines.append(say("play.resume-position", position=self.game.text))
        elif not self.game.is_over:
            lines.append(say("play.not-recorded"))
        return lines

    # -- internals -------------------------------------------------------------------------------------------------

    def _record_text(self) -> str:
        """The record, with the comments and variations of the one that is continued."""
        record = Record.from_game(self.game, **self.headers)
        for at, (new, old) in enumerate(zip(record.main.nodes, self.old_nodes, strict=False)):
            if new.turn != old.turn:
                break
            record.main.nodes[at] = old
        return record.text()

    def _save(self) -> None:
        """Write the record, if there is one. If that fails, the game continues."""
        if self.record is None:
            return
        self.unsaved = ""
        try:
            write_file(self.record, self._record_text())
        except OSError as error:
            self.note = self.unsaved = say("play.save-failed", file=self.record, why=error.strerror or error)


LOCAL_COMMANDS = ("help", "steps", "turns", "hint", "undo", "show", "say", "powers", "save", "resign", "quit")

COMMANDS: dict[str, Callable[[Session, int, str], None]] = {
    "help": Session._help,
    "?": Session._help,
    "steps": Session._list_steps,
    "turns": Session._list_turns,
    "hint": Session._hint,
    "undo": Session._undo,
    "u": Session._undo,
    "show": Session._show_square,
    "say": Session._read_aloud,
    "powers": Session._powers,
    "save": Session._save_as,
    "resign": Session._resign,
    "quit": Session._quit,
    "q": Session._quit,
    "exit": Session._quit,
}


def _command(word: str) -> Callable[[Session, int, str], None] | None:
    """The command that a word is, in English or in the language in use."""
    local = {plain(say(f"play.command.{name}").split()[0]): name for name in LOCAL_COMMANDS}
    return COMMANDS.get(local.get(plain(word), word.lower()))
