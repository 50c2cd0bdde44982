"""The forward pass: the bits of the emulator, for every trunk, width and board size."""

from __future__ import annotations

import numpy as np
import pytest

from gtpengine.network.emulate import Emulator
from gtpengine.network.kernel.convolution import paths
from gtpengine.network.net import Network
from gtpengine.network.netshape import TRUNKS
from gtpengine.network.rawoutputs import raw_outputs

from .nets import a_shape, outputs_equal, random_network, random_parts, random_planes


@pytest.mark.fuzz
@pytest.mark.parametrize("path", paths())
@pytest.mark.parametrize("trunk", TRUNKS)
@pytest.mark.parametrize("channels", [16, 24, 40, 64])
def test_every_path_gives_the_bits_of_the_emulator(path: str, trunk: str, channels: int) -> None:
    parts = random_parts(a_shape(trunk, 3, channels, 12), channels)
    network = Network(parts.shape, parts.arrays, None, path)
    emulator = Emulator(parts.shape, parts.arrays)
    for size in (2, 5, 7, 9, 12, 13, 19, 9):
        outputs_equal(network, emulator, size, size)


def test_outputs_differ_between_positions() -> None:
    network = random_network()
    a, b = (raw_outputs(network, *random_planes(9, seed)) for seed in (1, 2))
    assert len(np.unique(a.policy)) > 40 and len(np.unique(a.ownership)) > 40
    assert a.value != b.value and a.score != b.score and a.passes != b.passes


def test_raw_refuses_planes_that_do_not_fit() -> None:
    network = random_network()
    planes, numbers = random_planes(9, 1)
    for bad, told in ((planes[:-1], numbers), (planes[:, 1:], numbers), (planes, numbers[1:])):
        with pytest.raises(ValueError, match="do not fit"):
            raw_outputs(network, bad, told)
    planes[0, 0, 0] = 128
    with pytest.raises(ValueError, match="0 to 127"):
        raw_outputs(network, planes, numbers)


def test_a_convolution_sees_the_same_everywhere_but_at_the_border() -> None:
    """One block sees three points far: away from the border a moved board has moved owners."""
    parts = random_parts(a_shape(blocks=1))
    network = Network(parts.shape, parts.arrays, None, None)
    planes, numbers = random_planes(19, 4)
    moved = np.roll(planes, (1, 1), axis=(1, 2))
    before, after = (raw_outputs(network, p, numbers).ownership for p in (planes, moved))
    before, after = before.reshape(19, 19), after.reshape(19, 19)
    np.testing.assert_array_equal(after[4:16, 4:16], before[3:15, 3:15])
    assert not np.array_equal(after[0], before[18])
