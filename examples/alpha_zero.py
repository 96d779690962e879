"""Learning from self-play with a tree search, in the manner of AlphaZero, with `Batch` and numpy alone.

    python examples/alpha_zero.py --rounds 50

Games are played side by side. For every decision each game grows a tree: `trial.copy_from(batch)` resets all games
to their current positions, and `trial.step` takes each down its tree to a leaf, which the network evaluates. The visits
become the policy to learn, the result of the game the value. Only for games without hidden information.
"""

import argparse
from dataclasses import dataclass, field

import numpy as np

from santorini import Batch, encoding

HIDDEN, EXPLORE, RATE = 64, 1.5, 1e-3


class Network:
    """One hidden layer, a policy and a value, and Adam to train them."""

    def __init__(self, seed: int) -> None:
        dice = np.random.default_rng(seed)
        shapes = [(encoding.OBSERVATION, HIDDEN), (HIDDEN, encoding.ACTIONS), (HIDDEN, 1)]
        self.weights = [dice.normal(0, 0.5 / np.sqrt(rows), (rows, columns)).astype("f4") for rows, columns in shapes]
        self.moments = [(np.zeros_like(w), np.zeros_like(w)) for w in self.weights]
        self.steps = 0

    def judge(self, observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The hidden values, the policy over the legal actions, and the value for the seat that decides."""
        inside, policy, value = self.weights
        hidden = np.maximum(observations.astype("f4") @ inside, 0)
        logits = np.where(masks, hidden @ policy, np.float32(-1e9))
        chances = np.exp(logits - logits.max(axis=1, keepdims=True))
        return hidden, chances / chances.sum(axis=1, keepdims=True), np.tanh(hidden @ value)[:, 0]

    def learn(self, observations: np.ndarray, masks: np.ndarray, visits: np.ndarray, results: np.ndarray) -> float:
        """One step of gradient descent; the loss before it."""
        hidden, chances, values = self.judge(observations, masks)
        loss = -(visits * np.log(chances + 1e-9)).sum(axis=1).mean() + ((values - results) ** 2).mean()
        on_policy = (chances - visits) / len(visits)
        on_value = (2 * (values - results) * (1 - values**2) / len(visits))[:, None]
        on_hidden = (on_policy @ self.weights[1].T + on_value @ self.weights[2].T) * (hidden > 0)
        self.steps += 1
        gradients = (observations.T.astype("f4") @ on_hidden, hidden.T @ on_policy, hidden.T @ on_value)
        for weight, (mean, square), gradient in zip(self.weights, self.moments, gradients, strict=True):
            mean[:] += 0.1 * (gradient - mean)
            square[:] += 0.001 * (gradient**2 - square)
            rate = RATE * np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
            weight[:] -= rate * mean / (np.sqrt(square) + 1e-8)
        return float(loss)


@dataclass
class Node:
    """A position in a tree: who decides, the legal actions, and their statistics."""

    seat: int
    actions: np.ndarray
    prior: np.ndarray
    visits: np.ndarray = field(init=False)
    total: np.ndarray = field(init=False)
    children: dict[int, "Node"] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.visits, self.total = np.zeros(len(self.actions)), np.zeros(len(self.actions))

    def choose(self) -> int:
        """The index of the action with the highest upper bound on its value."""
        mean = self.total / np.maximum(self.visits, 1)
        bonus = EXPLORE * self.prior * np.sqrt(self.visits.sum() + 1) / (1 + self.visits)
        return int(np.argmax(mean + bonus))


def new_nodes(batch: Batch, games: list[int], network: Network) -> list[tuple[Node, float]]:
    """The nodes of the games' positions, and what they are worth to the seat that decides."""
    _, chances, values = network.judge(batch.observations[games], batch.masks[games])
    actions = [np.flatnonzero(batch.masks[game]) for game in games]
    return [
        (Node(int(batch.seats[game]), legal, row[legal]), float(value))
        for game, legal, row, value in zip(games, actions, chances, values, strict=True)
    ]


def search(batch: Batch, trial: Batch, network: Network, simulations: int) -> list[Node]:
    """A tree for every game."""
    roots = [node for node, _ in new_nodes(batch, list(range(len(batch))), network)]
    for _ in range(simulations):
        trial.copy_from(batch)
        at: list[Node | None] = list(roots)
        paths: list[list[tuple[Node, int]]] = [[] for _ in roots]
        worth: list[dict[int, float]] = [{} for _ in roots]  # by seat, once known
        while any(at):
            moves = np.full(len(batch), -1)
            for game, node in enumerate(at):
                if node is not None:
                    place = node.choose()
                    paths[game].append((node, place))
                    moves[game] = node.actions[place]
                    at[game] = node.children.get(place)
            trial.step(moves)
            for game in np.flatnonzero(trial.terminated):
                worth[game], at[game] = dict(enumerate(trial.rewards[game].tolist(), 1)), None
            leaves = [game for game in np.flatnonzero(moves >= 0) if at[game] is None and not worth[game]]
            if leaves:
                for game, (leaf, value) in zip(leaves, new_nodes(trial, leaves, network), strict=True):
                    node, place = paths[game][-1]
                    node.children[place] = leaf
                    worth[game] = {leaf.seat: value, 3 - leaf.seat: -value}
        for path, earned in zip(paths, worth, strict=True):
            for node, place in path:
                node.visits[place] += 1
                node.total[place] += earned[node.seat]
    return roots


def play(batch: Batch, trial: Batch, network: Network, decisions: int, simulations: int, dice: np.random.Generator):
    """Self-play: observations, masks, visits and results of the games that ended."""
    waiting: list[list[tuple]] = [[] for _ in range(len(batch))]
    examples: list[tuple] = []
    for _ in range(decisions):
        roots = search(batch, trial, network, simulations)
        moves = np.zeros(len(batch), int)
        for game, root in enumerate(roots):
            share = root.visits / root.visits.sum()
            visits = np.zeros(encoding.ACTIONS)
            visits[root.actions] = share
            waiting[game].append((batch.observations[game].copy(), batch.masks[game].copy(), visits, root.seat))
            moves[game] = root.actions[dice.choice(len(share), p=share)]
        batch.step(moves)
        for game in np.flatnonzero(batch.terminated):
            rewards = batch.rewards[game]
            examples += [(*example[:3], rewards[example[3] - 1]) for example in waiting[game]]
            waiting[game].clear()
    return [np.array(column) for column in zip(*examples, strict=True)]


def against_random(network: Network, games: int, seed: int) -> float:
    """The share of games that the network's own policy, without a tree, wins against random play."""
    batch = Batch(games, seed=seed, auto_reset=False)
    mine = np.arange(games) % 2 + 1
    won = np.zeros(games)
    while batch.seats.any():
        _, chances, _ = network.judge(batch.observations, batch.masks)
        moves = np.where(batch.seats == mine, chances.argmax(axis=1), batch.sample())
        batch.step(np.where(batch.seats == 0, -1, moves))
        won += (batch.rewards[np.arange(games), mine - 1] > 0) & batch.terminated
    return float(won.mean())


def main(rounds: int, games: int, decisions: int, simulations: int, seed: int = 1) -> float:
    """Alternate playing and learning; returns the share of games won against random play at the end."""
    network, dice = Network(seed), np.random.default_rng(seed)
    batch = Batch(games, seed=seed)
    trial = Batch(games, seed=seed + 1, auto_reset=False)
    score = against_random(network, 200, seed)
    print(f"before: wins {score:.0%} against random play")
    for number in range(1, rounds + 1):
        columns = play(batch, trial, network, decisions, simulations, dice)
        if not columns:
            continue
        for _ in range(4 * len(columns[0]) // 64 + 1):
            some = dice.integers(len(columns[0]), size=64)
            loss = network.learn(*(column[some] for column in columns))
        score = against_random(network, 200, seed)
        print(f"round {number}: {len(columns[0])} positions, loss {loss:.2f}, wins {score:.0%} against random play")
    return score


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--games", type=int, default=64)
    parser.add_argument("--decisions", type=int, default=100)
    parser.add_argument("--simulations", type=int, default=24)
    args = parser.parse_args()
    main(args.rounds, args.games, args.decisions, args.simulations)
