"""What the heads of a network put out for planes that are given."""

from __future__ import annotations

import numpy as np
import pytest

from gtpengine.network.rawoutputs import raw_outputs

from .nets import random_network, random_planes


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
