"""What techniques have learned, seen from Python; used by the tests alone."""

from collections.abc import Sequence

from board_ext.position import Position

def pattern3_weight_of(position: Position, point: int, color: int) -> float: ...

class RepliesProbe:
    def __init__(self) -> None: ...
    def learn(
        self,
        moves: Sequence[int],
        winner: int,
        first: int = 1,
        last: int = 0,
        last2: int = 0,
        forget: bool = True,
    ) -> None: ...
    def reply(self, color: int, last: int, last2: int | None = None) -> int: ...
