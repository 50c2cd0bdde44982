"""What moves the weights: AdamW, or Muon for the convolutions of the trunk and AdamW for the rest.

Muon (Jordan 2024, https://kellerjordan.github.io/posts/muon/) moves a matrix of weights as far in
every direction in which its averaged gradient points, where AdamW goes far in the few that are
largest. A convolution counts as a matrix: an output for each row, an input at a tap for each
column. The step is scaled to the length that AdamW's steps have (Liu et al. 2025, "Muon is scalable
for LLM training"), so one rate serves both.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn

from .models import TorchNetwork
from .settings import LearningSettings


class NetOptimizer:
    """Moves the weights of a network, which has to lie in memory channels last.

    It has the methods of an optimizer of PyTorch, over one or two of them.
    """

    def __init__(self, network: TorchNetwork, settings: LearningSettings) -> None:
        muon = settings.optimizer == "muon"
        self._convolutions = convolutions(network) if muon else []
        ids = {id(weight) for weight in self._convolutions}
        rest = [weight for weight in network.parameters() if id(weight) not in ids]
        self._parts: list[torch.optim.Optimizer] = [
            torch.optim.AdamW(rest, lr=settings.rate, weight_decay=settings.decay)
        ]
        self._matrices = [nn.Parameter(as_matrix(weight.data)) for weight in self._convolutions]
        if muon:
            self._parts.append(
                torch.optim.Muon(
                    self._matrices,
                    lr=settings.rate,
                    weight_decay=settings.decay,
                    adjust_lr_fn="match_rms_adamw",
                )
            )

    def set_rate(self, rate: float) -> None:
        """Set the rate of the next steps."""
        for part in self._parts:
            for group in part.param_groups:
                group["lr"] = rate

    def zero_grad(self) -> None:
        """Forget the gradients."""
        for part in self._parts:
            part.zero_grad(set_to_none=True)
        for weight in self._convolutions:
            weight.grad = None

    def step(self) -> None:
        """Move the weights by their gradients."""
        for weight, matrix in zip(self._convolutions, self._matrices, strict=True):
            assert weight.grad is not None
            matrix.grad = as_matrix(weight.grad)
        for part in self._parts:
            part.step()

    def state_dict(self) -> list[dict[str, Any]]:
        return [part.state_dict() for part in self._parts]

    def load_state_dict(self, state: list[dict[str, Any]]) -> None:
        for part, of in zip(self._parts, state, strict=True):
            part.load_state_dict(of)


def convolutions(network: TorchNetwork) -> list[Tensor]:
    """Return the weights of the convolutions of the trunk that mix channels."""
    return [
        layer.weight
        for layer in network.blocks.modules()
        if isinstance(layer, nn.Conv2d) and layer.groups == 1
    ]


def as_matrix(weight: Tensor) -> Tensor:
    """Return the weights of a convolution as (outputs, taps and inputs), in the same memory."""
    return weight.permute(0, 2, 3, 1).flatten(1)
