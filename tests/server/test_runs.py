"""The runs of a store through the server: without the tools, many of them, names of files."""

from __future__ import annotations

from pathlib import Path

import pytest

from gtpengine.base.arguments.extras import install_command
from gtpengine.server import runs
from gtpengine.server.app import FILES
from gtpengine.server.runs import ASSETS, MOST_EVENTS, Runs
from gtpengine.web.parts import PARTS


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


def test_the_name_of_a_static_file_means_one_file() -> None:
    names = [*FILES, *PARTS, *ASSETS]
    assert len(set(names)) == len(names)
