"""A stronger program that judges positions: any that speaks KataGo's JSON analysis protocol.

Only the protocol is used. With one visit for each position the program's network answers, or
whatever the program knows without a search. With more visits its search answers: the policy is then
the shares of visits. So a search teaches a network that guides the next search, this engine's own,
too (Anthony, Tian and Barber, Thinking fast and slow with deep learning and tree search, 2017).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from board_ext.coords import PASS, vertex_to_point
from gtpengine.programs.analysis_program import (
    LIMIT_SECONDS,
    AnalysisProgram,
    ProgramError,
)

LETTERS: Final = "ABCDEFGHJKLMNOPQRST"


@dataclass(frozen=True, slots=True)
class TeacherQuestion:
    """A position: its moves (PASS = -1), Black first, and komi."""

    points: npt.NDArray[np.int16]
    komi: float


@dataclass(frozen=True, slots=True)
class TeacherJudgement:
    """What the teacher says of a position, for the side to move.

    ``policy``: float32 (points + 1,), the pass last, 0 where no move is legal; its sum is 1.
    ``value``: the chance to win, 0 to 1. ``lead``: points, komi counted. ``ownership``: float32
    (points,), -1 to 1. Points run from A1 along the rows.
    """

    policy: npt.NDArray[np.float32]
    value: float
    lead: float
    ownership: npt.NDArray[np.float32]


class Teacher:
    """The program, running; a context manager.

    :param command: how to start it, as one line.
    :param rules: the name of the rules, as the protocol calls them.
    :param visits: of its search of each position.
    :param limit: seconds for each answer.
    :raises ProgramError: when it cannot be started.
    """

    def __init__(
        self,
        command: str,
        size: int,
        rules: str = "chinese",
        visits: int = 1,
        limit: float = LIMIT_SECONDS,
    ) -> None:
        self._size = size
        self._rules = rules
        self._visits = visits
        self._program = AnalysisProgram(command, limit)

    def __enter__(self) -> Teacher:
        return self

    def __exit__(self, *exc: object) -> None:
        self._program.__exit__()

    def describe(self) -> dict[str, str]:
        """Return what the program says of itself: its version, and its network where it tells."""
        about = {"version": "unknown", "network": "unknown"}
        self._program.send({"id": "version", "action": "query_version"})
        about["version"] = str(self._program.answer().get("version", "unknown"))
        self._program.send({"id": "models", "action": "query_models"})
        models = self._program.answer().get("models") or [{}]
        if isinstance(models[0], dict):
            about["network"] = str(
                models[0].get("internalName") or models[0].get("name", "unknown")
            )
        return about

    def judge(
        self, questions: Iterable[TeacherQuestion], in_flight: int
    ) -> Iterator[tuple[int, TeacherJudgement | str]]:
        """Yield the number of each question and what the program says of it, as it answers.

        ``in_flight`` questions wait for their answer at a time. A position that it refuses has the
        reason instead.

        :raises ProgramError: when the program ends, or an answer makes no sense.
        """
        waiting: dict[str, int] = {}
        source = enumerate(questions)
        more = True
        while more or waiting:
            while more and len(waiting) < in_flight:
                number, question = next(source, (-1, None))
                if question is None:
                    more = False
                    break
                waiting[str(number)] = number
                self._program.send(self._query(str(number), question))
            if not waiting:
                return
            answer = self._program.answer()
            number = waiting.pop(str(answer.get("id")), -1)
            if number < 0:
                continue  # a warning, or the answer to something else
            if "error" in answer:
                yield number, str(answer["error"])
            else:
                yield number, self._judgement(answer)

    def _query(self, name: str, question: TeacherQuestion) -> dict[str, Any]:
        moves = [
            ["BW"[i % 2], self._vertex(point)] for i, point in enumerate(question.points.tolist())
        ]
        return {
            "id": name,
            "moves": moves,
            "rules": self._rules,
            "komi": question.komi,
            "boardXSize": self._size,
            "boardYSize": self._size,
            "maxVisits": self._visits,
            "includePolicy": self._visits == 1,
            "includeOwnership": True,
            "overrideSettings": {"reportAnalysisWinratesAs": "SIDETOMOVE"},
        }

    def _vertex(self, point: int) -> str:
        row, column = divmod(point, self._size)
        return "pass" if point == PASS else f"{LETTERS[column]}{row + 1}"

    def _judgement(self, answer: dict[str, Any]) -> TeacherJudgement:
        size = self._size
        try:
            root = answer["rootInfo"]
            value, lead = float(root["winrate"]), float(root["scoreLead"])
            told = np.array(
                answer["policy"] if self._visits == 1 else self._shares(answer), np.float32
            )
            owned = np.array(answer["ownership"], np.float32)
            if told.shape != (size * size + 1,) or owned.shape != (size * size,):
                raise ValueError("policy or ownership of another size")
            if not (np.isfinite([value, lead]).all() and np.isfinite(told).all()):
                raise ValueError("numbers that are none")
        except (KeyError, TypeError, ValueError) as error:
            raise ProgramError(f"an answer of the teacher makes no sense: {error}") from None
        # Its rows run from the top of the board; an illegal move is negative.
        points = np.maximum(told[:-1].reshape(size, size)[::-1].ravel(), 0)
        policy = np.append(points, max(0.0, float(told[-1])))
        policy /= max(float(policy.sum()), 1e-9)
        own = owned.reshape(size, size)[::-1].ravel()
        return TeacherJudgement(policy.astype(np.float32), value, lead, own)

    def _shares(self, answer: dict[str, Any]) -> npt.NDArray[np.float32]:
        """Return the visits of each move as the protocol lists a policy: rows from the top."""
        size = self._size
        visits = np.zeros(size * size + 1, np.float32)
        for move in answer["moveInfos"]:
            point = -1 if move["move"] == "pass" else vertex_to_point(move["move"], size)
            row, column = divmod(point, size)
            visits[-1 if point < 0 else (size - 1 - row) * size + column] = float(move["visits"])
        return visits
