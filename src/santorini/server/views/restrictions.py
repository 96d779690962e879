"""What other cards forbid or demand now, as keys: read from their entries, so that no power is named here."""

from __future__ import annotations

from collections.abc import Iterator

from santorini import Position, entry
from santorini.draw.drawing import CLIMBED, OUT, STOLEN
from santorini.server.protocol.refusal import Value
from santorini.server.protocol.responses import Said

__all__ = ["in_force", "power_now"]


def in_force(view: Position, seat: int) -> list[Said]:
    """What binds the seat in its view of a position. Of the Golden Fleece nothing is said: it is everybody's."""
    if view.stage != "play" or view.is_over or view.shared or not seat:
        return []
    return [said for other in _others(view, seat) for said in _of(view, seat, other)]


def power_now(view: Position, seat: int) -> tuple[str, str]:
    """The power the seat has at this moment and the rule set of its card: another one with Chaos and Circe."""
    power, _, edition = view.card(seat).partition("~")
    rules = edition or view.rules
    seats = range(1, view.players + 1)
    if "setup.deck" in entry(power, rules):
        return view.face or "mortal", rules
    if "start.steal" in entry(power, rules):
        taken = next((s for s in seats if s != seat), seat) if view.flags(seat) & STOLEN else seat
        return view.card(taken).partition("~")[0], rules
    if any(view.flags(s) & STOLEN for s in seats if s != seat):
        return "mortal", rules
    return power, rules


def _others(view: Position, seat: int) -> Iterator[int]:
    for other in range(1, view.players + 1):
        if view.side(other) != view.side(seat) and not view.flags(other) & OUT:
            yield other


def _of(view: Position, seat: int, other: int) -> Iterator[Said]:
    power, rules = power_now(view, other)
    says = entry(power, rules)

    def said(key: str, squares: list[str] | None = None, **more: Value) -> Said:
        args: dict[str, Value] = {"power": power, "seat": other, **more}
        return Said(key=f"server.restriction.{key}", args=args, squares=squares or [])

    tokens = view.tokens(other)
    if "opponent.no_climb" in says and view.flags(other) & CLIMBED:
        yield said("no_climb")
    if "opponent.descent" in says:
        yield said(f"descent_{says['opponent.descent']}")
    if "opponent.no_win" in says:
        yield said(f"no_win_{says['opponent.no_win']}")
    if "opponent.no_build" in says:
        yield said("no_build", view.workers(other))
    if "opponent.sleep" in says and (sleeping := _highest(view, seat)):
        yield said("sleep", [sleeping])
    if "opponent.bound" in says:
        yield said("bound", view.workers(other))
    if "opponent.must_climb" in says:
        yield said("must_climb")
    if "opponent.carry" in says:
        yield said("carry")
    if "opponent.coins" in says and tokens:
        yield said("coins", tokens)
    if "everyone.wind" in says and (direction := view.aim(other)):
        yield said("wind", direction=direction)
    if "everyone.whirl" in says and len(tokens) == 2:
        yield said("whirl", tokens)
    if "everyone.closed_token" in says and tokens:
        yield said("closed_token", tokens)
    binder, bound, _ = view.bound
    if binder == other and bound is not None:
        yield said("bind", [bound])


def _highest(view: Position, seat: int) -> str | None:
    """The worker that stands higher than all others of its side."""
    workers = sorted(view.workers(seat), key=view.height)
    if len(workers) > 1 and view.height(workers[-1]) > view.height(workers[-2]):
        return workers[-1]
    return None
