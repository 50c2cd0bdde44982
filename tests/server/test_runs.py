"""The runs of a store through the server, while they change."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import pytest
from gtpengine.tools.report import live
from gtpengine.tools.storage.store import Store

from gtpengine.base.arguments.extras import install_command
from gtpengine.server import runs
from gtpengine.server.app import FILES
from gtpengine.server.runs import ASSETS, MOST_EVENTS, Runs
from gtpengine.web.parts import PARTS
from tests.server.serving import serving
from tests.tools.report.report_store import EVIL, entrant, make_store, play


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


def test_without_the_tools_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "TOOLS", "gtpengine_tools_that_are_missing")
    watched = Runs(tmp_path / "s.sqlite")
    try:
        assert watched.asset("viewer.js") == ""
        topic = watched.follow("")
        import asyncio

        async def first_error() -> str:
            async for text in topic.follow():
                if "error" in text:
                    return text
            return ""

        assert install_command("tools") in asyncio.run(first_error())
    finally:
        watched.close()


def test_so_many_events_and_no_more(tmp_path: Path) -> None:
    watched = Runs(tmp_path / "s.sqlite")
    try:
        topics = [watched.follow(f"e{number}") for number in range(3 * MOST_EVENTS)]
        assert len({id(topic) for topic in topics}) == len(topics)
        assert len(watched._topics) <= MOST_EVENTS + 1
    finally:
        watched.close()


def test_the_files_of_the_pages_are_there() -> None:
    assert all(live.asset(name) for name in runs.ASSETS)


def test_the_name_of_a_static_file_means_one_file() -> None:
    names = [*FILES, *PARTS, *ASSETS]
    assert len(set(names)) == len(names)
