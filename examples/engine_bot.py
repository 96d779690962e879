"""A bot that speaks the engine protocol (docs/engine.md): it takes a win it sees and climbs where it can.

santorini arena "python examples/engine_bot.py" random --games 20
"""

import random

from santorini import Position, Turn, read_position


def worth(position: Position, turn: Turn) -> float:
    """Wins first, then high workers; never a turn after which the others win at once."""
    side, after = position.side(position.decider or position.to_move), turn.after
    if after.winner is not None:
        return 100 if after.side(after.winner) == side else -100
    if after.stage == "play" and after.at_rest and after.side(after.to_move) != side and after.has_win():
        return -50
    seats = range(1, after.players + 1)
    heights = {s: sum(after.height(square) for square in after.workers(s)) for s in seats}
    return sum(h if after.side(s) == side else -h for s, h in heights.items()) + random.random()


def answer(line: str, position: Position | None) -> Position | None:
    """Answer one line and return the current position after it."""
    command, _, rest = line.strip().partition(" ")
    if command == "santorini":
        print("id name climber\nsantoriniok")
    elif command == "isready":
        print("readyok")
    elif command == "position":
        text, _, turns = rest.partition(" turns ")
        position = read_position(text)
        for turn in filter(None, turns.split(", ")):
            position = position.read_turn(turn)[0].after
    elif command == "go" and position is not None:
        best = max(position.turns(), key=lambda turn: worth(position, turn))
        print(f"bestturn {best} result {best.after}")
    return position


def main() -> None:
    """Read commands until `quit`."""
    position = None
    while (line := input()).strip() != "quit":
        position = answer(line, position)


if __name__ == "__main__":
    main()
