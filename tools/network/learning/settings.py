"""How a network learns: plain data, without PyTorch."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from gtpengine.base.arguments import numbers
from gtpengine.base.arguments.options import group, option

PRECISIONS: Final = ("float32", "bfloat16")
OPTIMIZERS: Final = ("adamw", "muon")
WARM: Final = 0.03
"""Share of the learning in which the rate rises."""


def _weight_option(name: str, what: str, usual: float) -> float:
    text, weight = f"weight of the loss of {what}", numbers.real(0, 1000)
    return option(text, weight, default=usual, names=(f"--{name}-weight",))


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights of the losses."""

    policy: float = _weight_option("policy", "the policy", 1.0)
    value: float = _weight_option("value", "the value", 1.0)
    score: float = _weight_option("score", "the score", 0.3)
    ownership: float = _weight_option("ownership", "ownership", 0.5)


@dataclass(frozen=True, slots=True)
class LearningSettings:
    """How to learn: ``steps`` of ``rows`` positions each, or as many as ``minutes`` allow, at a
    rate that rises first and falls to nothing by a half cosine."""

    steps: int = option("steps to learn", numbers.count, default=10_000)
    minutes: float = option(
        "learn for this time instead of --steps; 0 for --steps",
        numbers.real(0, 100_000),
        default=0.0,
    )
    rows: int = option("positions of a step", numbers.whole(8, 65536), default=256)
    rate: float = option(
        "highest rate of learning; it rises, then falls to nothing",
        numbers.real(0, 1, above=True),
        default=3e-3,
    )
    decay: float = 1e-2
    seed: int = option("seed of all randomness", numbers.seed, default=1)
    precision: str = PRECISIONS[0]
    optimizer: str = option(
        "what moves the weights; muon moves the convolutions of the trunk",
        str,
        default=OPTIMIZERS[0],
        choices=OPTIMIZERS,
    )
    weights: Weights = group(Weights)

    def rate_at(self, share: float) -> float:
        """Return the rate when ``share`` of the learning is done."""
        if share < WARM:
            return self.rate * (share / WARM * 0.95 + 0.05)
        return self.rate * 0.5 * (1 + math.cos(math.pi * min(1, (share - WARM) / (1 - WARM))))
