"""Requests generated from the OpenAPI description: no server errors, and every response is as described."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from santorini.server.web.app import create_app
from tests.server.house import FRIEND, HERE, House, bearer

schema = schemathesis.openapi.from_dict(create_app().openapi())
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@pytest.fixture(scope="module")
def opened(served: House) -> dict[str, Any]:
    return served.create(HERE, HERE, FRIEND, powers={"choose": "random"})


@pytest.mark.parametrize("who", ["stranger", "host"])
@schema.parametrize()
@settings(
    max_examples=12,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_whatever_is_sent_is_answered_as_described(
    case: schemathesis.Case[Any], served: House, opened: dict[str, Any], who: str
) -> None:
    headers = {}
    if who == "host" and "game" in case.path_parameters:
        case.path_parameters["game"] = opened["game"]
        headers = bearer(opened["token"])
    case.call_and_validate(base_url=served.url, headers=headers, checks=CHECKS, timeout=60)
