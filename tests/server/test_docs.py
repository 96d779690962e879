"""What the documents and the catalogue say is what the code does."""

from __future__ import annotations

import json
import re

import pytest

from santorini import RestrictionKind, WhyCode, Words
from santorini.server import DEFAULT_PORT
from santorini.server.protocol.refusal import STATUS
from santorini.server.protocol.requests import COMMAND, HELLO, NewGame
from tests.server.house import ROOT

API = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
SOURCES = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "src/santorini/server").rglob("*.py")}
CODE = "\n".join(SOURCES.values())
HINTS = (ROOT / "core/state/hint.cpp").read_text(encoding="utf-8")
COMMANDS = re.findall(
    r'`(\{"type": "[a-z]+".*?\})`', API.partition("### Commands")[2].partition("### What the server")[0]
)


@pytest.mark.parametrize("example", [example for example in COMMANDS if '"answer"' not in example])
def test_examples_of_commands_can_be_sent(example: str) -> None:
    COMMAND.validate_json(example)


def test_every_command_has_an_example() -> None:
    described = {json.loads(example)["type"] for example in COMMANDS if '"answer"' not in example}
    schema = COMMAND.json_schema()
    assert described == set(schema["discriminator"]["mapping"])


def test_everybody_names_the_same_port() -> None:
    for name in ("web/vite.config.ts", "docs/page.md", "docs/server.md", "docs/api.md"):
        text = (ROOT / name).read_text(encoding="utf-8")
        assert set(re.findall(r"(?:127\.0\.0\.1:|--port |port )(\d{4,5})", text)) >= {str(DEFAULT_PORT)}, name
        assert not set(re.findall(r"127\.0\.0\.1:(\d+)", text)) - {str(DEFAULT_PORT)}, name


def test_the_examples_of_hello_and_of_a_new_game() -> None:
    HELLO.validate_json(re.findall(r'\{"type": "hello".*\}', API)[0])
    example = json.loads(re.findall(r'\{"seats": \[\{"kind": "here", "name": "Ann"\}.*?\n.*?\}\n', API)[0])
    asked = NewGame.model_validate(example)
    assert asked == NewGame.model_validate({"seats": example["seats"]}), "what is shown are the defaults"


def test_every_code_is_described_and_has_words() -> None:
    codes = {*re.findall(r'Refusal\(\s*"([a-z-]+)"', CODE), *STATUS, "over", "not-started"} - {"conflict"}
    words = Words.load("en")
    for code in codes:
        assert f"server.error.{code}" in words, code
        assert f"`{code}`" in API or code in ("method", "server"), code


def test_every_key_of_the_catalogue_is_used() -> None:
    keys = {key for key in Words.load("en") if key.startswith("server.")}
    codes = {f"server.error.{code}" for code in {*re.findall(r'Refusal\(\s*"([a-z-]+)"', CODE), *STATUS}}
    named = set(re.findall(r'"(server\.[a-z._-]+)"', CODE))
    why = {f"server.why.{key}" for key in re.findall(r'_because\(\s*"([a-z_]+)"', CODE)}
    why |= {f"server.why.{code}" for code in WhyCode} | {"server.why.not_started"}
    bound = {f"server.restriction.{kind}" for kind in RestrictionKind}
    page = {"server.page.title", "server.page.not-built"}
    hints = {f"server.hint.{key}" for key in re.findall(r'Reason\{"([a-z]+)"', HINTS)}
    used = codes | named | why | bound | page | hints | {"server.error.over", "server.error.not-started"}
    assert keys == used - {"server.error.conflict"}
