"""A table without a server: clocks, takebacks, what a step shows, and rebuilding everything from the events."""

from __future__ import annotations

import random
from typing import Any

import pytest

from santorini.server.protocol import requests
from santorini.server.protocol.refusal import Refusal
from santorini.server.tables import events
from santorini.server.tables.clock import Clock
from santorini.server.tables.events import EVENT, Event
from santorini.server.tables.setting_up import NewTokens, created
from santorini.server.tables.table import Role, Table
from santorini.server.views.table_state import Around, state_of

HERE = {"kind": "here"}
COMPUTER = {"kind": "computer"}
PLAIN = "0000000000000000000000000/1/mortal:b3,d3/mortal:c2,c4"


class Played:
    """A table that keeps its events, so that it can be rebuilt."""

    def __init__(self, *seats: dict[str, Any], **settings: Any) -> None:
        new = requests.NewGame.model_validate({"seats": list(seats), **settings})
        self.created = created(new, NewTokens("host", "watch", {1: "one", 2: "two", 3: "three", 4: "four"}))
        self.table = Table("game", self.created, 0.0)
        self.events: list[tuple[Event, float]] = []

    def happen(self, happened: list[Event], at: float) -> None:
        for event in happened:
            self.table.apply(event, at)
            self.events.append((event, at))

    def turn(self, *steps: str, at: float) -> None:
        self.happen(self.table.may_play(self.table.decider, steps, whole=True), at)

    def again(self) -> Table:
        """The same table rebuilt from its events, which are turned into text and back first."""
        table = Table("game", self.created, 0.0)
        for event, at in self.events:
            table.apply(EVENT.validate_json(EVENT.dump_json(event)), at)
        return table


def code(refusal: pytest.ExceptionInfo[Refusal]) -> str:
    return refusal.value.code


SETTINGS: list[dict[str, Any]] = [
    {},
    {"confirm": False},
    {"clock": {"base": 1000, "increment": 3}},
    {"powers": {"choose": "draft"}},
    {"powers": {"choose": "free", "powers": ["chaos", "gaea"]}},
    {"powers": {"choose": "free", "powers": ["hecate", "dionysus"]}},
    {"powers": {"choose": "free", "powers": ["moerae", "pan"]}},
    {"powers": {"choose": "free", "powers": ["tartarus", "pan"]}},
    {"fleece": {}},
    {"powers": {"choose": "random"}, "rules": "aid"},
]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("settings", SETTINGS, ids=lambda s: "-".join(str(v) for v in s.values()) or "plain")
def test_events_rebuild_the_table(players: int, settings: dict[str, Any]) -> None:
    if players > 2 and settings.get("powers", {}).get("choose") != "draft":
        settings = {**settings, "powers": {"choose": "random"}, "rules": "printed"}
        settings.pop("fleece", None)
    dice = random.Random(players)
    played = Played(*[HERE] * players, **settings)
    at = 0.0
    everybody = range(1, players + 1)
    while played.table.status == "playing" and len(played.events) < 300:
        table, at = played.table, at + 1
        seat = table.decider
        if table.pending and dice.random() < 0.2:
            played.happen(table.may_undo(seat), at)
        elif table.can_restart(everybody) and dice.random() < 0.2:
            played.happen(table.may_restart(seat, everybody), at)
        elif table.awaits_confirm:
            played.happen(table.may_confirm(seat), at)
        else:
            step = dice.choice(table.view(seat).steps())
            played.happen(table.may_play(seat, [str(step)]), at)
    again = played.again()
    for seat in range(players + 1):
        role = Role("seat", (seat,)) if seat else Role("watcher")
        assert state_of(again, role, seat, Around(at)) == state_of(played.table, role, seat, Around(at))


@pytest.mark.parametrize("settings", SETTINGS, ids=lambda s: "-".join(str(v) for v in s.values()) or "plain")
def test_what_only_one_seat_sees_changes_nothing_for_others(settings: dict[str, Any]) -> None:
    """Other servers leave such events unread."""
    dice = random.Random(5)
    played = Played(HERE, HERE, **settings)
    unseen = 0
    while played.table.status == "playing" and len(played.events) < 100:
        table, seat = played.table, played.table.decider
        at = float(len(played.events))
        others = [(Role("seat", (3 - seat,)), 3 - seat), (Role("watcher"), 0)]
        before = [state_of(table, role, look, Around(at)) for role, look in others]
        if table.pending and dice.random() < 0.2:
            happened = table.may_undo(seat)
        elif table.can_restart((seat,)) and dice.random() < 0.2:
            happened = table.may_restart(seat, (seat,))
        elif table.awaits_confirm:
            happened = table.may_confirm(seat)
        else:
            happened = table.may_play(seat, [str(dice.choice(table.view(seat).steps()))])
        played.happen(happened, at)
        if only := events.only_seen_by(happened):
            assert only == seat
            assert [state_of(table, role, look, Around(at)) for role, look in others] == before
            unseen += 1
        else:
            assert table.version(()) > before[1]["version"]
    assert unseen > 10


# -- clocks --------------------------------------------------------------------------------------------------------


def test_a_clock_charges_and_rewards() -> None:
    played = Played(HERE, HERE, position=PLAIN, clock={"base": 60, "increment": 5})
    clock = played.table.clock
    assert clock is not None
    assert clock.running == 1
    played.happen(played.table.may_play(1, ["b3-b4"]), 10.0)
    assert clock.running == 1
    played.happen(played.table.may_play(1, ["+b3"]), 20.0)
    assert clock.running == 1, "until the turn is confirmed"
    played.happen(played.table.may_confirm(1), 25.0)
    assert (clock.running, clock.now(1, 99.0), clock.now(2, 30.0)) == (2, 40.0, 55.0)
    assert clock.due() == 85.0
    assert played.table.time_is_up(84.9) == []
    played.happen(played.table.time_is_up(85.0), 85.0)
    assert played.table.outcome is not None
    assert (played.table.outcome.winners, played.table.outcome.reason) == ((1,), "time")
    assert played.table.entries[-1].what == (2, "time")
    assert clock.running == 0


def test_a_clock_stands_while_the_server_is_away() -> None:
    played = Played(HERE, HERE, position=PLAIN, clock={"base": 60})
    played.happen([events.Resumed()], 1000.0)
    clock = played.table.clock
    assert clock is not None
    assert clock.due() == 1060.0


def test_a_clock_does_not_run_in_the_set_up_nor_for_the_computer() -> None:
    played = Played(HERE, COMPUTER, clock={"base": 60})
    clock = played.table.clock
    assert clock is not None
    assert clock.running == 0
    played.turn("*b3", "*d3", at=500.0)
    played.happen(played.table.computer_plays(2, ["*c2", "*c4"]), 501.0)
    assert clock.running == 1
    played.turn("b3-b4", "+b3", at=510.0)
    assert clock.running == 0
    assert clock.now(1, 9999.0) == 51.0


def test_with_three_players_the_others_go_on_when_time_is_up() -> None:
    start = "0000000000000000000000000/1/pan:b3,d3/atlas:c2,c4/apollo:a1,e5"
    played = Played(HERE, HERE, HERE, position=start, clock={"base": 60})
    played.happen(played.table.time_is_up(60.0), 60.0)
    assert played.table.status == "playing"
    assert played.table.decider == 2
    clock = played.table.clock
    assert clock is not None
    assert clock.running == 2


def test_a_clock_that_goes_backwards_charges_nothing() -> None:
    clock = Clock(60, 0, 2)
    clock.run(1)
    clock.tick(10.0)
    clock.tick(5.0)
    assert clock.now(1, 10.0) == 50.0


# -- steps, turns, takebacks ---------------------------------------------------------------------------------------


HIDDEN = {
    "a worker in the way": ("pan:b3,d3/hecate:b4,e5", "b3-b4"),
    "no worker in the way": ("pan:b3,d3/hecate:a5,e5", "b3-b4"),
    "into the Abyss": ("pan:b3,d3/tartarus[b4]:a5,e5", "b3-b4"),
    "past the Abyss": ("pan:b3,d3/tartarus[c1]:a5,e5", "b3-b4"),
}


@pytest.mark.parametrize("case", HIDDEN)
def test_a_step_that_could_tell_something_is_final_whatever_it_met(case: str) -> None:
    powers, step = HIDDEN[case]
    played = Played(HERE, HERE, position=f"0000000000000000000000000/1/{powers}")
    played.happen(played.table.may_play(1, [step]), 1.0)
    assert played.table.pending == []
    with pytest.raises(Refusal):
        played.table.may_undo(1)


def test_who_steps_into_their_own_abyss_is_told_before_the_turn_is_confirmed() -> None:
    played = Played(HERE, HERE, position="0000000000000000000000000/1/tartarus[b4]:b3,d3/pan:a5,e5")
    played.happen(played.table.may_play(1, ["b3-b4"]), 1.0)
    around = Around(now=2.0)
    own = state_of(played.table, Role("seat", (1,)), 1, around)
    assert own["awaits"] == "confirm"
    assert own["turn"] is not None
    assert [(e["kind"], e["seat"]) for e in own["turn"]["effects"]] == [("move", None), ("win", 2)]
    assert own["outcome"] is None, "it can still be taken back"
    assert state_of(played.table, Role("seat", (2,)), 2, around)["turn"] is None


def test_a_step_that_can_tell_nothing_is_taken_back() -> None:
    """Whoever wins the game, no build and no move to the ground depends on a Fate square."""
    played = Played(HERE, HERE, position="0000000000000000000000000/1/pan:b3,d3/moerae[a1]:a5,e5,e1")
    played.happen(played.table.may_play(1, ["b3-b4"]), 1.0)
    assert played.table.pending == ["b3-b4"]
    played.happen(played.table.may_play(1, ["+b3"]), 2.0)
    assert played.table.pending == ["b3-b4", "+b3"]
    played.happen(played.table.may_undo(1), 3.0)
    assert played.table.pending == ["b3-b4"]


def test_a_build_against_the_abyss_is_taken_back_but_not_the_move_before() -> None:
    played = Played(HERE, HERE, position="0000000000000000000000000/1/pan:b3,d3/tartarus[c1]:a5,e5")
    played.happen(played.table.may_play(1, ["b3-b4"]), 1.0)
    played.happen(played.table.may_play(1, ["+b3"]), 2.0)
    assert played.table.pending == ["+b3"]
    played.happen(played.table.may_undo(1), 3.0)
    with pytest.raises(Refusal):
        played.table.may_undo(1)


def test_a_turn_is_begun_again() -> None:
    played = Played(HERE, HERE, position=PLAIN)
    table = played.table
    with pytest.raises(Refusal):
        table.may_restart(1, (1, 2))
    played.happen(table.may_play(1, ["b3-b4"]), 1.0)
    assert not table.can_restart((1, 2)), "taking the step back does it"
    played.happen(table.may_play(1, ["+b3"]), 2.0)
    before = table.public
    played.happen(table.may_restart(1, (1,)), 3.0)
    assert (table.pending, table.public, played.again().view(1).text) == ([], before, table.view(1).text)


# Prometheus puts a dome on before his move; Gaea may answer; then his turn goes on.
ANSWERED = "0000000000003000000000000/1/prometheus:b3,d1/gaea:a5,e5"


def answered(*seats: dict[str, Any], position: str = ANSWERED) -> Played:
    """A turn of seat 1 that seat 2 has answered, and that goes on."""
    played = Played(*seats, position=position)
    table = played.table
    for step in ("b3+c3^", "*c4"):
        seat = table.decider
        played.happen(table.computer_plays(seat, [step]), 1.0)
        if table.awaits_confirm:
            played.happen(table.may_confirm(seat), 1.0)
    assert (table.decider, table.pending, len(table.settled.turn_so_far.steps)) == (1, [], 2)
    return played


@pytest.mark.parametrize("other", [HERE, COMPUTER], ids=lambda seat: str(seat["kind"]))
def test_a_turn_is_begun_again_past_an_answer(other: dict[str, Any]) -> None:
    played = answered(HERE, other)
    table = played.table
    seats = (1, 2) if other is HERE else (1,)
    begun = Played(HERE, other, position=ANSWERED).table.settled.position.text
    assert table.can_restart(seats)
    played.happen(table.may_play(1, ["b3-b2"]), 2.0)
    played.happen(table.may_restart(1, seats), 3.0)
    assert (table.pending, table.settled.position.text) == ([], begun)
    assert played.again().settled.position.text == table.settled.position.text
    assert not table.can_restart(seats)


def test_nobody_takes_back_what_another_person_has_chosen() -> None:
    played = answered(HERE, HERE)  # as if two devices were at the table
    assert not played.table.can_restart((1,))
    with pytest.raises(Refusal):
        played.table.may_restart(1, (1,))


def test_a_turn_that_has_told_something_is_not_begun_again() -> None:
    """The squares of the Abyss are a secret: the move that met none of them stays."""
    played = Played(HERE, HERE, position="0000000000000000000000000/1/pan:b3,d3/tartarus[c1]:a5,e5")
    played.happen(played.table.may_play(1, ["b3-b4"]), 1.0)
    assert not played.table.can_restart((1, 2))


def test_a_win_over_the_owner_of_a_secret_shows_it_and_stands() -> None:
    played = Played(HERE, HERE, position="0003200000000000000000000/1/mortal:e5,a1/tartarus[c1]:a5,b1")
    played.happen(played.table.may_play(1, ["e5-d5"]), 1.0)
    assert played.table.over


def test_a_winning_move_ends_the_game_without_confirmation() -> None:
    played = Played(HERE, HERE, position="0003200000000000000000000/1/mortal:e5,a1/mortal:a5,b1", confirm=True)
    assert played.table.created.asked.confirm
    played.happen(played.table.may_play(1, ["e5-d5"]), 1.0)
    assert played.table.over
    assert played.table.pending == []


def test_a_takeback_leads_to_the_own_turn_before() -> None:
    played = Played(HERE, COMPUTER)
    table = played.table
    assert not table.can_take_back([1])
    played.turn("*b3", "*d3", at=1.0)
    played.happen(table.computer_plays(2, ["*c2", "*c4"]), 2.0)
    played.turn("b3-b4", "+b3", at=3.0)
    assert [e.turns for e in table.may_take_back([1]) if isinstance(e, events.TakenBack)] == [1]
    played.happen(table.computer_plays(2, ["c2-c1", "+c2"]), 4.0)
    played.happen(table.may_take_back([1]), 5.0)
    assert [str(turn) for turn in table.settled.turns] == ["*b3 *d3", "*c2 *c4"]
    assert len(table.entries) == 2
    assert table.decider == 1


def test_a_card_that_was_drawn_is_not_put_back() -> None:
    """The same card would come again, and the player would know which."""
    played = Played(HERE, COMPUTER, powers={"choose": "free", "powers": ["chaos", "pan"]})
    table = played.table
    played.turn("*b3", "*d3", at=1.0)
    played.happen(table.computer_plays(2, ["*c2", "*c4"]), 2.0)
    assert table.can_take_back([1])
    played.happen(table.may_take_back([1]), 3.0)
    assert not table.can_take_back([1]), "the first card lies there"


def test_takeback_needs_the_computer() -> None:
    played = Played(HERE, HERE)
    played.turn("*b3", "*d3", at=1.0)
    with pytest.raises(Refusal) as refusal:
        played.table.may_take_back([1, 2])
    assert code(refusal) == "takeback"


def test_versions_grow_only_with_what_can_be_seen() -> None:
    played = Played(HERE, HERE)
    table = played.table
    holders: list[tuple[int, ...]] = [(), (1,), (2,), (1, 2)]
    before = [table.version(seats) for seats in holders]
    played.happen(table.may_play(1, ["*b3"]), 1.0)
    played.happen(table.may_undo(1), 2.0)
    assert [table.version(seats) - old for seats, old in zip(holders, before, strict=True)] == [0, 2, 0, 2]
    played.happen(table.may_chat(1, "hello"), 3.0)
    assert [table.version(seats) - old for seats, old in zip(holders, before, strict=True)] == [0, 2, 0, 2]
    played.turn("*b3", "*d3", at=4.0)
    assert table.version((2,)) == before[2] + 1


def test_a_version_of_a_token_with_several_seats_comes_once() -> None:
    """A command that was sent twice must not count for the other seat."""
    played = Played(HERE, HERE, position=PLAIN, confirm=True)
    seen = []
    for steps in (("b3-b4", "+b3"), ("c2-c1", "+c2"), ("b4-b5", "+b4")):
        for step in steps:
            seen.append(played.table.version((1, 2)))
            played.happen(played.table.may_play(played.table.decider, [step]), 1.0)
        seen.append(played.table.version((1, 2)))
        played.happen(played.table.may_confirm(played.table.decider), 1.0)
    assert len(set(seen)) == len(seen)


def test_luck_is_the_servers_and_is_stored() -> None:
    played = Played(HERE, HERE, powers={"choose": "free", "powers": ["chaos", "pan"]})
    assert played.created.drawn is not None
    assert played.created.drawn.startswith("~")
    assert played.table.settled.turns[0].text == played.created.drawn
    other = "~apollo" if played.created.drawn != "~apollo" else "~atlas"
    another = Table("game", played.created.model_copy(update={"drawn": other}), 0.0)
    assert another.settled.turns[0].text == other, "what was stored counts, whatever the seed would give today"


def test_what_a_computer_cannot_play_is_left_out() -> None:
    played = Played(COMPUTER, HERE, position=PLAIN)
    assert played.table.computer_plays(1, ["nonsense"]) == []
    assert len(played.table.computer_plays(1, ["b3-b4", "nonsense"])) == 1
