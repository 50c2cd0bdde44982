"""Problems as SGF: other readers find the position, the solution and the mistake."""

from __future__ import annotations

from dataclasses import replace

from sgfmill import sgf

from gtpengine.base.text.language import NO_TEXT
from gtpengine.game.sgf import read_games
from gtpengine.problems.exported import exported
from gtpengine.problems.problem import OwnMistake


def test_a_problem_is_a_game_with_two_variations(problem: OwnMistake) -> None:
    game = sgf.Sgf_game.from_bytes(exported([problem]))
    root = game.get_root()
    assert game.get_size() == 7 and root.get("PL") == "b"
    assert len(root.get("AB")) == 3 and len(root.get("AW")) == 3
    assert "Black to move" in root.get("C") and "capture missed" in root.get("C")
    right, wrong = root[0], root[1]
    assert right.get_move() == ("b", (5, 3)) and right.get("C") == "RIGHT"
    assert wrong.get_move() == ("b", (5, 4)) and "Missed a capture" in wrong.get("C")
    assert wrong[0].get_move()[0] == "w"


def test_a_problem_without_words_has_none(problem: OwnMistake) -> None:
    root = sgf.Sgf_game.from_bytes(exported([replace(problem, text=NO_TEXT)])).get_root()
    assert root[1].get("C").endswith(" to win.")


def test_each_problem_is_a_game_of_its_own(problem: OwnMistake) -> None:
    assert len(list(read_games(exported([problem, problem])))) == 2
