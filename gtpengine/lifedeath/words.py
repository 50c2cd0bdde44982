"""What is said of a solution, in the language of the person."""

from __future__ import annotations

from typing import Any, Final

from board_ext.coords import BLACK, PASS, point_to_vertex
from gtpengine.base.text.language import Text, later, later_p
from gtpengine.lifedeath.question import Question
from gtpengine.lifedeath.solving import FightOutcome, GroupStatus, Solution, Tried

STATUSES: Final = {
    GroupStatus.ALIVE: later("alive"),
    GroupStatus.SEKI: later("alive in seki"),
    GroupStatus.DEAD: later_p("a group", "dead"),
    GroupStatus.KO: later("ko"),
    GroupStatus.UNSETTLED: later("unsettled: the first move decides"),
    GroupStatus.UNDECIDED: later("not decided"),
}

OUTCOMES: Final = {
    FightOutcome.WINS: later("works"),
    FightOutcome.SEKI: later("seki"),
    FightOutcome.KO_AHEAD: later("ko, the other side needs the first threat"),
    FightOutcome.KO: later("ko"),
    FightOutcome.KO_BEHIND: later("ko, needs the first threat"),
    FightOutcome.UNDECIDED: later("not decided"),
    FightOutcome.FAILS: later("fails"),
}

COLORS: Final = {True: later("Black"), False: later("White")}


def summary(solution: Solution) -> list[Text]:
    """Return the sentences on a solution: who moves, the group's status, the moves that work."""
    question = solution.question
    size = question.position.size
    mover, group = COLORS[question.mover == BLACK], COLORS[question.defender == BLACK]
    lines = [
        later("{color} to play.", color=mover),
        later(
            "The group of {color} at {point}: {status}.",
            color=group,
            point=point_to_vertex(question.target[0], size),
            status=STATUSES[solution.status],
        ),
    ]
    working = " ".join(point_to_vertex(one.move, size) for one in solution.working)
    if working:
        outcome = OUTCOMES[solution.best.outcome]
        lines.append(later("First moves: {moves} ({outcome}).", moves=working, outcome=outcome))
    elif solution.best.outcome is FightOutcome.FAILS:
        lines.append(later("No first move works."))
    else:
        lines.append(later("The time was not enough to decide: give more."))
    if solution.suggested is not None:
        vertex = point_to_vertex(solution.suggested, size)
        lines.append(suggestion(vertex, solution.best.outcome))
    return lines


def suggestion(vertex: str, outcome: FightOutcome = FightOutcome.UNDECIDED) -> Text:
    """Return the sentence on a move that is suggested, and not proved."""
    if outcome is FightOutcome.FAILS:
        return later(
            "The region may be too small: a search of the whole board suggests {point}. This is no"
            " proof.",
            point=vertex,
        )
    return later("A search of the whole board suggests {point}. This is no proof.", point=vertex)


def moves_of(line: tuple[int, ...], size: int) -> list[str]:
    """Return the vertices of a line."""
    return ["pass" if point == PASS else point_to_vertex(point, size) for point in line]


def tried_json(tried: Tried, size: int) -> dict[str, Any]:
    """Return a first move for JSON."""
    return {
        "move": point_to_vertex(tried.move, size),
        "outcome": tried.outcome.value,
        "line": moves_of(tried.line, size),
    }


def solution_json(solution: Solution) -> dict[str, Any]:
    """Return a solution for JSON: plain words in English, vertices, seconds."""
    question = solution.question
    size = question.position.size
    return question_json(question) | {
        "status": solution.status.value,
        "outcome": solution.best.outcome.value,
        "if_passed": solution.other.outcome.reversed.value,
        "first_moves": [point_to_vertex(one.move, size) for one in solution.working],
        "suggested": None
        if solution.suggested is None
        else point_to_vertex(solution.suggested, size),
        "moves": [tried_json(one, size) for one in solution.tried],
        "seconds": round(solution.seconds, 3),
    }


def question_json(question: Question) -> dict[str, Any]:
    """Return a question for JSON."""
    size = question.position.size
    return {
        "size": size,
        "to_play": "bw"[question.mover - 1],
        "defender": "bw"[question.defender - 1],
        "target": moves_of(question.target, size),
        "region": moves_of(question.region, size),
    }
