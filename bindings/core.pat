# Where the stub cannot see a type from the C++ side.
_core.Effect$:
    \from typing import NamedTuple
    \from santorini.enums import EffectKind
    class Effect(NamedTuple):
        \doc
        kind: EffectKind
        at: str | None
        to: str | None
        who: int

_core.encoding$:
    \from . import encoding as encoding

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

_core.Why.args$:
    @property
    def args(self) -> dict[str, str | int]:
        \doc

_core.Restriction.args$:
    @property
    def args(self) -> dict[str, str | int]:
        \doc

_core.enumerations$:
    def enumerations() -> dict[str, tuple[str, ...]]:
        \doc

_core.Step.kind$:
    \from santorini.enums import StepKind
    @property
    def kind(self) -> StepKind: ...

_core.Position.stage$:
    \from santorini.enums import Stage
    @property
    def stage(self) -> Stage: ...

_core.Position.rules$:
    \from santorini.enums import RuleSet
    @property
    def rules(self) -> RuleSet: ...

_core.Position.reason$:
    \from santorini.enums import EndReason
    @property
    def reason(self) -> EndReason: ...

_core.Why.code$:
    \from santorini.enums import WhyCode
    @property
    def code(self) -> WhyCode: ...

_core.Restriction.kind$:
    \from santorini.enums import RestrictionKind
    @property
    def kind(self) -> RestrictionKind: ...

_core.Position.edition$:
    \from santorini.enums import RuleSet
    def edition(self, seat: int) -> RuleSet:
        \doc

_core.Position.outcome$:
    \from santorini.enums import EndReason
    def outcome(self) -> tuple[tuple[int, ...], EndReason] | None:
        \doc
