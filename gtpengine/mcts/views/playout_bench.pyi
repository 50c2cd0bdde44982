"""Loops of playouts without a tree: what `gtpengine bench` measures and the tests replay."""

from gtpengine.mcts.params.search_params import SearchParams

def uniform_playouts(size: int, count: int, seed: int) -> tuple[int, int, int]: ...
def heavy_playouts(
    size: int, count: int, seed: int, params: SearchParams
) -> tuple[int, int, int]: ...
