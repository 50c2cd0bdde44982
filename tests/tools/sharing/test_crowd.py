"""Hundreds of workers that come, die and lie: the store has each game once, and as it was."""

from __future__ import annotations

import functools
import itertools
import random
from pathlib import Path
from types import SimpleNamespace

import pytest
from gtpengine.tools.games.game import GameSettings, Opening
from gtpengine.tools.games.game_task import GameTask
from gtpengine.tools.games.schedule import match_games
from gtpengine.tools.matches import workerwatch
from gtpengine.tools.matches.campaign import Callbacks, Campaign, Interrupt
from gtpengine.tools.running.engines import EngineIdentity, EngineSpec
from gtpengine.tools.running.progress import Reporter
from gtpengine.tools.sharing import sharedpool
from gtpengine.tools.sharing.messages import RunAnswer, RunNews
from gtpengine.tools.sharing.sharedpool import SharedPool
from gtpengine.tools.storage.store import Entrant, Event, Store
from gtpengine.tools.storage.store_json import settings_to_json
from gtpengine.tools.storage.workers import put_aside, workers_of

from tests.tools.sharing.crowd import IDENTITY, PROOF, SimulatedWorker, World, truth

ENTRANTS = [Entrant(EngineSpec(name, name), EngineIdentity("dummy", "1")) for name in "ab"]


@pytest.fixture(autouse=True)
def _engines_that_need_no_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharedpool, "proof_of", lambda _spec: PROOF)


def begin(store: Store, games: int, name: str = "m") -> Event:
    settings = {"game": settings_to_json(GameSettings())}
    event, _ = store.open_event(name, "match", settings, ENTRANTS)
    store.schedule(event, match_games(0, games // 2, [Opening()], 1))
    return event


def play(world: World, store: Store, event: Event, again: list[int] | None = None) -> None:
    asked: list[int] = [] if again is None else again
    pool = SharedPool(world, event.name, 1, IDENTITY, clock=world.clock, sleep=world.sleep)
    with Interrupt("") as interrupt, Reporter("games", None) as reporter:
        callbacks = Callbacks(again=lambda: asked.append(1))
        campaign = Campaign(store, event, pool, reporter, interrupt, callbacks=callbacks)
        assert campaign.play()


def check(path: Path, event: Event) -> None:
    """Each game is there once, as honest workers play it, with its moves."""
    with Store(path, read_only=True) as store:
        assert store.database.rows("PRAGMA integrity_check")[0][0] == "ok"
        assert store.database.rows("PRAGMA foreign_key_check") == []
        assert store.counts(event)["waiting"] == store.counts(event)["running"] == 0
        orphans = "SELECT count(*) FROM move WHERE game_id NOT IN (SELECT id FROM game)"
        assert store.database.rows(orphans)[0][0] == 0
        for row in store.records(event):
            plan = row.plan
            task = GameTask(
                0, ENTRANTS[plan.black].spec, ENTRANTS[plan.white].spec, GameSettings(),
                plan.opening, plan.seed, plan.pair,
            )  # fmt: skip
            wanted = truth(task)
            wanted.worker = row.record.worker
            assert row.record == wanted and wanted.worker
        assert store.damaged == []


def test_hundreds_of_workers_come_die_and_lie(tmp_path: Path) -> None:
    """Six in a hundred lie, each in its way, and half of the others die sooner or later."""
    world, dice = World(), random.Random(1)
    lies = (
        "foreign",
        "occupied",
        "nothing",
        "signature",
        "twice",
        "many",
        "stranger",
        "noise",
        "mute",
    )
    liars = {f"w{number}": lies[number // 16 % len(lies)] for number in range(0, 400, 16)}
    for number in range(400):
        name, life = f"w{number}", dice.expovariate(1 / 300) if number % 2 else 1e9
        come = functools.partial(SimulatedWorker, world, name, liars.get(name, ""), life)
        world.at(dice.uniform(0, 60), come)
    with Store(tmp_path / "s.sqlite") as store:
        event = begin(store, 1200)
        play(world, store, event)
        workers = workers_of(store, event)
    assert world.handed_out > 1200  # some games had to go out again
    assert len(workers) > 360
    games = dict.fromkeys(liars, 0) | {w.facts.name: w.games for w in workers}
    harmless = ("twice",)
    assert all(not games[name] or lie in harmless for name, lie in liars.items())
    aside = {worker.facts.name for worker in workers if worker.aside}
    assert {liars[name] for name in aside} == {"foreign", "occupied", "nothing"}
    check(tmp_path / "s.sqlite", event)


def test_one_whose_results_differ_is_set_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two of twelve lie: one swaps winners, of the other every game is a crash."""
    world = World()
    # The watch looks by the clock of the workers: when it looks decides which games it sees.
    monkeypatch.setattr(workerwatch, "time", SimpleNamespace(monotonic=world.clock))
    liars = {"w3": "flipped", "w7": "failing"}
    for number in range(12):
        SimulatedWorker(world, f"w{number}", liars.get(f"w{number}", ""))
    again: list[int] = []
    with Store(tmp_path / "s.sqlite") as store:
        event = begin(store, 1200)
        play(world, store, event, again)
        workers = workers_of(store, event)
    assert {worker.facts.name for worker in workers if worker.aside} == set(liars)
    assert len(again) == 2
    assert all(bool(worker.games) != bool(worker.aside) for worker in workers)
    check(tmp_path / "s.sqlite", event)


def test_a_run_that_is_continued_remembers_whom_it_set_aside(tmp_path: Path) -> None:
    world = World()
    for name in ("one", "two"):
        SimulatedWorker(world, name)
    with Store(tmp_path / "s.sqlite") as store:
        event = begin(store, 20)
        play(world, store, event)
        assert put_aside(store, event, "one", "it is hot") > 0
        play(world, store, event)
        one, two = workers_of(store, event)
    assert (one.games, one.aside) == (0, "it is hot")
    assert (two.games, two.aside) == (20, "")
    check(tmp_path / "s.sqlite", event)


def test_a_dispatcher_that_is_lost_begins_anew(tmp_path: Path) -> None:
    """Its state is gone once, one call of the run fails unheard, and of one the answer is lost."""
    world = World()
    for number in range(20):
        SimulatedWorker(world, f"w{number}")
    world.at(200.0, world.lose_all)
    calls = itertools.count(1)
    hear = world.from_run

    def from_run(news: RunNews) -> RunAnswer:
        call = next(calls)
        if call in (1200, 1800):
            if call == 1200:
                hear(news)
            raise TimeoutError
        return hear(news)

    world.from_run = from_run  # type: ignore[method-assign]
    with Store(tmp_path / "s.sqlite") as store:
        event = begin(store, 400)
        play(world, store, event)
    assert next(calls) > 1800
    check(tmp_path / "s.sqlite", event)
