"""A store with every kind of event, and the page made of it."""

from __future__ import annotations

from pathlib import Path

from gtpengine.tools.games.game import GameRecord, GameSettings, MoveRecord, Opening
from gtpengine.tools.games.schedule import PlannedGame, match_games, pairings_to_games, round_robin
from gtpengine.tools.report.page import make_page
from gtpengine.tools.running.engines import EngineIdentity, EngineSpec
from gtpengine.tools.storage.positions import PositionResult, claim_tests, finish_tests
from gtpengine.tools.storage.store import Entrant, Store
from gtpengine.tools.storage.store_json import settings_to_json

EVIL = "x<script>alert(1)</script>"
MOVES = [("b", "D4", 0.5), ("w", "C4", 0.4), ("b", "C5", 0.6), ("w", "G7", 0.4)]
MOVES += [("b", "B4", 0.7), ("w", "G8", 0.3), ("b", "C3", 0.9), ("w", "resign", 0.1)]  # takes C4
SETTINGS = {"game": settings_to_json(GameSettings()), "openings": f"stars 2 {'a' * 16}", "seed": 1}


def record_of(plan: PlannedGame, names: list[str]) -> GameRecord:
    record = GameRecord(
        names[plan.black], names[plan.white], GameSettings(), plan.opening, plan.seed
    )
    record.winner = "b" if plan.seed % 3 else "w"
    record.termination, record.seconds, record.started = "resign", 60.0, "2026-01-01T00:00:00"
    record.moves = [MoveRecord(c, v, 0.25, w, "", 500) for c, v, w in MOVES * 4]
    record.moves = record.moves[: len(MOVES)]
    if plan.number == 3:
        record.termination, record.detail = "crash", "Segfault: oops"
        del record.moves[2:]
    if plan.number == 4:
        record.termination, record.score, record.disputed = "score", -3.5, True
        record.winner, record.dead = "w", ("C3", "D4")
    return record


def entrant(name: str, options: str = "") -> Entrant:
    spec = EngineSpec(name, f"/bin/{name} {options}".strip())
    return Entrant(spec, EngineIdentity(name, "1", f"rev-{name}"))


def play(store: Store, name: str, kind: str, entrants: list[Entrant], pairs: int = 3) -> None:
    """Add an event of two engines with finished games."""
    event, _ = store.open_event(name, kind, SETTINGS, entrants)
    store.schedule(event, match_games(0, pairs, [Opening()], 1))
    for claim in store.claim(event, 2 * pairs):
        names = [one.spec.name for one in entrants]
        assert store.finish(claim, record_of(claim.plan, names))


def make_store(path: Path) -> None:
    """Make a store with every kind of event."""
    names = ["alpha", "beta", EVIL]
    entrants = [
        Entrant(
            EngineSpec(name, f"/bin/engine --level {index}"),
            EngineIdentity(name, "1", f"rev{index}"),
        )
        for index, name in enumerate(names)
    ]
    openings = [Opening("o1"), Opening("o2", ("A1",), ("J9",))]
    with Store(path) as store:
        cup, _ = store.open_event("cup", "tournament", SETTINGS, entrants)
        store.schedule(cup, pairings_to_games(round_robin(3, 4), openings, 1))
        test_settings = {**SETTINGS, "sprt": [0, 20, 0.05, 0.05]}
        test, _ = store.open_event("test", "sprt", test_settings, entrants[:2])
        store.schedule(test, match_games(0, 15, openings, 2))
        for event in (cup, test):
            while claims := store.claim(event, 5):
                for claim in claims:
                    assert store.finish(claim, record_of(claim.plan, names))
        suite, _ = store.open_event("suite", "regress", {}, entrants[:1])
        outcomes = ("pass", "fail", "PASS", "FAIL", "error", "skip", "pass")
        tests = [PositionResult(f"s:{i}", "[D4]", "E5", o, 0.1) for i, o in enumerate(outcomes)]
        assert len(claim_tests(store, suite, [one.test for one in tests])) == len(tests)
        assert finish_tests(store, suite, tests) == len(tests)
        space = [{"name": "k", "low": 0, "high": 10, "integer": False, "log": False}]
        tuning = {**SETTINGS, "space": space, "optimizer": "clop"}
        tune, _ = store.open_event("tune", "tune", tuning, entrants[:2])
        store.open_event("tune/0000", "tune-trial", SETTINGS, entrants[:2])
        with store.database.transaction() as db:
            db.executemany(
                "INSERT INTO trial VALUES (?, ?, ?, ?, 10)",
                [(tune.id, n, f"[{n / 20}]", 4.5 + n / 10) for n in range(12)],
            )
        store.open_event("empty", "match", SETTINGS, entrants[:2])


def page_of(path: Path, games: int = 500, title: str = "Title & more") -> str:
    """Return the page of all events but trials."""
    with Store(path, read_only=True) as store:
        events = [store.event(name) for name in store.event_names()]
        shown = [event for event in events if event.kind != "tune-trial"]
        page = make_page(store, shown, title, games, "today")
        assert store.damaged == []
    return page
