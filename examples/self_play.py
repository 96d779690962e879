"""A thousand games of the computer against itself, as a table (polars) and a picture (matplotlib).

pip install santorini polars matplotlib
python examples/self_play.py --games 1000 --level 2 --out self_play.png
"""

import argparse
from concurrent.futures import ProcessPoolExecutor

import polars as pl
from matplotlib.figure import Figure

from santorini import Engine, Game, random_powers


def play(seed: int, level: int) -> list[dict[str, object]]:
    """One game with random powers: a row for every turn."""
    game = Game(*random_powers(hidden=False, luck=False, seed=seed), seed=seed, first=1 + seed % 2)
    rows: list[dict[str, object]] = []
    with Engine(level, seed=seed, hash_mb=4) as engine:
        while not game.is_over and len(game.turns) < 200:
            decision = engine.play(game)
            power = game.position.power(decision.seat)
            rows.append({"game": seed, "seat": decision.seat, "power": power, "chance": decision.win_chance})
            decision.push(game)
    outcome = game.outcome()
    winners = outcome.winners if outcome else ()
    reason = str(outcome.reason) if outcome else "none"
    return [{**row, "turn": n, "won": row["seat"] in winners, "reason": reason} for n, row in enumerate(rows, 1)]


def table(games: int, level: int) -> pl.DataFrame:
    """All turns of all games, played on all processors."""
    with ProcessPoolExecutor() as workers:
        played = workers.map(play, range(games), [level] * games, chunksize=4)
        return pl.DataFrame([row for rows in played for row in rows])


def by_power(turns: pl.DataFrame) -> pl.DataFrame:
    """How often each power won."""
    seats = turns.group_by("game", "power").agg(pl.col("won").first())
    return seats.group_by("power").agg(games=pl.len(), won=pl.col("won").mean()).sort("won", descending=True)


def picture(turns: pl.DataFrame, file: str) -> None:
    """How long games take, and what the computer thought of the games it won."""
    figure = Figure(figsize=(10, 4), layout="constrained")
    left, right = figure.subplots(1, 2)
    lengths = turns.group_by("game").agg(pl.col("turn").max())["turn"]
    left.hist(lengths.to_list(), bins=20)
    left.set(title="Length of a game", xlabel="turns, set-up included", ylabel="games")
    judged = turns.filter(pl.col("chance").is_not_null() & pl.col("won"))
    means = judged.group_by("turn").agg(pl.col("chance").mean()).sort("turn")
    right.plot(means["turn"].to_list(), means["chance"].to_list())
    right.set(title="What the winner thought", xlabel="turn", ylabel="chance of winning", ylim=(0, 1))
    figure.savefig(file)


def main(games: int, level: int, out: str) -> pl.DataFrame:
    """Play, print and draw."""
    turns = table(games, level)
    print(by_power(turns))
    picture(turns, out)
    return turns


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--level", type=int, default=2)
    parser.add_argument("--out", default="self_play.png")
    args = parser.parse_args()
    main(args.games, args.level, args.out)
