"""A power of each family at the table, secrets from both sides, three and four players, the Golden Fleece."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.player import Player

Come = Callable[..., Player]
HERE = [{"kind": "here", "name": "Ann"}, {"kind": "here", "name": "Ben"}]
FLAT = "0000000000000000000000000"
SECRET = {"hecate", "moerae", "tartarus"}  # cards that hide something from the others


def sit(player: Come, position: str) -> Player:
    ann = player()
    ann.sit({"seats": HERE, "position": position})
    ann.wait_to_decide()
    return ann


def do(ann: Player, *squares: str) -> None:
    """Tap squares; each is a step, or picks a worker."""
    for square in squares:
        before = ann.version
        picks = not ann.square(square).get_attribute("aria-label") or "can be picked" in str(
            ann.square(square).get_attribute("aria-label")
        )
        ann.tap(square)
        if picks and "possible" not in str(ann.square(square).get_attribute("aria-label")):
            expect(ann.square(square)).to_have_attribute("aria-selected", "true")
        else:
            ann.changed(before)


def test_demeter_builds_again_elsewhere(player: Come) -> None:
    ann = sit(player, f"{FLAT}/1/demeter:b3,d3/mortal:c2,c4")
    do(ann, "b3", "b4", "b5")
    ann.says("Build again, or end your turn.")
    assert "b5" not in ann.targets()
    do(ann, "a5")
    ann.says("That is your turn. End it?")
    ann.end_turn()
    expect(ann.page.locator(".log")).to_contain_text("b3 to b4, builds level 1 on b5, builds level 1 on a5")
    expect(ann.square("a5")).to_have_attribute("aria-label", re.compile("a5: level 1"))


def test_apollo_trades_places(player: Come) -> None:
    ann = sit(player, f"{FLAT}/1/apollo:b3,d3/mortal:c3,e5")
    do(ann, "b3", "c3")
    expect(ann.square("c3")).to_have_attribute("aria-label", re.compile("worker of Ann"))
    expect(ann.square("b3")).to_have_attribute("aria-label", re.compile("worker of Ben"))


def test_charon_carries_a_worker_across(player: Come) -> None:
    ann = sit(player, f"{FLAT}/1/charon:b3,e1/mortal:c3,e5")
    ann.page.get_by_role("button", name=re.compile("^Ferry")).click()
    do(ann, "a3")
    expect(ann.square("a3")).to_have_attribute("aria-label", re.compile("worker of Ben"))


def test_a_turn_begins_again_past_an_answer(player: Come) -> None:
    ann = sit(player, "0000000000003000000000000/1/prometheus:b3,d1/gaea:a5,e5")
    again = ann.page.get_by_role("button", name="Start again")
    do(ann, "b3")
    before = ann.version
    ann.tap("c3")
    ann.settle("b3+c3^", before)
    ann.end_turn()
    ann.wait_to_decide()
    do(ann, "c4")
    ann.end_turn()
    ann.wait_to_decide()
    ann.says(re.compile("goes on"))
    before = ann.version
    again.click()
    ann.changed(before)
    expect(ann.page.locator(".b2-worker")).to_have_count(4)
    expect(ann.page.locator(".b2-dome")).to_have_count(0)
    expect(again).to_have_count(0)


def test_the_card_of_a_robber_explains_what_was_robbed(player: Come) -> None:
    """On a phone a card has no room for a text: it is on the card that a tap opens."""
    ann = player(width=390, height=844)
    ann.sit({"seats": HERE, "position": f"{FLAT}/1/circe:b3,d3/pan:a1,e5"})
    own = ann.page.locator(".cards-own .card")
    expect(own).to_contain_text("holds Pan now")
    own.locator(".card-face").click()
    expect(ann.page.locator("dialog .full-card")).to_contain_text("Pan: Falling wins too")


def test_zeus_builds_under_himself_only_when_asked(player: Come) -> None:
    ann = sit(player, f"{FLAT}/1/zeus:b3,d3/mortal:c2,c4")
    do(ann, "b3", "b4")
    ann.square("b4").hover()
    ann.says("Build under yourself on b4")
    do(ann, "b4")
    expect(ann.square("b4")).to_have_attribute("aria-label", re.compile("b4: level 1, worker of Ann"))


def test_aeolus_turns_the_wind_by_compass(player: Come) -> None:
    ann = sit(player, f"{FLAT}/1/aeolus[s]:b3,d3/mortal:c2,c4")
    do(ann, "b3", "b4", "b5")
    before = ann.version
    ann.page.click('.compass [data-step="@e"]')
    ann.changed(before)
    ann.end_turn()
    expect(ann.page.locator(".b2-arrow")).to_have_count(1)
    expect(ann.page.locator(".chip.bound").first).to_contain_text("nobody moves")
    # The card says it once.
    expect(ann.page.locator(".card", has_text="Aeolus").locator(".chip")).to_have_count(1)


def test_clio_marks_blocks_with_coins(player: Come) -> None:
    ann = sit(player, f"{FLAT}/1/clio:b3,d3/mortal:c2,c4")
    do(ann, "b3", "b4", "b5")
    expect(ann.page.locator(".token-coin")).to_have_count(1)
    expect(ann.page.locator(".cards-own")).to_contain_text("Coins left: 2")


def test_polyphemus_throws_domes_once(player: Come) -> None:
    ann = sit(player, f"{FLAT}/1/polyphemus:b3,d3/mortal:c2,c4")
    do(ann, "b3", "b4", "b5", "e1", "e5")
    ann.end_turn()
    expect(ann.page.locator(".b2-dome")).to_have_count(2)
    expect(ann.page.locator(".card", has_text="Polyphemus")).to_contain_text("spent")


def test_athena_binds_and_says_why(player: Come) -> None:
    ann = sit(player, "0000000000010000000000000/1/mortal:a3,e1/athena[^]:e5,d5")
    expect(ann.page.locator(".chip.bound")).to_contain_text("Athena climbed")
    ann.tap("a3")
    assert "b3" not in ann.targets()
    ann.tap("b3")
    expect(ann.page.locator(".bubble.why")).to_contain_text(re.compile("Athena|high"))


def test_tapping_where_to_go_picks_the_only_worker_that_can(player: Come) -> None:
    ann = sit(player, f"{FLAT}/1/mortal:b3,d3/mortal:c2,c4")
    ann.tap("c3")
    expect(ann.page.locator(".bubble.why")).to_contain_text("Pick a worker first")
    ann.tap("a3")
    expect(ann.square("b3")).to_have_attribute("aria-selected", "true")
    expect(ann.page.locator(".bubble.why")).to_have_count(0)
    before = ann.version
    ann.tap("a3")
    ann.changed(before)
    ann.says("Build.")


def test_atlas_asks_block_or_dome(player: Come) -> None:
    ann = sit(player, f"{FLAT}/1/atlas:b3,d3/mortal:c2,c4")
    do(ann, "b3", "b4")
    before = ann.version
    ann.tap("b5")
    expect(ann.page.locator(".which button")).to_have_count(2)
    ann.page.get_by_role("button", name="Put a dome on b5").click()
    ann.changed(before)
    expect(ann.square("b5")).to_have_attribute("aria-label", re.compile("dome on the ground"))


def test_hecate_is_seen_by_her_owner_alone(player: Come) -> None:
    ann, ben = player(), player()
    ann.open("settings")
    wish = {
        "seats": [{"kind": "here", "name": "Ann"}, {"kind": "friend"}],
        "powers": {"choose": "free", "powers": ["hecate", "pan"]},
    }
    created = ann.served.post("/api/games", wish)
    ann.page.evaluate(
        "kept => localStorage.setItem('santorini.games', JSON.stringify([kept]))",
        {**created, "role": "seat", "title": "", "over": False, "at": 1},
    )
    ben.open(f"join/{created['game']}/2/{created['invites']['2']}")
    ben.page.get_by_role("button", name="Sit down").click()
    ben.ready()
    ann.open(f"game/{created['game']}")
    heard: list[str] = []
    ben.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame))))
    ben.page.reload()
    ben.ready()
    assert ben.wait_to_decide()  # she places last
    do(ben, "c2", "c4")
    ben.end_turn()
    assert ann.wait_to_decide()
    heard.clear()  # his own choices named every square
    do(ann, "a1", "e5")
    ann.end_turn()
    expect(ann.page.locator(".b2-worker")).to_have_count(4)
    ben.page.wait_for_selector(".log li >> nth=1")
    expect(ben.page.locator(".b2-worker")).to_have_count(2)
    expect(ben.page.locator(".cards-others")).to_contain_text("workers hidden")
    expect(ann.page.locator(".cards-own")).to_contain_text("opponents cannot see your workers")
    expect(ben.page.locator(".cards-own")).not_to_contain_text("opponents cannot see")
    assert heard
    assert not [frame for frame in heard if "*a1" in frame or '"square":"e5","side":1' in frame.replace(" ", "")]
    expect(ben.square("a1")).to_have_attribute("aria-label", "a1: ground")


def test_secrets_at_one_device_are_passed_on(player: Come) -> None:
    ann = player()
    ann.sit({"seats": HERE, "powers": {"choose": "free", "powers": ["hecate", "pan"]}})
    veil = ann.page.locator(".veil")
    for name, squares in (("Ben", ("c2", "c4")), ("Ann", ("a1", "e5"))):  # she places after everyone else
        expect(veil).to_contain_text(f"Pass the device to {name}")
        veil.get_by_role("button").click()
        expect(veil).to_have_count(0)
        do(ann, *squares)
        if name == "Ben":
            ann.end_turn()
    expect(ann.page.locator(".b2-worker")).to_have_count(4)


@pytest.mark.parametrize("players", [3, 4])
def test_more_players(player: Come, players: int) -> None:
    ann = player()
    ann.open("new")
    ann.page.get_by_role("radio", name=str(players), exact=True).check(force=True)
    for slider in ann.page.locator("input[type=range]").all():
        slider.fill("1")
    ann.page.get_by_role("radio", name="Choose freely").check(force=True)
    for seat, power in enumerate(("demeter", "pan", "atlas", "hermes")[:players], 1):
        ann.page.get_by_role("button", name=f"Power of seat {seat}").click()
        ann.page.locator(f'.dialog .picker-row[data-power="{power}"]').click()
    ann.page.get_by_role("button", name="Start").click()
    ann.ready()
    expect(ann.page.locator(".card")).to_have_count(players)
    assert ann.wait_to_decide()
    ann.play_turn()
    assert ann.wait_to_decide()
    assert ann.page.locator(".log li").count() >= 2


def test_the_golden_fleece(player: Come) -> None:
    ann = player()
    ann.open("new/here")
    ann.page.get_by_role("switch", name="Golden Fleece").check(force=True)
    ann.page.get_by_role("button", name="Power of the Golden Fleece").click()
    ann.page.locator('.dialog .picker-row[data-power="apollo"]').click()
    expect(ann.page.locator(".sheet-foot p")).to_contain_text("Golden Fleece")
    ann.page.get_by_role("button", name="Start").click()
    ann.ready()
    expect(ann.page.locator(".card.shared")).to_contain_text("Apollo")
    for square in ("b3", "d3", "end", "c2", "c4", "end", "e5", "end"):
        assert ann.wait_to_decide()
        if square == "end":
            ann.end_turn()
        elif ann.square(square).get_attribute("class") == "can":
            do(ann, square)
    expect(ann.page.locator(".token-ram")).to_have_count(1)
    ann.wait_to_decide()
    ann.says("Move a worker.")


def test_the_golden_fleece_says_on_its_card_what_binds_everybody(player: Come) -> None:
    """On a phone too, where it once covered the player's own card."""
    ann = player(width=390, height=844)
    wind = "fleece=aeolus[n]@c3"
    ann.sit({"seats": HERE, "position": f"{'0' * 25}/1/mortal:b3,d3/mortal:c2,c4/{wind}"})
    expect(ann.page.locator(".card.shared .chip")).to_have_text("Aeolus: nobody moves north.")
    expect(ann.page.locator(".foot .chip")).to_have_count(0)


def test_the_draft(player: Come) -> None:
    ann = player()
    ann.sit({"seats": HERE, "powers": {"choose": "draft"}})
    for power, verb in (("demeter", "Name"), ("pan", "Name")):
        before = ann.version
        ann.page.click(f'.picker-row[data-step="offer:{power}"]')
        ann.page.locator(".draft-chosen").get_by_role("button", name=re.compile(verb)).click()
        ann.changed(before)
    # What was named is in sight until the turn is over.
    expect(ann.page.locator(".bar .offer")).to_have_text("Demeter Pan")
    ann.end_turn()
    ann.says("Ben: Take a power.")
    before = ann.version
    ann.page.click('.picker-row[data-step="take:pan"]')
    ann.page.get_by_role("button", name="Take Pan").click()
    ann.changed(before)
    ann.end_turn()
    expect(ann.page.locator(".card", has_text="Pan")).to_be_visible()


def tiles(ann: Player) -> list[str]:
    """The cards to choose from, by their steps."""
    return [str(tile.get_attribute("data-step")).partition(":")[2] for tile in ann.page.locator(".picker-row").all()]


def choose(ann: Player, verb: str, power: str) -> None:
    """Choose a card, and settle it."""
    before = ann.version
    ann.page.locator(f'.picker-row[data-step$=":{power}"]').click()
    ann.page.locator(".draft-chosen").get_by_role("button", name=re.compile(verb)).click()
    ann.changed(before)


def test_the_draft_of_the_player_aid(player: Come) -> None:
    """C6 at one device, which is handed over while the hands are hidden, and no longer once the cards are turned up."""
    ann = player()
    ann.sit({"seats": HERE, "rules": "aid", "powers": {"choose": "draft"}})
    hands: dict[str, list[str]] = {}
    taken = []

    def take_device(name: str) -> None:
        expect(ann.page.get_by_role("dialog")).to_contain_text(name)
        expect(ann.page.locator(".picker-row")).to_have_count(0)
        ann.page.get_by_role("button", name=re.compile(f"I am {name}")).click()
        ann.wait_to_decide()

    for name in ("Ann", "Ben"):
        take_device(name)
        ann.says(f"{name}: Discard a card.")
        hands[name] = tiles(ann)
        assert len(hands[name]) == 5
        # With a secret card the device would be handed over later too.
        for power in sorted(hands[name], key=SECRET.__contains__)[-2:]:
            choose(ann, "Discard", power)
            hands[name].remove(power)
            assert power not in tiles(ann)
        ann.end_turn()
    assert not {*hands["Ann"]} & {*hands["Ben"]}
    for name, other in (("Ann", "Ben"), ("Ben", "Ann")):
        take_device(name)
        ann.says(f"{name}: Take a power.")
        assert tiles(ann) == hands[other]
        taken.append(next(power for power in hands[other] if power not in SECRET))
        choose(ann, "Take", taken[-1])
        ann.end_turn()
    ann.wait_to_decide()
    expect(ann.page.get_by_role("dialog")).to_have_count(0)
    assert [card["power"] for card in ann.state()["board"]["cards"]] == taken
