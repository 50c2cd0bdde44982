"""Failures of games that were played again."""

from pathlib import Path

import pytest
from gtpengine.tools.games.game import FAILURES, GameRecord, GameSettings, Opening
from gtpengine.tools.games.schedule import match_games
from gtpengine.tools.running.engines import EngineIdentity, EngineSpec
from gtpengine.tools.storage.database import StoreError
from gtpengine.tools.storage.replays import Replay, note_replay, replays_of
from gtpengine.tools.storage.store import Entrant, Store
from gtpengine.tools.storage.store_json import settings_to_json

ENTRANTS = [Entrant(EngineSpec(name, name), EngineIdentity(name, "1")) for name in "ab"]
SETTINGS = {"game": settings_to_json(GameSettings())}


def lost(winner: str, termination: str) -> GameRecord:
    return GameRecord("a", "b", GameSettings(), Opening(), 1, winner, termination, "last words")


def test_they_are_told_after_the_store_was_closed(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    with Store(path) as store:
        event, _ = store.open_event("m", "match", SETTINGS, ENTRANTS)
        store.schedule(event, match_games(0, 1, [Opening()], 1))
        first, second = store.claim(event, 2)
        note_replay(store, event, first, lost("w", "crash"))
        note_replay(store, event, second, lost("b", "time"))
        note_replay(store, event, second, lost("b", "resign"))  # no failure
    with Store(path, read_only=True) as store:
        # The entrants change colours in the second game.
        assert replays_of(store, store.event("m")) == [
            Replay("a", "crash", "last words"),
            Replay("a", "time", "last words"),
        ]


def test_a_damaged_row_is_named(tmp_path: Path) -> None:
    with Store(tmp_path / "s.sqlite") as store:
        event, _ = store.open_event("m", "match", SETTINGS, ENTRANTS)
        for loser, termination in ((2, FAILURES[0]), (0, "resign")):
            with store.database.transaction() as db:
                db.execute("DELETE FROM replay")
                row = (event.id, loser, termination)
                db.execute("INSERT INTO replay VALUES (7, ?, ?, ?, '')", row)
            with pytest.raises(StoreError, match="replay 7 of event 'm': (loser|termination) is"):
                replays_of(store, event)
