"""The runs of a store through the server, while they change."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import pytest
from gtpengine.tools.report import live
from gtpengine.tools.storage.store import Store

from gtpengine.server.runs import ASSETS
from tests.browser.conftest import browser, person, served
from tests.browser.looking import look
from tests.server.serving import Served, serving
from tests.tools.report.report_store import EVIL, entrant, make_store, play
from tests.web.person import Person

__all__ = ["browser", "person", "served"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the server is started, with a store of runs."""
    found = tmp_path_factory.mktemp("served")
    make_store(found / "runs.sqlite")
    return found


def test_the_runs_of_a_store_and_how_they_change(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    with serving(tmp_path, "--store", "s.sqlite") as served:
        states = served.states("/api/runs")
        while "error" not in (state := next(states)):
            pass
        assert "no store" in state["error"] and "--store" in state["error"]
        make_store(path)
        while "events" not in (state := next(states)):
            pass
        while len(state["events"]) < 4:
            state = next(states)
        names = [event["name"] for event in state["events"]]
        assert {"cup", "test", "suite", "tune"} <= set(names)
        assert all("<script" not in event["html"] for event in state["events"])
        assert all(' style="' not in event["html"] for event in state["events"])
        one = served.states("/api/run?event=test")
        while "games" not in (first := next(one)):
            pass
        assert first["games"]["total"] == 30 and "Log-likelihood ratio" in first["html"]
        with Store(path) as store:
            play(store, EVIL, "match", [entrant("a"), entrant("b")])
        while EVIL not in [event["name"] for event in next(states)["events"]]:
            pass
        evil = served.states(f"/api/run?event={quote(EVIL)}")
        while "games" not in (state := next(evil)):
            pass
        assert state["games"]["total"] == 6 and EVIL not in state["html"]
        for name in ("nothing", "..%2f", "%00", "a" * 2000):
            status, _, raw = served.ask("HEAD", f"/api/run?event={name}")
            assert (status, raw) in ((200, b""), (404, b""), (405, b""))
        missing = served.states("/api/run?event=nothing")
        while "error" not in (state := next(missing)):
            pass
        assert "nothing" in state["error"]


def test_the_files_of_the_pages_are_there() -> None:
    assert all(live.asset(name) for name in ASSETS)


def test_a_run_is_watched_live(person: Person, served: Served, folder: Path) -> None:
    person.go(f"{served.home}/runs")
    person.wait("document.querySelectorAll('.answer').length >= 4")
    look(person, "runs")
    person.js("document.querySelectorAll('.answer')[2].focus()")
    focused = person.js("document.activeElement.href")
    with Store(folder / "runs.sqlite") as store:
        play(store, EVIL, "match", [entrant("a"), entrant("b")])
    person.wait("document.querySelector('.answer b').innerText === 'x<script>alert(1)</script>'")
    assert person.js("document.activeElement.href") == focused
    person.click(".answer")
    person.wait("document.querySelector('.games svg.go-board circle')")
    assert person.count(".rows tbody tr") == 6
    person.click(".rows tbody tr:nth-child(3)")
    person.click(".controls button[title^='one move back']")
    opened = person.text(".viewer .move-text")
    person.js("document.querySelectorAll('.rows tbody a')[2].focus()")
    with Store(folder / "runs.sqlite") as store:
        play(store, EVIL, "match", [entrant("a"), entrant("b")], 6)
    person.wait("document.querySelectorAll('.rows tbody tr').length === 12")
    assert person.text(".viewer .move-text") == opened  # what one looks at stays
    assert person.js("document.activeElement === document.querySelectorAll('.rows tbody a')[2]")
    look(person, "run")
