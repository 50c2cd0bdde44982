"""The machines of a shared run on the page of its event."""

from __future__ import annotations

from pathlib import Path

from gtpengine.tools.games.game import Opening
from gtpengine.tools.games.schedule import match_games
from gtpengine.tools.report.live import Watcher
from gtpengine.tools.running.runner import WorkerFacts
from gtpengine.tools.storage.store import Store
from gtpengine.tools.storage.workers import note_worker, put_aside

from tests.tools.report.report_store import EVIL, SETTINGS, entrant, record_of


def test_the_live_page_shows_who_plays(tmp_path: Path) -> None:
    with Store(tmp_path / "s.sqlite") as store:
        event, _ = store.open_event("m", "match", SETTINGS, [entrant("a"), entrant("b")])
        store.schedule(event, match_games(0, 5, [Opening()], 1))
        for name in ("fast", EVIL):
            note_worker(store, event, WorkerFacts(name, "a cpu", 8, "Linux", 12345.6))
        for claim in store.claim(event, 6):
            record = record_of(claim.plan, ["a", "b"])
            record.worker = ("fast", EVIL)[claim.plan.pair % 2]
            assert store.finish(claim, record)
        put_aside(store, event, EVIL, "it is hot")
    html = Watcher(tmp_path / "s.sqlite").event("m")["html"]
    assert "Machines that play" in html and EVIL not in html
    assert "8 cores, a cpu" in html and "12,346" in html
    assert "set aside: it is hot" in html
    # Without workers of other machines there is no such table.
    with Store(tmp_path / "s.sqlite") as store:
        store.open_event("n", "match", SETTINGS, [entrant("a"), entrant("b")])
    assert "Machines that play" not in Watcher(tmp_path / "s.sqlite").event("n")["html"]
