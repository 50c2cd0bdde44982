"""The kernel of the network: all its paths give the bits of the emulator."""

from __future__ import annotations

import numpy as np
import pytest
from gtpengine.patterns.modelfile import load_shipped

from board_ext.position import Position
from gtpengine.network.convolution import PATHS, paths
from gtpengine.network.emulate import Emulator
from gtpengine.network.net import Network
from gtpengine.network.netshape import TRUNKS

from .nets import a_shape, random_network, random_parts, random_planes


def outputs_equal(network: Network, emulator: Emulator, size: int, seed: int) -> None:
    planes, numbers = random_planes(size, seed)
    raw, wanted = network.raw(planes, numbers), emulator.outputs(planes, numbers)
    for name, value in wanted.items():
        np.testing.assert_array_equal(getattr(raw, name), value, err_msg=f"{name} on {size}")


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


def test_outputs_differ_between_positions() -> None:
    network = random_network()
    a, b = (network.raw(*random_planes(9, seed)) for seed in (1, 2))
    assert len(np.unique(a.policy)) > 40 and len(np.unique(a.ownership)) > 40
    assert a.value != b.value and a.score != b.score and a.passes != b.passes


def test_unknown_path_is_refused() -> None:
    with pytest.raises(ValueError, match="this machine has .*plain"):
        random_network(path="abacus")
    assert paths()[-1] == "plain" and set(paths()) <= set(PATHS)


def test_network_of_other_planes_is_refused() -> None:
    shape = a_shape()
    odd = type(shape)(shape.trunk, shape.blocks, shape.channels, shape.head, 5, shape.numbers)
    parts = random_parts(odd)
    with pytest.raises(ValueError, match="5 planes"):
        Network(odd, parts.arrays)


def test_raw_refuses_planes_that_do_not_fit() -> None:
    network = random_network()
    planes, numbers = random_planes(9, 1)
    for bad, told in ((planes[:-1], numbers), (planes[:, 1:], numbers), (planes, numbers[1:])):
        with pytest.raises(ValueError, match="do not fit"):
            network.raw(bad, told)
    planes[0, 0, 0] = 128
    with pytest.raises(ValueError, match="0 to 127"):
        network.raw(planes, numbers)


@pytest.mark.parametrize("size", [5, 9, 13, 19])
def test_judgement_of_a_position(size: int) -> None:
    position = Position(size)
    for point in (1, size + 2, 3):
        position.play(point)
    judged = random_network().evaluate(position, load_shipped(size).model)
    legal = set(position.legal_moves()) | {size * size}
    assert {i for i, p in enumerate(judged.policy) if p > 0} <= {
        size * size if point < 0 else point for point in legal
    }
    assert judged.policy.sum() == pytest.approx(1.0, abs=1e-5)
    assert 0 < judged.value < 1 and np.isfinite(judged.score)
    assert ((judged.ownership > 0) & (judged.ownership < 1)).all()


def test_policy_is_the_head_and_the_move_model() -> None:
    position = Position(9)
    model = load_shipped(9).model
    network = random_network()
    probability = model.probabilities(position)
    judged = network.evaluate(position, model)
    ratio = np.log(judged.policy[:-1] / judged.policy[0])
    # The head's share is bounded; the model's part is 0.75 ln p, in steps of an eighth.
    model_part = 0.75 * np.log(probability[:-1] / probability[0])
    spread = np.ptp(ratio - model_part)
    parts = random_parts(a_shape())
    arrays = dict(parts.arrays) | {"policy.points.weights": np.zeros(8, "<i2")}
    without = Network(parts.shape, arrays).evaluate(position, model)
    plain = np.log(without.policy[:-1] / without.policy[0])
    np.testing.assert_allclose(plain, model_part, atol=0.75 / 8 + 1e-4)
    assert spread > 0.75 / 4


def test_komi_changes_the_judgement() -> None:
    model, network = load_shipped(9).model, random_network()
    one, other = (network.evaluate(Position(9, komi=komi), model) for komi in (0.5, 12.5))
    assert one.value != other.value
