"""Two workers of one search whose playouts adapt its weights at the same time; for the tests."""

from board_ext.position import Position
from gtpengine.mcts.params.search_params import SearchParams

class TeamProbe:
    def __init__(
        self, params: SearchParams, position: Position, simulations: int = 1000
    ) -> None: ...
    def run(self, number: int, times: int, seed: int) -> None: ...
    def learned(self) -> tuple[int, int, int]: ...
