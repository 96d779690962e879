"""Many games at once, stepped in C++: arrays in, arrays out."""

from __future__ import annotations

import os
import random
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal

from santorini import encoding
from santorini._core import Position
from santorini._core import encoding as _encoding
from santorini.errors import IllegalTurnError, SantoriniError, SetupError, sentence
from santorini.setup.starts import start_positions

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

__all__ = ["Batch"]

NO_ACTION = -1


class Batch:
    """A number of games side by side, each waiting for the decision of one seat.

    The games are set up as for `Game`, or drawn with `powers="random"` (docs/research.md); `starts` gives the
    positions themselves. Luck is drawn from the seed. The arrays have one row per game and every step updates them
    in place; they can be shared without a copy (`torch.from_numpy`, `jax.dlpack.from_dlpack`). A finished game starts
    again at once: `rewards`, `terminated` and `truncated` describe its last step, the other arrays the new game.

    >>> import santorini
    >>> batch = santorini.Batch(3, powers=("demeter", "pan"), seed=1)
    >>> batch.masks.shape, batch.masks.sum(axis=1).tolist()
    ((3, 2863), [25, 25, 25])
    >>> batch.step([0, 12, -1])
    >>> batch.position(1).workers(1), batch.decisions.tolist()
    (['c3'], [1, 1, 0])
    >>> for _ in range(500):
    ...     batch.step(batch.sample())
    >>> batch.step([0, 0])
    Traceback (most recent call last):
    santorini.errors.SantoriniError: a batch of 3 games takes an array of 3 whole numbers, not int64 of shape (2,)
    """

    def __init__(
        self,
        games: int,
        *,
        powers: Sequence[str] | Literal["random"] | None = None,
        players: int | None = None,
        rules: str = "printed",
        fleece: str | None = None,
        settings: Sequence[str] = (),
        first: int | None = 1,
        any_pair: bool = False,
        draft: bool | Literal["challenger", "passing"] = False,
        among: Iterable[str] | None = None,
        starts: Iterable[Position] | None = None,
        threads: int | None = 1,
        seed: int | None = None,
        max_decisions: int = 0,
        observations: bool = True,
        auto_reset: bool = True,
    ) -> None:
        encoding.needs_numpy()
        games = _number("games", games, 1)
        threads = (os.cpu_count() or 1) if threads is None else _number("threads", threads, 1)
        max_decisions = _number("max_decisions", max_decisions, 0)
        seed = random.SystemRandom().getrandbits(63) if seed is None else _number("seed", seed, 0)
        if starts is None:
            starts = start_positions(
                powers,
                players=players,
                rules=rules,
                fleece=fleece,
                settings=settings,
                first=first,
                any_pair=any_pair,
                draft=draft,
                among=among,
                seed=seed,
            )
        positions = list(starts)
        if not positions:
            raise SetupError("batch-starts", sentence("batch-starts"))
        self._games = _encoding.Batch(
            positions, games, min(threads, games), seed % 2**64, max_decisions, observations, auto_reset
        )
        self.masks: NDArray[np.bool_] = self._games.masks
        """Which actions are legal: (games, actions). The row of a finished game has none."""
        self.observations: NDArray[np.uint8] = self._games.observations
        """What the seat that decides may know: (games, values); empty without `observations`."""
        self.seats: NDArray[np.int8] = self._games.seats
        """The seat that decides, from 1 on; 0 where the game is over."""
        self.rewards: NDArray[np.float32] = self._games.rewards
        """The rewards of the last step, by seat: 1 for each winner, negative for the losers; all sides add up to 0."""
        self.terminated: NDArray[np.bool_] = self._games.terminated
        """Whether the last step ended the game."""
        self.truncated: NDArray[np.bool_] = self._games.truncated
        """Whether the last step reached `max_decisions`, or a set-up that cannot go on."""
        self.decisions: NDArray[np.int32] = self._games.decisions
        """How many decisions were made in the game."""

    def __len__(self) -> int:
        return len(self._games)

    @property
    def players(self) -> int:
        """The most players that a game of the batch has."""
        return self._games.players

    def step(self, actions: ArrayLike) -> None:
        """Play one action in every game; -1 leaves a game as it is. If one of them is illegal, none is played."""
        import numpy as np

        array: NDArray[Any] = np.asarray(actions)
        if array.shape != (len(self),) or array.dtype.kind not in "iu":
            what = f"{array.dtype} of shape {array.shape}"
            raise SantoriniError("batch-actions", sentence("batch-actions", games=len(self), what=what))
        if array.dtype not in (np.int32, np.int64):
            array = array.astype(np.int64)
        game = self._games.step(array)
        if game >= 0:
            why = encoding.illegal(self.position(game), int(array[game])) if self.seats[game] else _over()
            raise IllegalTurnError(why.code, sentence("action-game", game=game, why=why))

    def sample(self) -> NDArray[np.int32]:
        """A random legal action for every game, drawn from the seed; -1 where the game is over."""
        return self._games.sample()

    def reset(self) -> None:
        """Start all games again."""
        self._games.reset()

    def copy_from(self, other: Batch) -> None:
        """Copy the games of a batch of the same size, for instance to try actions out. Luck is drawn separately."""
        try:
            self._games.copy_from(other._games)
        except ValueError:
            why = sentence("batch-other", games=len(self), players=self.players)
            raise SantoriniError("batch-other", why) from None

    def position(self, game: int) -> Position:
        """The true position of a game; pass on only its `view(seat)` where something is hidden."""
        return self._games.position(game)

    def put(self, game: int, position: Position) -> None:
        """Continue a game from another position."""
        try:
            self._games.put(game, position)
        except ValueError:
            why = sentence("too-many-powers", what=position.players, players=self.players)
            raise SantoriniError("batch-other", why) from None

    def legal_actions(self, game: int) -> list[int]:
        """The legal actions of a game."""
        return self._games.legal(game)

    def __repr__(self) -> str:
        return f"<Batch of {len(self)} games>"


def _over() -> IllegalTurnError:
    return IllegalTurnError("action-over", sentence("action-over"))


def _number(name: str, value: object, least: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise SetupError("batch-number", sentence("batch-number", name=name, least=least, what=value))
    return value
