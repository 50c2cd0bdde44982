"""A network that was grown says what the small one says, and can be learned from."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="learning needs PyTorch (make train)")

from gtpengine.tools.network.learning.asking import exported  # noqa: E402
from gtpengine.tools.network.learning.checkpoint import NetworkError  # noqa: E402
from gtpengine.tools.network.learning.growing import begun, grown, normalize  # noqa: E402
from gtpengine.tools.network.learning.measure import ask  # noqa: E402
from gtpengine.tools.network.learning.models import TorchNetwork  # noqa: E402
from gtpengine.tools.network.learning.quantize import FloatNet, quantized  # noqa: E402
from gtpengine.tools.network.learning.settings import LearningSettings  # noqa: E402
from gtpengine.tools.network.learning.training import NetTraining  # noqa: E402

from gtpengine.network.netfile import NetParts  # noqa: E402
from gtpengine.network.netshape import TRUNKS, NetShape  # noqa: E402
from gtpengine.network.netwriting import write_net  # noqa: E402
from tests.network.nets import a_shape, random_planes, random_state  # noqa: E402
from tests.tools.network.samples import SIZE  # noqa: E402

from .test_training import mixture, quiet, training  # noqa: E402

CPU = torch.device("cpu")
NAMES = ("policy", "value", "score", "ownership")


def small_network(trunk: str) -> Any:
    shape = a_shape(trunk, 3, 16, 8)
    state = random_state(shape)
    network = TorchNetwork(shape)
    tensors = {name: torch.from_numpy(np.array(array)) for name, array in state.items()}
    network.load_state_dict(network.state_dict() | tensors)
    return network.eval()


def larger(shape: NetShape) -> NetShape:
    return dataclasses.replace(shape, blocks=6, channels=40, head=12)


def batches(count: int = 8) -> list[Any]:
    mixed = mixture()
    return [mixed.batch(number) for number in range(count)]


def differences(one: Any, other: Any) -> dict[str, float]:
    return {n: float(np.abs(getattr(one, n) - getattr(other, n)).max()) for n in NAMES}


@pytest.mark.parametrize("trunk", TRUNKS)
def test_a_grown_network_says_the_same(trunk: str) -> None:
    small = small_network(trunk)
    torch.manual_seed(1)
    large = grown(small, larger(small.shape))
    assert large.shape.blocks == 6
    for batch, _ in batches(3):
        found = differences(ask(large, batch, SIZE, CPU), ask(small, batch, SIZE, CPU))
        assert max(found.values()) < 1e-3, found


@pytest.mark.parametrize("trunk", TRUNKS)
def test_an_added_number_can_be_learned(trunk: str) -> None:
    """No layer that was added stands still: each has a slope after a few steps."""
    small = small_network(trunk)
    shape = larger(small.shape)
    run = NetTraining(
        shape, LearningSettings(steps=8, rows=16, rate=0.001), mixture(), SIZE, CPU, {}
    )
    run.begin(grown(small, shape))
    before = {name: kept.clone() for name, kept in run.network.named_parameters()}
    for number in range(4):
        run._learn(*run._mixture.batch(number))
    for name, kept in run.network.named_parameters():
        if kept.dim() > 1:
            assert not torch.equal(kept, before[name]), name


def test_norms_take_what_they_measure_and_say_the_same() -> None:
    small = small_network("residual")
    batch = batches(1)[0]
    before = ask(small, batch[0], SIZE, CPU)
    normalize(small, batches(), SIZE)
    assert max(differences(before, ask(small, batch[0], SIZE, CPU)).values()) < 1e-3
    # By what it measured itself, a batch of all these says nearly the same.
    old = small.stem_norm.running_mean.clone()
    normalize(small, batches(), SIZE)
    assert torch.allclose(old, small.stem_norm.running_mean, atol=1e-5)


@pytest.mark.parametrize("trunk", TRUNKS)
def test_an_exported_file_is_begun_with(trunk: str, tmp_path: Path) -> None:
    shape = a_shape(trunk, 3, 16, 8)
    floats = FloatNet(shape, random_state(shape))
    planes = [random_planes(SIZE, seed) for seed in range(30)]
    parts = NetParts(shape, quantized(floats, planes), {})
    write_net(tmp_path / "small.net", parts)
    large = begun(tmp_path / "small.net", larger(shape), batches(), SIZE)
    batch = batches(1)[0][0]
    wanted, found = exported(parts, SIZE)(batch), ask(large, batch, SIZE, CPU)
    # Rounding: the kernel's bytes of activations, not the weights, which are the same.
    assert np.sqrt(np.mean((wanted.policy - found.policy) ** 2)) < 0.02
    assert np.sqrt(np.mean((wanted.value - found.value) ** 2)) < 0.05


def test_what_does_not_fit_is_refused(tmp_path: Path) -> None:
    shape = a_shape("residual", 3, 16, 8)
    planes = [random_planes(SIZE, seed) for seed in range(5)]
    parts = NetParts(shape, quantized(FloatNet(shape, random_state(shape)), planes), {})
    path = tmp_path / "small.net"
    write_net(path, parts)
    for large, advice in (
        (a_shape("mobile", 3, 16, 8), "give --trunk residual"),
        (a_shape("residual", 2, 16, 8), "give --blocks 3 or more"),
        (a_shape("residual", 3, 12, 8), "give --channels 16 or more"),
        (a_shape("residual", 3, 16, 4), "give --head 8 or more"),
    ):
        with pytest.raises(NetworkError, match=advice):
            begun(path, large, batches(1), SIZE)


def test_a_network_goes_on_without_the_move_model(tmp_path: Path) -> None:
    """All that it knew of the board stays; where the model said nothing it says the same."""
    small = small_network("residual")
    shape = dataclasses.replace(larger(small.shape), planes=27, numbers=8)
    large = grown(small, shape)
    blind = small_network("residual")
    with torch.no_grad():
        blind.policy_skip.zero_()
        blind.stem.weight[:, -1] = 0
        blind.whole.weight[:, -1] = 0
        blind.value_hidden.weight[:, -1] = 0
    batch = batches(1)[0][0]
    assert max(differences(ask(large, batch, SIZE, CPU), ask(blind, batch, SIZE, CPU)).values()) < (
        1e-3
    )
    run = training()
    assert run.run(quiet, tmp_path / "net")
    shape = dataclasses.replace(run.network.shape, planes=27, numbers=8)
    alone = NetTraining(shape, LearningSettings(steps=2, rows=8), mixture(), SIZE, CPU, {})
    alone.begin(begun(tmp_path / "net", shape, [], SIZE))
    assert alone.run(quiet, tmp_path / "alone")
    with pytest.raises(NetworkError, match="give --board-alone"):
        begun(tmp_path / "alone", run.network.shape, [], SIZE)


def test_a_checkpoint_is_begun_with(tmp_path: Path) -> None:
    run = training()
    assert run.run(quiet, tmp_path / "net")
    shape = larger(run.network.shape)
    large = begun(tmp_path / "net", shape, [], SIZE)
    batch = batches(1)[0][0]
    told = ask(large, batch, SIZE, CPU)
    assert max(differences(told, ask(run.averaged, batch, SIZE, CPU)).values()) < 1e-3
