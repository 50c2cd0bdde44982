"""Networks of every trunk: shapes of answers, the model's part of the policy, other board sizes."""

from __future__ import annotations

from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="learning needs PyTorch (make train)")

from gtpengine.tools.network.learning.models import (  # noqa: E402
    FULL,
    ILLEGAL,
    PASS_UNITS,
    TorchNetwork,
    parameters,
)
from gtpengine.tools.network.learning.shapes import shape_for  # noqa: E402

from gtpengine.network.netshape import TRUNKS, NetShape  # noqa: E402


def planes_of(rows: int, size: int, shape: NetShape) -> tuple[Any, Any]:
    random = torch.Generator().manual_seed(1)
    planes = (torch.rand((rows, shape.planes, size, size), generator=random) < 0.3).float()
    planes[:, -1] = torch.randint(0, 128, (rows, size, size), generator=random) / FULL
    numbers = torch.rand((rows, shape.numbers), generator=random) - 0.5
    return planes, numbers


@pytest.mark.parametrize("trunk", TRUNKS)
@pytest.mark.parametrize("size", [5, 9])
def test_answers_have_a_number_for_each_point(trunk: str, size: int) -> None:
    torch.manual_seed(1)
    shape = shape_for(trunk, 3, 8, 8)
    network = TorchNetwork(shape).eval()
    planes, numbers = planes_of(4, size, shape)
    answer = network(planes, numbers)
    assert answer.policy.shape == (4, size * size + 1)
    assert answer.ownership.shape == (4, size * size)
    assert answer.value.shape == answer.score.shape == (4,)
    illegal = planes[:, -1].flatten(1) == 0
    assert (answer.policy[:, :-1][illegal] == ILLEGAL).all()
    assert (answer.policy[:, :-1][~illegal] > ILLEGAL / 2).all()


def test_without_learned_weights_the_policy_is_the_models() -> None:
    shape = shape_for("residual", 1, 8, 8)
    network = TorchNetwork(shape).eval()
    with torch.no_grad():
        for layer in (network.policy_points, network.policy_pass):
            layer.weight.zero_()
            layer.bias.zero_()
    planes, numbers = planes_of(2, 5, shape)
    policy = network(planes, numbers).policy
    wanted = (planes[:, -1].flatten(1) * FULL - FULL) / 8
    legal = planes[:, -1].flatten(1) > 0
    assert torch.allclose(policy[:, :-1][legal], wanted[legal], atol=1e-4)
    assert torch.allclose(policy[:, -1], PASS_UNITS * numbers[:, -1])


def test_a_network_of_the_board_alone_sees_legal_moves_and_no_more_of_the_model() -> None:
    torch.manual_seed(1)
    shape = shape_for("residual", 1, 8, 8, sees_model=False)
    network = TorchNetwork(shape).eval()
    planes, numbers = planes_of(2, 5, shape_for("residual", 1, 8, 8))
    other, others = planes.clone(), numbers.clone()
    other[:, -1] = (planes[:, -1] > 0).float()
    others[:, -1] = 0
    said, again = network(planes, numbers), network(other, others)
    for name in ("policy", "value", "score", "ownership"):
        assert torch.equal(getattr(said, name), getattr(again, name)), name
    illegal = planes[:, -1].flatten(1) == 0
    assert (said.policy[:, :-1][illegal] == ILLEGAL).all()
    assert "policy_skip" not in dict(network.named_parameters())


def test_the_names_of_shapes_and_their_sizes() -> None:
    shape = shape_for("mobile", 6, 48, 16)
    assert shape.name == "mobile-6x48"
    assert NetShape(**shape.to_dict()) == shape
    assert 10_000 < parameters(TorchNetwork(shape)) < 200_000


@pytest.mark.parametrize(
    ("trunk", "blocks", "channels", "why"),
    [("dense", 4, 32, "residual, bottleneck"), ("residual", 0, 32, "blocks")],
)
def test_shapes_that_cannot_be_made(trunk: str, blocks: int, channels: int, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        NetShape(trunk, blocks, channels, 8, 28, 9)
