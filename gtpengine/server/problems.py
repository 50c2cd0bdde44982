"""The person's own mistakes as problems: what is due, answers, and new ones from reviews."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from board_ext.coords import BLACK, WHITE, point_to_vertex
from gtpengine.base.text.language import _
from gtpengine.game.replay import initial_position, vertices_of
from gtpengine.problems.answering import JudgedAnswer, judged
from gtpengine.problems.deck import Card, Deck, due_cards, this_day
from gtpengine.problems.picture import progress_picture
from gtpengine.problems.problem import OwnMistake, problems_of
from gtpengine.problems.progress import progress_rows
from gtpengine.problems.quiz import explanation
from gtpengine.programs.session_judge import SessionJudge
from gtpengine.review.searching.judge import JudgeSearcher, PositionSearcher
from gtpengine.review.searching.model import Review
from gtpengine.review.searching.record import ReviewRecord
from gtpengine.review.searching.searches import ReviewLimits, ReviewSearcher
from gtpengine.server.games import point_of
from gtpengine.server.requests import refusal

MOST: Final = 5
"""Problems of a game at most."""

SIMULATIONS: Final = 1000
"""Of the search that judges an answer, as in a review."""

MEMORY: Final = 128


@dataclass(frozen=True, slots=True)
class ProblemDesk:
    """The deck in a file, and the search that judges answers, one at a time; ``judge``
    judges first, once that engine has started."""

    path: Path
    _lock: threading.Lock
    _searchers: list[ReviewSearcher]
    judge: SessionJudge | None = None

    @classmethod
    def of(cls, path: Path, judge: SessionJudge | None = None) -> ProblemDesk:
        """Return the desk of a deck, whose file is made when the first problem comes."""
        return cls(path, threading.Lock(), [], judge)

    def state(self, skipped: set[int]) -> dict[str, Any]:
        """Return what a page shows: the next problem that is due and not skipped, and how far the
        person is.

        :raises DeckError: when the deck cannot be used.
        """
        cards = self._cards()
        today = this_day()
        due = due_cards(cards, today)
        asked = [card for card in due if card.id not in skipped]
        later = [one.due.isoformat() for one in cards if one.due is not None and one.due > today]
        return {
            "problem": _question(asked[0]) if asked else None,
            "due": len(due),
            "left": len(asked),
            "later": min(later, default=""),
            "progress": [row.to_json() for row in progress_rows(cards)],
        }

    def picture(self) -> bytes:
        """Return how far the person is, as SVG.

        :raises DeckError: when the deck cannot be used.
        """
        return progress_picture(progress_rows(self._cards()))

    def answer(self, number: int, vertex: str) -> dict[str, Any]:
        """Judge an answer and note it.

        :raises HTTPException: when there is no such problem, or no such move.
        """
        card = next((one for one in self._cards() if one.id == number), None)
        if card is None:
            raise refusal(_("This problem is not in the deck any more."))
        problem = card.problem
        position = problem.position()
        point = point_of(vertex, position.size)
        if not position.is_legal(point):
            raise refusal(_("{point} is not legal here.", point=vertex))
        with self._lock:
            if not self._searchers:
                self._searchers.append(ReviewSearcher(ReviewLimits(SIMULATIONS), MEMORY))
            searchers: list[PositionSearcher] = [*self._searchers]
            if self.judge is not None and self.judge.name:
                engine = self.judge.started()
                searchers.insert(0, JudgeSearcher(engine, ReviewLimits(SIMULATIONS)))
            found = judged(problem, point, searchers)
        with Deck(self.path) as deck:
            due = deck.answered(card, found.solved, this_day())
        return _told(problem, found) | {"due": "" if due is None else due.isoformat()}

    def take(self, record: ReviewRecord, review: Review, player: str) -> int:
        """Put the mistakes of a reviewed game into the deck; return how many were new.

        :raises DeckError: when the deck cannot be used.
        """
        with Deck(self.path) as deck:
            return deck.add(problems_of(record, review, player, MOST), this_day())

    def close(self) -> None:
        """End the search."""
        for searcher in self._searchers:
            searcher.stop()
        with self._lock:
            while self._searchers:
                self._searchers.pop().close()

    def _cards(self) -> list[Card]:
        if not self.path.exists():
            return []
        with Deck(self.path) as deck:
            return deck.cards()


def _question(card: Card) -> dict[str, Any]:
    """Return what a page shows of a problem before the answer."""
    problem = card.problem
    position = problem.position()
    start, size = initial_position(position), position.size
    return {
        "id": card.id,
        "black": vertices_of(start, BLACK),
        "white": vertices_of(start, WHITE),
        "size": size,
        "color": problem.color,
        "game": problem.game,
        "number": problem.number,
        "moves": [
            {"color": "bw"[color - 1], "vertex": point_to_vertex(point, size)}
            for color, point in position.moves
        ],
    }


def _told(problem: OwnMistake, found: JudgedAnswer) -> dict[str, Any]:
    """Return what a page shows after the answer."""
    return {
        "solved": found.solved,
        "texts": explanation(problem, found),
        "lines": {
            "best": list(problem.best),
            "game": list(problem.played),
            "answer": list(found.line) or [found.move],
        },
    }
