"""The report of ``cgos-genmove_analyze``: a JSON object on one line, which CGOS keeps and shows.

Form: zakki/cgos, "GTP tournament game expansion" 0.1. Rates and scores are for the side to move.
``pv`` is the expected line after the move, without the move itself. ``ownership`` has a letter for
each point, from the top left corner on, row by row: ``A`` the opponent's, ``f`` open, ``+`` the
mover's.
"""

from __future__ import annotations

import json
import string
from typing import Any, Final

from board_ext.coords import BLACK, point_to_vertex
from gtpengine.gtp.dialects.analyze_args import AnalyzeArgs
from gtpengine.gtp.dialects.analyze_lines import chosen_moves
from gtpengine.mcts.report.estimates import Priors
from gtpengine.mcts.report.report import SearchReport
from gtpengine.session.analysis import RunningSearch

LETTERS: Final = string.ascii_uppercase + string.ascii_lowercase + string.digits + "+"


def cgos_line(search: RunningSearch, args: AnalyzeArgs) -> str:
    """Return a report for CGOS; empty without visits."""
    report = search.snapshot()
    moves = [move for move in chosen_moves(report, args) if move.visits]
    if not moves:
        return ""
    prior = Priors(report.moves)
    entries: list[dict[str, Any]] = []
    for move in moves:
        entry: dict[str, Any] = {
            "move": point_to_vertex(move.point, report.size),
            "winrate": round(move.value, 6),
            "score": round(move.score, 4),
            "prior": round(prior(move), 6),
            "visits": move.visits,
        }
        line = [point_to_vertex(point, report.size) for point, _ in search.variation(move.point)]
        if len(line) > 1:
            entry["pv"] = " ".join(line[1:])
        entries.append(entry)
    whole = {
        "winrate": round(report.value, 6),
        "score": round(report.score, 4),
        "visits": report.visits,
        "moves": entries,
        "ownership": encoded_ownership(report),
    }
    return json.dumps(whole, separators=(",", ":"))


def encoded_ownership(report: SearchReport) -> str:
    """Return a letter for each point: 63 steps from the opponent's to the mover's."""
    sign = 1.0 if report.to_play == BLACK else -1.0
    last = len(LETTERS) - 1
    values = report.ownership[::-1].reshape(-1).tolist()
    return "".join(
        LETTERS[round(last * min(max((sign * value + 1) / 2, 0.0), 1.0))] for value in values
    )
