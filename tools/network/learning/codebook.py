"""A codebook in the place of the first convolution: what surrounds a point is looked up.

The idea is from Rapfi's networks for Gomoku (Mixnet, arXiv 2503.13178), whose table has an
entry for each pattern of a line; NNUE in chess is related. Here the stones around a point,
with their liberties, are hashed, and the hash is the entry of a table that was learned. A table for
3x3 and one for 5x5 points are added up. After a move only entries near the chains that it changed
differ, so an engine could keep the sums from move to move.

The kernel of the engine has no codebook: such networks are learned to be compared.
"""

from __future__ import annotations

from typing import Final

import torch
from torch import Tensor, nn

WIDTHS: Final = (3, 5)
"""Points to a side of what is hashed."""
ENTRIES: Final = 1 << 16
"""Entries of a table. Two patterns may have the same."""
HASHED: Final = 9
"""The first planes: the board, stones, and chains of one to three liberties."""
LARGEST: Final = 1 << 40
"""What a point adds to a hash is less: 25 points of nine planes stay exact in 64-bit floats."""


class Codebook(nn.Module):
    """A stem: planes (batch, planes, size, size) to (batch, channels, size, size).

    A 1x1 convolution adds what the planes say of the point itself.
    """

    def __init__(self, planes: int, channels: int) -> None:
        super().__init__()
        self.itself = nn.Conv2d(planes, channels, 1, bias=False)
        self.tables = nn.ModuleList(nn.Embedding(ENTRIES, channels) for _ in WIDTHS)
        random = torch.Generator().manual_seed(1)
        for table, width in zip(self.tables, WIDTHS, strict=True):
            nn.init.normal_(table.weight, std=0.1)
            adds = torch.randint(LARGEST, (1, HASHED, width, width), generator=random)
            # A constant, so not kept in checkpoints.
            self.register_buffer(f"adds{width}", adds.double(), persistent=False)

    def entries(self, planes: Tensor, width: int) -> Tensor:
        """Return the entry of each point, int64 (batch, size, size)."""
        seen = (planes[:, :HASHED] > 0).double()
        with torch.autocast(planes.device.type, enabled=False):
            sums = nn.functional.conv2d(seen, getattr(self, f"adds{width}"), padding=width // 2)
        return sums[:, 0].long() % ENTRIES

    def forward(self, planes: Tensor) -> Tensor:
        x: Tensor = self.itself(planes)
        for table, width in zip(self.tables, WIDTHS, strict=True):
            x = x + table(self.entries(planes, width)).permute(0, 3, 1, 2)
        return x
