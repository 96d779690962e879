"""The files in deploy/: they fit together, and every option in them exists."""

from __future__ import annotations

import argparse
import json
import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from santorini.cli import main, serve, think
from tests.server.house import ROOT

DEPLOY = ROOT / "deploy"
COMMANDS = {"serve": serve, "think": think}


def compose() -> dict[str, Any]:
    content: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    return content


def container() -> list[tuple[str, str]]:
    """The instructions of the Containerfile, each with what follows it."""
    text = re.sub(r"\\\n\s*", "", (DEPLOY / "Containerfile").read_text())
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(line.partition(" ")[0], line.partition(" ")[2]) for line in lines]


def parsed(command: list[str]) -> argparse.Namespace:
    """The command line as `santorini` would read it."""
    assert command[0].endswith("santorini")
    parser = argparse.ArgumentParser(exit_on_error=False)
    COMMANDS[command[1]].arguments(parser)
    return parser.parse_args(command[2:])


def started_by(service: dict[str, Any]) -> list[str]:
    entry = dict(container())["ENTRYPOINT"]
    return [*service.get("entrypoint", json.loads(entry)), *service["command"]]


def test_the_servers_and_thinkers_of_the_compose_file_can_be_started() -> None:
    services = compose()["services"]
    server, thinker = (parsed(started_by(services[name])) for name in ("santorini", "thinker"))
    assert serve.config_of(server).thinkers == 0
    assert thinker.database == server.database == "postgresql://santorini@database/santorini"
    assert server.host == "0.0.0.0"
    subnet = compose()["networks"]["inside"]["ipam"]["config"][0]["subnet"]
    assert server.trusted_proxies == [subnet], "the proxy has an address of that network"


def test_everything_the_compose_file_refers_to_is_in_it() -> None:
    content = compose()
    assert set(content) == {"services", "networks", "volumes"}
    for service in content["services"].values():
        assert ("build" in service) != ("image" in service)
        assert set(service["networks"]) <= set(content["networks"])
        assert set(service.get("depends_on", {})) <= set(content["services"])
        assert {volume.partition(":")[0] for volume in service.get("volumes", [])} <= set(content["volumes"])
        assert service["restart"] == "unless-stopped"
        if "build" in service:
            assert (DEPLOY / service["build"]["context"] / service["build"]["dockerfile"]).is_file()
    needed = [name for name, one in content["services"].items() for _ in one.get("depends_on", {})]
    assert needed == ["santorini", "thinker"]
    assert "healthcheck" in content["services"]["database"], "others wait until it is healthy"
    assert content["services"]["proxy"]["command"][-1] == "santorini:8030"
    assert set(re.findall(r"\$\{(\w+)", (DEPLOY / "compose.yaml").read_text())) == {"SITE", "PASSWORD"}


def test_the_container_starts_a_server_and_asks_whether_it_is_ready() -> None:
    known = {"FROM", "RUN", "WORKDIR", "COPY", "USER", "VOLUME", "EXPOSE", "HEALTHCHECK", "STOPSIGNAL", "ENTRYPOINT"}
    assert {name for name, _ in container()} == known | {"CMD"}
    last = dict(container())
    args = parsed([*json.loads(last["ENTRYPOINT"]), *json.loads(last["CMD"])])
    assert str(args.port) == last["EXPOSE"]
    assert Path(args.data).parent == Path(last["VOLUME"])
    compile(json.loads(last["HEALTHCHECK"].removeprefix("CMD "))[2], "HEALTHCHECK", "exec")
    extras = re.search(r"\[([a-z,]+)\]", last["RUN"])
    assert extras is not None
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert set(extras[1].split(",")) <= set(project["optional-dependencies"])
    for source in re.findall(r"COPY --from=(\w+)", (DEPLOY / "Containerfile").read_text()):
        assert any(name == "FROM" and what.endswith(f" AS {source}") for name, what in container())


def test_the_image_is_built_from_what_git_keeps() -> None:
    def left_out(file: str) -> set[str]:
        lines = (ROOT / file).read_text().splitlines()
        return {line.removeprefix("**/").strip("/") for line in lines if line and not line.startswith("#")}

    assert left_out(".dockerignore") == left_out(".gitignore") | {".git"}


def test_the_service_reads_its_settings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    unit = (DEPLOY / "santorini.service").read_text()
    started = re.search(r"^ExecStart=(.*)$", unit, re.MULTILINE)
    assert started is not None
    args = parsed(shlex.split(started[1]))
    assert Path(args.data).parent == Path("/var/lib") / re.findall(r"^StateDirectory=(.*)$", unit, re.MULTILINE)[0]
    # Far enough to have read the settings: the file of games cannot be made there.
    nowhere = tmp_path / "file"
    nowhere.write_text("")
    command = ["serve", "--config", str(DEPLOY / "santorini.toml"), "--data", str(nowhere / "games.sqlite")]
    assert main(command) == 2
    assert str(nowhere / "games.sqlite") in capsys.readouterr().err
