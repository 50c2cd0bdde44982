"""A stronger program that is asked who wins: KataGo, or any that speaks its JSON analysis protocol.

``gtpengine analysis`` is one, too, and gives the second opinion of a long search.
"""

from __future__ import annotations

from typing import Self

from board_ext.coords import BLACK, WHITE, point_to_vertex
from gtpengine.programs.analysis_program import (
    LIMIT_SECONDS,
    AnalysisProgram,
    ProgramError,
)

from .constructions import Made
from .suites import KOMI

LETTERS = {BLACK: "B", WHITE: "W"}


class SuiteTeacher:
    """A running teacher; leave the ``with`` block to end it. ``limit``: seconds for each answer.

    :raises ProgramError: when its command cannot be started.
    """

    def __init__(self, command: str, visits: int, limit: float = LIMIT_SECONDS) -> None:
        self.command = command
        self.visits = visits
        self._program = AnalysisProgram(command, limit)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self._program.__exit__()

    def win_rate(self, made: Made, visits: int = 0) -> float:
        """Return the win rate of the side to move, 0 to 1; visits of 0 are the usual ones.

        :raises ProgramError: when there is no answer, or none to this question.
        """
        asked = question(made, visits or self.visits)
        self._program.send(asked)
        answer = self._program.answer()
        try:
            rate = float(answer["rootInfo"]["winrate"])
        except (KeyError, TypeError, ValueError):
            said = str(answer.get("error", answer))[:300]
            raise ProgramError(f"{self.command}: no win rate of {made.note!r}: {said}") from None
        if answer.get("id") != asked["id"] or not 0.0 <= rate <= 1.0:
            raise ProgramError(
                f"{self.command}: the answer does not belong to {made.note!r}: check the program"
            )
        return rate if made.to_play == BLACK else 1.0 - rate


def question(made: Made, visits: int) -> dict[str, object]:
    """Return the query about a position in KataGo's JSON."""
    stones = [
        [LETTERS[color], point_to_vertex(point, made.size)]
        for color in (BLACK, WHITE)
        for point in made.stones(color)
    ]
    return {
        "id": made.note,
        "boardXSize": made.size,
        "boardYSize": made.size,
        "komi": KOMI,
        "rules": "chinese",
        "initialStones": stones,
        "initialPlayer": LETTERS[made.to_play],
        "moves": [],
        "maxVisits": visits,
        "overrideSettings": {"reportAnalysisWinratesAs": "BLACK"},
    }
