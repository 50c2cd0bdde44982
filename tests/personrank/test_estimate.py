"""A rank and its interval, by a table that is known."""

from __future__ import annotations

import numpy as np
import pytest

from gtpengine.personrank.estimate import estimated
from gtpengine.personrank.figures import FIGURES, GameFigures
from gtpengine.personrank.table import RankTable

PERSON = 1.5
SPREAD = 60.0


def table(person: float = PERSON) -> RankTable:
    """A table by which the first figure is the rank, with noise."""
    weights = np.zeros(len(FIGURES))
    weights[0] = 1.0
    knots = np.array([-20.0, -10.0, 0.0])
    return RankTable(weights, knots, knots, np.full(3, SPREAD), person**2, {})


def game(score: float, moves: int = 20) -> GameFigures:
    means = np.zeros(len(FIGURES))
    means[0] = score
    return GameFigures(means, moves)


def test_games_count_by_their_moves() -> None:
    one = estimated([game(-12.0, 30), game(-8.0, 10)], table())
    assert one.rank == pytest.approx(-11.0, abs=0.1)
    assert (one.games, one.moves) == (2, 40)


def test_more_games_narrow_the_interval_down_to_what_people_differ_by() -> None:
    widths = [
        one.high - one.low for one in (estimated([game(-10.0)] * n, table()) for n in (1, 5, 500))
    ]
    assert widths[0] > widths[1] > widths[2]
    assert widths[2] == pytest.approx(2 * 1.96 * PERSON, abs=0.4)


@pytest.mark.parametrize(
    ("score", "low_open", "high_open"),
    [(-10.0, False, False), (-25.0, True, False), (5.0, False, True)],
)
def test_an_end_beyond_the_table_is_open(score: float, low_open: bool, high_open: bool) -> None:
    one = estimated([game(score)] * 20, table())
    assert (one.low_open, one.high_open) == (low_open, high_open)
    assert -20.0 <= one.low <= one.rank <= one.high <= 0.0


def test_intervals_hold_the_rank_as_often_as_they_say() -> None:
    """People drawn from the table: their rank, their own deviation, games of theirs."""
    chance, held, people = np.random.default_rng(1), 0, 1000
    known = table()
    for _person in range(people):
        rank = chance.uniform(-20.0, 0.0)
        own = rank + chance.normal(0.0, PERSON)
        games = [game(own + chance.normal(0.0, (SPREAD / 20) ** 0.5)) for _game in range(5)]
        one = estimated(games, known)
        held += one.low - 0.05 <= rank <= one.high + 0.05
    assert 0.93 <= held / people <= 0.975
