"""What was searched of one position of a game: what the cache keeps, line by line."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Self

from board_ext.coords import point_to_vertex
from board_ext.position import Position
from gtpengine.review.searching.judge import PositionSearcher
from gtpengine.review.searching.judging import suspicion
from gtpengine.review.searching.model import CandidateMove
from gtpengine.review.searching.searches import (
    DEEP,
    ROUNDS,
    MoveSearch,
    Pair,
    SearchResult,
)


@dataclass(frozen=True, slots=True)
class Searched:
    """The searches of the position after ``index`` moves.

    ``rounds`` compare what was played there with ``best``; there are none where the best move was
    played, and after the last move. ``deep`` says that the position was searched again, deeper.
    ``judge`` names the other engine that searched; it is empty where ours did.
    """

    index: int
    deep: bool
    found: SearchResult
    rounds: tuple[Pair, ...] = ()
    judge: str = ""

    @property
    def best(self) -> str:
        """The move that the engine would play."""
        return self.rounds[-1][1].move if self.rounds else self.found.candidates[0].move

    @property
    def simulations(self) -> int:
        """About how many the budget of a position is worth."""
        visits = sum(candidate.visits for candidate in self.found.candidates)
        return round(visits / (DEEP if self.deep else 1))

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        """Return what ``to_dict`` told.

        :raises KeyError, TypeError, ValueError: when it is something else.
        """
        found, rounds = values["found"], values["rounds"]
        moves = tuple(CandidateMove(**_with_tuples(one)) for one in found["candidates"])
        return cls(
            int(values["index"]),
            bool(values["deep"]),
            SearchResult(**found | {"candidates": moves}),
            tuple(
                (MoveSearch(**_with_tuples(played)), MoveSearch(**_with_tuples(best)))
                for played, best in rounds
            ),
            str(values["judge"]),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the values as ``json.dumps`` takes them."""
        return asdict(self)


def _with_tuples(values: dict[str, Any]) -> dict[str, Any]:
    """Return values with tuples where JSON has lists."""
    return {name: tuple(one) if isinstance(one, list) else one for name, one in values.items()}


def search_position(
    searcher: PositionSearcher, index: int, position: Position, point: int | None
) -> Searched:
    """Search a position, and the move played there against the best one.

    :param point: what was played; None after the last move.
    """
    found = searcher.position(position)
    if point is None:
        return Searched(index, False, found, judge=searcher.judge)
    played, best = point_to_vertex(point, position.size), found.candidates[0].move
    rounds = _rounds(searcher, position, played, best)
    return Searched(index, False, found, rounds, searcher.judge)


def search_deeper(
    searcher: PositionSearcher, before: Searched, position: Position, point: int | None
) -> Searched:
    """Search a position again, deeper; if another move is then best, compare with that move."""
    found = searcher.position(position, DEEP)
    rounds = before.rounds
    if point is not None and found.candidates[0].move != before.best:
        played = point_to_vertex(point, position.size)
        rounds = _rounds(searcher, position, played, found.candidates[0].move)
    return Searched(before.index, True, found, rounds, searcher.judge)


def _rounds(
    searcher: PositionSearcher, position: Position, played: str, best: str
) -> tuple[Pair, ...]:
    """Compare two moves, the longer the more it looks like a mistake."""
    rounds: list[Pair] = []
    if played != best:
        for share in ROUNDS:
            rounds.append(searcher.pair(position, played, best, share))
            if suspicion(rounds) < 1:
                break
    return tuple(rounds)
