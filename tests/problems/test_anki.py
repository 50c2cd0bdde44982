"""The deck for Anki: a package that Anki's own form has, with a note for each problem."""

from __future__ import annotations

import sqlite3
import zipfile
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest

from gtpengine.base.text.language import NO_TEXT
from gtpengine.problems.problem import OwnMistake

pytest.importorskip("genanki", reason="NOT TESTED: decks for Anki; make anki installs genanki")


def test_each_problem_is_a_note_with_pictures_and_words(
    tmp_path: Path, problem: OwnMistake
) -> None:
    from gtpengine.problems.anki import NAME, anki_deck

    other = replace(problem, played=("A1", "B1"), game="<b>x</b>", number=9, text=NO_TEXT)
    with zipfile.ZipFile(BytesIO(anki_deck([problem, other, problem]))) as package:
        (tmp_path / "anki").write_bytes(package.read("collection.anki2"))
    base = sqlite3.connect(tmp_path / "anki")
    notes = dict(base.execute("SELECT guid, flds FROM notes").fetchall())
    (decks,) = base.execute("SELECT decks FROM col").fetchone()
    base.close()
    assert set(notes) == {problem.key, other.key} and str(NAME) in decks
    question, answer = notes[problem.key].split("\x1f")
    assert question.startswith("<svg") and "Black to play" in question
    assert "D6" not in question.partition("</svg>")[2]  # the answer is not told
    assert answer.startswith("<svg") and "Best: D6" in answer and "Missed a capture" in answer
    assert "<b>x" not in notes[other.key] and "<p></p>" not in notes[other.key]
