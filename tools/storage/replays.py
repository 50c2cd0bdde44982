"""Failures of games that were played again, so that no result tells of them."""

from __future__ import annotations

import dataclasses

from gtpengine.tools.games.game import FAILURES, GameRecord

from . import store_rows
from .store import Event, GameClaim, Store


@dataclasses.dataclass(frozen=True, slots=True)
class Replay:
    """A failure of the entrant ``loser`` (by name)."""

    loser: str
    termination: str
    detail: str


def note_replay(store: Store, event: Event, claim: GameClaim, record: GameRecord) -> None:
    """Store that the engine that lost ``record`` failed; nothing unless the loss is a failure."""
    if record.termination not in FAILURES:
        return
    loser = claim.plan.white if record.winner == "b" else claim.plan.black
    with store.database.transaction() as db:
        db.execute(
            "INSERT INTO replay (event_id, loser, termination, detail) VALUES (?, ?, ?, ?)",
            (event.id, loser, record.termination, record.detail),
        )


def replays_of(store: Store, event: Event) -> list[Replay]:
    """Return the failures of all runs of an event, oldest first."""
    found = []
    for row in store.database.rows("SELECT * FROM replay WHERE event_id = ? ORDER BY id", event.id):
        try:
            loser = event.entrants[store_rows.whole(row, "loser", 0, len(event.entrants) - 1)]
            termination = store_rows.text(row, "termination", FAILURES)
            found.append(Replay(loser.spec.name, termination, store_rows.text(row, "detail")))
        except ValueError as error:
            store.pass_over(f"replay {row['id']!r} of event {event.name!r}", error)
    return found
