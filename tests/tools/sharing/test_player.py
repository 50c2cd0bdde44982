"""A worker and a run with a real pool and real processes, without Ray."""

from __future__ import annotations

import dataclasses
import pickle
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from gtpengine.tools.builds.builds import Builder
from gtpengine.tools.builds.commits import Repository
from gtpengine.tools.games.game import GameSettings, Opening
from gtpengine.tools.games.game_task import GameTask
from gtpengine.tools.running.engines import EngineIdentity, EngineSpec
from gtpengine.tools.running.runner import Completed, LocalPool, PoolWorker, RunEngine
from gtpengine.tools.sharing import sharedpool
from gtpengine.tools.sharing.dispatcher import Dispatcher
from gtpengine.tools.sharing.messages import Machine, RunAnswer, RunNews, WorkerAnswer, WorkerNews
from gtpengine.tools.sharing.player import RunWorker
from gtpengine.tools.sharing.proofs import own_words, proof_of
from gtpengine.tools.sharing.sharedpool import SharedPool
from gtpengine.tools.sharing.speed import REFERENCE, SpeedTask, measured_speed

from gtpengine.cluster.identity import Identity
from tests.tools.builds.test_commits import Project, copy
from tests.tools.conftest import dummy_command

IDENTITY = Identity("1", "little", 5)


@dataclasses.dataclass(frozen=True)
class Square:
    """A task for tests; a negative one fails."""

    value: int

    def run(self, worker: PoolWorker) -> tuple[int, float]:
        if self.value < 0:
            raise ValueError("negative")
        return self.value**2, worker.pace


class LocalDispatcher:
    """A dispatcher behind a lock, with the clock of this machine."""

    def __init__(self) -> None:
        self._dispatcher, self._lock = Dispatcher(), threading.Lock()

    def from_run(self, news: RunNews) -> RunAnswer:
        with self._lock:
            return self._dispatcher.from_run(news, time.monotonic())

    def from_worker(self, news: WorkerNews) -> WorkerAnswer:
        with self._lock:
            # As over a network: what is shared is a copy.
            answer = self._dispatcher.from_worker(
                pickle.loads(pickle.dumps(news)), time.monotonic()
            )
            return dataclasses.replace(answer, pause=0.01)

    def archive(self, run: str, commit: str) -> bytes:
        with self._lock:
            return self._dispatcher.archive(run, commit)


class Room:
    """A dispatcher, and a worker in a thread."""

    def __init__(self, folder: Path) -> None:
        self.dispatcher, self.said = LocalDispatcher(), list[str]()
        self._stop = threading.Event()
        self._pool = LocalPool(2, 0)
        machine = Machine("box", "cpu", 4, "Linux", 2, REFERENCE / 2, IDENTITY)

        def builder(archives: object) -> Builder:
            return Builder(archives, folder, self._stop.is_set, copy)  # type: ignore[arg-type]

        self.player = RunWorker(
            self.dispatcher, machine, self._pool, builder, self._stop.is_set, self.said.append
        )
        self._thread = threading.Thread(target=self.player.play)
        self._thread.start()

    def close(self) -> None:
        self._stop.set()
        self._thread.join()
        self._pool.close()


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    made = Room(tmp_path / "builds")
    yield made
    made.close()


def outcomes(pool: SharedPool, count: int) -> list[Completed]:
    found: list[Completed] = []
    while len(found) < count:
        found += pool.wait(1.0)
    return found


def test_tasks_and_their_errors(room: Room) -> None:
    pool = SharedPool(room.dispatcher, "squares", 1, IDENTITY)
    waiting, found = [Square(value) for value in range(-1, 20)], list[Completed]()
    while len(found) < 21:
        while waiting and pool.free:
            pool.submit(waiting.pop())
        found += pool.wait(1.0)
    good = sorted(item.result for item in found if not item.error)
    assert good == [(value**2, 2.0) for value in range(20)]
    assert [item.error for item in found if item.error] == ["ValueError: negative"]
    assert {item.worker for item in found} == {"box"}
    (facts,) = pool.new_workers()
    assert (facts.name, facts.cores, facts.speed) == ("box", 4, REFERENCE / 2)
    pool.submit(Square(2))
    assert pool.close() == [Square(2)]


def test_a_limit_of_tasks(room: Room) -> None:
    pool = SharedPool(room.dispatcher, "squares", 1, IDENTITY, most=3)
    pool.wait(0.0)
    assert pool.free == 3
    pool.close()


def task(black: EngineSpec, white: EngineSpec) -> GameTask:
    return GameTask(0, black, white, GameSettings(time="1/move"), Opening(), 1, 0)


def test_commits_are_built_from_the_files_that_the_run_sends(
    room: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = Project(tmp_path / "project")
    project.commit("Weak", -800)
    project.commit("Strong", 800, 2222)
    monkeypatch.chdir(project.top)
    repository = Repository(project.top)
    engines = []
    for name in ("HEAD", "HEAD~1"):
        commit = repository.commit(name)
        # Where the run has its builds is no place on the worker's machine.
        build = Builder(repository, tmp_path / "there", installer=copy).build(commit)
        spec = EngineSpec(name, str(build.program))
        engines.append(RunEngine(spec, EngineIdentity("dummy", "elo 800"), commit.hash))
    pool = SharedPool(room.dispatcher, "strong or weak", 1, IDENTITY)
    pool.expect(engines)
    (tmp_path / "there").rename(tmp_path / "gone")
    pool.submit(task(engines[0].spec, engines[1].spec))
    (item,) = outcomes(pool, 1)
    assert item.error == "" and item.result.winner == "b" and item.worker == "box"
    assert item.result.settings.time == "2/move"  # the machine is half as fast
    assert len(list((tmp_path / "builds").glob("*/bin/gtpengine"))) == 2
    pool.close()


def test_another_signature_plays_no_game(
    room: Room, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = EngineSpec("a", dummy_command())
    true_proof = proof_of(spec)
    assert true_proof.gtp_name == "dummy" and true_proof.signature is None
    wanted = dataclasses.replace(true_proof, signature=1234)
    monkeypatch.setattr(sharedpool, "proof_of", lambda _spec: wanted)
    pool = SharedPool(room.dispatcher, "other sources", 1, IDENTITY)
    pool.expect([RunEngine(spec, EngineIdentity("dummy", "elo 0"))])
    pool.submit(task(spec, spec))
    said = ""
    while "plays no games" not in said:
        assert pool.wait(0.2) == []
        said += capsys.readouterr().err
    assert "box plays no games of this run: a: its bench signature is None, the run's 1234" in said
    assert any("no games of other sources" in text for text in room.said)
    pool.close()


def test_an_engine_that_does_not_start_is_told(room: Room) -> None:
    pool = SharedPool(room.dispatcher, "nothing", 1, IDENTITY)
    with pytest.raises(ValueError, match="no such program"):
        pool.expect([RunEngine(EngineSpec("a", "/nowhere/a"), EngineIdentity("a", "1"))])
    pool.close()


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (
            f"{sys.executable} -P -m gtpengine --threads 2",
            [sys.executable, "-P", "-m", "gtpengine"],
        ),
        ("gnugo --mode gtp", []),
        ("", []),
        ("sh -c 'exec gtpengine'", []),
    ],
)
def test_the_program_of_a_command_line(command: str, words: list[str]) -> None:
    assert list(own_words(command)) == words


def test_our_own_engine_shows_its_signature() -> None:
    proof = proof_of(EngineSpec("a", f"{sys.executable} -P -m gtpengine --simulations 10"))
    assert proof.problem == "" and proof.signature and proof.signature > 0
    assert proof.difference(proof) == ""


def test_speed_is_that_of_a_slot() -> None:
    pool = LocalPool(1, 0)
    try:
        assert 10 < measured_speed(pool) < 1e6
    finally:
        pool.close()
    assert SpeedTask(10).run(PoolWorker(0)) > 10
