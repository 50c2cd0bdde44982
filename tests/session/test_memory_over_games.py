"""The memory of one process over many games."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

GAMES = 500
WARM = 200
MOVES = 60


def own_mb(pid: int) -> float:
    """Megabytes that the process has for itself; pages of its files come and go with the system."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("RssAnon:")[2].split()[0]) / 1000


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").is_file(), reason="no /proc/PID/status here")
def test_500_games_in_one_process() -> None:
    """Nothing grows after the first games, and the tree keeps within --memory."""
    command = [sys.executable, "-P", "-m", "gtpengine", "--simulations", "30", "--memory", "32"]
    # On a busy machine an analysis may run for long, and its tree grow late, though not beyond 32.
    command += ["--set", "analysis_simulations=300"]
    engine = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
    assert engine.stdin is not None and engine.stdout is not None
    seen = {}
    try:
        for game in range(1, GAMES + 1):
            size = (9, 5, 13, 9)[game % 4]
            lines = [f"boardsize {size}", "clear_board", *["genmove b", "genmove w"] * (MOVES // 2)]
            lines += ["final_score", "undo", f"kata-analyze b {game % 5}", "stop"]
            engine.stdin.write("".join(f"{line}\n" for line in [*lines, "999 name"]).encode())
            reply = b""
            while not reply.endswith(b"=999 gtpengine\n\n"):
                part = engine.stdout.read(65536)
                assert part, "the engine has ended"
                reply = (reply + part)[-100_000:]
            if game in (WARM, GAMES):
                seen[game] = own_mb(engine.pid)
        engine.stdin.write(b"quit\n")
        assert engine.wait(60) == 0
    finally:
        engine.kill()
        engine.wait()
    print(f"{seen[WARM]:.1f} MB after {WARM} games, {seen[GAMES]:.1f} after {GAMES}")
    assert seen[GAMES] < seen[WARM] + 8
    assert seen[GAMES] < 32 + 100


MOVED = """
import pathlib
import sys
from board_ext.position import Position
from gtpengine.mcts.report.recommend import recommend
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.cluster.digests.sharing_searcher import SharingSearcher
from gtpengine.mcts.report.stoppers import Limits

def peak():
    status = pathlib.Path("/proc/self/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024

position = Position(9)
searcher = SharingSearcher(SearchParams(network="none"), memory_mb=1)
searcher.keep_digests(int(sys.argv[1]))
searcher.set_position(position)
searcher.search(Limits(simulations=100))
searcher.set_memory(4)
pathlib.Path("/proc/self/clear_refs").write_text("5")  # what the start took counts no more
begin = peak()
searcher.set_position(position)
report = searcher.search(Limits(simulations=40_000))
if int(sys.argv[1]):
    searcher.digest(0.001)
full = peak()
position.play(recommend(report))
searcher.set_position(position)
kept = searcher.snapshot()
print(report.tree_full, kept.visits, report.memory_bytes, full - begin, peak() - begin)
"""


@pytest.mark.skipif(not Path("/proc/self/clear_refs").is_file(), reason="no peak to reset here")
@pytest.mark.parametrize("receivers", [0, 3])
def test_moving_a_full_tree_stays_within_the_limit(receivers: int) -> None:
    """With digests for receivers as well, which have 32 bytes each beside a node."""
    command = [sys.executable, "-P", "-c", MOVED, str(receivers)]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    print(told)
    assert told[0] == "True"
    visits, tree, full, moved = (float(word) for word in told[1:])
    # It was full, most of it was kept, and neither took more than the limit and some slack.
    assert visits > 1_500
    assert tree > 3 * 2**20
    assert full < 4 + 2
    assert moved < 4 + 2
