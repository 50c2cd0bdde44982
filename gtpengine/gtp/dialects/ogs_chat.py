"""Lines that gtp2ogs posts to the chat of a game on OGS, by the option ``ogs_chat``.

gtp2ogs reads stderr. It posts lines of KataGo's form to the malkovich chat, which players see only
after the game. gtp2ogs must have met the name KataGo before, so each line has that name.
"""

from __future__ import annotations

from board_ext.coords import point_to_vertex
from gtpengine.base.streams.stderrline import say
from gtpengine.mcts.report.report import SearchReport
from gtpengine.session.engine import Engine


def report_to_chat(engine: Engine) -> None:
    """Write a line about the last genmove to stderr, if wanted and if the genmove searched."""
    report = engine.last_search
    if not engine.options.ogs_chat or report is None:
        return
    line = chat_line(report)
    if line:
        say(line)


def chat_line(report: SearchReport) -> str:
    """Return visits, win rate, lead and expected line of the mover; empty without a line."""
    if not report.pv:
        return ""
    line = " ".join(point_to_vertex(point, report.size) for point in report.pv)
    return (
        f"gtpengine, in the form of KataGo: MALKOVICH:Visits {report.visits}"
        f" Winrate {100 * min(max(report.value, 0.0), 1.0):.2f}% ScoreLead {report.score:.1f}"
        f" ScoreStdev {report.score_stdev:.1f} PV {line}"
    )
