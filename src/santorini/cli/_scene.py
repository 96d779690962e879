"""What a seat is shown: its view of the board, the cards, the last turns. Nothing here knows more than the seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from santorini import Game, Position, Step, Words, power
from santorini.cli._columns import columns, paragraph
from santorini.cli._common import say
from santorini.cli._screen import BOARD, Screen
from santorini.cli._secrets import told
from santorini.draw.drawing import FILES, RANKS, drawing, kept_by, letter, tokens_on
from santorini.setup.stages import DRAFT_STAGES, NO_POWER_YET

__all__ = ["Scene", "cards_in_play"]


def cards_in_play(position: Position) -> list[str]:
    """The powers on the table: one per seat or the shared one, and the face-up card of a deck."""
    keys = [position.shared] if position.shared else [position.power(s + 1) for s in range(position.players)]
    return [*keys, position.face] if position.face else keys


@dataclass(frozen=True)
class Scene:
    """Draws a game for one seat; 0 is a spectator."""

    game: Game
    names: Sequence[str]  # "" where a seat has none
    screen: Screen

    def who(self, seat: int) -> str:
        """A seat in words: `Ann (A, Demeter)`."""
        position = self.game.position
        if position.stage in NO_POWER_YET and position.power(seat) == "mortal":
            name = say("board.no_power_yet")
        else:
            name = Words.load().power_name(position.power(seat))
        if self.names[seat - 1]:
            return say("play.who-named", name=self.names[seat - 1], letter=letter(seat), power=name)
        return say("board.who", who=letter(seat), power=name)

    def lines(self, seat: int, note: str, below: Sequence[str]) -> list[str]:
        """The whole screen, with `below` as its last lines."""
        position = self.game.view(seat).position
        news = self.turns(seat, max(2, position.players))
        if self.game.turn_in_progress:
            so_far = told(self.game.turn_so_far, seat)
            news.append(say("play.so-far", who=self.who(position.to_move), turn=so_far))
        parts = [news]
        if self.game.is_over and self.screen.full:
            parts.append([self.screen.bold(drawing(position, self.game.outcome()).split("\n")[-1])])
        parts += [[self.screen.loud(line) for line in paragraph(note, width=self.screen.width)], list(below)]
        rest = [line for part in parts if part for line in ("", *part)]
        if self.screen.full:
            return [*self._table(seat, position, self.screen.height - len(rest) - 1), *rest]
        return [*drawing(position, self.game.outcome()).split("\n"), *rest]

    def turns(self, seat: int, most: int) -> list[str]:
        """The last turns, as the seat may be told of them."""
        lines = []
        for turn in self.game.turns[-most:]:
            decider = turn.before.decider
            mover = self.who(decider) if decider else say("play.luck")
            text = turn.text if self.game.is_over else told(turn, seat)
            clash = any(effect.kind == "conflict" for effect in turn.effects)
            line = say("play.turn", who=mover, turn=text)
            lines.append(f"{line} {say('play.conflict')}" if clash else line)
        return lines

    def cards(self) -> list[str]:
        """The cards in play, shown once if the screen is not redrawn."""
        position, words = self.game.position, Words.load()
        lines = [f"{say('play.title')}, {say('play.rules', rules=say(f'rules.{position.rules}.name'))}"]
        for key in cards_in_play(position):
            if key != "mortal":
                text = words.power_text(key, position.rules)
                lines += paragraph(say("board.said_of", name=words.power_name(key), what=text))
        return lines

    def square(self, seat: int, square: str) -> str:
        """What stands on a square, and the steps that the seat has there."""
        view = self.game.view(seat)
        position = view.position
        level, dome = position.height(square), position.has_dome(square)
        key = f"board.level_{level}" if not dome else "board.complete" if level == 3 else f"board.dome_on_{level}"
        said = [say(key)]
        for other in range(1, position.players + 1):
            if square in position.workers(other):
                said.append(say("play.worker-of", who=self.who(other)))
                break
        said += [say(f"term.{token}") for token in tokens_on(position).get(square, ())]
        steps = [str(step) for step in view.legal_steps if square in (step.at, step.to)]
        if steps:
            said.append(say("play.steps-there", steps=", ".join(steps)))
        return say("board.said_of", name=square, what="; ".join(said))

    # -- what the seat can choose ----------------------------------------------------------------------------------

    def expected(self, seat: int, steps: Sequence[Step]) -> list[str]:
        """What the seat is to do now."""
        names = [say(f"play.kind.{kind}") for kind in dict.fromkeys(step.kind for step in steps)]
        what = names[0] if len(names) == 1 else say("play.or", some=", ".join(names[:-1]), last=names[-1])
        text = say("play.expect", who=self.who(seat), what=what)
        return [self.screen.bold(line) for line in paragraph(text, width=self.screen.width)]

    def numbered(self, steps: Sequence[Step]) -> list[str]:
        """The steps with their numbers."""
        items = [f"{number:>2} {self._named(step)}" for number, step in enumerate(steps, 1)]
        return columns(items, self.screen.width)

    @staticmethod
    def _named(step: Step) -> str:
        if step.kind == "done":
            return say("play.end-turn")
        return str(step.power or step.seat) if step.kind in ("offer", "take", "begin", "discard") else str(step)

    # -- the table on a terminal -----------------------------------------------------------------------------------

    def _table(self, seat: int, position: Position, room: int) -> list[str]:
        """Title, board and cards. With too little room, the cards' texts are cut, and the small board is drawn."""
        rules = say("play.rules", rules=say(f"rules.{position.rules}.name"))
        title = [self.screen.bold(say("play.title")) + self.screen.dim(f"  {rules}"), ""]
        lines: list[str] = []
        for most, small in (*((most, False) for most in (99, 4, 3, 2, 1, 0)), (2, True), (1, True), (0, True)):
            lines = [*title, *self._board_and_cards(seat, position, most, small)]
            if len(lines) <= room:
                break
        return lines

    def _board_and_cards(self, seat: int, position: Position, most: int, small: bool) -> list[str]:
        screen = self.screen
        if position.stage in DRAFT_STAGES:  # the board is still empty
            return self._panel(position, screen.width, most)
        board = screen.board(position, self._touched(seat, position), small=small)
        if screen.width < BOARD + 40:
            return [*board, "", *self._panel(position, screen.width, most)]
        return screen.beside(board, self._panel(position, screen.width - BOARD - 3, most))

    def _panel(self, position: Position, width: int, most: int) -> list[str]:
        """Each player with power and state, and at most `most` lines of the card's text."""
        states = drawing(position).split("\n")[7:]
        lines: list[str] = []
        for seat in range(1, position.players + 1):
            mark = ">" if position.decider == seat else " "
            name = self.names[seat - 1]
            state = states[seat - 1][1:].strip()
            first, *rest = paragraph(f"{name}, {state}" if name else state, width=width - 6)
            chip = self.screen.chip(f" {letter(seat)} ", position.side(seat))
            lines += [f"{chip} {mark} {self.screen.bold(first)}", *(f"      {line}" for line in rest)]
            if not position.shared:
                lines += self._card_text(position, position.power(seat), width, most)
        if position.shared:
            lines.append(self.screen.bold(states[position.players]))
            lines += self._card_text(position, position.shared, width, most)
        return lines

    def _card_text(self, position: Position, key: str, width: int, most: int) -> list[str]:
        if key == "mortal" or not most:
            return []
        if position.face and kept_by(key).deck:
            key = position.face  # what it can do now; the card itself is shown by `powers`
        lines = paragraph(power(key).text(position.rules), "      ", width - 2)
        if len(lines) > most:
            lines = [*lines[: most - 1], f"{lines[most - 1]} …"]
        return [self.screen.dim(line) for line in lines]

    def _touched(self, seat: int, position: Position) -> set[str]:
        """The squares that look different since the last complete turn began, as far as the view shows."""
        if not self.game.turns:
            return set()
        before = self.game.turns[-1].before.view(seat)
        standing = [{w for s in range(1, p.players + 1) for w in p.workers(s)} for p in (before, position)]
        return {
            square
            for square in (file + rank for rank in RANKS for file in FILES)
            if before.height(square) != position.height(square)
            or before.has_dome(square) != position.has_dome(square)
            or (square in standing[0]) != (square in standing[1])
        }
