"""The problems that are due, asked line by line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from typing import Final, TextIO

from board_ext.coords import PASS, point_to_vertex, vertex_to_point
from board_ext.position import Position
from gtpengine.base.text.language import _, day, later
from gtpengine.problems.answering import JudgedAnswer, judged
from gtpengine.problems.deck import Card, Deck
from gtpengine.problems.problem import OwnMistake
from gtpengine.review.searching.judge import PositionSearcher

COLORS: Final = {"b": later("Black (X)"), "w": later("White (O)")}

HELP: Final = later("Type a move such as D4, skip (ask it later), or quit.")


class Quiz:
    """Problems at a prompt. Lines come from ``ask``, which raises EOFError at their end."""

    def __init__(
        self,
        deck: Deck,
        searchers: Sequence[PositionSearcher],
        ask: Callable[[str], str],
        out: TextIO,
        today: date,
    ) -> None:
        self._deck, self._searchers = deck, searchers
        self._ask, self._out, self._today = ask, out, today

    def run(self, cards: Sequence[Card]) -> tuple[int, int]:
        """Ask; return how many were solved, and how many were answered."""
        solved = answered = 0
        for number, card in enumerate(cards, 1):
            head = _("Problem {number} of {all}.", number=number, all=len(cards))
            self._say(f"\n{head} {_question(card.problem)}")
            self._say(card.problem.position().to_diagram())
            if number == 1:
                self._say(str(HELP))
            try:
                point = self._move(card.problem.position())
            except EOFError:
                break
            if point is None:
                continue
            answer = judged(card.problem, point, self._searchers)
            due = self._deck.answered(card, answer.solved, self._today)
            answered += 1
            solved += answer.solved
            for line in explanation(card.problem, answer):
                self._say(line)
            when = _("You have learned it.")
            if due is not None:
                when = _("It comes back on {day}.", day=day(due))
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
                told = _("{word!r} is no point of this board.", word=word)
                self._say(f"{told} {HELP}")
                continue
            if point == PASS or position.is_legal(point):
                return point
            told = _("{point} is not legal here.", point=word.upper())
            self._say(f"{told} {HELP}")

    def _say(self, text: str) -> None:
        print(text, file=self._out, flush=True)


def _question(problem: OwnMistake) -> str:
    position = problem.position()
    last = point_to_vertex(position.moves[-1][1], position.size)
    where = _("{game}, move {number}", game=problem.game, number=problem.number)
    color = COLORS[problem.color]
    asked = _("{color} to move after {last}: find a good move.", color=color, last=last)
    return f"{asked} ({where})"


def explanation(problem: OwnMistake, answer: JudgedAnswer) -> list[str]:
    """Return what to say of an answer: whether it solves the problem, the lines, and the words."""
    lost = lost_words(max(0.0, answer.lost_points), max(0.0, answer.lost_win_rate))
    if answer.solved:
        lines = [_("Solved: {move} is a good move.", move=answer.move)]
        if answer.move != problem.best[0]:
            lines[0] += " " + _("It loses {lost}: no more than noise.", lost=lost)
    else:
        lines = [_("Not yet: {move} loses {lost}.", move=answer.move, lost=lost)]
        if len(answer.line) > 1 and answer.move != problem.played[0]:
            lines.append(_("It is answered by {moves}.", moves=" ".join(answer.line[1:])))
    lines.append(_("Best: {moves}.", moves=" ".join(problem.best)))
    first, *punished = problem.played
    played = _("In the game: {move}.", move=first)
    if punished:
        line = " ".join(punished)
        played = _("In the game: {move}, punished by {moves}.", move=first, moves=line)
    lost = _("It lost {lost}.", lost=lost_words(problem.lost_points, problem.lost_win_rate))
    lines.append(f"{played} {lost} {problem.text}")
    return lines


def lost_words(points: float, win_rate: float) -> str:
    """Return a loss in words."""
    return _("{points:.1f} points, {chance:.0%} to win", points=points, chance=win_rate)
