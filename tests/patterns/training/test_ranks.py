"""Learning of the effects of rank: two groups of players are told apart; bands and figures."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from gtpengine.patterns.modelfile import ROW, n_features
from gtpengine.patterns.training import rank_matrix, ranks

from board_ext.coords import BLACK, PASS
from gtpengine.game.records import BOTH, RecordedGame, is_scored, parse_line, parse_sgf
from gtpengine.learning.rank_learner import RankLearner
from gtpengine.prediction.movemodel import MoveModel
from tests.patterns.games import RANKED_SIZE, ranked_line


def plain_base() -> MoveModel:
    rows = np.zeros((n_features(), ROW), np.float32)
    return MoveModel(rows, np.zeros(0, np.uint64), 3)


def made(first: int, count: int) -> list[ranks.RankedGame]:
    return ranks.ranked(parse_line(ranked_line(i, i % 2 == 0)) for i in range(first, first + count))


def settings() -> ranks.RankSettings:
    return ranks.RankSettings(size=RANKED_SIZE, support=20, max_ring=4, share=1.0, calm=1.0)


def test_two_groups_of_players_are_told_apart() -> None:
    training = ranks.learn(made(0, 200), plain_base(), settings())
    assert training is not None and training.learned > 2000
    bands = rank_matrix.bands("25k-15k,1k-9d")
    found = rank_matrix.judge(training.model(), made(1000, 60), bands, [-19, 1])
    assert [row.band.name for row in found] == ["25k-15k", "1k-9d"]
    assert [row.best for row in found] == [0, 1]
    for own, row in enumerate(found):
        other = 1 - own
        assert row.games == 30 and row.moves > 300
        assert row.log_p[own] > row.log_p[other] + 0.5
        assert row.behind[own] == 0.0 and row.behind_high[other] < -0.3
        assert row.low[0, own] < row.log_p[own] < row.high[0, own]
    text = rank_matrix.table(found, bands)
    assert "| 25k-15k | 30 |" in text
    assert rank_matrix.verdict(found, bands) == "The best model is the band's own in 2 of 2 bands."


def test_equal_settings_learn_equal_models() -> None:
    first, second = (ranks.learn(made(0, 20), plain_base(), settings()) for _ in range(2))
    assert first is not None and second is not None
    assert (first.model().effects.rows == second.model().effects.rows).all()


def test_the_model_gives_what_the_learner_has() -> None:
    """Rows are summed over shapes, and terms made into values at knots: no score may change."""
    training = ranks.learn(made(0, 60), plain_base(), settings())
    assert training is not None
    game = made(2000, 1)[0].game
    for rank in (-24.0, -21.0, -11.3, -10.0, 0.4, 2.0, 5.0):
        direct = training.learner.judge_game(game.points, RANKED_SIZE, ranks.terms(rank)[None, :])
        model = training.model()
        reader = RankLearner(model.base, model.effects, len(model.knots))
        reader.rows[:] = model.effects.rows
        reader.scale[:] = model.scales - 1.0
        again = reader.judge_game(game.points, RANKED_SIZE, model.weights(rank)[None, :])
        assert again == pytest.approx(direct, abs=1e-4)


def test_a_run_can_be_stopped() -> None:
    asked = iter([False] * 100 + [True] * 1000)
    assert ranks.learn(made(0, 200), plain_base(), settings(), stop=lambda: next(asked)) is None


def test_counted_games_get_their_passes_back() -> None:
    text = ranked_line(1, weak=False)
    plain = parse_line(text)
    counted = parse_line(text.replace("B+R", "W+3.5"))
    assert not plain.scored and counted.scored
    assert ranks.ranked([plain])[0].game.points.tolist() == plain.points.tolist()
    assert ranks.ranked([counted])[0].game.points[-3:].tolist() == [plain.points[-1], PASS, PASS]


def test_players_without_a_rank_teach_nothing() -> None:
    game = parse_line(ranked_line(1, weak=False))
    half = dataclasses.replace(game, ranks=("12k", "?"))
    assert ranks.ranked([half])[0].colors == BLACK
    assert ranks.ranked([dataclasses.replace(game, ranks=("", "-"))]) == []
    assert ranks.ranked([game])[0].colors == BOTH


def test_terms_are_linear_between_knots_and_constant_beyond() -> None:
    for low, high in zip(ranks.KNOTS, ranks.KNOTS[1:], strict=False):
        middle = (ranks.terms(low) + ranks.terms(high)) / 2
        assert ranks.terms((low + high) / 2) == pytest.approx(middle)
    assert (ranks.terms(-29.0) == ranks.terms(ranks.KNOTS[0])).all()
    assert (ranks.terms(9.0) == ranks.terms(ranks.KNOTS[-1])).all()
    assert not ranks.terms(float("nan")).any()


@pytest.mark.parametrize(
    ("text", "why"),
    [("12k-13k", "weaker rank first"), ("12k-10k,10k-8k", "must rise"), ("all", "no rank")],
)
def test_bad_bands_are_refused(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        rank_matrix.bands(text)


def test_a_game_without_ranks_is_still_a_game() -> None:
    assert RecordedGame(9, np.zeros(1, np.int16), "").ranks == ("", "")


@pytest.mark.parametrize("result", ["B+3.5", "W+12", "w+0.5", "0", "Draw"])
def test_results_that_were_counted(result: str) -> None:
    assert is_scored(result)


@pytest.mark.parametrize("result", ["B+R", "W+T", "B+F", "B+", "?", "", "Void", "B+Resign", "W+."])
def test_results_that_were_not(result: str) -> None:
    assert not is_scored(result)


def test_ranks_of_sgf_records_are_read() -> None:
    record = b"(;GM[1]SZ[9]BR[12k]WR[3d?]RE[W+4.5];B[aa];W[bb])"
    game = parse_sgf(record, "here")
    assert game.ranks == ("12k", "3d") and game.scored
    assert ranks.ranked([game])[0].ranks == (-11.0, 3.0)
