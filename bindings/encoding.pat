# The stub of santorini._core.encoding: it must not import _core by the name it has in the build folder.
_core.encoding.action_of$:
    \from . import Position, Step
    def action_of(position: Position, step: Step) -> int: ...

_core.encoding.step_of$:
    def step_of(position: Position, action: int) -> Step | None: ...

_core.encoding.play$:
    def play(position: Position, action: int) -> Position | None:
        \doc

_core.encoding.legal$:
    def legal(position: Position) -> list[int]: ...

_core.encoding.mask$:
    def mask(position: Position) -> NDArray[numpy.bool_]: ...

_core.encoding.observe$:
    def observe(position: Position, seat: int) -> NDArray[numpy.uint8]: ...

_core.encoding.Batch.__init__$:
    def __init__(
        self,
        starts: list[Position],
        games: int,
        threads: int,
        seed: int,
        most_decisions: int,
        observes: bool,
        resets: bool,
    ) -> None: ...

_core.encoding.Batch.step$:
    def step(self, actions: NDArray[numpy.int32] | NDArray[numpy.int64]) -> int:
        \doc

_core.encoding.Batch.put$:
    def put(self, game: int, position: Position) -> None: ...

_core.encoding.Batch.position$:
    def position(self, game: int) -> Position: ...
