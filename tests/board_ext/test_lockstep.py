"""Our board against boards by other authors, move by move; the work is done in lockstep.py.

The default run plays 49,000 moves, fewer a size above 9x9. A million takes about 20 minutes:
``pytest -m slow tests/board_ext/test_lockstep.py``, or with other seeds
``python -m tests.board_ext.lockstep --moves 1000000 --seed 2``.
"""

from __future__ import annotations

import pytest

from tests.board_ext.lockstep import lockstep, shares
from tests.board_ext.oracles import HAS_OPENSPIEL

DEFAULT_MOVES = 60_000
SLOW_MOVES = 1_000_000


@pytest.mark.fuzz
@pytest.mark.parametrize(
    ("size", "moves"),
    [(size, moves if size <= 9 else moves * 2 // 3) for size, moves in shares(DEFAULT_MOVES)],
)
def test_lockstep(size: int, moves: int) -> None:
    check(size, moves, seed=1)


@pytest.mark.slow
@pytest.mark.fuzz
@pytest.mark.parametrize(("size", "moves"), list(shares(SLOW_MOVES)))
def test_lockstep_million(size: int, moves: int) -> None:
    check(size, moves, seed=2)


def check(size: int, moves: int, seed: int) -> None:
    """One run, and that it met what it is there for."""
    counts = lockstep(size, moves, seed)
    assert counts["moves"] == moves
    assert counts["captured"] > 0
    assert counts["suicide"] > 0
    assert counts["suicides"] > 0
    if size <= 5:
        assert counts["superko"] > 0
    if HAS_OPENSPIEL:
        assert counts["legality compared"] > moves // 20


def test_openspiel_takes_part() -> None:
    if not HAS_OPENSPIEL:
        pytest.skip("LEGALITY IS NOT COMPARED WITH OPENSPIEL: pip install open_spiel, run again")
    assert lockstep(9, 300, seed=3)["legality compared"] > 0
