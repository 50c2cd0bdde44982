"""The problems that are due, asked line by line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from typing import Final, TextIO

from board_ext.coords import PASS, point_to_vertex, vertex_to_point
from board_ext.position import Position
from gtpengine.problems.answering import JudgedAnswer, judged
from gtpengine.problems.deck import Card, Deck
from gtpengine.problems.problem import OwnMistake
from gtpengine.review.searches import PositionSearcher

COLORS: Final = {"b": "Black (X)", "w": "White (O)"}

HELP: Final = "Type a move such as D4, skip (ask it later), or quit."


class Quiz:
    """Problems at a prompt. Lines come from ``ask``, which raises EOFError at their end."""

    def __init__(
        self,
        deck: Deck,
        searcher: PositionSearcher,
        ask: Callable[[str], str],
        out: TextIO,
        today: date,
    ) -> None:
        self._deck, self._searcher = deck, searcher
        self._ask, self._out, self._today = ask, out, today

    def run(self, cards: Sequence[Card]) -> tuple[int, int]:
        """Ask; return how many were solved, and how many were answered."""
        solved = answered = 0
        for number, card in enumerate(cards, 1):
            self._say(f"\nProblem {number} of {len(cards)}. {_question(card.problem)}")
            self._say(card.problem.position().to_diagram())
            if number == 1:
                self._say(HELP)
            try:
                point = self._move(card.problem.position())
            except EOFError:
                break
            if point is None:
                continue
            answer = judged(card.problem, point, self._searcher)
            due = self._deck.answered(card, answer.solved, self._today)
            answered += 1
            solved += answer.solved
            for line in explanation(card.problem, answer):
                self._say(line)
            when = "You have learned it." if due is None else f"It comes back on {due}."
            self._say(when)
        return solved, answered

    def _move(self, position: Position) -> int | None:
        """Ask until there is a legal move; None to skip.

        :raises EOFError: when the person leaves.
        """
        while True:
            word = self._ask("> ").strip().lower()
            if word in ("quit", "q", "exit"):
                raise EOFError
            if word in ("skip", "s"):
                return None
            try:
                point = vertex_to_point(word, position.size)
            except ValueError:
                self._say(f"{word or 'An empty line'} is no point of this board. {HELP}")
                continue
            if point == PASS or position.is_legal(point):
                return point
            self._say(f"{word.upper()} is not legal here. {HELP}")

    def _say(self, text: str) -> None:
        print(text, file=self._out, flush=True)


def _question(problem: OwnMistake) -> str:
    position = problem.position()
    last = point_to_vertex(position.moves[-1][1], position.size)
    return (
        f"{COLORS[problem.color]} to move after {last}: find a good move."
        f" ({problem.game}, move {problem.number})"
    )


def explanation(problem: OwnMistake, answer: JudgedAnswer) -> list[str]:
    """Return what to say of an answer: whether it solves the problem, the lines, and the words."""
    lost = f"{max(0.0, answer.lost_points):.1f} points, {max(0.0, answer.lost_win_rate):.0%} to win"
    if answer.solved:
        better = "" if answer.move == problem.best[0] else f" It loses {lost}: no more than noise."
        lines = [f"Solved: {answer.move} is a good move.{better}"]
    else:
        lines = [f"Not yet: {answer.move} loses {lost}."]
        if len(answer.line) > 1 and answer.move != problem.played[0]:
            lines.append(f"It is answered by {' '.join(answer.line[1:])}.")
    lines.append(f"Best: {' '.join(problem.best)}.")
    punished = f", punished by {' '.join(problem.played[1:])}" if problem.played[1:] else ""
    lines.append(
        f"In the game: {problem.played[0]}{punished}. It lost {problem.lost_points:.1f} points,"
        f" {problem.lost_win_rate:.0%} to win. {problem.text}"
    )
    return lines
