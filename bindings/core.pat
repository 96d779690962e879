# Where the stub cannot see a type from the C++ side.
_core.Effect$:
    \from typing import NamedTuple
    class Effect(NamedTuple):
        \doc
        kind: str
        at: str | None
        to: str | None
        who: int

_core.testing$:
    \from . import testing as testing

_core.cards$:
    \from typing import Any
    def cards() -> list[dict[str, Any]]: ...

_core.vocabulary$:
    def vocabulary() -> list[tuple[str, list[str], int, int]]:
        \doc

_core.entry$:
    def entry(power: str, rules: str) -> dict[str, str | int]:
        \doc

_core.SelfPlay.run$:
    \from typing import Any
    def run(self, games: int) -> dict[str, Any]: ...

_core.TreeLine.steps$:
    @property
    def steps(self) -> tuple[Step, ...]: ...

_core.TreeResult.steps$:
    @property
    def steps(self) -> tuple[Step, ...]:
        \doc

_core.TreeResult.principal$:
    @property
    def principal(self) -> tuple[Step, ...]:
        \doc

_core.__suffix__:
    class CoreError(ValueError):
        """A code and the piece of text it is about."""
