"""A stronger program that is asked who wins: KataGo, or any that speaks its JSON analysis protocol.

``gtpengine analysis`` is one, too, and gives the second opinion of a long search.
"""

from __future__ import annotations

import json
import subprocess
from types import TracebackType
from typing import Self

from gtpengine.tools.running.gtp_client import split_command

from board_ext.coords import BLACK, WHITE, point_to_vertex

from .constructions import Made
from .suites import KOMI

LETTERS = {BLACK: "B", WHITE: "W"}


class TeacherError(RuntimeError):
    """The teacher ended, or refused a question."""


class Teacher:
    """A running teacher; leave the ``with`` block to end it.

    :raises OSError: when its command cannot be started.
    """

    def __init__(self, command: str, visits: int) -> None:
        self.command = command
        self.visits = visits
        self._process = subprocess.Popen(
            split_command(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.terminate()
        self._process.wait()

    def win_rate(self, made: Made, visits: int = 0) -> float:
        """Return the win rate of the side to move, 0 to 1; visits of 0 are the usual ones.

        :raises TeacherError: when there is no answer.
        """
        asked = question(made, visits or self.visits)
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        try:
            print(json.dumps(asked), file=stdin, flush=True)
            line = stdout.readline()
        except OSError:
            line = ""
        if not line:
            raise TeacherError(f"{self.command}: it ended without an answer; start it by hand")
        answer = json.loads(line)
        while "warning" in answer:
            answer = json.loads(stdout.readline() or "{}")
        if "rootInfo" not in answer:
            raise TeacherError(f"{self.command}: {line.strip()[:300]}")
        rate = float(answer["rootInfo"]["winrate"])
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
