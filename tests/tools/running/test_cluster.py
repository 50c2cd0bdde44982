"""The Ray runner: a real cluster of several nodes on this machine."""

from __future__ import annotations

import argparse
import dataclasses
import importlib
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gtpengine.tools.matches import match, tournament
from gtpengine.tools.running.cores import CoreLease
from gtpengine.tools.running.engines import EngineSpec
from gtpengine.tools.running.machine import can_pin, usable_cores
from gtpengine.tools.running.runner import LocalPool, PoolWorker, WorkerError
from gtpengine.tools.storage.positions import load_results
from gtpengine.tools.storage.store import Store
from gtpengine.tools.tuning import tune

from gtpengine.base.arguments.extras import install_command
from gtpengine.base.system.raykey import use_key
from gtpengine.cli import main
from tests.cluster.nodes import two_nodes_and_a_head

use_key()  # before Ray is imported: this machine may have a key

Dummy = Callable[..., EngineSpec]
NO_RAY = "Ray is not installed: make cluster"


@dataclasses.dataclass(frozen=True)
class Square:
    """A task for tests."""

    value: int

    def run(self, worker: PoolWorker) -> int:
        if self.value < 0:
            raise ValueError("negative")
        assert worker.index >= 0
        return self.value**2


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Start three nodes of one core each."""
    with two_nodes_and_a_head(1) as nodes:
        yield nodes


def run(module: Any, *words: str) -> int:
    return int(module.COMMAND.ready("gtpengine x", words)())


def test_core_leases_are_disjoint(tmp_path: Path) -> None:
    first = CoreLease(1, tmp_path)
    second = CoreLease(1, tmp_path)
    assert len(first.cores) == 1 and not first.cores & second.cores
    taken = first.cores
    first.release()
    assert CoreLease(1, tmp_path).cores == taken
    assert CoreLease(10_000, tmp_path).cores == set()


@pytest.mark.skipif(not can_pin(), reason="threads choose no cores on this system")
def test_pools_on_one_machine_share_no_cores(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    cores = len(usable_cores())
    first = LocalPool(cores)
    assert first.pinned and len(set.union(*[c for c in first.cores if c])) == cores
    second = LocalPool(1)
    assert not second.pinned
    first.close()
    third = LocalPool(1)
    assert third.pinned
    second.close()
    third.close()


def test_a_missing_ray_is_explained(
    dummy: Dummy,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.delitem(sys.modules, "gtpengine.tools.running.cluster", raising=False)
    engine = dummy().command
    assert run(match, engine, engine, "--games", "2", "--cluster", "local") == 2
    assert install_command("cluster") in capsys.readouterr().err


class _ImportFailedError(Exception):
    """What Ray raises of a task on a node without gtpengine."""


class _RayWithoutGtpengine:
    """As much of Ray as a pool needs to see that no task can begin."""

    RayError = RayTaskError = _ImportFailedError

    def __init__(self) -> None:
        self.begun = 0

    def is_initialized(self) -> bool:
        return True

    def nodes(self) -> list[dict[str, Any]]:
        return [{"Alive": True, "Resources": {"CPU": 2}}]

    def remote(self, *_arguments: object) -> Any:
        """Make a function remote, or begin a task."""
        self.begun += 1
        if self.begun > 50:
            raise AssertionError("tasks are begun again and again")
        return argparse.Namespace(options=lambda **_: self) if self.begun == 1 else object()

    def wait(self, replies: list[Any], **_options: object) -> tuple[list[Any], list[Any]]:
        return replies, []

    def get(self, _reply: object) -> None:
        raise _ImportFailedError("The task failed.\nModuleNotFoundError: No module named 'g'")

    def cancel(self, _reply: object, **_options: object) -> None:
        pass


def test_tasks_that_never_begin_end_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    ray = _RayWithoutGtpengine()
    monkeypatch.setitem(sys.modules, "ray", ray)
    monkeypatch.setitem(sys.modules, "ray.exceptions", ray)
    monkeypatch.delitem(sys.modules, "gtpengine.tools.running.cluster", raising=False)
    cluster = importlib.import_module("gtpengine.tools.running.cluster")
    pool = cluster.ClusterPool("local")
    assert (pool.slots, pool.free) == (2, 2)
    pool.submit(Square(1))
    assert pool.free == 1

    def wait_on() -> None:
        for _ in range(50):
            assert pool.wait(0.0) == []

    with pytest.raises(WorkerError, match="6 tasks in a row did not begin.*No module named"):
        wait_on()
    assert pool.close() == []
    del sys.modules["gtpengine.tools.running.cluster"]  # it has no Ray


@pytest.mark.slow
def test_tasks_and_their_errors(cluster: Any) -> None:
    from gtpengine.tools.running.cluster import ClusterPool

    sys.modules["tests.tools.running.test_cluster"] = sys.modules[__name__]
    pool = ClusterPool(cluster.address)
    waiting = list(range(-1, 30))
    results: list[int] = []
    errors: list[str] = []
    while len(results) + len(errors) < 31:
        while pool.free and waiting:
            pool.submit(Square(waiting.pop()))
        for item in pool.wait(1.0):
            if item.error:
                errors.append(item.error)
            else:
                results.append(item.result)
    assert sorted(results) == [n * n for n in range(30)]
    assert len(errors) == 1 and "negative" in errors[0]
    assert pool.close() == []
    with pytest.raises(ValueError, match="64 free cores"):
        ClusterPool(cluster.address, cores_each=64, start_seconds=3.0)


@pytest.mark.slow
def test_a_node_dies_during_a_tournament_of_500_games(
    cluster: Any, dummy: Dummy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three engines, 84 rounds of 6 games; one node is killed in the middle, one joins later."""
    from gtpengine.tools.running.cluster import ClusterPool

    monkeypatch.chdir(tmp_path)
    victim = cluster.add_node(num_cpus=1, object_store_memory=80_000_000)
    state = {"killed": 0.0, "joined": 0.0}
    begin = time.monotonic()
    wait = ClusterPool.wait

    def saboteur(pool: ClusterPool, timeout: float) -> Any:
        with Store(Path("gtpengine-runs.sqlite"), read_only=True) as store:
            done = store.counts(store.event("cup"))["done"] if store.event_names() else 0
        if done > 150 and not state["killed"]:
            state["killed"] = time.monotonic() - begin
            cluster.remove_node(victim, allow_graceful=False)
        if done > 300 and not state["joined"]:
            state["joined"] = time.monotonic() - begin
            cluster.add_node(num_cpus=1, object_store_memory=80_000_000)
        return wait(pool, timeout)

    monkeypatch.setattr(ClusterPool, "wait", saboteur)
    engines = [
        f"e{elo}={dummy(options=f'--elo {elo} --delay 0.01').command}" for elo in (0, 90, 200)
    ]
    words = ("--rounds", "84", "--name", "cup", "--cluster", cluster.address)
    assert run(tournament, *engines, *words) == 0
    assert state["killed"] and state["joined"]
    with Store(Path("gtpengine-runs.sqlite"), read_only=True) as store:
        event = store.event("cup")
        assert store.counts(event) == {"waiting": 0, "running": 0, "done": 504}
        results = store.results(event)
        assert [r.number for r in results] == list(range(504))
        assert {r.termination for r in results} == {"resign"}
        keys = [(row.plan.number, row.record.digest()) for row in store.records(event)]
    # The local runner gives the very same games.
    monkeypatch.setattr(ClusterPool, "wait", wait)
    monkeypatch.chdir(tmp_path.parent)
    assert run(tournament, *engines, "--rounds", "84", "--name", "cup") == 0
    with Store(Path("gtpengine-runs.sqlite"), read_only=True) as store:
        rows = store.records(store.event("cup"))
        assert [(row.plan.number, row.record.digest()) for row in rows] == keys


@pytest.mark.slow
def test_the_other_commands_on_a_cluster(
    cluster: Any, dummy: Dummy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Regression tests, self-play and tuning trials give what they give on one machine."""
    monkeypatch.chdir(tmp_path)
    tests = "".join(f"clear_board\n{n} genmove {'bw'[n % 2]}\n#? [.*]\n" for n in range(1, 40))
    Path("s.tst").write_text(tests)
    engine = f"a={dummy().command}"
    on = ("--cluster", cluster.address)
    for name, where in (("here", ()), ("there", on)):
        assert main(["regress", engine, "s.tst", "--name", name, *where]) == 0
        games = ("--games", "4", "--size", "5", "--simulations", "20", "--games-per-file", "4")
        assert main(["selfplay", "--output", name, *games, *where]) == 0
        words = ("--param", "elo=-90:90:int", "--trials", "2", "--games", "4", "--check", "0")
        tuned = ("b=" + dummy(options="--elo {elo}").command, "--incumbent", engine, *words)
        assert run(tune, *tuned, "--name", f"t-{name}", *where) == 0
    with Store(Path("gtpengine-runs.sqlite"), read_only=True) as store:
        answers = [
            [(r.test, r.answer, r.outcome) for r in load_results(store, name).values()]
            for name in ("here", "there")
        ]
        points = [
            store.database.rows(
                "SELECT number, params, points FROM trial WHERE event_id = ?",
                store.event(f"t-{name}").id,
            )
            for name in ("here", "there")
        ]
    assert len(answers[0]) == 39 and answers[0] == answers[1]
    assert [tuple(row) for row in points[0]] == [tuple(row) for row in points[1]]
    played = [np.load(Path(name) / "games-0000000.npz")["game_moves"] for name in ("here", "there")]
    assert np.array_equal(*played)


def test_a_cluster_that_is_not_there(
    dummy: Dummy,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    pytest.importorskip("ray", reason=NO_RAY)
    monkeypatch.chdir(tmp_path)
    engine = dummy().command
    assert run(match, engine, engine, "--games", "2", "--cluster", "127.0.0.1:1") == 2
    assert "--cluster 127.0.0.1:1" in capsys.readouterr().err
