"""Which mistakes of a game become problems, and what they say."""

from __future__ import annotations

from dataclasses import replace

from board_ext.coords import BLACK, vertex_to_point
from gtpengine.base.text.language import Text
from gtpengine.problems.problem import OwnMistake, problems_of
from gtpengine.review.searching.model import MistakeKind
from tests.problems.games import record, reviewed


def test_a_problem_is_the_position_before_the_mistake(problem: OwnMistake) -> None:
    assert (problem.number, problem.color, problem.played[0]) == (7, "b", "E6")
    assert problem.best[0] == "D6" and problem.kind == "capture missed"
    assert problem.lost_win_rate > 0.5 and problem.game == "Ann - Bob, 2026-11-28"
    position = problem.position()
    assert position.to_play == BLACK and len(position.moves) == 6
    assert position.is_legal(vertex_to_point("D6", 7))


def test_only_a_players_own_mistakes_that_are_sure_and_the_costliest() -> None:
    review, game = reviewed(), record()
    assert [one.number for one in problems_of(game, review, "ann")] == [7]
    assert problems_of(game, review, "Bob") == [] == problems_of(game, review, "Carl")
    assert problems_of(game, review, "Ann", most=0) == []
    kind = MistakeKind("ko", Text("A ko."))
    good = [replace(move, grade="good", kinds=()) for move in review.moves]
    for number, grade, kinds, sure in (
        (1, "blunder", (kind,), 1.0),  # the first move
        (2, "mistake", (kind,), 1.0),
        (3, "mistake", (), 1.0),  # no words
        (4, "blunder", (), 1.0),
        (5, "blunder", (kind,), 0.9),  # not sure
        (6, "blunder", (kind,), 1.0),
    ):
        move = good[number - 1]
        good[number - 1] = replace(
            move, grade=grade, kinds=kinds, sure=sure, cost=float(number), best="A1"
        )
    changed = replace(review, moves=tuple(good))
    found = [(one.number, one.color, one.kind) for one in problems_of(game, changed)]
    assert found == [(6, "w", "ko"), (4, "w", "a better move"), (2, "w", "ko")]
    assert len(problems_of(game, changed, most=2)) == 2
    # Where there are few, a mistake without words will do.
    assert [one.number for one in problems_of(game, changed, "Ann")] == [3]


def test_the_same_mistake_has_the_same_key(problem: OwnMistake) -> None:
    assert problem.key == replace(problem, game="another", number=9).key
    assert problem.key != replace(problem, played=("A1",)).key
