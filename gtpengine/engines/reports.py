"""What an engine says of a position, as a report of the library."""

from __future__ import annotations

import numpy as np

from gtpengine.library.positions.position import Position
from gtpengine.library.searches.report import MoveReport, Report
from gtpengine.library.values.points import name_of
from gtpengine.programs.judgement import JudgedPosition


def report_of(
    position: Position, found: JudgedPosition, seconds: float, stopped_by: str = ""
) -> Report:
    """Return the report; what the engine does not say is NaN."""
    size = position.size
    owners = np.full(size * size, np.nan, np.float32)
    if found.ownership:
        owners[:] = found.ownership
    return Report(
        position=position.copy(),
        moves=tuple(
            MoveReport(
                move=name_of(move.point, size),
                visits=move.visits,
                win_rate=move.win_rate,
                score_lead=move.lead,
                prior=move.prior,
                pv=tuple(name_of(point, size) for point in move.line),
            )
            for move in found.moves
        ),
        win_rate=found.win_rate,
        score_lead=found.lead,
        score_stdev=found.lead_stdev,
        ownership=owners.reshape(size, size),
        visits=found.visits,
        simulations=found.visits,
        seconds=seconds,
        stopped_by=stopped_by,
    )
