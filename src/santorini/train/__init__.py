"""Learning an evaluation from games of the engine against itself. Needs the `train` extra: numpy and PyTorch."""
