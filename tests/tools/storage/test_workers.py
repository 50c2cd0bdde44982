"""Workers in the store: whose games count, and what was played again."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from gtpengine.tools.running.runner import WorkerFacts
from gtpengine.tools.storage.store import Store
from gtpengine.tools.storage.workers import (
    FAILED,
    note_worker,
    pairs_by_worker,
    put_aside,
    workers_of,
)

from tests.tools.storage.test_store import begin, result_of

FACTS = WorkerFacts("one", "cpu", 4, "Linux", 8000.0)


def test_games_of_a_worker_are_played_again(tmp_path: Path) -> None:
    with Store(tmp_path / "s.sqlite") as store:
        event = begin(store, 8)
        for name in ("one", "two"):
            note_worker(store, event, dataclasses.replace(FACTS, name=name))
        claims = store.claim(event, 8)
        for claim in claims:
            record = result_of(claim, "b" if claim.plan.pair != 2 else "w")
            record.worker = "one" if claim.plan.pair < 2 else "two"
            if claim.plan.number == 7:
                record.termination = "time"
            assert store.finish(claim, record)
        assert [row.record.worker for row in store.records(event)] == ["one"] * 4 + ["two"] * 4
        counts = pairs_by_worker(store, event)
        assert counts[0, 1]["one"] == [0, 0, 2, 0, 0, 0]  # Black won both, so each engine one
        assert counts[0, 1]["two"][FAILED] == 1 and sum(counts[0, 1]["two"]) == 2
        assert put_aside(store, event, "one", "it is hot") == 4
        assert put_aside(store, event, "nobody", "it is hot") == 0
        assert store.counts(event) == {"waiting": 4, "running": 0, "done": 4}
        assert store.database.rows("SELECT count(*) FROM move")[0][0] == 4 * 2
        # The same worker comes again: what it is may change, that it is set aside stays.
        note_worker(store, event, dataclasses.replace(FACTS, speed=9000.0))
        one, two = workers_of(store, event)
        assert (one.facts.speed, one.aside, one.games) == (9000.0, "it is hot", 0)
        assert (two.facts.speed, two.aside, two.games) == (8000.0, "", 4)
        assert set(pairs_by_worker(store, event)[0, 1]) == {"two"}
        # A result that comes late counts nothing, as its claim is gone.
        assert not store.finish(claims[0], result_of(claims[0]))
        again = store.claim(event, 9)
        assert [claim.plan.number for claim in again] == [0, 1, 2, 3]
        assert store.finish(again[0], result_of(again[0]))
        assert store.records(event, {0})[0].record.worker == ""
