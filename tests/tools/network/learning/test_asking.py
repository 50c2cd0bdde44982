"""What exported networks say of a batch is what they say of its positions in a search."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from gtpengine.patterns.modelfile import load_shipped

from board_ext.position import Position
from board_ext.rules import rules_named
from gtpengine.network.net import Network
from gtpengine.network.netfile import NetParts
from gtpengine.network.netwriting import write_net
from tests.network.nets import a_shape, random_parts
from tests.tools.network.samples import SIZE, judged_positions

pytest.importorskip("torch", reason="learning needs PyTorch (make train)")

from gtpengine.tools.network.examples.batches import FromJudged
from gtpengine.tools.network.learning.asking import read_network

ALL = 8
"""In the place of a symmetry: the mean under all of them."""


@pytest.mark.parametrize("board_alone", [False, True])
@pytest.mark.parametrize("ensemble", [False, True])
def test_a_batch_gets_what_each_position_gets(
    tmp_path: Path, ensemble: bool, board_alone: bool
) -> None:
    parts = random_parts(a_shape(board_alone=board_alone))
    path = tmp_path / "small.net"
    write_net(path, NetParts(parts.shape, parts.arrays, {}))
    network, model = Network(parts.shape, parts.arrays), load_shipped(SIZE).model
    judged = judged_positions(6)
    told = read_network(path, SIZE, ensemble)(FromJudged(judged, model).at(np.arange(6)))
    for row in range(6):
        position = Position(SIZE, rules_named("chinese"), komi=float(judged.komi[row]))
        for point in judged.points[judged.starts[row] : judged.starts[row + 1]].tolist():
            position.play(point)
        said = network.evaluate(position, model, ALL if ensemble else 0)
        assert told.value[row] == pytest.approx(said.value, abs=1e-5)
        assert told.score[row] == pytest.approx(said.score, abs=1e-3)
        np.testing.assert_allclose(told.policy[row], said.policy, atol=1e-5)
        np.testing.assert_allclose(told.ownership[row], said.ownership, atol=1e-5)


def test_a_checkpoint_is_no_ensemble(tmp_path: Path) -> None:
    path = tmp_path / "net.checkpoint"
    path.write_bytes(b"learned")
    with pytest.raises(ValueError, match=r"is a checkpoint; --ensemble is for files of"):
        read_network(path, SIZE, ensemble=True)
