"""What all tests share: the commands speak English, whatever this machine's language is."""

import os

import pytest

os.environ["LC_ALL"] = "C.UTF-8"
os.environ.pop("SANTORINI_DEVELOPMENT", None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests in a browser come last: its event loop runs until a process ends, and other tests could not start one."""
    items.sort(key=lambda item: "playwright" in getattr(item, "fixturenames", ()))
