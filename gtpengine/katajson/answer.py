"""Answers of the analysis protocol as JSON objects, in KataGo's form.

Numbers that the engine does not have are explained in ``gtpengine.gtp.dialects.analyze_lines``;
``policy`` holds the knowledge before the search, as ``prior`` does.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from board_ext.coords import BLACK, PASS, WHITE, point_to_vertex
from gtpengine.katajson.query import Query
from gtpengine.mcts.report.estimates import Priors, lower_bound
from gtpengine.mcts.report.report import MoveStats, SearchReport
from gtpengine.session.analysis import SearcherLike


def answer(
    query: Query, turn: int, searcher: SearcherLike, report: SearchReport, during: bool
) -> dict[str, Any]:
    """Return the answer for one position of a query; ``searcher`` still has its tree."""
    # The report's numbers are for the side to move; flip them if the other side was asked for.
    wanted = {"BLACK": BLACK, "WHITE": WHITE}.get(query.perspective, report.to_play)
    same = wanted == report.to_play
    priors = Priors(report.moves)
    moves = sorted(report.moves, key=lambda m: (-m.visits, -m.value, m.point))
    made: dict[str, Any] = {
        "id": query.id,
        "isDuringSearch": during,
        "turnNumber": turn,
        "moveInfos": [
            _move(query, searcher, report, move, order, priors(move), same)
            for order, move in enumerate(m for m in moves if m.visits)
        ],
        "rootInfo": {
            "currentPlayer": "B" if report.to_play == BLACK else "W",
            "visits": report.visits,
            "weight": float(report.visits),
            **_values(query, report.value, report.score, report.score_stdev, same),
        },
    }
    sign = 1.0 if wanted == BLACK else -1.0
    if "includeOwnership" in query.flags:
        made["ownership"] = _points(report.ownership * sign)
    if "includeOwnershipStdev" in query.flags:
        made["ownershipStdev"] = _points(np.sqrt(np.maximum(0.0, 1.0 - report.ownership**2)))
    if "includePolicy" in query.flags:
        made["policy"] = _policy(report, priors)
    return made


def nothing(query: Query, turn: int) -> dict[str, Any]:
    """Return the answer for a position whose search was ended before it began."""
    return {"id": query.id, "isDuringSearch": False, "turnNumber": turn, "noResults": True}


def _move(
    query: Query,
    searcher: SearcherLike,
    report: SearchReport,
    move: MoveStats,
    order: int,
    prior: float,
    same: bool,
) -> dict[str, Any]:
    bound = lower_bound(move.value, move.visits)
    line = searcher.variation(move.point)[: query.pv_length]
    made: dict[str, Any] = {
        "move": point_to_vertex(move.point, report.size),
        "visits": move.visits,
        "order": order,
        "prior": round(prior, 6),
        "weight": float(move.visits),
        "lcb": _round(bound if same else 1.0 - bound),
        "utilityLcb": _round((2 * bound - 1) * (1 if same else -1)),
        "pv": [point_to_vertex(point, report.size) for point, _ in line],
        **_values(query, move.value, move.score, move.score_stdev, same),
    }
    if "includePVVisits" in query.flags:
        made["pvVisits"] = [visits for _, visits in line]
    if "includeMovesOwnership" in query.flags:
        ownership = searcher.move_ownership(move.point)
        if ownership is not None:
            black = {"BLACK": True, "WHITE": False}.get(query.perspective, report.to_play == BLACK)
            made["ownership"] = _points(ownership * (1.0 if black else -1.0))
    return made


def _values(query: Query, value: float, score: float, stdev: float, same: bool) -> dict[str, float]:
    value = min(max(value, 0.0), 1.0)  # read during the search it may be slightly outside
    rate, lead = (value, score) if same else (1.0 - value, -score)
    made = {
        "winrate": _round(rate),
        "utility": _round(2 * rate - 1),
        "scoreLead": _round(lead),
        "scoreMean": _round(lead),
        "scoreSelfplay": _round(lead),
        "scoreStdev": _round(stdev),
    }
    if "includeNoResultValue" in query.flags:
        made["noResultValue"] = 0.0
    return made


def _points(values: npt.NDArray[np.float32]) -> list[float]:
    """Return the values from the top left corner on, row by row."""
    return [_round(value) for value in values[::-1].clip(-1.0, 1.0).reshape(-1).tolist()]


def _policy(report: SearchReport, priors: Priors) -> list[float]:
    """Return each point's share of the prior knowledge, the pass last; -1 for illegal moves."""
    size = report.size
    shares = {move.point: round(priors(move), 6) for move in report.moves}
    rows = [
        shares.get(row * size + column, -1.0)
        for row in range(size - 1, -1, -1)
        for column in range(size)
    ]
    return [*rows, shares.get(PASS, -1.0)]


def _round(value: float) -> float:
    return round(value, 6) if math.isfinite(value) else 0.0
