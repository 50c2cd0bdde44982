"""Counting a finished game: which stones are dead, by the engine or as the person says."""

from __future__ import annotations

from dataclasses import dataclass, replace

from board_ext.coords import BLACK, EMPTY, WHITE, neighbours, opponent
from board_ext.position import Position
from board_ext.rules import Scoring
from gtpengine.base.text.language import Text, later, later_n
from gtpengine.judge import life
from gtpengine.judge.life import FinalStatus, Status


@dataclass(frozen=True, slots=True)
class CountedSide:
    """What a side has: stones where the rules count area, prisoners (dead stones, too) where they
    count territory; ``handicap`` is what the rules give White for handicap stones."""

    territory: int
    stones: int = 0
    prisoners: int = 0
    komi: float = 0.0
    handicap: int = 0

    @property
    def total(self) -> float:
        """All points."""
        return self.territory + self.stones + self.prisoners + self.komi + self.handicap

    @property
    def text(self) -> Text:
        """The sum as people write it: ``20 territory + 18 stones + 7 komi = 45``."""
        parts = [later("{points} territory", points=self.territory)]
        if self.stones:
            parts.append(later_n("{count} stone", "{count} stones", self.stones))
        if self.prisoners:
            parts.append(later_n("{count} prisoner", "{count} prisoners", self.prisoners))
        if self.komi:
            parts.append(later("{points:g} komi", points=self.komi))
        if self.handicap:
            parts.append(later("{points} for the handicap", points=self.handicap))
        if len(parts) == 1:
            return parts[0]
        named = {f"part{number}": part for number, part in enumerate(parts)}
        summed = " + ".join(f"{{{name}}}" for name in named)
        return Text(summed + " = {total:g}", {**named, "total": self.total})


@dataclass(frozen=True, slots=True)
class CountedBoard:
    """A finished board with its dead stones.

    ``score`` is Black's points minus White's, komi included; ``owners`` has the colour of each
    point from A1 on; ``sides`` is what each colour has.
    """

    status: FinalStatus
    score: float
    owners: tuple[int, ...]
    sides: dict[int, CountedSide]

    @property
    def dead(self) -> frozenset[int]:
        """The dead stones."""
        return frozenset(self.status.points(Status.DEAD))

    @property
    def text(self) -> Text:
        """The score as a result, ``B+3.5``, or ``a draw``."""
        return later("a draw") if self.score == 0 else Text(result_of(self.score))


def counted(position: Position, status: FinalStatus) -> CountedBoard:
    """Count a position in which life and death are known."""
    score = life.score(position, status)
    owners = tuple(life.owners(position, status))
    return CountedBoard(status, score, owners, _sides(position, status, score, owners))


def _sides(
    position: Position, status: FinalStatus, score: float, owners: tuple[int, ...]
) -> dict[int, CountedSide]:
    dead = set(status.points(Status.DEAD))
    found = {}
    for color, prisoners in zip((BLACK, WHITE), position.prisoners, strict=True):
        owned = [point for point, owner in enumerate(owners) if owner == color]
        stones = sum(position.color_at(point) == color for point in owned)
        if position.rules.removes_dead and position.rules.scoring is Scoring.TERRITORY:
            taken = sum(position.color_at(point) == opponent(color) for point in dead)
            found[color] = CountedSide(len(owned) - stones, prisoners=prisoners + taken)
        else:
            found[color] = CountedSide(len(owned) - stones, stones)
    given = found[BLACK].total - found[WHITE].total - score
    found[WHITE] = replace(found[WHITE], komi=position.komi, handicap=round(given - position.komi))
    return found


def toggled(position: Position, count: CountedBoard, point: int) -> CountedBoard:
    """Count again with the stones on ``point`` dead instead of alive, or alive instead of dead.

    With them go the stones of their colour that no opposing stone parts from them.
    """
    dies = point not in count.dead
    reached = together(position, point)
    fate = Status.DEAD if dies else Status.ALIVE
    chains = tuple(
        (chain, fate if chain[0] in reached else status) for chain, status in count.status.chains
    )
    return counted(position, FinalStatus(chains))


def together(position: Position, start: int) -> set[int]:
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
