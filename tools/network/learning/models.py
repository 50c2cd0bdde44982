"""Shapes of the network: a trunk of blocks between a stem and four heads.

All are convolutions with global pooling, so one network serves every board size. Trunks:

- ``residual``: two 3x3 convolutions a block (He et al. 2016, Silver et al. 2017);
- ``bottleneck``: 1x1 down to half the channels, two 3x3 there, 1x1 up (KataGo's nested bottleneck
  without the nesting);
- ``mobile``: 1x1 up to twice the channels, a 3x3 for each channel, 1x1 down (Sandler et al. 2018).

A trunk may begin with a codebook in the place of the first convolution (codebook.py).

Every third block pools: the mean and the maximum of some channels over the board bias the others
(Wu 2019, section 3.3), which carries news across the board in one step.

The policy of a network that sees what the move model expects begins there: the logarithms that the
last plane and the last number hold, times one learned number, are added to the logits. So the
network only learns what the model lacks. Where the plane is 0 no move is legal, which all networks
are told.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import torch
from torch import Tensor, nn

from gtpengine.network.netshape import NetShape

from .codebook import Codebook
from .shapes import CodebookShape

ILLEGAL: Final = -1e4
"""The logit of a move that is not legal."""
FULL: Final = 127
"""The byte that stands for 1 in a plane; planes come divided by it."""
EXPECTED_STEPS: Final = 8
"""Steps of the move model's plane for one unit of ln p."""
PASS_UNITS: Final = 16
"""Units of ln p for one unit of the move model's number."""
SCORE_UNITS: Final = 10.0
"""Points of lead for one unit of the score's output."""


@dataclass(slots=True)
class NetOutput:
    """What a network says of a batch, for the side to move.

    ``policy``: logits, float32 (batch, points + 1), the pass last; ``ILLEGAL`` where no move is
    legal. ``value``: logits of winning, (batch,). ``score``: expected lead in points with komi
    counted, (batch,). ``ownership``: logits of owning each point at the end, (batch, points).
    """

    policy: Tensor
    value: Tensor
    score: Tensor
    ownership: Tensor


def _convolution(inputs: int, outputs: int, width: int, groups: int = 1) -> nn.Conv2d:
    return nn.Conv2d(inputs, outputs, width, padding=width // 2, groups=groups, bias=False)


def pooled(x: Tensor) -> Tensor:
    """Return mean and maximum of each channel over the board: (batch, 2 channels)."""
    return torch.cat([x.mean((2, 3)), x.amax((2, 3))], 1)


class GlobalPooling(nn.Module):
    """Adds to each channel a function of what was pooled over the board."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.width = max(4, channels // 4)
        self.look = nn.Conv2d(channels, self.width, 1)
        self.tell = nn.Linear(2 * self.width, channels)

    def forward(self, x: Tensor) -> Tensor:
        told: Tensor = self.tell(pooled(torch.relu(self.look(x))))
        return x + told[:, :, None, None]


class TrunkBlock(nn.Module):
    """One block of a trunk, with a residual connection."""

    def __init__(self, trunk: str, channels: int, pools: bool) -> None:
        super().__init__()
        layers: list[nn.Module]
        if trunk == "residual":
            layers = [
                _convolution(channels, channels, 3),
                nn.BatchNorm2d(channels),
                nn.ReLU(),
                _convolution(channels, channels, 3),
            ]
        elif trunk == "bottleneck":
            half = channels // 2
            layers = [
                _convolution(channels, half, 1),
                nn.BatchNorm2d(half),
                nn.ReLU(),
                _convolution(half, half, 3),
                nn.BatchNorm2d(half),
                nn.ReLU(),
                _convolution(half, half, 3),
                nn.BatchNorm2d(half),
                nn.ReLU(),
                _convolution(half, channels, 1),
            ]
        else:
            wide = 2 * channels
            layers = [
                _convolution(channels, wide, 1),
                nn.BatchNorm2d(wide),
                nn.ReLU(),
                _convolution(wide, wide, 3, groups=wide),
                nn.BatchNorm2d(wide),
                nn.ReLU(),
                _convolution(wide, channels, 1),
            ]
        layers.append(nn.BatchNorm2d(channels))
        self.layers = nn.Sequential(*layers)
        self.pool = GlobalPooling(channels) if pools else None

    def forward(self, x: Tensor) -> Tensor:
        y: Tensor = self.layers(x)
        if self.pool is not None:
            y = self.pool(y)
        return torch.relu(x + y)


class TorchNetwork(nn.Module):
    """A stem, blocks and heads.

    Called with all planes (batch, planes, size, size) from 0 to 1 and all numbers (batch, numbers),
    float; one that does without the move model sees no more of its plane than which moves are
    legal.
    """

    def __init__(self, shape: NetShape) -> None:
        super().__init__()
        self.shape = shape
        channels, head = shape.channels, shape.head
        self.stem = (
            Codebook(shape.planes, channels)
            if isinstance(shape, CodebookShape)
            else _convolution(shape.planes, channels, 3)
        )
        self.stem_norm = nn.BatchNorm2d(channels)
        self.whole = nn.Linear(shape.numbers, channels)
        self.blocks = nn.ModuleList(
            TrunkBlock(shape.trunk, channels, shape.pools(number)) for number in range(shape.blocks)
        )
        self.policy_look = nn.Conv2d(channels, head, 1)
        self.policy_tell = nn.Linear(2 * head, head)
        self.policy_points = nn.Conv2d(head, 1, 1)
        self.policy_pass = nn.Linear(2 * head, 1)
        if shape.sees_model:
            self.policy_skip = nn.Parameter(torch.ones(()))
        else:
            self.register_buffer("policy_skip", torch.zeros(()))
        self.value_look = nn.Conv2d(channels, head, 1)
        self.value_hidden = nn.Linear(2 * head + shape.numbers, 2 * head)
        self.value = nn.Linear(2 * head, 2)
        self.ownership = nn.Conv2d(head, 1, 1)
        with torch.no_grad():
            # What is learned begins with nothing beside what the move model says.
            self.policy_points.weight *= 0.1
            self.policy_pass.weight *= 0.1

    def forward(self, planes: Tensor, numbers: Tensor) -> NetOutput:
        expected, expected_pass = planes[:, -1], numbers[:, -1:]
        planes, numbers = planes[:, : self.shape.planes], numbers[:, : self.shape.numbers]
        x = self.stem_norm(self.stem(planes)) + self.whole(numbers)[:, :, None, None]
        x = torch.relu(x)
        for block in self.blocks:
            x = block(x)
        looked = torch.relu(self.policy_look(x))
        seen = pooled(looked)
        points = torch.relu(looked + self.policy_tell(seen)[:, :, None, None])
        policy = self._with_model(
            self.policy_points(points).flatten(1), self.policy_pass(seen), expected, expected_pass
        )
        looked = torch.relu(self.value_look(x))
        hidden = torch.relu(self.value_hidden(torch.cat([pooled(looked), numbers], 1)))
        value = self.value(hidden).float()
        ownership = self.ownership(looked).flatten(1).float()
        return NetOutput(policy, value[:, 0], value[:, 1] * SCORE_UNITS, ownership)

    def _with_model(
        self, points: Tensor, last: Tensor, plane: Tensor, expected_pass: Tensor
    ) -> Tensor:
        """Return the policy's logits: what was learned, and what the move model expects."""
        byte = plane.flatten(1).float() * FULL
        model = (byte - FULL) / EXPECTED_STEPS
        points = points.float() + self.policy_skip * model
        points = points.masked_fill(byte < 0.5, ILLEGAL)
        last = last.float() + self.policy_skip * PASS_UNITS * expected_pass.float()
        return torch.cat([points, last], 1)


def parameters(network: nn.Module) -> int:
    """Return how many numbers the network has learned."""
    return sum(tensor.numel() for tensor in network.parameters())
