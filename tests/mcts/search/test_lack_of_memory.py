"""An allocation that fails leaves nothing half done: not even a new position breaks the search."""

from __future__ import annotations

import subprocess
import sys

import pytest

from board_ext.coords import BLACK
from board_ext.position import Position
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher

# Each call once lacks memory from its first allocation on, from its second, and so on.
SCRIPT = """
import _testcapi
from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher

positions = Position(9), Position(3)
plain, other = SearchParams(), SearchParams()
for name, value in (("transpositions", "true"), ("criticality", "0.5"),
                    ("playout_policy", "softmax")):
    other.set(name, value)
searcher = Searcher(memory_mb=2)
failed = 0
for start in range(250):
    try:
        _testcapi.set_nomemory(start, start + 3)
        if {params}:
            searcher.set_params(other if start & 2 else plain)
        searcher.set_position(positions[start & 1])
    except MemoryError:
        failed += 1
    finally:
        _testcapi.remove_mem_hooks()
    try:
        searcher.search(Limits(simulations=20))
    except RuntimeError:
        pass  # no position is set
    searcher.set_position(positions[start & 1])
    assert searcher.search(Limits(simulations=20)).simulations == 20
print("failed", failed)
"""


@pytest.mark.lab
@pytest.mark.parametrize("params", [False, True])
def test_a_lack_of_memory_leaves_nothing_half_done(params: bool) -> None:
    pytest.importorskip("_testcapi")
    script = SCRIPT.replace("{params}", str(params))
    done = subprocess.run(
        [sys.executable, "-P", "-c", script], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    words = done.stdout.split()
    assert words[0] == "failed"
    assert int(words[1]) > 5


def test_a_position_that_is_refused_leaves_the_one_before() -> None:
    searcher = Searcher(memory_mb=16)
    searcher.set_position(Position(9))
    searcher.search(Limits(simulations=50))
    for avoid in ({(BLACK, 400): 1}, {(3, 0): 1}):
        with pytest.raises(ValueError, match="no such move"):
            searcher.set_position(Position(5), avoid)
    assert searcher.snapshot().size == 9
    assert searcher.snapshot().visits == 50


def test_a_point_outside_the_board_has_no_owners() -> None:
    searcher = Searcher(memory_mb=16)
    searcher.keep_move_ownership(True)
    searcher.set_position(Position(9))
    searcher.search(Limits(simulations=50))
    with pytest.raises(ValueError, match="no move of the root"):
        searcher.move_ownership(10**6)
