"""Learned patterns: points around the last two moves come at the rate of their weights."""

import pytest

from board_ext.coords import BLACK, WHITE
from board_ext.position import Position
from gtpengine.lab.probes.learned_probe import pattern3_weight_of
from gtpengine.lab.weights.weight_files import local_weights
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.views.playout_view import playout_moves_of

#: No point of a 3x3 board is further from the middle than the patterns reach.
CENTRE = 4
COUNT = 20_000


def drawn(**values: float) -> dict[int, float]:
    """How often the rule plays each point after a stone in the middle, as a share."""
    params = SearchParams(
        playout_learned_pattern_rate=1.0, playout_order="learned_pattern", **values,
        playout_self_atari_rate=0.0,
    )  # fmt: skip
    position = Position(3)
    position.play(CENTRE, BLACK)
    counts = playout_moves_of(position, params, 0, COUNT)
    return {
        point: count / COUNT
        for (point, reason), count in counts.items()
        if reason == "learned pattern"
    }


def test_points_come_in_proportion_to_their_weights() -> None:
    position = Position(3)
    position.play(CENTRE, BLACK)
    shares = drawn(playout_pattern_elsewhere=0.0)
    assert sum(shares.values()) == pytest.approx(1.0)
    assert set(shares) == set(range(9)) - {CENTRE}
    # The weight of the shape, by the factor of points beside the stone or diagonal to it.
    learned, _ = local_weights()
    assert learned is not None
    beside, diagonal, _ = learned.kinds
    wanted = {
        point: pattern3_weight_of(position, point, WHITE) * (beside if point % 2 else diagonal)
        for point in shares
    }
    assert wanted[1] > 2 * wanted[0]
    for point, weight in wanted.items():
        assert shares[point] == pytest.approx(weight / sum(wanted.values()), abs=0.015)


def test_the_weight_of_elsewhere_leaves_the_last_move_alone() -> None:
    near = [sum(drawn(playout_pattern_elsewhere=e).values()) for e in (0.5, 1.0)]
    # Of a weight w, w / (w + e) is played here: both shares tell the same w.
    w = [e * share / (1 - share) for e, share in zip((0.5, 1.0), near, strict=True)]
    assert w[0] == pytest.approx(w[1], rel=0.1)
    assert sum(drawn(playout_pattern_elsewhere=100.0).values()) < near[1]


def test_the_rule_is_off_at_first() -> None:
    counts = playout_moves_of(Position(9), SearchParams(), 0, 100)
    assert "learned pattern" not in {reason for _, reason in counts}
