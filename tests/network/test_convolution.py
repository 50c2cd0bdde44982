"""Convolutions: each path of the machine gives the same bits, at the limits of bytes, too."""

from __future__ import annotations

import numpy as np
import pytest

from gtpengine.network.convolution import PATHS, paths
from gtpengine.network.emulate import Emulator
from gtpengine.network.net import Network

from .nets import a_shape, outputs_equal, random_network, random_parts, random_planes


def test_every_machine_has_the_plain_path_and_prefers_the_others() -> None:
    there = paths()
    assert there[-1] == "plain"
    assert there == [name for name in PATHS if name in there]


@pytest.mark.parametrize("path", paths())
def test_sums_at_the_limits_are_cut_alike(path: str) -> None:
    parts = random_parts(a_shape(), 5, reach=30.0)
    network = Network(parts.shape, parts.arrays, None, path)
    for size in (9, 13):
        outputs_equal(network, Emulator(parts.shape, parts.arrays), size, 3)


@pytest.mark.parametrize("path", paths())
def test_largest_products_do_not_saturate(path: str) -> None:
    parts = random_parts(a_shape(channels=32), 6)
    arrays = dict(parts.arrays)
    for name, array in arrays.items():
        if name.endswith("weights") and array.dtype == np.int8:
            arrays[name] = np.full_like(array, 127 if "stem" in name else -127)
    network = Network(parts.shape, arrays, None, path)
    planes, numbers = random_planes(9, 1)
    planes[:] = 127
    wanted = Emulator(parts.shape, arrays).outputs(planes, numbers)
    np.testing.assert_array_equal(network.raw(planes, numbers).policy, wanted["policy"])


def test_unknown_path_is_refused() -> None:
    with pytest.raises(ValueError, match="this machine has .*plain"):
        random_network(path="abacus")
    assert paths()[-1] == "plain" and set(paths()) <= set(PATHS)
