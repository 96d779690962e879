"""PPO with masks (sb3-contrib) against the random player.

pip install santorini[gym] sb3-contrib
python examples/masked_ppo.py --steps 200000
"""

import argparse

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


def main(steps: int) -> None:
    """Learn, and say how often the policy wins."""
    from sb3_contrib import MaskablePPO

    model = MaskablePPO("MlpPolicy", make(), verbose=0, policy_kwargs={"net_arch": [128, 128]})
    for done in range(0, steps, max(1, steps // 10)):
        score = wins(lambda o, m: int(model.predict(o, action_masks=m, deterministic=True)[0]), 100, seed=10_000)
        print(f"after {done} steps: wins {score:.0%}", flush=True)
        model.learn(max(1, steps // 10), reset_num_timesteps=False)
    model.save("santorini_ppo")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=200_000)
    main(parser.parse_args().steps)
