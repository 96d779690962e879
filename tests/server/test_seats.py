"""Who sits where: places kept for each seat, answers that were lost on the way, tokens replaced, leaving early."""

from __future__ import annotations

import contextlib
import secrets
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from santorini.server.web.limits import Limits
from tests.server.house import FRIEND, HERE, Client, House, Json, bearer


def join(house: House, created: Json, token: str | None = None, name: str = "") -> httpx.Response:
    body: Json = {"name": name} | ({"token": token} if token else {})
    path = f"/api/games/{created['game']}/join"
    return house.http.post(path, json=body, headers=bearer(created["invites"]["2"]))


def refused(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def closed(client: Client) -> bool:
    with contextlib.suppress(ConnectionClosed):
        return client.is_closed()
    return True


# -- places --------------------------------------------------------------------------------------------------------


def test_an_opponent_or_a_crowd_does_not_take_my_place(house: House) -> None:
    created, (ann, ben), watch = house.friends()
    game, limits = created["game"], Limits()
    hers = [house.client(game, ben) for _ in range(limits.player_sockets + 3)]
    assert [client.first["type"] for client in hers].count("state") == limits.player_sockets
    assert hers[-1].first["code"] == "full"
    crowd = [house.client(game, watch) for _ in range(limits.watcher_sockets + 3)]
    assert [client.first["type"] for client in crowd].count("state") == limits.watcher_sockets
    mine = house.client(game, ann)
    assert mine.first["type"] == "state"
    assert mine.play("*b3")["type"] == "ok"
    hers[0].close()
    house.clients.remove(hers[0])
    mine.catch_up()
    assert house.client(game, ben).first["type"] == "state", "a place that was left is free again"


# -- joining -------------------------------------------------------------------------------------------------------


def test_a_lost_answer_to_join_is_told_again(house: House) -> None:
    created, token = house.create(HERE, FRIEND), secrets.token_urlsafe(24)
    first, second = join(house, created, token, "Ben"), join(house, created, token, "Ben")
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json() == second.json() == {"game": created["game"], "token": token, "seats": [2]}
    assert [event["kind"] for event in house.events(created["game"])].count("sat") == 1
    assert refused(join(house, created, secrets.token_urlsafe(24))) == (409, "taken")
    assert refused(join(house, created)) == (409, "taken")
    assert house.state(created["game"], token)["you"]["seats"] == [2]


@pytest.mark.parametrize("token", ["short", "x" * 65, "not url safe " * 3, "é" * 32])
def test_a_token_of_ones_own_is_long_enough(house: House, token: str) -> None:
    assert refused(join(house, house.create(HERE, FRIEND), token)) == (422, "invalid")


def test_a_friend_who_never_came_can_be_invited_again(house: House) -> None:
    created = house.create(HERE, FRIEND)
    lost = join(house, created, name="Ben").json()["token"]
    path = f"/api/games/{created['game']}/invites/2"
    again = house.http.post(path, headers=bearer(created["token"]))
    assert again.status_code == 201
    assert house.http.get(f"/api/games/{created['game']}", headers=bearer(lost)).status_code == 404
    state = house.state(created["game"], created["token"])
    assert (state["status"], state["seats"][1]["taken"], state["seats"][1]["name"]) == ("waiting", False, "")
    ben = house.get_in(created["game"], again.json()["invite"])
    house.client(created["game"], ben["token"])
    assert refused(house.http.post(path, headers=bearer(created["token"]))) == (409, "taken"), "now he has come"


# -- tokens --------------------------------------------------------------------------------------------------------


def test_a_player_moves_to_another_device(house: House) -> None:
    created, (ann, ben), _ = house.friends()
    game = created["game"]
    old, other = house.client(game, ben), house.client(game, ann)
    wanted = secrets.token_urlsafe(24)
    moved = house.http.post(f"/api/games/{game}/token", json={"token": wanted}, headers=bearer(ben))
    assert (moved.status_code, moved.json()["token"], moved.json()["seats"]) == (201, wanted, [2])
    assert closed(old)
    assert house.http.get(f"/api/games/{game}", headers=bearer(ben)).status_code == 404
    assert house.state(game, wanted)["you"]["seat"] == 2
    assert other.play("*b3")["type"] == "ok", "nobody else notices"
    hosts = house.http.post(f"/api/games/{game}/token", json={}, headers=bearer(ann)).json()["token"]
    assert house.state(game, hosts)["you"]["host"]
    taken = house.http.post(f"/api/games/{game}/token", json={"token": hosts}, headers=bearer(wanted))
    assert refused(taken) == (409, "taken")


def test_the_watch_link_is_replaced_by_the_host(house: House) -> None:
    created, (ann, ben), watch = house.friends()
    game = created["game"]
    watcher = house.client(game, watch)
    path = f"/api/games/{game}/watch"
    assert refused(house.http.post(path, headers=bearer(ben))) == (403, "forbidden")
    new = house.http.post(path, headers=bearer(ann)).json()["watch"]
    assert closed(watcher)
    assert house.http.get(f"/api/games/{game}", headers=bearer(watch)).status_code == 404
    assert house.state(game, new)["you"]["role"] == "watcher"


# -- leaving -------------------------------------------------------------------------------------------------------


def test_a_friend_leaves_while_others_are_awaited(house: House) -> None:
    created = house.create(HERE, FRIEND, FRIEND, powers={"choose": "random"})
    ben = house.get_in(created["game"], created["invites"]["2"], "Ben")["token"]
    client = house.client(created["game"], ben)
    assert client.state["can"]["leave"]
    client.send(type="leave")
    assert closed(client)
    state = house.state(created["game"], created["token"])
    assert (state["status"], state["seats"][1]["taken"]) == ("waiting", False)
    house.get_in(created["game"], created["invites"]["2"], "Bea")
    assert house.state(created["game"], created["token"])["seats"][1]["name"] == "Bea"


@pytest.mark.parametrize("who", [0, 1])
def test_anybody_calls_the_game_off_during_the_set_up(house: House, who: int) -> None:
    created, tokens, _ = house.friends()
    clients = [house.client(created["game"], token) for token in tokens]
    assert clients[0].play("*b3")["type"] == "ok"
    assert clients[who].ask(type="leave")["type"] == "ok"
    for client in clients:
        client.until(lambda state: state["status"] == "over")
        assert client.state["outcome"] == {"winners": [], "reason": "called-off"}
        assert not client.state["can"]["leave"]
    assert clients[1 - who].ask(type="leave")["code"] == "over"
    assert clients[0].ask(type="rematch")["type"] == "ok"
    record = house.http.get(f"/api/games/{created['game']}/record", headers=bearer(tokens[0]))
    assert record.status_code == 200


def test_once_the_game_has_begun_it_can_only_be_given_up(house: House) -> None:
    start = "0000000000000000000000000/1/mortal:b3,d3/mortal:c2,c4"
    created, (ann, _), _ = house.friends(position=start)
    client = house.client(created["game"], ann)
    assert not client.state["can"]["leave"]
    assert client.ask(type="leave")["code"] == "leave"


def test_the_host_of_a_table_of_friends_calls_it_off(house: House) -> None:
    created = house.create(FRIEND, FRIEND)
    answer = house.command(created["game"], created["token"], type="leave")
    assert answer.json()["state"]["status"] == "over"
    path = f"/api/games/{created['game']}/invites/2"
    assert refused(house.http.post(path, headers=bearer(created["token"]))) == (409, "over")


# -- chat ----------------------------------------------------------------------------------------------------------


def test_chat_that_is_sent_twice_is_said_once(house: House) -> None:
    created, (ann, ben), _ = house.friends()
    client, other = house.client(created["game"], ann), house.client(created["game"], ben)
    for text, key in (("hello", "a"), ("hello", "a"), ("hello", "b"), ("hello", None), ("hello", None)):
        assert client.ask(type="chat", text=text, key=key)["type"] == "ok"
    assert other.ask(type="chat", text="hello", key="a")["type"] == "ok", "another player's keys are others"
    client.catch_up()
    assert [(line["number"], line["seat"]) for line in client.others if line["type"] == "chat"] == [
        *((number, 1) for number in range(1, 5)),
        (5, 2),
    ]


def test_everything_is_still_so_after_a_restart(tmp_path: Path) -> None:
    house = House(tmp_path / "games.sqlite")
    created, token = house.create(HERE, FRIEND), secrets.token_urlsafe(24)
    join(house, created, token)
    house.client(created["game"], token).ask(type="chat", text="hello", key="a")
    moved = house.http.post(f"/api/games/{created['game']}/token", json={}, headers=bearer(token)).json()["token"]
    house.kill()
    house.start()
    try:
        client = house.client(created["game"], moved)
        assert client.ask(type="chat", text="hello", key="a")["type"] == "ok"
        assert len(house.state(created["game"], moved)["chat"]) == 1
        path = f"/api/games/{created['game']}/invites/2"
        assert refused(house.http.post(path, headers=bearer(created["token"]))) == (409, "taken")
    finally:
        house.stop()


def test_a_repeated_command_does_not_count_for_the_other_seat(house: House) -> None:
    start = "0000000000000000000000000/1/mortal:b3,d3/mortal:c2,c4"
    created = house.create(HERE, HERE, position=start, confirm=True)
    commands: list[dict[str, Any]] = []
    client = house.client(created["game"], created["token"])
    for kind in ("step", "step", "confirm") * 3:
        command = {"type": kind, "version": client.state["version"]}
        if kind == "step":
            command["step"] = client.state["steps"][0]["text"]
        assert client.ask(**command)["type"] == "ok"
        commands.append(command)
        for old in commands:
            assert client.ask(**old)["code"] == "stale"
