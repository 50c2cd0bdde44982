"""Exhaustive play on a few points: who captures whom when nothing else is played."""

from collections.abc import Iterable, Mapping
from typing import Final

MAX_POINTS: Final[int]

MAX_WALLS: Final[int]

class TooLargeError(Exception): ...

class Won:
    def __contains__(self, state: object) -> bool: ...
    def __len__(self) -> int: ...

class LocalGame:
    limit: int
    def __init__(
        self,
        size: int,
        points: Iterable[int],
        stones: Mapping[int, int],
        walls: Iterable[tuple[int, Iterable[int], bool]],
        limit: int,
    ) -> None: ...
    @property
    def points(self) -> tuple[int, ...]: ...
    def mask(self, points: Iterable[int]) -> int: ...
    def start(self, turn: int) -> int: ...
    def stands(self) -> bool: ...
    def won(
        self,
        attacker: int,
        targets: int = 0,
        unless: Won | None = None,
        against_kos: bool = False,
    ) -> Won: ...
    def captures(self, attacker: int, targets: int = 0) -> bool: ...
