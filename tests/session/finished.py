"""A finished board, on which both sides should pass."""

from __future__ import annotations

import numpy as np

from board_ext.coords import BLACK, PASS, WHITE
from board_ext.position import Position
from gtpengine.session.engine import Engine


def both_pass(engine: Engine, diagram: str) -> None:
    """Set up a diagram of the engine's board size, and fail where one of both does not pass."""
    stones = Position.from_diagram(diagram).stones().reshape(-1)
    engine.set_stones(
        np.flatnonzero(stones == BLACK).tolist(), np.flatnonzero(stones == WHITE).tolist(), BLACK
    )
    engine.set_komi(0.5)
    assert engine.genmove(BLACK) == PASS
    assert engine.genmove(WHITE) == PASS
