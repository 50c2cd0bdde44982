"""Batches: what rows want, komi moved as it should be, the same for the same step."""

from __future__ import annotations

import dataclasses
from contextlib import closing

import numpy as np
import pytest
from gtpengine.tools.network.examples.batches import Batch, FromGames, FromJudged, Mixture
from gtpengine.tools.network.examples.games import games_of

from board_ext.coords import EMPTY
from tests.patterns.models import empty_model
from tests.tools.network.samples import SIZE, judged_positions, random_games

AREA = SIZE * SIZE


def from_games(count: int = 6) -> FromGames:
    return FromGames(games_of(random_games(count), SIZE), empty_model())


def from_judged(count: int = 10) -> FromJudged:
    return FromJudged(judged_positions(count), empty_model())


def mixture(share: float = 0.5) -> Mixture:
    return Mixture(from_games(), from_judged(), share, 16, 7)


def equal(first: Batch, second: Batch) -> bool:
    return all(np.array_equal(getattr(first, n), getattr(second, n)) for n in Batch.__slots__)


def test_rows_of_games_want_the_move_the_winner_and_the_lead() -> None:
    source = from_games()
    picks = np.array([(1, 4), (0, 3), (0, 2)], np.int32)
    batch = source.at(picks)
    moves = [int(source.games.moves_of(g)[n]) for g, n in picks.tolist()]
    assert batch.policy.argmax(1).tolist() == [AREA if m < 0 else m for m in moves]
    assert batch.policy.sum(1).tolist() == [1, 1, 1]
    # Game 1 is White's, by 2.5; Black is to move after an even number of moves.
    assert batch.value.tolist() == [0, 0, 1]
    assert batch.score.tolist() == [-2.5, -3.5, 3.5]
    assert batch.weights.tolist() == [[1, 1, 1, 0]] * 3


def test_what_is_unknown_has_no_weight() -> None:
    game = dataclasses.replace(random_games(1)[0], winner=EMPTY, margin=None, colors=1)
    batch = FromGames(games_of([game], SIZE), empty_model()).at(
        np.array([(0, 0), (0, 1)], np.int32)
    )
    # Only Black's moves are worth learning.
    assert batch.weights.tolist() == [[1, 0, 0, 0], [0, 0, 0, 0]]
    assert np.isfinite(batch.score).all()


def test_another_komi_moves_lead_and_winner_alike() -> None:
    source = from_games(40)
    batch = source.draw(400, np.random.default_rng(1))
    owed = batch.numbers[:, 0] * 10
    black = batch.numbers[:, 7] == 0
    lead_of_board = batch.score - owed
    # Of the board alone: game by game the same, whatever komi was put on top.
    assert set(np.round(lead_of_board[black], 3)) == {10.0, 4.0}
    assert set(np.round(lead_of_board[~black], 3)) == {-10.0, -4.0}
    assert (batch.value == (batch.score > 0)).all()
    usual = np.isclose(np.abs(owed), 6.5)
    assert 0.3 < usual.mean() < 0.75
    assert np.allclose(batch.numbers[:, 1], np.clip(owed, -2, 2) / 2)


def test_rows_of_judged_positions_want_what_the_teacher_said() -> None:
    source = from_judged()
    rows = np.array([4, 0, 4])
    batch = source.at(rows)
    assert np.array_equal(batch.value, source.judged.value[rows])
    assert np.array_equal(batch.score, source.judged.lead[rows])
    assert np.allclose(batch.ownership, (source.judged.ownership[rows] / 127 + 1) / 2)
    assert (batch.policy[:, :-1][batch.expected == 0] == 0).all()
    assert np.allclose(batch.policy.sum(1), 1, atol=1e-3)
    assert (batch.weights == 1).all()


def test_a_mixture_has_its_shares() -> None:
    batch, symmetry = mixture(0.25).batch(3)
    assert (batch.weights[:, 3] == 1).sum() == 4
    assert len(batch.value) == 16
    assert 0 <= symmetry < 8
    alone = dataclasses.replace(mixture(), judged=None).batch(0)[0]
    assert (alone.weights[:, 3] == 0).all()
    judged = dataclasses.replace(mixture(), games=None).batch(0)[0]
    assert (judged.weights[:, 3] == 1).all()


@pytest.mark.parametrize("threads", [1, 3])
def test_batches_depend_on_the_step_alone(threads: int) -> None:
    source = mixture()
    with closing(source.endless(5, threads)) as batches:
        for step in range(5, 12):
            batch, symmetry = next(batches)
            wanted, turn = source.batch(step)
            assert equal(batch, wanted)
            assert symmetry == turn
    assert not equal(source.batch(1)[0], source.batch(2)[0])


def test_an_illegal_record_is_named() -> None:
    games = random_games(2)
    bad = dataclasses.replace(games[1], points=np.array([3, 3, 4], np.int16))
    source = FromGames(games_of([games[0], bad], SIZE), empty_model())
    with pytest.raises(ValueError, match="game 1 has an illegal move"):
        source.at(np.array([(0, 1), (1, 2)], np.int32))
