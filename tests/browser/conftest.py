"""A person with a browser who opens the page of a server."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.conftest import folder, served
from tests.server.serving import Served
from tests.web.person import Person

__all__ = ["browser", "folder", "person", "served"]


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Person]:
    """A browser for all files: it takes as long to start as two tests."""
    with Person(tmp_path_factory.mktemp("profile")) as one:
        yield one


@pytest.fixture(scope="module")
def person(browser: Person, served: Served) -> Iterator[Person]:
    """A person who has opened the printed address; no page may complain in the console."""
    browser.trouble.clear()
    browser.go(served.address)
    browser.wait("location.search === '' && document.querySelector('.card')")
    yield browser
    browser.leave()  # the server ends before the browser
    assert browser.trouble == []
