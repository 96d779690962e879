"""Links and devices: an invite opened again, a seat taken to another device, and the notification of one's turn."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Browser, expect

from tests.browser.player import Player
from tests.browser.served import Served

Come = Callable[..., Player]
FRIENDS = {"seats": [{"kind": "here", "name": "Ann"}, {"kind": "friend"}]}
ALONE = {"seats": [{"kind": "here", "name": "Ann"}, {"kind": "computer", "level": 1}]}


def test_an_invite_opened_again_opens_the_seat(player: Come, served: Served) -> None:
    created = served.post("/api/games", FRIENDS)
    link = f"{served.url}/#/join/{created['game']}/2/{created['invites']['2']}"
    ben = player()
    ben.page.goto(link)
    ben.page.get_by_role("button", name="Sit down").click()
    ben.ready()
    ben.open("settings")
    ben.page.goto(link)
    ben.ready()
    assert ben.page.url.endswith(f"/#/game/{created['game']}")


def test_who_opens_an_invite_too_late_may_watch(player: Come, served: Served) -> None:
    created = served.post("/api/games", FRIENDS)
    link = f"{served.url}/#/join/{created['game']}/2/{created['invites']['2']}"
    ben, eve, joe = player(), player(), player()
    for somebody in (ben, joe):
        somebody.page.goto(link)
        expect(somebody.page.get_by_role("button", name="Sit down")).to_be_visible()
    ben.page.get_by_role("button", name="Sit down").click()
    ben.ready()
    eve.page.goto(link)  # after Ben has sat down
    joe.page.get_by_role("button", name="Sit down").click()  # he was about to
    for somebody in (eve, joe):
        expect(somebody.page.locator(".join")).to_contain_text("The seat is taken")
        expect(somebody.page.get_by_role("button", name="Sit down")).to_have_count(0)
        somebody.page.get_by_role("button", name="Watch", exact=True).click()
        somebody.ready()
        expect(somebody.page.locator(".foot")).to_contain_text("You are watching.")
        assert somebody.page.locator(".can").count() == 0


def test_a_seat_goes_to_another_device_by_link(player: Come) -> None:
    desk, phone = player(), player()
    game = desk.sit(ALONE)
    desk.page.get_by_role("button", name="This game").click()
    desk.page.get_by_role("button", name="Play on another device").click()
    expect(desk.page.locator(".qr")).to_be_visible()
    link = desk.page.locator(".device input").input_value()
    phone.page.goto(link)
    phone.ready()
    # The key to the seat does not stay in the address.
    assert phone.page.url.endswith(f"/#/game/{game}")
    assert phone.state()["you"]["seats"] == [1]


def test_a_player_who_looks_elsewhere_is_called(flat: Browser, served: Served) -> None:
    ann = Player(flat, served)
    ann.page.context.grant_permissions(["notifications"])
    ann.page.add_init_script(
        """
        window.calls = [];
        window.Notification = class {
          static permission = "granted";
          static requestPermission = async () => "granted";
          constructor(title, more) { window.calls.push(more.body); }
          close() {}
        };
        """
    )
    ann.open("settings")
    ann.page.reload()
    ann.page.get_by_label("Notify me when it is my turn").check(force=True)
    ann.sit(ALONE)
    assert ann.wait_to_decide()
    assert ann.page.evaluate("window.calls") == []  # she is looking
    ann.page.evaluate("Object.defineProperty(document, 'hidden', { value: true })")
    ann.play_turn()
    assert ann.wait_to_decide()
    assert ann.page.evaluate("window.calls") == ["It is your turn"]
    ann.close()
