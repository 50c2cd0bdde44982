"""What people overlook is found again in choices that were made with known weights."""

from __future__ import annotations

import numpy as np
import pytest
from gtpengine.tools.research.manners import BANDS, PlayedChoice, choice_of, fit, mean_loss, spread

from board_ext.coords import BLACK
from board_ext.position import Position
from gtpengine.game.records import RecordedGame
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.searcher import Searcher

LINES = np.array([[0.7, -0.1], [0.3, 0.1], [2.0, 0.5]])


def made_up(count: int) -> list[PlayedChoice]:
    """Choices by ``LINES`` among eight moves."""
    rng = np.random.default_rng(1)
    choices = []
    for _ in range(count):
        x = rng.uniform(-1.4, 1.4)
        terms = np.stack(
            [rng.normal(-3, 1.5, 8), np.log1p(rng.exponential(30, 8)), rng.exponential(0.1, 8)], 1
        )
        care = LINES[:, 0] + LINES[:, 1] * x
        scores = terms @ (care[0], care[1], -np.exp(care[2])) + rng.gumbel(size=8)
        order = np.argsort(np.arange(8) != scores.argmax(), kind="stable")
        choices.append(PlayedChoice(-10.0 + 10.0 * x, terms[order]))
    return choices


def test_the_lines_are_found_again() -> None:
    choices = made_up(4000)
    found = fit(choices)
    assert found.lines == pytest.approx(LINES, abs=0.15)
    assert found.loss == pytest.approx(mean_loss(found.lines, choices))
    assert found.loss < mean_loss(np.array([[1.0, 0.0], [0.0, 0.0], [-9.0, 0.0]]), choices)


def game(black: str, white: str) -> RecordedGame:
    return RecordedGame(
        9, np.array([40, 24, 56, 20, 60, 30], np.int16), "made up", ranks=(black, white)
    )


def test_positions_are_spread_over_ranks() -> None:
    games = [game("20k", "20k")] * 50 + [game("1k", "20k"), game("?", "10k")]
    ranks = [rank for _, _, rank in spread(games, 10 * BANDS, 1)]
    assert set(ranks) == {-19.0, -9.0, 0.0}
    assert ranks.count(0.0) == ranks.count(-19.0)
    with pytest.raises(ValueError, match="name no ranks"):
        next(spread([game("", "?")], 1, 1))


def test_a_choice_has_the_move_played_first_and_nothing_to_lose_by_the_best() -> None:
    searcher = Searcher(SearchParams(), 1, 32, 1)
    position = Position(9)
    choice = choice_of(searcher, position, 40, -5.0)
    assert choice is not None
    assert choice.terms.shape[1] == 3
    assert (choice.terms[:, 2] >= 0.0).all()
    assert choice.terms[0, 0] == choice.terms[:, 0].max()  # the centre is the likeliest
    assert position.to_play == BLACK
    assert choice_of(searcher, position, -1, -5.0) is None
