"""Games of a cluster, by the commands of the guide: one node is killed in each game."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from gtpengine.cluster.reach import own_address

GAMES = int(os.environ.get("GTPENGINE_CLUSTER_GAMES", "4"))
"""Games to play; 20 take ten minutes."""

NODES = 5
"""Three that play, and two to spare: one that is killed may take minutes to come back."""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


class Machines:
    """Machines that join and are begun again when they were killed."""

    def __init__(self, address: str, folder: Path) -> None:
        self._address, self._folder = address, folder
        self._nodes = [self._join() for _ in range(NODES)]
        self.killed = 0

    def _join(self) -> subprocess.Popen[bytes]:
        with open(self._folder / "join.txt", "ab") as log:
            words = f"-m gtpengine join {self._address} --threads 1 --memory 64".split()
            return subprocess.Popen([sys.executable, *words], stderr=log)

    def kill_one(self) -> None:
        """Kill a machine with all that runs on it, without a word, and begin it again."""
        place = self.killed % NODES
        node = psutil.Process(self._nodes[place].pid)
        for process in [*node.children(recursive=True), node]:
            try:
                process.send_signal(signal.SIGKILL)
            except psutil.NoSuchProcess:
                continue
        self._nodes[place].wait()
        self.killed += 1
        self._nodes[place] = self._join()

    def close(self) -> None:
        for node in self._nodes:
            node.terminate()
        for node in self._nodes:
            node.wait(60)


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[tuple[Machines, str]]:
    """A cluster that stands by itself, and machines that have joined it."""
    pytest.importorskip("ray", reason="Ray is not installed: make cluster")
    # Ray lets no head of this kind have the loopback address.
    address = f"{own_address()}:{free_port()}"
    port = address.rpartition(":")[2]
    words = f"-m ray.scripts.scripts start --head --num-cpus=0 --port={port} --block"
    words += " --include-dashboard=false --disable-usage-stats --object-store-memory=100000000"
    said = tmp_path / "ray.txt"
    with open(said, "wb") as output:
        head = subprocess.Popen([sys.executable, *words.split()], stdout=output)
    # Who looks for the head before it is there begins another one, and Ray refuses two.
    while b"will now block" not in said.read_bytes():
        assert head.poll() is None, said.read_text(encoding="utf-8")
        time.sleep(0.5)
    made = Machines(address, tmp_path)
    try:
        while nodes_of(address) <= NODES:
            assert head.poll() is None
            time.sleep(1.0)
        yield made, address
    finally:
        made.close()
        head.terminate()
        head.wait(60)


def nodes_of(address: str) -> int:
    """Return how many nodes a cluster has, as a program beside this one sees it."""
    code = (
        "from gtpengine.cluster.machines import connect, ray\n"
        f"connect({address!r})\n"
        "print(sum(node['Alive'] for node in ray.nodes()))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    return int(done.stdout) if done.returncode == 0 else 0


def members(log: Path) -> int:
    """How many machines take part, by what the head has noted."""
    text = log.read_text(encoding="utf-8") if log.exists() else ""
    return len(re.findall("takes part", text)) - len(re.findall("is lost", text))


@pytest.mark.slow
def test_games_against_gnugo_while_nodes_are_killed(
    machines: tuple[Machines, str], tmp_path: Path
) -> None:
    gnugo = shutil.which("gnugo") or shutil.which("/usr/games/gnugo")
    if gnugo is None:
        pytest.skip("GNU Go is not installed")
    nodes, address = machines
    log = tmp_path / "head.log"
    engine = f"{sys.executable} -m gtpengine --cluster {address} --time-per-move 0.5 --log {log}"
    words = f"--size 9 --games {GAMES} --concurrency 1 --cores-per-game 0 --time 20/move"
    words += f" --on-failure stop --store {tmp_path / 's.sqlite'}"
    engines = [f"cluster={engine} --memory 128", f"gnugo={gnugo} --mode gtp --chinese-rules"]
    match = subprocess.Popen(
        [sys.executable, "-m", "gtpengine", "match", *engines, *words.split()],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    lines: list[str] = []

    def read() -> None:
        assert match.stdout is not None
        for line in match.stdout:
            lines.append(line)
            print(line, end="", flush=True)

    reader = threading.Thread(target=read)
    reader.start()

    def finished() -> int:
        return sum(line.startswith("game ") for line in lines)

    killed_in = []
    try:
        for game in range(GAMES):
            # In the middle of a game in which at least two take part.
            while match.poll() is None and (finished() < game or members(log) < 2):
                time.sleep(0.2)
            time.sleep(3.0)
            killed_in.append(finished())
            nodes.kill_one()
        status = match.wait()
    finally:
        match.kill()
        reader.join()
    text = log.read_text(encoding="utf-8")
    print(f"{len(set(killed_in))} of {GAMES} games had a node killed, by number: {killed_in}")
    print(f"{nodes.killed} nodes killed; {text.count('is lost')} losses noted by the head")
    assert status == 0, "".join(lines)
    assert "Traceback" not in text
    assert killed_in == list(range(GAMES))
