"""A server for the tests of this folder, and a person with a browser who opens its page."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.serving import Served, serving
from tests.web.person import Person


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a server is started."""
    return tmp_path_factory.mktemp("served")


@pytest.fixture(scope="module")
def served(folder: Path) -> Iterator[Served]:
    """A server that runs for the tests of a file, and must then end cleanly, without a word."""
    old = os.environ.get("XDG_CACHE_HOME")
    os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
    try:
        with serving(folder, "--store", "runs.sqlite") as one:
            yield one
    finally:
        if old is None:
            del os.environ["XDG_CACHE_HOME"]
        else:
            os.environ["XDG_CACHE_HOME"] = old


@pytest.fixture(scope="module")
def person(served: Served, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Person]:
    """A person who has opened the printed address; no page may complain in the console."""
    with Person(tmp_path_factory.mktemp("profile")) as one:
        one.go(served.address)
        one.wait("location.search === '' && document.querySelector('.card')")
        yield one
        assert one.trouble == []
