"""`santorini think`: computer players think in processes elsewhere, over real processes and a real database."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest

from santorini import LEVELS
from santorini.cli import main
from santorini.server.storage.home import Unavailable
from santorini.server.thinking.questions import is_prepared, prepare
from tests.server.house import DEADLINE, HERE, ROOT, House, Json, replayed
from tests.server.postgres import Postgres

TITAN = {"kind": "computer", "level": len(LEVELS)}  # thinks for two seconds
BEGINNER = {"kind": "computer", "level": 1}
PLAIN = "0000000000000000000000000/1/mortal:b3,d3/mortal:c2,c4"
TELL = "BEGIN INSERT INTO thinking.told VALUES (NEW.question); RETURN NEW; END"
COPY = "BEGIN INSERT INTO thinking.copied VALUES (NEW.args); RETURN NEW; END"


class Thinker:
    """A `santorini think` in its own process."""

    def __init__(self, database: str, *options: str) -> None:
        command = [sys.executable, "-m", "santorini", "think", "--database", database, "--thinkers", "1", *options]
        self.process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, start_new_session=True)
        self.said = self.hear()

    def hear(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def kill(self, how: int = signal.SIGKILL) -> None:
        os.kill(self.process.pid, how)

    def close(self) -> str:
        """What it said last."""
        if self.process.poll() is None:
            self.kill(signal.SIGCONT)
            self.kill(signal.SIGINT)
        return self.process.communicate(timeout=DEADLINE)[0]


class Place:
    """A server that does not think itself, and thinkers."""

    def __init__(self, database: str) -> None:
        self.database = database
        self.house = House(database, "--thinkers", "0")
        self.thinkers: list[Thinker] = []

    def thinker(self, database: str = "") -> Thinker:
        self.thinkers.append(thinker := Thinker(database or self.database))
        return thinker

    def rows(self, question: str) -> list[Any]:
        with psycopg.connect(self.database, options="-c search_path=thinking") as connection:
            return [row[0] if len(row) == 1 else row for row in connection.execute(question).fetchall()]

    def do(self, statement: str) -> None:
        with psycopg.connect(self.database, options="-c search_path=thinking,public") as connection:
            connection.execute(statement)

    def until(self, question: str, wanted: Callable[[list[Any]], bool]) -> list[Any]:
        until = time.monotonic() + DEADLINE
        while not wanted(found := self.rows(question)):
            assert time.monotonic() < until, found
            time.sleep(0.02)
        return found

    def until_put_away(self) -> None:
        """A question stays for a moment after its answer."""
        self.until("SELECT id FROM procrastinate_jobs", lambda left: left == [])

    def until_ready(self) -> None:
        """A thinker gives a sign every second, or when a busy machine lets it."""
        until = time.monotonic() + DEADLINE
        while (answer := self.house.http.get("/api/ready")).status_code != 200:
            assert time.monotonic() < until, answer.text
            time.sleep(0.05)

    def until_thinking(self) -> None:
        self.until("SELECT status::text FROM procrastinate_jobs", lambda found: found == ["doing"])

    def steps_of(self, game: str, seat: int) -> list[str]:
        own = [event for event in self.house.events(game) if event.get("seat") == seat and event["kind"] == "step"]
        return [event["step"] for event in own]

    def close(self) -> None:
        for thinker in self.thinkers:
            thinker.close()
        self.house.stop()


@pytest.fixture
def place(postgres: Postgres) -> Iterator[Place]:
    place = Place(postgres.database())
    yield place
    place.close()


def turns(state: Json) -> int:
    return int(state["log_from"]) + len(state["log"])


def test_the_computer_waits_until_a_thinker_comes_and_then_plays(place: Place) -> None:
    created = place.house.create(BEGINNER, HERE, position=PLAIN)
    client = place.house.client(created["game"], created["token"])
    until = time.monotonic() + DEADLINE
    while not place.house.state(created["game"], created["token"])["seats"][0]["queued"]:
        assert time.monotonic() < until
        time.sleep(0.05)
    assert place.house.http.get("/api/ready").status_code == 503
    thinker = place.thinker()
    assert thinker.said.startswith("Thinking for the web table at postgresql://santorini@")
    client.until(lambda state: state["awaits"] == "step" and state["seats"][0]["queued"] is False)
    assert len(client.log) == 1
    place.until_ready()
    assert client.ask(type="hint")["type"] == "answer"
    place.until_put_away()
    thinker.kill(signal.SIGINT)
    assert thinker.hear() == "Stopped.\n"
    assert place.rows("SELECT id FROM thinkers") == []


def test_the_question_of_a_thinker_that_is_killed_goes_to_another(place: Place) -> None:
    first = place.thinker()
    created = place.house.create(TITAN, HERE, position=PLAIN)
    client = place.house.client(created["game"], created["token"])
    place.until_thinking()
    first.kill()
    place.thinker()
    client.until(lambda state: state["awaits"] == "step")
    assert len(client.log) == 1
    settled, pending = replayed(place.house.events(created["game"]))
    assert (len(settled.turns), pending) == (1, [])
    assert place.rows("SELECT question FROM answers") == place.rows("SELECT DISTINCT question FROM answers")
    assert len(place.steps_of(created["game"], 1)) == len(settled.turns[0].steps)
    place.until_put_away()


def test_a_thinker_that_comes_back_too_late_answers_nothing_twice(place: Place) -> None:
    place.do("CREATE TABLE told (name text)")
    place.do(f"CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS $${TELL}$$")
    place.do("CREATE TRIGGER told AFTER INSERT OR UPDATE ON answers FOR EACH ROW EXECUTE FUNCTION tell()")
    first = place.thinker()
    created = place.house.create(TITAN, HERE, position=PLAIN)
    client = place.house.client(created["game"], created["token"])
    place.until_thinking()
    first.kill(signal.SIGSTOP)
    place.thinker()
    client.until(lambda state: state["awaits"] == "step")
    first.kill(signal.SIGCONT)
    dice = random.Random(1)
    for number in (3, 5):  # the game goes on, with both of them
        while client.state["awaits"] != "nothing" and client.state["status"] == "playing":
            client.choose(dice)
            client.catch_up()
        client.until(lambda state, number=number: state["status"] == "over" or turns(state) >= number)  # type: ignore[misc]
    told = place.rows("SELECT name FROM told")
    assert len(told) == len(set(told)) >= 2
    replayed(place.house.events(created["game"]))  # raises unless every step of it is legal


def test_thinkers_see_what_a_seat_may_know_and_no_game(place: Place, postgres: Postgres) -> None:
    role = f"thinker_{random.randrange(10**9)}"
    for statement in (
        f"CREATE ROLE {role} LOGIN",
        f"GRANT USAGE ON SCHEMA thinking TO {role}",
        f"GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA thinking TO {role}",
        f"GRANT USAGE ON ALL SEQUENCES IN SCHEMA thinking TO {role}",
        "CREATE TABLE copied AS SELECT args FROM procrastinate_jobs",
        f"CREATE FUNCTION copy() RETURNS trigger LANGUAGE plpgsql AS $${COPY}$$",
        "CREATE TRIGGER copied AFTER INSERT ON procrastinate_jobs FOR EACH ROW EXECUTE FUNCTION copy()",
    ):
        place.do(statement)
    theirs = place.database.replace("santorini@", f"{role}@")
    place.thinker(theirs)
    for table in ("games", "events"):
        with psycopg.connect(theirs) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute(f"SELECT * FROM public.{table}")
    created = place.house.create(HERE, BEGINNER, powers={"choose": "free", "powers": ["hecate", "pan"]})
    game = created["game"]
    client = place.house.client(game, created["token"])
    dice = random.Random(2)
    for _ in range(14):
        if client.until(lambda state: state["awaits"] != "nothing" or state["status"] == "over")["status"] == "over":
            break
        client.choose(dice)
    truth, _ = replayed(place.house.events(game))
    positions = [truth.start, *(after for turn in truth.turns for _, _, after, _ in turn.trace())]
    may_see = {position.view(2).text for position in positions}
    true = {position.text for position in positions} - may_see
    questions = [json.loads(args["question"]) for args in place.rows("SELECT args FROM copied")]
    seen = [*(one["view"] for one in questions), *(view for one in questions for view, _ in one["looks"])]
    assert len(questions) >= 4
    assert true, "there is something to hide"
    assert set(seen) <= may_see
    assert all({*one} == {"view", "seat", "level", "game", "looks"} for one in questions)


def test_an_outage_of_the_database_is_overcome(place: Place, postgres: Postgres) -> None:
    place.thinker()
    created = place.house.create(TITAN, HERE, position=PLAIN)
    client = place.house.client(created["game"], created["token"])
    place.until_thinking()
    postgres.stop()
    time.sleep(1.0)
    postgres.start()
    client.until(lambda state: state["awaits"] == "step")
    assert len(client.log) == 1


def test_what_another_version_of_the_queue_has_left_is_made_again(postgres: Postgres) -> None:
    database = postgres.database()
    assert not is_prepared(database)
    prepare(database)
    assert is_prepared(database)
    with psycopg.connect(database, options="-c search_path=thinking") as connection:
        connection.execute("INSERT INTO answers VALUES ('x', '{}')")
    prepare(database)
    with psycopg.connect(database, options="-c search_path=thinking") as connection:
        assert connection.execute("SELECT count(*) FROM answers").fetchone() == (1,), "the same version keeps it"
        connection.execute("COMMENT ON SCHEMA thinking IS 'procrastinate 1.0'")
    assert not is_prepared(database)
    prepare(database)
    assert is_prepared(database)
    with psycopg.connect(database, options="-c search_path=thinking") as connection:
        assert connection.execute("SELECT count(*) FROM answers").fetchone() == (0,)


def test_a_thinker_waits_for_the_first_server(postgres: Postgres) -> None:
    database = postgres.database()
    thinker = Thinker(database)
    assert "Waiting" in thinker.said
    prepare(database)
    assert thinker.hear().startswith("Thinking for")
    assert thinker.close() == "Stopped.\n"
    assert thinker.process.returncode == 0


def test_a_database_that_cannot_serve_is_told_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    nowhere = "postgresql://nobody:secret@127.0.0.1:1/nothing"
    with pytest.raises(Unavailable):
        prepare(nowhere)
    assert main(["think", "--database", nowhere]) == 2
    assert main(["think", "--database", "sqlite:///games.sqlite"]) == 2
    assert main(["serve", "--thinkers", "0"]) == 2
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 3
    assert "secret" not in said[0]
    assert "PostgreSQL" in said[1]
    assert "PostgreSQL" in said[2]
