"""PPO with masks (sb3-contrib) against the random player.

pip install santorini[gym] sb3-contrib
python examples/masked_ppo.py --steps 100000 --picture ppo.svg
"""

import argparse
import time
from pathlib import Path

import gymnasium

import santorini.gym  # noqa: F401 - makes the environment known


def make(seat: int | None = None, powers: tuple[str, ...] = ()) -> gymnasium.Env:
    """One learner against random play; `action_masks()` is what MaskablePPO asks for."""
    return gymnasium.make("santorini/Santorini-v0", opponent="random", seat=seat, powers=powers or None).unwrapped


def wins(choose, games: int, seed: int) -> float:
    """The share of games won by a function from observation and mask to an action."""
    env, won = make(), 0
    for game in range(games):
        observation, info = env.reset(seed=seed + game)
        over, reward = False, 0.0
        while not over:
            observation, reward, terminated, truncated, info = env.step(choose(observation, info["action_mask"]))
            over = terminated or truncated
        won += reward > 0
    return won / games


def picture(curve: list[tuple[int, float]], games: int, file: Path) -> None:
    """The learning curve, with the sampling error of that many games."""
    import matplotlib as mpl

    mpl.use("svg")
    from matplotlib import pyplot as plt

    steps, scores = zip(*curve, strict=True)
    errors = [2 * (score * (1 - score) / games) ** 0.5 for score in scores]
    _, axes = plt.subplots(figsize=(7, 4), layout="constrained")
    axes.errorbar(steps, scores, errors, marker="o", capsize=3)
    axes.axhline(0.5, color="grey", linestyle=":")
    axes.set(xlabel="decisions learnt from", ylabel="games won against random play", ylim=(0, 1))
    plt.savefig(file)


def main(steps: int, games: int = 200, file: Path | None = None) -> list[tuple[int, float]]:
    """Learn, and say how often the policy wins."""
    from sb3_contrib import MaskablePPO

    # Fewer and larger batches than the defaults: there are 2,863 actions, and this runs on the CPU.
    sizes = {"n_steps": 1024, "batch_size": 256, "n_epochs": 4, "policy_kwargs": {"net_arch": [128, 128]}}
    model = MaskablePPO("MlpPolicy", make(), learning_rate=1e-3, seed=1, device="cpu", **sizes)
    curve: list[tuple[int, float]] = []
    began = time.process_time()
    for done in range(0, steps + 1, max(1, steps // 10)):
        if done:
            model.learn(max(1, steps // 10), reset_num_timesteps=False)
        score = wins(lambda o, m: int(model.predict(o, action_masks=m, deterministic=True)[0]), games, seed=10_000)
        curve.append((model.num_timesteps, score))
        used = time.process_time() - began
        print(f"after {model.num_timesteps} decisions, {used:.0f} s of the processor: wins {score:.1%}", flush=True)
        if file is not None:
            picture(curve, games, file)
    return curve


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--picture", type=Path)
    args = parser.parse_args()
    main(args.steps, file=args.picture)
