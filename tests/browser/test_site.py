"""The page as a site of plain files: everything but friends, without a server and with the network off."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from santorini import Game, read_record
from santorini.lessons.lessons import lessons
from tests.browser.site import LocalPlayer, Site, bundle
from tests.browser.test_learn import learn, play_otherwise
from tests.browser.test_puzzles import choose, play, verdict

Come = Callable[..., LocalPlayer]
TURNS = 80
STUDY = "study/p/0003200000000000000000000/1/mortal:e5,a1/mortal:a5,b1"
KEPT = "caches.keys().then(async names => (await (await caches.open(names[0])).keys()).length > 80)"
PROCESSORS = "Object.defineProperty(navigator, 'hardwareConcurrency', { value: 4 })"
PLAIN = {"powers": {"choose": "none"}, "rules": "printed"}


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = Path(tmp_path_factory.mktemp("site"))
    bundle("site", folder)
    running = Site(folder)
    yield running
    running.close()


@pytest.fixture
def player(flat: Browser, site: Site) -> Iterator[Come]:
    people: list[LocalPlayer] = []

    def come(**wishes: Any) -> LocalPlayer:
        people.append(LocalPlayer(flat, site, **wishes))
        return people[-1]

    yield come
    for somebody in people:
        assert not [url for url in somebody.asked if "/api/" in url]
        somebody.close()


def play_to_the_end(ann: LocalPlayer) -> None:
    for _ in range(TURNS):
        if not ann.wait_to_decide():
            return
        ann.play_turn()
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("level", [1, 5])
def test_a_game_against_the_computer(player: Come, level: int) -> None:
    ann = player()
    game = ann.sit({"seats": [{"kind": "here", "name": "Ann"}, {"kind": "computer", "level": level}], **PLAIN})
    ann.wait_to_decide()
    ann.page.get_by_role("button", name="Hint").click()
    ann.says(re.compile("^Hint: "))
    play_to_the_end(ann)
    expect(ann.page.locator(".end h2")).to_have_text(re.compile("won"))
    ann.page.get_by_role("button", name="Analyse").click()
    expect(ann.page.locator(".study-review progress, .study-graph")).to_be_visible()  # the review has begun by itself
    ann.open("games")
    expect(ann.page.locator(".game-row")).to_have_count(1)
    ann.open(f"replay/{game}")
    expect(ann.page.locator(".replay-bar")).to_be_visible()


def test_a_game_is_there_after_reloading_and_can_be_saved(player: Come) -> None:
    ann = player()
    ann.sit({"seats": [{"kind": "here"}, {"kind": "here"}], **PLAIN})
    for _ in range(4):
        ann.wait_to_decide()
        ann.play_turn()
    before = ann.game().text
    ann.page.reload()
    ann.wait_to_decide()
    assert ann.game().text == before
    ann.page.get_by_role("button", name="This game").click()
    with ann.page.expect_download() as download:
        ann.page.get_by_role("button", name="Download the record").click()
    assert Game.from_record(download.value.path().read_text()).text == before
    assert read_record(download.value.path().read_text()).check() == 4


def test_hecate_is_hidden_from_the_other_player(player: Come) -> None:
    ann = player()
    seats = [{"kind": "here", "name": "Ann"}, {"kind": "computer", "level": 1}]
    ann.sit({"seats": seats, "powers": {"choose": "free", "powers": ["pan", "hecate"]}, "rules": "printed"})
    for _ in range(3):
        if not ann.wait_to_decide():
            break
        shown = ann.state()["board"]["position"]
        truth = ann.game().position
        assert truth.stage != "play" or "hecate:?" in shown
        ann.play_turn(truth.text)  # running into a hidden worker would end the turn early
    expect(ann.page.locator(".b2-worker")).to_have_count(2)


def test_three_players(player: Come) -> None:
    ann = player()
    seats = [{"kind": "here"}, {"kind": "computer", "level": 2}, {"kind": "computer", "level": 1}]
    ann.sit({"seats": seats, "powers": {"choose": "free", "powers": ["apollo", "pan", "artemis"]}, "rules": "printed"})
    for _ in range(3):
        if not ann.wait_to_decide():
            break
        ann.play_turn()
    assert ann.game().position.players == 3


def test_a_lesson(player: Come) -> None:
    learn(player(), lessons()["move"])


def test_a_puzzle(player: Come) -> None:
    ann = player()
    ann.open("puzzles")
    ann.page.wait_for_selector("[data-puzzle]")
    ann.page.get_by_label("Power").select_option("mortal")
    puzzle = choose(ann.page, "win 1")
    play(ann, puzzle, puzzle.solution[0])
    verdict(ann, "solved")


def test_the_rulebook_and_the_cards(player: Come) -> None:
    ann = player(wishes={"language": "de"})
    ann.open("rules")
    expect(ann.page.locator(".rule").first).to_be_visible()
    ann.open("powers")
    expect(ann.page.locator(".power-row").first).to_be_visible()


def test_everything_with_the_network_off(player: Come) -> None:
    """After the first visit the page comes from the browser's own store."""
    ann = player()
    ann.open("")
    ann.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    ann.page.wait_for_function(KEPT)
    ann.context.set_offline(True)
    ann.page.reload()
    expect(ann.page.locator(".play-now").first).to_be_visible()
    ann.sit({"seats": [{"kind": "here"}, {"kind": "computer", "level": 5}], **PLAIN})
    for _ in range(3):
        ann.wait_to_decide()
        ann.play_turn()
    ann.open(STUDY)
    expect(ann.page.locator(".study-lines li")).to_have_count(3)
    ann.open("learn/move")
    ann.wait_to_decide()


def test_the_engine_has_one_thread_where_the_host_sends_no_headers(player: Come) -> None:
    ann = player()
    ann.page.add_init_script(PROCESSORS)
    ann.open(STUDY)
    assert not ann.page.evaluate("crossOriginIsolated")
    expect(ann.page.locator(".study-lines li")).to_have_count(3)
    expect(ann.page.locator(".study-depth")).not_to_contain_text("threads")


@pytest.mark.parametrize("used", [True, False])
def test_threads_on_a_static_host_and_with_the_network_off(flat: Browser, site: Site, used: bool) -> None:
    """The file for several threads is kept once it has been used; otherwise there is one thread."""
    isolated = Site(site.folder, isolated=True)
    ann = LocalPlayer(flat, isolated)
    ann.page.add_init_script(PROCESSORS)
    ann.open("")
    ann.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    ann.page.wait_for_function(KEPT)
    ann.page.reload()  # from now on everything is asked through the service worker
    lines, depth = ann.page.locator(".study-lines li"), ann.page.locator(".study-depth")
    if used:
        ann.open(STUDY)
        expect(depth).to_contain_text("3 threads")
    ann.context.set_offline(True)
    ann.open("")
    ann.page.reload()
    ann.open(STUDY)
    expect(lines).to_have_count(3)
    (expect(depth).to_contain_text if used else expect(depth).not_to_contain_text)("threads")
    ann.close()
    isolated.close()


def test_a_game_is_reviewed(player: Come) -> None:
    game = Game.from_text("0003200000000000000000000/1/mortal:e5,a1/mortal:a5,b1")
    for turn in ("e5-e4 +e3", "a5-b5 +c5", "e4-d4 +e4", "b5-b4 +b5"):
        game.push(turn)
    ann = player()
    ann.open("study")
    ann.page.get_by_role("button", name="Open", exact=True).click()
    ann.page.get_by_role("textbox").fill(game.record().text())
    ann.page.get_by_role("button", name="Study it").click()
    ann.page.get_by_role("button", name="Review the game").click()
    expect(ann.page.locator(".study-graph")).to_be_visible()
    expect(ann.page.locator(".study-move").nth(1)).to_contain_text("missed win")


def test_an_edited_position(player: Come) -> None:
    ann = player()
    ann.open("study")
    ann.page.get_by_role("button", name="Edit", exact=True).click()
    ann.square("c3").click()
    ann.page.get_by_role("button", name=re.compile("^Power: ")).first.click()
    ann.page.locator("[data-power=aeolus]").click()
    ann.page.get_by_label("Nobody moves").select_option(label="north-east")
    ann.page.get_by_role("button", name="Study this position").click()
    edited = "0000000000001000000000000/1/aeolus[ne]:b3,d3/mortal:c4,c2"
    expect(ann.page.locator(".study")).to_have_attribute("data-position", edited)
    expect(ann.page.locator(".study-lines li")).to_have_count(3)


def test_variations_are_exported_and_imported(player: Come) -> None:
    ann = player()
    ann.open("study/p/0000000000000000000000000/1/mortal:b3,d3/mortal:c2,c4")
    for squares in (("b3", "b4", "a4"), ("c2", "c1", "d1")):
        for square in squares:
            ann.square(square).click()
    ann.page.get_by_role("button", name="To the beginning").click()
    for square in ("d3", "d4", "e4"):
        ann.square(square).click()
    ann.page.get_by_role("textbox", name="Comment").fill("or so")
    ann.page.keyboard.press("Tab")

    def exported() -> str:
        ann.page.get_by_role("button", name="Share", exact=True).click()
        with ann.page.expect_download() as download:
            ann.page.get_by_role("button", name="Save the record as a file").click()
        return download.value.path().read_text()

    record = exported()
    assert read_record(record).main.nodes[0].variations[0].nodes[0].comment == "or so"
    ann.page.reload()
    expect(ann.page.locator(".study-variation")).to_have_count(0)
    ann.page.get_by_role("button", name="Open", exact=True).click()
    ann.page.get_by_role("textbox").fill(record)
    ann.page.get_by_role("button", name="Study it").click()
    expect(ann.page.locator(".study-variation")).to_have_count(1)
    assert exported() == record


def test_analysing_from_a_game_and_from_a_lesson(player: Come) -> None:
    ann = player()
    game = ann.sit({"seats": [{"kind": "here"}, {"kind": "here"}], **PLAIN})
    for _ in range(3):
        ann.wait_to_decide()
        ann.play_turn()
    ann.wait_to_decide()
    before = ann.game().text
    ann.page.get_by_role("button", name="This game").click()
    ann.page.get_by_role("button", name="Analyse").click()
    expect(ann.page.locator(".study")).to_have_attribute("data-position", before)
    ann.open(f"game/{game}")
    ann.wait_to_decide()
    assert ann.game().text == before  # it goes on where it was
    after = play_otherwise(ann).text
    expect(ann.page.locator(".end")).to_be_visible()
    ann.page.get_by_role("button", name="Analyse").click()
    expect(ann.page.locator(".study")).to_have_attribute("data-position", after)
