"""What a search found, in words of the game: moves are text, numbers are for the side to move."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from gtpengine.judge.life import Status, judge
from gtpengine.library.pictures.svg import Svg, board_svg
from gtpengine.library.positions.position import Position
from gtpengine.library.searches.evaluation import Evaluation, evaluate
from gtpengine.library.values.checks import number, one
from gtpengine.library.values.points import ColorName, Move, name_of
from gtpengine.mcts.report.estimates import Priors
from gtpengine.mcts.report.recommend import standing
from gtpengine.mcts.report.report import MoveStats, SearchReport
from gtpengine.session.analysis import SearcherLike

_VISITS: Final = 50
"""c_visit of Danihelka et al. 2022."""
_TINY: Final = 1e-12


@dataclass(frozen=True, slots=True)
class MoveReport:
    """What a search found about one move.

    ``move`` is ``"E5"`` or ``"pass"``. ``visits`` counts the simulations that began with it.
    ``win_rate``, from 0 to 1, and ``score_lead``, in points with komi counted, are means over
    these, for the side that plays the move. ``prior`` is the move's share of what is known before
    the search: the policy of a network that leads, else of the values that moves start with. The
    shares add up to 1, or to less where the search has not made all moves. ``pv`` is the line that
    the search expects, beginning with the move. ``proven`` is True for a move known to win with
    best play, False for one known to lose, else None.
    """

    move: str
    visits: int
    win_rate: float
    score_lead: float
    prior: float
    pv: tuple[str, ...]
    proven: bool | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the values as ``json.dumps`` takes them."""
        return {
            "move": self.move,
            "visits": self.visits,
            "win_rate": round(self.win_rate, 6),
            "score_lead": _known(self.score_lead),
            "prior": _known(self.prior),
            "pv": list(self.pv),
            "proven": self.proven,
        }


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Report:
    """What a search found about a position, after it or during it.

    In a notebook it shows itself as a board with the best moves and who owns what.

    ``position`` is a copy of what was searched. ``win_rate``, from 0 to 1, and ``score_lead``, in
    points with komi counted, are for the side to move; ``score_stdev`` is the standard deviation of
    the leads of this search's simulations. ``moves`` are those that were searched, the
    best one first; the best move is the most visited, or a move that is known to win. ``pv`` is the
    line that the search expects.

    ``ownership`` is an array of shape (size, size), row 0 at the bottom: +1 for a point that was
    Black's at the end of each simulation, -1 for White's, so that 0.5 is Black's in three of four.

    ``simulations`` and ``seconds`` belong to this search; ``visits`` also counts what an earlier
    one left in the tree. ``stopped_by`` says what ended the search: ``"simulations"``, ``"time"``
    or ``"stop"``; it has no meaning during the search.

    Reports of ``gtpengine.engines`` have NaN where an engine does not say a number, and their
    ``simulations`` are the visits.
    """

    position: Position
    moves: tuple[MoveReport, ...]
    win_rate: float
    score_lead: float
    score_stdev: float
    ownership: npt.NDArray[np.float32]
    visits: int
    simulations: int
    seconds: float
    stopped_by: str

    @property
    def to_play(self) -> ColorName:
        """The side to move."""
        return self.position.to_play

    @property
    def best_move(self) -> str:
        """The move to play: ``"E5"`` or ``"pass"``."""
        return self.moves[0].move

    @property
    def pv(self) -> tuple[str, ...]:
        """The line that the search expects, beginning with the best move."""
        return self.moves[0].pv

    @property
    def black_win_rate(self) -> float:
        """The win rate of Black, whoever is to move."""
        return self.win_rate if self.to_play == "black" else 1.0 - self.win_rate

    @property
    def black_score_lead(self) -> float:
        """The lead of Black in points, whoever is to move."""
        return self.score_lead if self.to_play == "black" else -self.score_lead

    @property
    def visit_shares(self) -> npt.NDArray[np.float32]:
        """The share of the visits that each move has: float32, shape (size * size + 1,), sum 1.

        It goes by the number of the move, the pass last: what AlphaZero takes for its policy.
        """
        shares = np.zeros(self.position.size**2 + 1, np.float32)
        for move in self.moves:
            shares[self.position.number(move.move)] = move.visits
        shares /= max(1, shares.sum())
        return shares

    def improved_policy(
        self, evaluation: Evaluation | None = None, *, scale: float = 0.1
    ) -> npt.NDArray[np.float32]:
        """Return the policy that the search improves the network's to: float32, as visit_shares.

        It is softmax(ln p + (50 + most visits) * scale * q) over the network's policy p and the win
        rates q, from 0 to 1. Moves without visits have a mean of the network's value and the win
        rates of the others (Danihelka et al. 2022). Unlike shares of visits it is of use after few
        simulations.

        :param evaluation: what a network said of the position; ``evaluate(position)`` when left
            out.
        :param scale: how much win rates weigh beside the network.
        :raises ValueError: when there is no network for this size, the evaluation is of another
            size, or the scale is not finite.
        """
        weight = number("scale", scale, "give a number, such as 0.1")
        if not math.isfinite(weight):
            raise ValueError(f"scale {weight}: give a number, such as 0.1")
        said = evaluate(self.position) if evaluation is None else one(Evaluation, evaluation)
        size = self.position.size
        if said.ownership.shape != (size, size):
            raise ValueError(f"an evaluation of another board: a {size}x{size} board is wanted")
        visits, values = np.zeros((2, size * size + 1))
        for move in self.moves:
            point = self.position.number(move.move)
            visits[point], values[point] = move.visits, move.win_rate
        seen, policy = visits > 0, said.policy.astype(np.float64)
        mean = np.average(values[seen], weights=policy[seen] + _TINY) if seen.any() else 0.0
        values[~seen] = (said.value + visits.sum() * mean) / (1 + visits.sum())
        with np.errstate(divide="ignore"):  # illegal moves have no share
            logits = np.log(policy) + (_VISITS + visits.max()) * weight * values
        shares = np.exp(logits - logits.max())
        return np.asarray(shares / shares.sum(), np.float32)

    def move(self, move: Move) -> MoveReport | None:
        """Return what was found about a move; None when it was not searched.

        :raises ValueError: when the board has no such point.
        """
        name = self.position.name(move)
        return next((found for found in self.moves if found.move == name), None)

    def dead_stones(self) -> list[str]:
        """Return the stones that are dead if the game ends here, by ownership and proofs.

        A chain counts as dead when its points are mostly the opponent's. ``position.score(dead)``
        then counts the game. This is meant for games that are over but for the counting.

        :raises ValueError: when an engine of others found this, and does not say who owns what.
        """
        if not self._has_owners():
            raise ValueError("the engine does not say who owns what, so no stones are known dead")
        core = self.position.core
        found = judge(core, self.ownership.ravel().tolist())
        return [name_of(point, core.size) for point in sorted(found.points(Status.DEAD))]

    def _has_owners(self) -> bool:
        return not np.isnan(self.ownership).any()

    def to_dict(self) -> dict[str, Any]:
        """Return everything as values that ``json.dumps`` takes.

        ``ownership`` is a list of rows, the bottom row first. What an engine does not say is None.
        """
        return {
            "position": self.position.to_dict(),
            "to_play": self.to_play,
            "best_move": self.best_move,
            "win_rate": round(self.win_rate, 6),
            "score_lead": _known(self.score_lead),
            "score_stdev": _known(self.score_stdev),
            "visits": self.visits,
            "simulations": self.simulations,
            "seconds": round(self.seconds, 6),
            "stopped_by": self.stopped_by,
            "pv": list(self.pv),
            "moves": [move.to_dict() for move in self.moves],
            "ownership": [[_known(value) for value in row] for row in self.ownership.tolist()],
        }

    def svg(self, *, moves: bool = True, ownership: bool = True, width: int | None = None) -> Svg:
        """Return a picture of the board with the best moves and who owns what, as SVG text.

        The numbers are win rates in percent; the best move is blue. ``gtpengine.board_svg`` draws
        more kinds of pictures.

        :raises ValueError: when the width is not from 1 to 100,000.
        """
        return board_svg(
            self.position,
            ownership=self.ownership if ownership and self._has_owners() else None,
            moves=self.moves if moves else (),
            width=width,
        )

    def pv_svg(self, move: Move | None = None, *, width: int | None = None) -> Svg:
        """Return a picture of the line that the search expects, its moves numbered from 1.

        :param move: the move that the line begins with; the best one when left out.
        :raises ValueError: when the move was not searched, or the board has no such point.
        """
        found = self.moves[0] if move is None else self.move(move)
        if found is None:
            raise ValueError(f"{move!r} was not searched: see moves")
        before = self.position
        board = Position.from_array(before.stones(), before.to_play, before.rules, before.komi)
        board.play_all(found.pv)
        return board_svg(board, numbers=True, width=width)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return (
            f"<Report {self.to_play} {self.best_move}, win rate {self.win_rate:.2f}, "
            f"lead {self.score_lead:+.1f}, {self.simulations} simulations "
            f"in {self.seconds:.2f} s>"
        )


def _known(value: float) -> float | None:
    """Return a number for JSON, which has no NaN."""
    return None if math.isnan(value) else round(value, 6)


def report_of(position: Position, found: SearchReport, searcher: SearcherLike) -> Report:
    """Return the report of a search; ``searcher`` still has its tree."""
    priors = Priors(found.moves)
    sure = found.sure_lead()

    def rank(stats: MoveStats) -> tuple[tuple[int, bool], int, float, int]:
        return standing(stats, sure), stats.visits, stats.value, -stats.point

    searched = sorted((m for m in found.moves if m.visits), key=rank, reverse=True)
    return Report(
        position=position,
        moves=tuple(
            MoveReport(
                move=name_of(stats.point, found.size),
                visits=stats.visits,
                win_rate=stats.value,
                score_lead=stats.score,
                prior=priors(stats),
                pv=tuple(name_of(p, found.size) for p, _ in searcher.variation(stats.point)),
                proven=stats.proven,
            )
            for stats in searched
        ),
        win_rate=found.value,
        score_lead=found.score,
        score_stdev=found.score_stdev,
        ownership=found.ownership,
        visits=found.visits,
        simulations=found.simulations,
        seconds=found.seconds,
        stopped_by=found.stopped_by,
    )
