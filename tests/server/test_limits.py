"""The rate limits of a real server, and its answer to clients that exceed them."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from santorini.server.protocol.refusal import Refusal
from santorini.server.web.limits import Buckets, Rate
from tests.server.house import HERE, House, bearer


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("strict") / "games.sqlite", "--strict")
    yield house
    house.stop()


def too_many(answer: httpx.Response) -> bool:
    if answer.status_code != 429:
        return False
    assert answer.json()["code"] == "too-many"
    assert answer.json()["args"]["seconds"] > 0
    assert int(answer.headers["retry-after"]) >= 1
    return True


def test_chat_and_messages(strict: House) -> None:
    created, (ann, _), _ = strict.friends()
    client = strict.client(created["game"], ann)
    answers = [client.ask(type="chat", text=f"hello {number}") for number in range(20)]
    assert answers[0]["type"] == "ok"
    assert "too-many" in {answer.get("code") for answer in answers}
    for _ in range(200):
        client.send(type="ping")
    answers = []
    while len(answers) < 200:
        if (message := client.receive())["type"] in ("answer", "error"):
            answers.append(message)
    assert {message.get("code") for message in answers} == {None, "too-many"}
    for number in range(100):
        client.send(type="ping", id=number)
    found: list[dict[str, object]] = []
    while len(found) < 100:
        if (message := client.receive())["type"] in ("answer", "error"):
            found.append(message)
    assert "too-many" in {message.get("code") for message in found}
    assert [message["id"] for message in found] == list(range(100)), "a refusal says what it refuses"
    strict.close_clients()


def test_new_games_and_guessing(strict: House) -> None:
    games = [strict.http.post("/api/games", json={"seats": [HERE, HERE]}) for _ in range(60)]
    assert games[0].status_code == 201
    assert any(too_many(answer) for answer in games)
    path = f"/api/games/{games[0].json()['game']}"
    guesses = [strict.http.get(path, headers=bearer(f"guess{number}")) for number in range(150)]
    assert guesses[0].status_code == 404
    assert any(too_many(answer) for answer in guesses)


def test_a_bucket_fills_again() -> None:
    now = 0.0
    buckets = Buckets(Rate(2, 0.5), lambda: now)
    buckets.take("a")
    buckets.take("a")
    with pytest.raises(Refusal) as refusal:
        buckets.take("a")
    assert refusal.value.args_told["seconds"] == 2.0
    buckets.take("b")
    now = 2.0
    buckets.take("a")
    with pytest.raises(Refusal):
        buckets.take("a")


def test_buckets_do_not_grow_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("santorini.server.web.limits.MOST_KEYS", 10)
    buckets = Buckets(Rate(2, 1), lambda: 0.0)
    for number in range(100):
        buckets.take(str(number))
    assert len(buckets._buckets) <= 10
