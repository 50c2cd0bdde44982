"""How a network learns: plain data, without PyTorch."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Final

PRECISIONS: Final = ("float32", "bfloat16")
OPTIMIZERS: Final = ("adamw", "muon")
WARM: Final = 0.03
"""Share of the learning in which the rate rises."""


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights of the losses."""

    policy: float = 1.0
    value: float = 1.0
    score: float = 0.3
    ownership: float = 0.5


@dataclass(frozen=True, slots=True)
class Settings:
    """How to learn: ``steps`` of ``rows`` positions each, or as many as ``minutes`` allow, at a
    rate that rises first and falls to nothing by a half cosine."""

    steps: int = 10_000
    minutes: float = 0.0
    rows: int = 256
    rate: float = 3e-3
    decay: float = 1e-2
    seed: int = 1
    precision: str = PRECISIONS[0]
    optimizer: str = OPTIMIZERS[0]
    weights: Weights = field(default_factory=Weights)

    def rate_at(self, share: float) -> float:
        """Return the rate when ``share`` of the learning is done."""
        if share < WARM:
            return self.rate * (share / WARM * 0.95 + 0.05)
        return self.rate * 0.5 * (1 + math.cos(math.pi * min(1, (share - WARM) / (1 - WARM))))
