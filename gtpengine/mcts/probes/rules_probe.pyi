"""Orders of playout rules seen from Python, and playouts by dummy rules; for the tests alone."""

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams

def rules_asked(params: SearchParams) -> list[str]: ...
def playout_by_dummies(
    position: Position, params: SearchParams, rules: list[tuple[str, bool, bool]], seed: int
) -> list[str]: ...
