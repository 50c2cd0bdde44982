"""Timing measures every part; how long they take is not tested."""

from __future__ import annotations

import pytest
from gtpengine.patterns.modelfile import load_shipped

from board_ext.position import Position
from gtpengine.network.timing import PARTS, seconds

from .nets import a_shape, random_network


@pytest.mark.parametrize("board_alone", [False, True])
def test_each_part_takes_time(board_alone: bool) -> None:
    network, model = random_network(a_shape(board_alone=board_alone)), load_shipped(9).model
    found = seconds(network, model, [Position(9), Position(9)], 2)
    assert tuple(found) == PARTS
    assert all(0 < value < 10 for value in found.values())
    assert found["whole"] > found["planes"] / 10


def test_positions_are_needed() -> None:
    with pytest.raises(ValueError, match="positions"):
        seconds(random_network(), load_shipped(9).model, [], 1)
