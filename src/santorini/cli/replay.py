"""`santorini replay`: show a game record turn by turn, or check it."""

from __future__ import annotations

import argparse
import json
import sys

from santorini import Game, Position, RecordError, Turn
from santorini.cli._common import CommandError, read_file, say
from santorini.cli._screen import Screen
from santorini.draw.drawing import drawing, letter
from santorini.record.reader import read_records
from santorini.record.record import Record

__all__ = ["arguments", "run"]


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", help=say("cli.replay.file"))
    parser.add_argument("--check", action="store_true", help=say("cli.replay.check"))
    parser.add_argument("--json", action="store_true", help=say("cli.option.json"))


def run(args: argparse.Namespace) -> int:
    """Replay each game of the file."""
    records = list(read_records(read_file(args.file)))
    if not records:
        raise CommandError(say("cli.replay.empty", file=args.file))
    if args.json:
        answers = [in_json(record, args.check) for record in records]
        print(json.dumps(answers[0] if len(answers) == 1 else {"games": answers}))
        return 0 if all(answer["ok"] for answer in answers) else 1
    status = 0
    for number, record in enumerate(records, 1):
        which = say("cli.replay.game", file=args.file, number=number) if len(records) > 1 else args.file
        try:
            if args.check:
                print(say("cli.replay.ok", which=which, turns=record.check()))
            else:
                show(record, record.game())
        except RecordError as error:
            print(say("cli.error", problem=say("cli.replay.bad", which=which, why=error)), file=sys.stderr)
            status = 1
    return status


def in_json(record: Record, check: bool) -> dict[str, object]:
    """A game for programs; with `error` where it cannot be replayed."""
    answer: dict[str, object] = {"headers": record.headers, "start": record.start.text}
    try:
        if check:
            record.check()
        game = record.game()
    except RecordError as error:
        where = {"code": error.code, "error": str(error), "line": error.line, "column": error.column}
        return {"ok": False, **answer, **where}
    outcome = game.outcome()
    answer["turns"] = [
        {"seat": seat_of(event), "turn": text_of(event), "position": after.text} for event, after in events(game)
    ]
    answer["position"] = game.text
    answer["winners"] = list(outcome.winners) if outcome else []
    answer["reason"] = outcome.reason if outcome else None
    return {"ok": True, **answer}


def events(game: Game) -> list[tuple[Turn | tuple[int, str], Position]]:
    """What happened and the position after it."""
    found: list[tuple[Turn | tuple[int, str], Position]] = []
    now = game.start
    for event in game.history:
        now = event.after if isinstance(event, Turn) else now.give_up(*event)
        found.append((event, now))
    return found


def seat_of(event: Turn | tuple[int, str]) -> int:
    """Whose turn it was; 0 for luck alone."""
    if isinstance(event, Turn):
        return event.before.decider or 0
    return event[0]


def text_of(event: Turn | tuple[int, str]) -> str:
    """The event as the record writes it."""
    return event.text if isinstance(event, Turn) else f"{'time' if event[1] == 'time' else 'resign'}:{event[0]}"


def show(record: Record, game: Game) -> None:
    """The boards one after the other; on a terminal each after Enter."""
    steps = events(game)
    # The record may leave out a first card that was drawn at random.
    comments = [""] * (len(steps) - len(record.main.nodes)) + [node.comment for node in record.main.nodes]
    with Screen() as screen:
        pages = [[*headers(record), "", drawing(game.start)]]
        for number, ((event, after), comment) in enumerate(zip(steps, comments, strict=True), 1):
            seat = seat_of(event)
            name = record.headers.get(f"Seat{seat}", letter(seat) if seat else "")
            last = game.outcome() if number == len(steps) and not game.turn_in_progress else None
            page = [printable(say("cli.replay.turn", number=number, who=name, turn=text_of(event)))]
            page += [printable(f"{{{comment}}}")] if comment else []
            pages.append([*page, "", drawing(after, last)])
        if game.turn_in_progress:
            pages.append([say("cli.replay.unfinished", turn=record.unfinished), "", drawing(game.position)])
        turn_pages(screen, pages)
    if screen.full:
        print("\n".join(pages[-1]))


def turn_pages(screen: Screen, pages: list[list[str]]) -> None:
    """Show pages; on a terminal Enter goes forwards, b back, and q quits."""
    at = 0
    while at < len(pages):
        screen.show(pages[at])
        if not screen.full:
            at += 1
            continue
        try:
            answer = screen.ask(say("cli.replay.prompt", number=at, last=len(pages) - 1)).lower()
        except (EOFError, KeyboardInterrupt):
            return
        if answer.startswith("q"):
            return
        at = max(0, at - 1) if answer.startswith("b") else at + 1


def headers(record: Record) -> list[str]:
    """What the record says of the game."""
    return [printable(f"{name}: {value}") for name, value in record.headers.items()]


def printable(text: str) -> str:
    """A text from a file, without characters that could disturb the terminal."""
    return "".join(char if char.isprintable() else "?" for char in text)
