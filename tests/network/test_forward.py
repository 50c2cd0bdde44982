"""The forward pass: the bits of the emulator, for every trunk, width and board size."""

from __future__ import annotations

import numpy as np
import pytest

from gtpengine.network.emulate import Emulator
from gtpengine.network.kernel.convolution import paths
from gtpengine.network.net import Network
from gtpengine.network.netshape import TRUNKS
from gtpengine.network.rawoutputs import raw_outputs

from .nets import a_shape, outputs_equal, random_parts, random_planes


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
