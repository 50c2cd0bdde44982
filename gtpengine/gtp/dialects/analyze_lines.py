"""The lines of an analysis, in the forms of Leela Zero and of KataGo.

One report is one line: an ``info`` block for each move, the best first, then the fields about the
whole position that were asked for. In a block ``pv`` comes last, except for fields that clients
expect behind it. All numbers are for the side to move.

Fields that need an explanation:

- ``prior``: see ``gtpengine.mcts.report.estimates.Priors``;
- ``lcb``: the lower end of Wilson's 95 % interval;
- ``utility``: 2 * winrate - 1; ``weight`` and ``pvEdgeVisits`` are numbers of visits;
- ``scoreStdev``: over the simulations of this search, and so a property of playouts;
- ``ownershipStdev``: sqrt(1 - mean^2), as each simulation gives a point to Black or to White;
- ``noResultValue``: 0, since repetition never ends a game without result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

import numpy as np
import numpy.typing as npt

from board_ext.coords import BLACK, point_to_vertex
from gtpengine.gtp.dialects.analyze_args import AnalyzeArgs
from gtpengine.mcts.report.estimates import Priors, lower_bound
from gtpengine.mcts.report.recommend import recommend
from gtpengine.mcts.report.report import MoveStats, SearchReport
from gtpengine.session.analysis import RunningSearch

WORTH_SHOWING: Final = 1 / 1000
"""Moves with a smaller fraction of the visits are left out unless more are asked for."""

_THOUSANDTHS: Final = np.array([f"{n / 1000:.3f}" for n in range(-1000, 1001)], dtype=object)


def chosen_moves(report: SearchReport, args: AnalyzeArgs) -> list[MoveStats]:
    """Return the moves to show, the recommended one first, then by visits and prior."""
    if not report.moves:
        return []
    best = recommend(report)
    ranked = sorted(report.moves, key=lambda m: (m.point != best, -m.visits, -m.prior, m.point))
    threshold = max(1.0, report.visits * WORTH_SHOWING)
    shown = sum(move.visits >= threshold for move in ranked)
    count = max(shown, min(args.min_moves, len(ranked)))
    if args.max_moves is not None:
        count = min(args.max_moves, max(count, sum(move.visits > 0 for move in ranked)))
    return ranked[:count]


def leela_line(search: RunningSearch, args: AnalyzeArgs) -> str:
    """Return a report in Leela Zero's form, rates in 0 to 10000; empty without visits."""
    report = search.snapshot()
    priors = Priors(report.moves)
    blocks = []
    for order, move in enumerate(chosen_moves(report, args)):
        value = _value(move, report)
        blocks.append(
            f"info move {point_to_vertex(move.point, report.size)} visits {move.visits} "
            f"winrate {_rate(value)} prior {_rate(priors(move))} "
            f"lcb {_rate(lower_bound(value, move.visits))} order {order} "
            f"pv {_line(search, move, report)}"
        )
    return " ".join(blocks)


def kata_line(search: RunningSearch, args: AnalyzeArgs) -> str:
    """Return a report in KataGo's form, numbers with a decimal point; empty without visits."""
    report = search.snapshot()
    priors = Priors(report.moves)
    blocks = [
        _kata_block(search, args, report, move, order, priors(move))
        for order, move in enumerate(chosen_moves(report, args))
    ]
    if not blocks:
        return ""
    if "rootInfo" in args.flags:
        blocks.append(
            f"rootInfo visits {report.visits} {_values(report.value)} "
            f"{_scores(report.score, report.score_stdev)} weight {report.visits:.1f}"
        )
    for flag, numbers in (("ownership", _floats), ("ownershipStdev", _spreads)):
        if flag in args.flags:
            blocks.append(f"{flag} {numbers(report.ownership, report.to_play)}")
    return " ".join(blocks)


def _kata_block(
    search: RunningSearch,
    args: AnalyzeArgs,
    report: SearchReport,
    move: MoveStats,
    order: int,
    prior: float,
) -> str:
    value = _value(move, report)
    score = move.score if move.visits else report.score
    bound = lower_bound(value, move.visits)
    words = [
        f"info move {point_to_vertex(move.point, report.size)} visits {move.visits}",
        _values(value),
        _scores(score, move.score_stdev),
        f"prior {prior:.6f} lcb {bound:.6f} utilityLcb {2 * bound - 1:.6f}",
        f"weight {move.visits:.1f}",
    ]
    if "noResultValue" in args.flags:
        words.append("noResultValue 0.0")
    line = search.variation(move.point)
    visits = " ".join(str(count) for _, count in line)
    words.append(f"order {order} pv {_vertices(line, report.size)}")
    words += [f"{flag} {visits}" for flag in ("pvVisits", "pvEdgeVisits") if flag in args.flags]
    shown: tuple[tuple[str, _Numbers], ...] = (
        ("movesOwnership", _floats),
        ("movesOwnershipStdev", _spreads),
    )
    for flag, numbers in shown:
        if flag in args.flags:
            ownership = search.move_ownership(move.point)
            if ownership is not None:
                words.append(f"{flag} {numbers(ownership, report.to_play)}")
    return " ".join(words)


_Numbers = Callable[[npt.NDArray[np.float32], int], str]


def _value(move: MoveStats, report: SearchReport) -> float:
    """Return the win rate of a move; for an unvisited move, the position's."""
    return move.value if move.visits else report.value


def _rate(value: float) -> int:
    return round(10000 * min(max(value, 0.0), 1.0))


def _values(value: float) -> str:
    return f"utility {2 * value - 1:.6f} winrate {value:.6f}"


def _scores(score: float, stdev: float) -> str:
    return (
        f"scoreMean {score:.4f} scoreStdev {stdev:.4f} scoreLead {score:.4f} "
        f"scoreSelfplay {score:.4f}"
    )


def _line(search: RunningSearch, move: MoveStats, report: SearchReport) -> str:
    return _vertices(search.variation(move.point), report.size)


def _vertices(line: Iterable[tuple[int, int]], size: int) -> str:
    return " ".join(point_to_vertex(point, size) for point, _ in line)


def _floats(ownership: npt.NDArray[np.float32], to_play: int) -> str:
    """Return ownership from the top left corner on, row by row, +1 = the side to move."""
    return _thousandths(ownership[::-1] if to_play == BLACK else -ownership[::-1])


def _spreads(ownership: npt.NDArray[np.float32], _to_play: int) -> str:
    return _thousandths(np.sqrt(np.maximum(0.0, 1.0 - np.square(ownership[::-1]))))


def _thousandths(values: npt.NDArray[np.float32]) -> str:
    """Return numbers in [-1, 1] as text; a look-up is fast enough for every move and point."""
    places = np.rint(values * 1000).astype(np.intp) + 1000
    return " ".join(_THOUSANDTHS.take(places.reshape(-1)).tolist())
