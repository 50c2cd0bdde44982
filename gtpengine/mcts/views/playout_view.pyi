"""Playouts seen from Python, move by move with the reasons, for debugging and tests."""

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams

REASONS: frozenset[str]

def playout_from(
    position: Position, params: SearchParams, seed: int
) -> tuple[list[tuple[int, int, str]], int]: ...
def playout_moves_of(
    position: Position, params: SearchParams, first_seed: int, count: int
) -> dict[tuple[int, str], int]: ...
