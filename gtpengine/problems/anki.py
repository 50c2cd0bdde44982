"""Problems as a deck of Anki: a picture with the question, a picture with the answer."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import Final

import genanki

from gtpengine.base.text.language import _, later
from gtpengine.library.pictures.svg import board_svg
from gtpengine.library.positions.position import Position
from gtpengine.problems.problem import OwnMistake
from gtpengine.problems.quiz import lost_words

# Anki finds an earlier import of the same deck by these numbers, drawn once.
MODEL: Final = 1_731_602_517
DECK: Final = 1_731_602_518

NAME: Final = later("gtpengine: my mistakes")

NUMBERED: Final = 9
"""Moves of the better line that the answer shows as numbers."""

_CSS: Final = ".card { font: 18px sans-serif; text-align: center; } svg { max-width: 95%; }"


def anki_deck(problems: Iterable[OwnMistake]) -> bytes:
    """Return problems as an Anki package (.apkg). A note keeps its place when it comes again."""
    model = genanki.Model(
        MODEL,
        "gtpengine problem",
        fields=[{"name": "Question"}, {"name": "Answer"}],
        templates=[
            {
                "name": "Problem",
                "qfmt": "{{Question}}",
                "afmt": "{{Question}}<hr id=answer>{{Answer}}",
            }
        ],
        css=_CSS,
    )
    deck = genanki.Deck(DECK, str(NAME))
    for problem in problems:
        fields = [_question(problem), _answer(problem)]
        deck.add_note(genanki.Note(model, fields, guid=problem.key))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "problems.apkg"
        genanki.Package(deck).write_to_file(str(path))
        return path.read_bytes()


def _question(problem: OwnMistake) -> str:
    side = _("Black") if problem.color == "b" else _("White")
    text = _("{color} to play: find a good move.", color=side)
    where = _("{game}, move {number}", game=problem.game, number=problem.number)
    return f"{_picture(problem)}<p>{text}</p><p><small>{escape(where)}</small></p>"


def _answer(problem: OwnMistake) -> str:
    marks: dict[str, str] = {}
    for number, vertex in enumerate(problem.best[:NUMBERED], 1):
        if vertex != "pass":
            marks.setdefault(vertex, str(number))
    marks.setdefault(problem.played[0], "cross")
    lost = lost_words(problem.lost_points, problem.lost_win_rate)
    played = _("In the game (cross): {moves}.", moves=" ".join(problem.played))
    lines = [
        _("Best: {moves}.", moves=" ".join(problem.best)),
        f"{played} {_('It lost {lost}.', lost=lost)}",
        str(problem.text),
    ]
    return _picture(problem, marks) + "".join(f"<p>{escape(line)}</p>" for line in lines if line)


def _picture(problem: OwnMistake, marks: dict[str, str] | None = None) -> str:
    return board_svg(Position.from_core(problem.position()), marks=marks)
