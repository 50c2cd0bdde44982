"""Muon moves the convolutions of the trunk as far in every direction; AdamW moves the rest."""

from __future__ import annotations

from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="learning needs PyTorch (make train)")

from gtpengine.tools.network.learning.models import TorchNetwork  # noqa: E402
from gtpengine.tools.network.learning.optimizer import (  # noqa: E402
    NetOptimizer,
    as_matrix,
    convolutions,
)
from gtpengine.tools.network.learning.settings import OPTIMIZERS, LearningSettings  # noqa: E402
from gtpengine.tools.network.learning.shapes import shape_for  # noqa: E402

RATE = 0.01


def made(trunk: str = "residual") -> TorchNetwork:
    torch.manual_seed(1)
    network: TorchNetwork = TorchNetwork(shape_for(trunk, 3, 8, 8)).to(
        memory_format=torch.channels_last
    )
    return network


def give_gradients(network: TorchNetwork) -> None:
    """One direction is a hundred times larger than the others, as gradients often are."""
    for weight in network.parameters():
        weight.grad = torch.randn_like(weight)
        if weight.dim() == 4:
            outputs = len(weight)
            weight.grad += 100 * torch.randn(outputs, 1, 1, 1) * torch.randn_like(weight[:1])


def step_of(optimizer: str) -> Any:
    """Return what a first step changes in a convolution, as a matrix."""
    network = made()
    weight = convolutions(network)[0]
    before = as_matrix(weight.detach()).clone()
    give_gradients(network)
    NetOptimizer(network, LearningSettings(optimizer=optimizer, rate=RATE)).step()
    return as_matrix(weight.detach()) - before


def test_a_step_of_muon_goes_as_far_in_every_direction() -> None:
    found = torch.linalg.svdvals(step_of("muon"))
    assert found.max() < 2.5 * found.min()
    other = torch.linalg.svdvals(step_of("adamw"))
    assert other.max() > 5 * other.min()


@pytest.mark.parametrize("optimizer", OPTIMIZERS)
def test_steps_are_about_as_long_as_the_rate(optimizer: str) -> None:
    size = step_of(optimizer).square().mean().sqrt().item()
    assert 0.1 * RATE < size < 1.5 * RATE


def test_all_weights_move_by_the_rate_that_is_set() -> None:
    network = made()
    before = [weight.detach().clone() for weight in network.parameters()]
    optimizer = NetOptimizer(network, LearningSettings(optimizer="muon", rate=RATE))
    give_gradients(network)
    optimizer.set_rate(0.0)
    optimizer.step()
    for was, weight in zip(before, network.parameters(), strict=True):
        assert torch.equal(was, weight)
    optimizer.set_rate(RATE)
    optimizer.step()
    for was, weight in zip(before, network.parameters(), strict=True):
        assert not torch.equal(was, weight)


def test_gradients_are_forgotten() -> None:
    network = made()
    optimizer = NetOptimizer(network, LearningSettings(optimizer="muon"))
    give_gradients(network)
    optimizer.zero_grad()
    assert all(weight.grad is None for weight in network.parameters())


def test_a_convolution_and_its_matrix_lie_in_the_same_memory() -> None:
    weight = convolutions(made())[0]
    matrix = as_matrix(weight.data)
    assert matrix.shape == (8, 72)
    matrix[3, 10] = 7  # the second tap, the third input
    assert weight[3, 2, 0, 1] == 7


def test_convolutions_of_single_channels_are_left_to_adamw() -> None:
    shapes = {tuple(weight.shape) for weight in convolutions(made("mobile"))}
    assert (16, 1, 3, 3) not in shapes
    assert (16, 8, 1, 1) in shapes
