"""``gtpengine work`` on a real Ray cluster: workers that join, and one that is killed."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from gtpengine.tools.storage.database import StoreError
from gtpengine.tools.storage.store import Store
from gtpengine.tools.storage.workers import workers_of

from gtpengine.cli import main
from tests.tools.conftest import dummy_command


class Cluster:
    """A cluster without cores of its own, and its workers."""

    def __init__(self, folder: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as server:
            self.address = f"127.0.0.1:{server.getsockname()[1]}"
        self._folder = folder
        words = f"-m ray.scripts.scripts start --head --num-cpus=0 --port={self.address[10:]}"
        words += " --block --include-dashboard=false --disable-usage-stats"
        words += " --object-store-memory=100000000 --node-ip-address=127.0.0.1"
        self._head = subprocess.Popen([sys.executable, *words.split()], stdout=subprocess.DEVNULL)
        self.workers: dict[str, subprocess.Popen[bytes]] = {}

    def work(self, name: str) -> None:
        """Begin a worker of one slot."""
        words = f"-m gtpengine work {self.address} --concurrency 1 --cores-per-game 0"
        with (self._folder / f"{name}.txt").open("wb") as log:
            self.workers[name] = subprocess.Popen(
                [sys.executable, *words.split(), "--name", name], stderr=log, cwd=self._folder
            )

    def said(self, name: str) -> str:
        return (self._folder / f"{name}.txt").read_text()

    def kill(self, name: str) -> None:
        """Kill a worker with all that runs below it, without a word."""
        worker = self.workers.pop(name)
        process = psutil.Process(worker.pid)
        for one in [*process.children(recursive=True), process]:
            try:
                one.send_signal(signal.SIGKILL)
            except psutil.NoSuchProcess:
                continue
        worker.wait()

    def close(self) -> None:
        for worker in self.workers.values():
            worker.terminate()
        for worker in self.workers.values():
            worker.wait(60)
        self._head.terminate()
        self._head.wait(60)


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    pytest.importorskip("ray", reason="Ray is not installed: make cluster")
    made = Cluster(tmp_path)
    yield made
    made.close()


@pytest.mark.slow
def test_workers_play_a_match_though_one_is_killed(cluster: Cluster, tmp_path: Path) -> None:
    for name in ("one", "two"):
        cluster.work(name)
    engines = [f"a={dummy_command('--elo 90 --delay 0.1')}", f"b={dummy_command()}"]
    words = ["--games", "60", "--time", "5/move", "--name", "m", "--store", "s.sqlite"]
    shared = ["--cluster", cluster.address, "--priority", "3"]
    run = [sys.executable, "-m", "gtpengine", "match", *engines, *words]

    def done() -> dict[str, int]:
        try:
            with Store(tmp_path / "s.sqlite", read_only=True) as store:
                found = workers_of(store, store.event("m")) if store.event_names() else []
        except StoreError:  # it is being made
            return {}
        return {worker.facts.name: worker.games for worker in found}

    while "simulations a second" not in cluster.said("one") + cluster.said("two"):
        time.sleep(0.5)
    match = subprocess.Popen([*run, *shared], cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    try:
        while not (sum(done().values()) >= 10 and "two" in done()) and match.poll() is None:
            time.sleep(0.2)
        assert match.poll() is None
        cluster.kill("two")
        cluster.work("three")
        said = match.communicate(timeout=300)[1]
    finally:
        match.kill()
    assert match.returncode == 0, said
    assert "one" in done() and sum(done().values()) == 60
    # The games are those that this machine would have played.
    here = [*run[:-1], "here.sqlite"]
    assert subprocess.run(here, cwd=tmp_path, capture_output=True).returncode == 0
    digests = []
    for name in ("s.sqlite", "here.sqlite"):
        with Store(tmp_path / name, read_only=True) as store:
            rows = store.records(store.event("m"))
            digests.append([(row.plan.number, row.record.digest()) for row in rows])
    assert len(digests[0]) == 60 and digests[0] == digests[1]
    cluster.workers["one"].terminate()
    cluster.workers["one"].wait(60)
    assert re.search(r"gtpengine work: \d+ games returned", cluster.said("one"))


def test_the_speed_of_this_machine(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["work", "--measure", "--concurrency", "1", "--cores-per-game", "0"]) == 0
    said = capsys.readouterr().out
    assert re.match(r"1 slots of [\d,]+ simulations a second each; clocks, which are meant", said)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "give the head's HOST:PORT, or --measure"),
        (["a b"], "give HOST:PORT, such as"),
        (["host:99999"], "give HOST:PORT, such as"),
    ],
)
def test_an_address_that_is_none(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["work", *words]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "--priority is for --cluster ADDRESS"),
        (["--cluster", "local"], "no workers on a cluster that begins now"),
        (["--cluster", "127.0.0.1:1"], "nobody answers at 127.0.0.1:1"),
        (["--cluster", "auto", "--gtp-log", "logs"], "workers keep no logs"),
    ],
)
def test_a_run_that_cannot_be_shared(
    words: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    pytest.importorskip("ray", reason="Ray is not installed: make cluster")
    monkeypatch.chdir(tmp_path)
    engine = dummy_command()
    assert main(["match", engine, engine, "--games", "2", "--priority", "1", *words]) == 2
    assert message in capsys.readouterr().err
