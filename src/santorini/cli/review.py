"""`santorini review`: every turn of a game judged by the engine."""

from __future__ import annotations

import argparse
import json

from santorini import Record, Review, Words, review
from santorini.cli._common import CommandError, read_file, say, write_file
from santorini.cli._progress import Progress
from santorini.cli.replay import printable
from santorini.draw.drawing import letter
from santorini.record.reader import read_records

__all__ = ["arguments", "run"]


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", help=say("cli.replay.file"))
    parser.add_argument("--out", metavar="FILE", help=say("cli.review.out"))
    parser.add_argument("--nodes", metavar="N", type=int, help=say("cli.review.nodes"))
    parser.add_argument("--json", action="store_true", help=say("cli.option.json"))


def run(args: argparse.Namespace) -> int:
    """Judge each game of the file."""
    if args.nodes is not None and args.nodes < 1:
        raise CommandError(say("error.engine-limit", what=args.nodes, name="nodes"))
    records = list(read_records(read_file(args.file)))
    if not records:
        raise CommandError(say("cli.replay.empty", file=args.file))
    reviews = []
    for record in records:
        with Progress(say("cli.review.progress"), quiet=args.json) as progress:
            reviews.append(review(record, nodes=args.nodes, on_turn=lambda _, __, bar=progress: bar.advance()))  # type: ignore[misc]
    if args.out:
        judged = (one.annotate(record) for one, record in zip(reviews, records, strict=True))
        write_file(args.out, "\n".join(record.text() for record in judged))
    if args.json:
        answers = [one.to_dict() for one in reviews]
        print(json.dumps(answers[0] if len(answers) == 1 else {"games": answers}))
    else:
        for one, record in zip(reviews, records, strict=True):
            print("\n".join(in_words(one, record)))
    return 0


def in_words(judged: Review, record: Record) -> list[str]:
    """The review for people."""
    words = Words.load()

    def name(seat: int) -> str:
        return printable(record.headers.get(f"Seat{seat}", letter(seat)))

    rows = []
    for turn in judged.turns:
        text = say(
            "cli.review.turn",
            number=turn.number,
            who=name(turn.seat),
            turn=turn.turn,
            mark=say(f"cli.review.{turn.mark}"),
            before=f"{words.number(100 * turn.before)}%",
            after=f"{words.number(100 * turn.after)}%",
        )
        better = turn.mark not in ("best", "only_move", "good") and turn.best
        rows.append(f"{text}; {say('cli.review.better', turn=turn.best)}" if better else text)
    rows.append("")
    for seat, accuracy in judged.accuracy.items():
        rows.append(say("cli.review.accuracy", who=name(seat), percent=f"{words.number(accuracy)}%"))
    if judged.moments:
        rows.append(say("cli.review.moments", turns=", ".join(map(str, judged.moments))))
    return rows
