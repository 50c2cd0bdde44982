"""Life and death, asked from Python: what is fought for, and what reading says of it."""

from collections.abc import Collection

from board_ext.position import Position

MOST_POINTS: int

class Reader:
    threads: int

    def __init__(
        self,
        bits: int = 18,
        threads: int = 1,
        shared: bool = False,
        beside: Reader | None = None,
    ) -> None: ...
    @property
    def nodes(self) -> int: ...
    @property
    def numbers(self) -> tuple[int, int]: ...
    def fight(
        self, position: Position, stone: int, wide: bool = False, few: int = 3
    ) -> tuple[list[int], list[int], list[int]] | None: ...
    def read(
        self,
        position: Position,
        stone: int,
        first: int,
        ko_master: int = 0,
        nodes: int = 100000,
    ) -> tuple[bool | None, int | None]: ...
    def solve(
        self,
        position: Position,
        defender: int,
        fight: tuple[Collection[int], ...],
        first: int,
        ko_master: int = 0,
        eyes: bool = False,
        nodes: int = 100000,
    ) -> tuple[bool | None, list[int]]: ...
    def walled(
        self,
        position: Position,
        defender: int,
        fight: tuple[Collection[int], ...],
    ) -> Position: ...
