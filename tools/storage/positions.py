"""Regression tests in the store: which runner has which, and the results.

A runner claims a test, then stores its result, each in a transaction of its own, as for games
(see ``store.py``). When a runner is gone its tests are free again. A result counts only if its
runner still holds the claim. So several runners can share a run, and none repeats a test.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence

from . import store_rows
from .database import StoreError
from .presence import GONE
from .store import Event, Store

#: Outcomes in the order of the summary.
OUTCOMES = ("pass", "PASS", "fail", "FAIL", "error", "skip")


@dataclasses.dataclass(frozen=True, slots=True)
class PositionResult:
    """The result of one test of one run."""

    test: str
    expected: str
    answer: str
    outcome: str
    seconds: float

    @property
    def suite(self) -> str:
        """The suite that the test belongs to."""
        return self.test.partition(":")[0]

    @property
    def good(self) -> bool:
        return self.outcome in ("pass", "PASS")


def claim_tests(store: Store, event: Event, tests: Sequence[str]) -> set[str]:
    """Claim the ``tests`` without a result or a living runner; return them."""
    got = set()
    with store.database.transaction() as db:
        runner = store.presence.runner(db)
        for test in tests:
            cursor = db.execute(
                "INSERT INTO position_claim SELECT ?1, ?2, ?3 WHERE NOT EXISTS"
                " (SELECT 1 FROM position_result WHERE event_id = ?1 AND test = ?2)"
                " ON CONFLICT (event_id, test) DO UPDATE SET runner_id = ?3"
                f" WHERE runner_id IN ({GONE})",
                (event.id, test, runner),
            )
            if cursor.rowcount == 1:
                got.add(test)
    return got


def finish_tests(store: Store, event: Event, results: Iterable[PositionResult]) -> int:
    """Store the results whose claims this process still holds; return how many."""
    kept = 0
    with store.database.transaction() as db:
        for result in results:
            cursor = db.execute(
                "DELETE FROM position_claim WHERE event_id = ? AND test = ? AND runner_id = ?",
                (event.id, result.test, store.presence.id),
            )
            if cursor.rowcount == 1:
                db.execute(
                    "INSERT INTO position_result VALUES (?, ?, ?, ?, ?, ?)",
                    (event.id, *dataclasses.astuple(result)),
                )
                kept += 1
    return kept


def release_tests(store: Store, event: Event) -> None:
    """Give up the claims of this process."""
    with store.database.transaction() as db:
        db.execute(
            "DELETE FROM position_claim WHERE event_id = ? AND runner_id = ?",
            (event.id, store.presence.id),
        )


def load_results(store: Store, name: str) -> dict[str, PositionResult]:
    """Return the stored results of a run by test, in the order of tests.

    :raises StoreError: if there is no such run, or it is no regression run
    """
    event = store.event(name)
    if event.kind != "regress":
        raise StoreError(f"{name!r} is a {event.kind}, not a run of gtpengine regress")
    rows = store.database.rows(
        "SELECT test, expected, answer, outcome, seconds FROM position_result"
        " WHERE event_id = ? ORDER BY test",
        event.id,
    )
    found = {}
    for row in rows:
        try:
            result = PositionResult(
                store_rows.text(row, "test"),
                store_rows.text(row, "expected"),
                store_rows.text(row, "answer"),
                store_rows.text(row, "outcome", OUTCOMES),
                store_rows.number(row, "seconds", 0),
            )
        except ValueError as error:
            store.pass_over(f"test {row['test']!r} of event {name!r}", error)
        else:
            found[result.test] = result
    return found


def stored_tests(store: Store, event: Event) -> set[str]:
    """Return the tests of a run that have results."""
    rows = store.database.rows("SELECT test FROM position_result WHERE event_id = ?", event.id)
    return {row["test"] for row in rows}
