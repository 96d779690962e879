"""The study: the engine in the page, variations, records and links, the review of a game."""

from __future__ import annotations

import re
from collections.abc import Callable
from xml.etree import ElementTree as ET

from playwright.sync_api import Page, expect

from santorini import Game, Record, read_record
from tests.browser.player import Player

Come = Callable[..., Player]
START = "0000000000000000000000000/1/mortal:b3,d3/mortal:c2,c4"
WON = "0003200000000000000000000/1/mortal:e5,a1/mortal:a5,b1"
EDITED = "0003200000002000000000000/2/mortal:e5,a1/clio[1|e1]:b5,c2"


def position(page: Page) -> str:
    return page.locator(".study").get_attribute("data-position") or ""


def test_the_engine_shows_three_lines_and_the_chances(player: Come) -> None:
    ann = player()
    ann.open(f"study/p/{WON}")
    lines = ann.page.locator(".study-lines li")
    expect(lines).to_have_count(3, timeout=30_000)
    expect(lines.first).to_contain_text("wins in 1")
    expect(lines.first).to_contain_text("e5-d5#")
    expect(ann.page.locator(".chance-bar")).to_have_attribute("title", re.compile("Player 1: 100%"))
    expect(ann.page.locator(".study-arrows .rank0 path")).to_have_count(1)
    lines.first.locator("button").hover()
    expect(ann.page.locator(".study-told")).to_contain_text("Player 1: e5 up to d5 (level 3)")
    lines.first.locator("button").click()
    expect(ann.page.locator(".study-move[aria-current=true]")).to_contain_text("e5-d5#")
    assert "#mortal" in position(ann.page)


def test_the_engine_uses_several_threads_where_the_page_is_isolated(player: Come) -> None:
    ann = player()
    ann.page.add_init_script("Object.defineProperty(navigator, 'hardwareConcurrency', { value: 4 })")
    ann.open(f"study/p/{START}")
    expect(ann.page.locator(".study-depth")).to_contain_text("· 3 threads", timeout=30_000)
    fetched = [url.split("/")[-1].split("-")[0] for url in ann.asked if url.endswith(".wasm")]
    assert fetched == ["rules", "engine_threads"]
    ann.square("b3").click()  # the search goes on with another position
    ann.square("b4").click()
    expect(ann.page.locator(".study-depth")).to_contain_text("· 3 threads", timeout=30_000)
    ann.open("study/p/0000000000000000000000000/1/mortal:b3,d3/mortal:c2,c4/mortal:a1,a5")
    expect(ann.page.locator(".study-depth")).to_contain_text("positions", timeout=30_000)
    expect(ann.page.locator(".study-depth")).not_to_contain_text("threads")  # the search for three sides has one


def test_one_thread_where_the_file_for_several_cannot_be_fetched(player: Come) -> None:
    ann = player()
    ann.page.add_init_script("Object.defineProperty(navigator, 'hardwareConcurrency', { value: 4 })")
    ann.page.route("**/engine_threads*.wasm", lambda route: route.abort())
    ann.open(f"study/p/{WON}")
    expect(ann.page.locator(".study-lines li").first).to_contain_text("wins in 1", timeout=30_000)
    expect(ann.page.locator(".study-depth")).not_to_contain_text("threads")


def test_an_engine_that_cannot_be_fetched_says_so_and_tries_again(player: Come) -> None:
    ann = player()
    ann.page.route("**/network*.bin", lambda route: route.abort())
    ann.open(f"study/p/{WON}")
    expect(ann.page.get_by_role("alert")).to_contain_text("could not be started", timeout=30_000)
    ann.page.unroute("**/network*.bin")
    switch = ann.page.get_by_role("switch", name="Engine")
    switch.uncheck(force=True)
    switch.check(force=True)
    expect(ann.page.locator(".study-lines li").first).to_contain_text("wins in 1", timeout=30_000)


def test_the_threat(player: Come) -> None:
    ann = player()
    ann.open("study/p/0003200000000000000000000/1/mortal:a5,b1/mortal:e5,a1")
    ann.page.get_by_label("What is the threat?").check(force=True)
    expect(ann.page.locator(".study-lines li").first).to_contain_text("wins in 1", timeout=30_000)


def test_turns_are_played_and_branches_grow(player: Come) -> None:
    ann = player()
    ann.open(f"study/p/{START}")
    ann.page.wait_for_selector(".study")
    for square in ("b3", "b4", "c3"):
        ann.square(square).click()
    expect(ann.page.locator(".study-move[aria-current=true]")).to_contain_text("b3-b4 +c3")
    ann.page.locator(".study h1").evaluate("document.activeElement.blur()")
    ann.page.keyboard.press("ArrowLeft")
    assert position(ann.page) == START.replace("c2,c4", "c4,c2")
    for square in ("d3", "d4", "e5"):
        ann.square(square).click()
    expect(ann.page.locator(".study-variation")).to_contain_text("d3-d4 +e5")
    ann.page.get_by_role("button", name="Make it the main line").click()
    expect(ann.page.locator(".study-variation")).to_contain_text("b3-b4 +c3")
    ann.page.get_by_label("Undo").click()
    expect(ann.page.locator(".study-variation")).to_contain_text("d3-d4 +e5")


def test_records_come_in_and_go_out(player: Come) -> None:
    ann = player()
    ann.open("study")
    ann.page.get_by_role("button", name="Open", exact=True).click()
    text = f'[Position "{START}"] 1. b3-b4 +c3 ; ( 1. d3-d4 +d5 ; {{or so}} ) 2. c2-b2 +b1 ;'
    box = ann.page.get_by_role("textbox")
    box.fill("1. b3-b4 ; )")
    ann.page.get_by_role("button", name="Study it").click()
    expect(ann.page.get_by_role("alert")).to_contain_text("Line 1, column 12")
    box.fill(text)
    ann.page.get_by_role("button", name="Study it").click()
    expect(ann.page.locator(".study-move")).to_have_count(4)
    expect(ann.page.locator(".study-comment")).to_have_text("or so")
    ann.page.get_by_role("button", name="Share", exact=True).click()
    with ann.page.expect_download() as download:
        ann.page.get_by_role("button", name="Save the record as a file").click()
    saved = read_record(download.value.path().read_text())
    assert saved.check() == 3
    assert saved.main.nodes[0].variations[0].nodes[0].comment == "or so"


def begin_review(ann: Player) -> None:
    """Open a game in which player 1 misses a win with the first turn, and ask for its review."""
    game = Game.from_text(WON)
    for turn in ("e5-e4 +e3", "a5-b5 +c5", "e4-d4 +e4", "b5-b4 +b5"):
        game.push(turn)
    ann.open("study")
    ann.page.get_by_role("button", name="Open", exact=True).click()
    ann.page.get_by_role("textbox").fill(Record.from_game(game).text())
    ann.page.get_by_role("button", name="Study it").click()
    ann.page.get_by_role("button", name="Review the game").click()


def test_a_game_is_reviewed(player: Come) -> None:
    ann = player()
    begin_review(ann)
    expect(ann.page.locator(".study-graph")).to_be_visible(timeout=60_000)
    expect(ann.page.locator(".study-move").nth(1)).to_contain_text("missed win")
    expect(ann.page.locator(".study-accuracy")).to_have_count(2)
    ann.page.locator(".study-move").nth(1).click()
    expect(ann.page.locator(".study-verdict")).to_contain_text("e5-d5#")


def test_mistakes_are_played_better(player: Come) -> None:
    ann = player()
    begin_review(ann)
    ann.page.get_by_role("button", name="Learn from mistakes: Player 1").click(timeout=60_000)
    learning = ann.page.locator(".study-learning")
    expect(learning).to_contain_text("e5-e4 +e3 was played here")
    expect(ann.page.locator(".study-lines li")).to_have_count(0)  # the answer is not told
    expect(ann.page.locator(".study-arrows path")).to_have_count(1)  # the turn of the game
    learning.get_by_role("button", name="What was wrong with it?").click()
    expect(learning).to_contain_text("The answer is", timeout=60_000)
    expect(ann.page.locator(".study-arrows path")).to_have_count(1)  # the reply
    learning.get_by_role("button", name="Try another turn").click()
    for square in ("e5", "e4", "d3"):
        ann.square(square).click()
    expect(learning).to_have_attribute("data-verdict", "wrong", timeout=60_000)
    learning.get_by_role("button", name="Try another turn").click()
    for square in ("e5", "d5"):
        ann.square(square).click()
    expect(learning).to_have_attribute("data-verdict", "right", timeout=60_000)
    learning.get_by_role("button", name="Close").click()
    expect(ann.page.locator(".study-engine")).to_be_visible()


def test_a_position_is_edited(player: Come) -> None:
    ann = player()
    ann.open(f"study/p/{WON}")
    ann.page.get_by_role("button", name="Edit", exact=True).click()
    editor = ann.page.locator(".study-edit")
    ann.square("c3").click()
    ann.square("c3").click()
    expect(editor).to_have_attribute("data-position", re.compile("^0003200000002000"))
    ann.page.get_by_role("button", name="Dome", exact=True).click()
    ann.square("e5").click()
    expect(ann.page.get_by_role("alert")).to_have_text("Not possible: A worker cannot stand on a dome (e5)")
    expect(ann.page.get_by_role("button", name="Study this position")).to_be_disabled()
    ann.page.get_by_role("button", name="Undo").click()
    expect(ann.page.get_by_role("alert")).to_have_count(0)
    # Workers by keys: the fourth tool is the worker of player 2.
    ann.page.keyboard.press("4")
    expect(ann.page.get_by_role("button", name="Worker of player 2")).to_have_attribute("aria-pressed", "true")
    ann.square("b1").click()  # taken away
    ann.square("c1").focus()
    ann.page.keyboard.press("ArrowUp")
    ann.page.keyboard.press("Enter")
    ann.square("a5").drag_to(ann.square("b5"))
    # Powers, and what their cards keep.
    ann.page.get_by_role("button", name=re.compile("^Power: ")).nth(1).click()
    ann.page.locator("[data-power=clio]").click()
    ann.page.get_by_label("Coins left").fill("1")
    ann.page.get_by_role("button", name="Coin", exact=True).click()
    ann.square("e1").click()
    ann.page.get_by_role("radio", name="Player 2").check()  # to move
    expect(editor).to_have_attribute("data-position", EDITED)
    ann.page.get_by_role("button", name="Mirror").click()
    ann.page.get_by_role("button", name="Mirror").click()
    ann.page.get_by_role("button", name="Study this position").click()
    expect(ann.page.locator(".study")).to_have_attribute("data-position", EDITED)
    expect(ann.page.locator(".study-lines li")).to_have_count(3, timeout=60_000)
    ann.page.get_by_role("button", name="Undo").click()
    expect(ann.page.locator(".study")).to_have_attribute("data-position", WON)


def test_an_empty_board_is_filled(player: Come) -> None:
    ann = player(width=390, height=844, has_touch=True, is_mobile=True)
    ann.open("study")
    ann.page.get_by_role("button", name="Edit", exact=True).tap()
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 390
    ann.page.get_by_role("button", name="Clear the board").tap()
    for tool, squares in (("Worker of player 1", "a1 b1"), ("Worker of player 2", "d5 e5"), ("Block", "c3")):
        ann.page.get_by_role("button", name=tool, exact=True).tap()
        for square in squares.split():
            ann.square(square).tap()
    ann.page.get_by_text("Golden Fleece", exact=True).tap()
    expect(ann.page.get_by_role("alert")).to_have_text("Not possible: The Ram has to stand on the board.")
    ann.page.get_by_role("button", name="Ram", exact=True).tap()
    ann.square("e1").tap()
    ann.page.get_by_role("button", name="Study this position").tap()
    expect(ann.page.locator(".study")).to_have_attribute(
        "data-position",
        re.compile("^0000000000001000000000000/1/mortal:a1,b1/mortal:d5,e5/fleece=[a-z]+@e1$"),
    )


def test_pictures_and_a_film_are_saved(player: Come) -> None:
    game = Game.from_text(WON)
    for turn in ("e5-e4 +e3", "a5-b5 +c5", "e4-d4 +e4"):
        game.push(turn)
    ann = player()
    ann.open("study")
    ann.page.get_by_role("button", name="Open", exact=True).click()
    ann.page.get_by_role("textbox").fill(Record.from_game(game).text())
    ann.page.get_by_role("button", name="Study it").click()
    expect(ann.page.locator(".study-arrows path").first).to_be_visible(timeout=60_000)

    def saved(name: str) -> bytes:
        ann.page.get_by_role("button", name="Share", exact=True).click()
        with ann.page.expect_download() as download:
            ann.page.get_by_role("button", name=name).click()
        return download.value.path().read_bytes()

    svg = ET.fromstring(saved("Save a picture (SVG)"))
    shapes = [shape for shape in svg.iter() if shape.get("stroke") == "rgb(185, 139, 47)"]
    assert shapes, "the best line is drawn in the picture"
    assert not any("class" in shape.attrib for shape in svg.iter())
    png = saved("Save a picture (PNG)")
    assert png.startswith(b"\x89PNG")
    assert int.from_bytes(png[16:20], "big") == 1240
    film = saved("Save a film of the game (GIF)")
    assert film.startswith(b"GIF89a")
    assert b"NETSCAPE2.0" in film  # it begins again
    assert film.count(b"\x21\xf9\x04") == 4  # the position it begins with, and three turns


def test_a_bad_link_says_so(player: Come) -> None:
    ann = player()
    ann.open("study/r/AAAA")
    expect(ann.page.get_by_role("alert")).to_contain_text("This link cannot be read")
    ann.open("study/p/nonsense")
    expect(ann.page.get_by_role("alert")).to_contain_text("nonsense")


def test_a_phone_shows_all_of_it(player: Come) -> None:
    ann = player(width=360, height=640, has_touch=True, is_mobile=True)
    ann.open("study")
    expect(ann.page.locator(".study-lines li")).to_have_count(3, timeout=30_000)
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 360
