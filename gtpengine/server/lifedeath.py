"""Problems of life and death on a page: solved once, then each move that is tried is answered."""

from __future__ import annotations

import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from board_ext.coords import BLACK, PASS, WHITE, point_to_vertex
from board_ext.position import Position
from gtpengine.base.text.language import Text, later
from gtpengine.game.replay import vertices_of
from gtpengine.lifedeath.question import LARGEST, NoProblemError, Question, given_question
from gtpengine.lifedeath.reading import problem_position, region_points
from gtpengine.lifedeath.solving import FightOutcome, LifeDeathSolver, Reading
from gtpengine.lifedeath.words import OUTCOMES, question_json, suggestion, summary, tried_json
from gtpengine.server.games import point_of
from gtpengine.server.requests import refusal, wrong

SECONDS: Final = 2.0
"""For finding the group, for the first move that works, for all others, and for each answer."""

KEPT: Final = 50
"""Problems that are remembered."""

LONGEST: Final = 60
"""Moves that may be tried after one another."""

LONGEST_REGION: Final = 300
"""Most characters of the words of a region."""


@dataclass(frozen=True, slots=True)
class SolveDesk:
    """Solves problems, one at a time; ``close`` ends the solver that is at work."""

    _lock: threading.Lock = field(default_factory=threading.Lock)
    _closed: threading.Event = field(default_factory=threading.Event)
    _solvers: list[LifeDeathSolver] = field(default_factory=list)
    _questions: OrderedDict[str, Question] = field(default_factory=OrderedDict)

    def begin(self, sgf: bytes, region: str = "") -> dict[str, Any]:
        """Solve the problem of a file.

        :param region: the points on which is played, in words; when empty, they are found.
        :raises HTTPException: when the file, or the region, has no problem.
        """
        notes: list[Text] = []
        try:
            position = problem_position(sgf, note=notes.append)
        except ValueError as error:
            raise refusal(str(error)) from None
        given = _given(position, region) if region else None
        with self._lock:
            solver = self._solver()
            try:
                if given:
                    solution = solver.solve(given, SECONDS)
                else:
                    solution = solver.answer(position, SECONDS)
            except NoProblemError as error:
                raise refusal(_nothing(error)) from None
            question = solution.question
            name = secrets.token_hex(6)
            self._questions[name] = question
            while len(self._questions) > KEPT:
                self._questions.popitem(last=False)
        size = position.size
        right = {one.move for one in solution.working}
        return question_json(question) | {
            "id": name,
            "black": vertices_of(position, BLACK),
            "white": vertices_of(position, WHITE),
            "texts": [str(text) for text in summary(solution)],
            "notes": [str(note) for note in notes],
            "moves": [
                tried_json(one, size)
                | {"words": str(OUTCOMES[one.outcome]), "works": one.move in right}
                for one in solution.tried
            ],
        }

    def answer(self, name: str, moves: Sequence[str]) -> dict[str, Any]:
        """Answer the last of these moves.

        :raises HTTPException: when there is no such problem, or a move cannot be played.
        """
        with self._lock:
            question = self._questions.get(name)
            if question is None:
                raise refusal(str(GONE))
            for vertex in moves[:LONGEST]:
                point = point_of(vertex, question.position.size)
                if point != PASS and point not in (*question.region, *question.border):
                    raise refusal(str(later("{point} is outside the region.", point=vertex)))
                if point != PASS and point not in question.moves():
                    raise refusal(str(later("{point} is not legal here.", point=vertex)))
                question = question.after(point)
            reading = self._solver().read(question, time.monotonic() + SECONDS)
        outcome = OUTCOMES[reading.outcome.reversed]
        return {
            "texts": [str(outcome), str(_reply(reading, question))],
            "reply": _vertex(reading, question),
        }

    def close(self) -> None:
        """End the search."""
        self._closed.set()
        with self._lock:
            while self._solvers:
                self._solvers.pop().close()

    def _solver(self) -> LifeDeathSolver:
        if self._closed.is_set():
            raise wrong("the server ends", 503)
        if not self._solvers:
            self._solvers.append(LifeDeathSolver(self._closed.is_set))
        return self._solvers[0]


NOT_POINTS: Final = later("Give points such as G2, or corners as in A1:F5.")
NO_FIGHT: Final = later(
    "These points have no fight that can be read: name the group's stones, too, and at most {most}"
    " points.",
    most=LARGEST,
)
NOTHING: Final = later("No group is found whose life is in doubt and can be read.")
GONE: Final = later("The server does not have this problem any more: load the problem again.")


def _nothing(error: NoProblemError) -> str:
    """Return that nothing is found, with the move that is suggested."""
    return f"{NOTHING} {suggestion(error.suggested)}" if error.suggested else str(NOTHING)


def _given(position: Position, region: str) -> Question:
    try:
        points = region_points(region, position.size)
    except NoProblemError:
        raise refusal(str(NOT_POINTS)) from None
    try:
        return given_question(position, points)
    except NoProblemError:
        raise refusal(str(NO_FIGHT)) from None


def _vertex(reading: Reading, question: Question) -> str:
    """Return where the program plays, or nothing where no answer is needed or known."""
    if not reading.line or reading.line[0] == PASS:
        return ""
    return point_to_vertex(reading.line[0], question.position.size)


def _reply(reading: Reading, question: Question) -> Text:
    if reading.outcome is FightOutcome.UNDECIDED:
        return later("The time was not enough to decide: give more.")
    point = _vertex(reading, question)
    return later("Answer: {point}", point=point) if point else later("no answer is needed")
