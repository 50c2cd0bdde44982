"""How the two agree on a finished board, as on a server: marks, an objection, playing on.

The engine says what is dead, and the person changes marks. Marks that cost the engine points are an
objection, which is settled by playing on: stones that are dead can be captured. By rules that count
area the engine captures, too, around the stones that it called dead, since that costs nothing; else
the engine answers a pass by a pass. After the next two passes the engine's count stands: what the
person called dead and did not capture is alive, and so are the person's stones that the engine
called dead and did not capture.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from board_ext.coords import BLACK, EMPTY
from board_ext.position import Position
from board_ext.rules import Scoring
from gtpengine.judge.life import FinalStatus, Status
from gtpengine.play.counting import CountedBoard, counted, together, toggled


@dataclass(slots=True)
class Agreement:
    """The counts of one game. ``marked`` is to be agreed on, or was; None before a count."""

    person: int
    marked: CountedBoard | None = None
    played_on: bool = False
    _engines: CountedBoard | None = None
    _claimed: set[int] = field(default_factory=set)

    def count(self, position: Position, status: FinalStatus) -> CountedBoard:
        """Take what the engine says of a position after two passes; return the count."""
        if self._claimed:
            status = FinalStatus(
                tuple(
                    (chain, Status.ALIVE if self._is_claimed(position, chain[0]) else found)
                    for chain, found in status.chains
                )
            )
        self._engines = self.marked = counted(position, status)
        return self.marked

    def toggle(self, position: Position, point: int) -> CountedBoard:
        """Mark the stones on a point as dead, or alive again; see ``toggled``."""
        assert self.marked is not None
        self.marked = toggled(position, self.marked, point)
        return self.marked

    def disputed(self) -> list[int]:
        """Return the stones whose marks cost the engine points against its own count."""
        if self.marked is None or self._engines is None:
            return []
        gain = self.marked.score - self._engines.score
        if (gain if self.person == BLACK else -gain) <= 0:
            return []
        return sorted(self.marked.dead ^ self._engines.dead)

    def play_on(self, position: Position) -> None:
        """Have the next count settle what is disputed now, if anything is."""
        stones = self.disputed()
        self.played_on = self.played_on or bool(stones)
        if position.rules.scoring is Scoring.AREA:
            self._claimed |= {p for p in stones if position.color_at(p) == self.person}
        self.marked = self._engines = None

    def place_to_capture(self, position: Position) -> set[int]:
        """Return the empty points around stones that the engine called dead and has to capture."""
        stones = [stone for stone in self._claimed if self._is_claimed(position, stone)]
        around = set[int]().union(*(together(position, stone) for stone in stones))
        return {point for point in around if position.color_at(point) == EMPTY}

    def _is_claimed(self, position: Position, stone: int) -> bool:
        if position.color_at(stone) != self.person:
            return False
        return not self._claimed.isdisjoint(position.chain_at(stone))
