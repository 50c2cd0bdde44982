"""The softmax probe: it has a board of its own and refuses what is not legal there."""

import pytest

from board_ext.coords import BLACK, WHITE
from board_ext.position import Position
from gtpengine.lab.probes.softmax_probe import SoftmaxProbe
from gtpengine.lab.weights.playoutfile import load_shipped

WEIGHTS = load_shipped(9)


def test_moves_of_the_probe_leave_the_position_alone() -> None:
    position = Position(7)
    probe = SoftmaxProbe(position, WEIGHTS)
    before = probe.weights(BLACK)
    assert before.shape == (49,) and (before > 0.0).all()
    probe.play(24)
    assert probe.weights(WHITE)[24] == 0.0
    assert position.is_legal(24)
    assert (SoftmaxProbe(position, WEIGHTS).weights(BLACK) == before).all()


def test_what_is_not_legal_is_refused_and_changes_nothing() -> None:
    probe = SoftmaxProbe(Position(7), WEIGHTS)
    probe.play(24)
    before = probe.weights(BLACK)
    with pytest.raises(ValueError, match="point 24 is no legal move"):
        probe.play(24)
    assert (probe.weights(BLACK) == before).all()
    assert probe.is_exact()


def test_equal_seeds_draw_equal_moves_and_only_likely_ones() -> None:
    probe = SoftmaxProbe(Position(7), WEIGHTS)
    drawn = probe.draws(500, 3)
    assert drawn == probe.draws(500, 3) != probe.draws(500, 4)
    assert sum(drawn.values()) == 500
    likely = probe.probabilities()
    assert sum(likely.values()) == pytest.approx(1.0, abs=1e-9)
    assert set(drawn) <= {move for move, value in likely.items() if value > 0.0}
