"""Counting a finished game: which stones are dead, by the engine or as the person says."""

from __future__ import annotations

from dataclasses import dataclass

from board_ext.coords import EMPTY, neighbours
from board_ext.position import Position
from gtpengine.judge import life
from gtpengine.judge.life import FinalStatus, Status


@dataclass(frozen=True, slots=True)
class CountedBoard:
    """A finished board with its dead stones.

    ``score`` is Black's points minus White's, komi included; ``owners`` has the colour of each
    point from A1 on.
    """

    status: FinalStatus
    score: float
    owners: tuple[int, ...]

    @property
    def dead(self) -> frozenset[int]:
        """The dead stones."""
        return frozenset(self.status.points(Status.DEAD))

    @property
    def text(self) -> str:
        """The score as a result, ``B+3.5``, or ``a draw``."""
        return "a draw" if self.score == 0 else result_of(self.score)


def counted(position: Position, status: FinalStatus) -> CountedBoard:
    """Count a position in which life and death are known."""
    score = life.score(position, status)
    return CountedBoard(status, score, tuple(life.owners(position, status)))


def toggled(position: Position, count: CountedBoard, point: int) -> CountedBoard:
    """Count again with the stones on ``point`` dead instead of alive, or alive instead of dead.

    With them go the stones of their colour that no opposing stone parts from them.
    """
    dies = point not in count.dead
    reached = _together(position, point)
    fate = Status.DEAD if dies else Status.ALIVE
    chains = tuple(
        (chain, fate if chain[0] in reached else status) for chain, status in count.status.chains
    )
    return counted(position, FinalStatus(chains))


def _together(position: Position, start: int) -> set[int]:
    """Return what can be reached from a stone over empty points and stones of its colour."""
    color = position.color_at(start)
    seen, stack = {start}, [start]
    while stack:
        for point in neighbours(stack.pop(), position.size):
            if point not in seen and position.color_at(point) in (EMPTY, color):
                seen.add(point)
                stack.append(point)
    return seen


def result_of(score: float) -> str:
    """Return a score as SGF writes a result: ``B+3.5``, ``W+0.5``, ``0`` for a draw."""
    if score == 0:
        return "0"
    return f"{'B' if score > 0 else 'W'}+{abs(score):g}"
