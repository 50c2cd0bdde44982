"""The deck: what is due when, and what happens to files that are none."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from gtpengine.problems.deck import DAYS, Deck, DeckError
from gtpengine.problems.problem import OwnMistake

DAY = date(2026, 11, 28)


def test_a_problem_comes_back_after_1_3_9_and_27_days(tmp_path: Path, problem: OwnMistake) -> None:
    with Deck(tmp_path / "deep" / "deck.sqlite") as deck:
        assert deck.add([problem, problem], DAY) == 1
        day = DAY
        for wait in DAYS:
            assert deck.due(day - timedelta(1)) == []
            (card,) = deck.due(day)
            assert card.problem == problem
            day = deck.answered(card, True, day) or DAY
            assert day == card.due + timedelta(wait) if card.due else False
        (card,) = deck.due(day)
        assert deck.answered(card, True, day) is None
        assert deck.due(day + timedelta(1000)) == []
        (card,) = deck.cards()
        assert (card.step, card.due, card.asked, card.solved) == (5, None, 5, 5)


def test_a_mistake_begins_again(tmp_path: Path, problem: OwnMistake) -> None:
    with Deck(tmp_path / "deck.sqlite") as deck:
        deck.add([problem], DAY)
        day = DAY
        for solved in (True, True, False):
            (card,) = deck.due(day)
            before, day = day, deck.answered(card, solved, day) or DAY
        assert day == before + timedelta(1)
        (card,) = deck.cards()
        assert (card.step, card.asked, card.solved) == (0, 3, 2)
        assert deck.answered(card, True, day) == day + timedelta(1)


def test_a_problem_that_two_browsers_show_is_answered_once(
    tmp_path: Path, problem: OwnMistake
) -> None:
    path = tmp_path / "deck.sqlite"
    with Deck(path) as deck, Deck(path) as other:
        deck.add([problem], DAY)
        (card,) = other.due(DAY)
        tomorrow = DAY + timedelta(1)
        assert deck.answered(card, True, DAY) == tomorrow
        assert other.answered(card, True, DAY) == other.answered(card, False, DAY) == tomorrow
        (card,) = deck.cards()
        assert (card.step, card.asked, card.solved) == (1, 1, 1)
        for day in (1, 5, 20, 80):
            (card,) = deck.cards()
            deck.answered(card, True, DAY + timedelta(day))
        assert other.answered(card, False, DAY + timedelta(99)) is None  # learned since
        assert deck.cards()[0].step == 5


def test_the_longest_due_and_the_costliest_come_first(tmp_path: Path, problem: OwnMistake) -> None:
    others = [
        replace(problem, played=(move,), lost_win_rate=lost, number=number)
        for number, (move, lost) in enumerate([("A1", 0.1), ("B1", 0.3), ("C1", 0.2)])
    ]
    with Deck(tmp_path / "deck.sqlite") as deck:
        deck.add(others[:2], DAY)
        deck.add(others[2:], DAY - timedelta(1))
    with Deck(tmp_path / "deck.sqlite") as deck:  # kept
        assert [card.problem.number for card in deck.due(DAY)] == [2, 1, 0]


def test_a_file_that_is_no_deck_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("my notes, longer than the head of a database" * 40)
    with pytest.raises(DeckError, match=r"notes\.txt: .*choose another --deck"):
        Deck(path)
    assert path.read_text().startswith("my notes")
    base = sqlite3.connect(tmp_path / "other.sqlite")
    base.execute("CREATE TABLE mine (x)")
    base.close()
    with pytest.raises(DeckError, match="no deck of this version"):
        Deck(tmp_path / "other.sqlite")
    with pytest.raises(DeckError, match="choose another --deck"):
        Deck(tmp_path)
