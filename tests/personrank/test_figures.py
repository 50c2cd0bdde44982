"""What moves tell: figures of each colour of a game."""

from __future__ import annotations

import numpy as np
import pytest

from board_ext.coords import BLACK, PASS, WHITE
from gtpengine.personrank.figures import FIGURES, KNOTS, LEAST_LOG, LEAST_MOVES, figures_of
from gtpengine.review.searching.record import read_record
from tests.personrank.games import drawn, record, sgf


def test_figures_are_means_over_the_moves_of_a_colour() -> None:
    found = figures_of(record("9k"))
    assert found.keys() == {BLACK, WHITE}
    one = found[BLACK]
    assert one.moves == 22 and one.means.shape == (len(FIGURES),)
    logs, (first, ratio, improbable) = one.means[: len(KNOTS)], one.means[len(KNOTS) :]
    assert (logs < 0).all() and (logs >= LEAST_LOG).all()
    assert 0 <= first <= 1 and ratio <= 0 and 0 <= improbable <= 1
    assert np.array_equal(figures_of(record("9k"), [BLACK])[BLACK].means, one.means)


def test_a_weak_player_s_moves_are_likeliest_for_weak_players() -> None:
    def lead(rank: str) -> float:
        """Return by how much a game is likelier for 22k than for 2d."""
        means = figures_of(record(rank))[BLACK].means
        return float(means[0] - means[len(KNOTS) - 1])

    assert lead("22k") > 0 > lead("2d")


def test_passes_and_short_games_tell_nothing() -> None:
    moves = drawn("9k")[: 2 * LEAST_MOVES]
    passes = read_record(sgf(moves).replace(b")", b";B[];W[])"))
    assert passes.moves[-1][1] == PASS
    found = figures_of(passes)
    assert found[WHITE].moves == LEAST_MOVES
    assert figures_of(read_record(sgf(moves[:-1]))).keys() == {BLACK}


def test_a_board_without_a_network_is_refused() -> None:
    small = read_record(b"(;SZ[5]KM[5.5];B[cc];W[cb])")
    with pytest.raises(ValueError, match="5x5"):
        figures_of(small)
