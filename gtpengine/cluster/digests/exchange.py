"""Digests as Python sees them: what one search tells another of its tree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

# As struct Entry of digest.pxd, in the order of bytes of the machine.
ENTRY = np.dtype(
    [
        ("reward", np.int64),
        ("amaf_reward", np.int64),
        ("score", np.int64),
        ("visits", np.uint32),
        ("amaf_visits", np.uint32),
        ("parent", np.int32),
        ("point", np.int32),
    ]
)


class Origin(NamedTuple):
    """The position a digest is about; ``situation`` is a hash of the position and of the rules."""

    situation: int
    moves: int
    size: int
    komi: float


class NodeChange(NamedTuple):
    """The simulations added to a node.

    Rewards count 65536 for a win of the side that made the move into it; scores are in half points,
    for Black.
    """

    visits: int
    reward: int
    score: int
    amaf_visits: int
    amaf_reward: int


@dataclass(frozen=True)
class Digest:
    """How the statistics of heavy nodes have changed since the last digest to the same receiver.

    Pickles small: 40 bytes a node. Machines that exchange digests have the same order of bytes.
    """

    origin: Origin
    entries: bytes

    def __len__(self) -> int:
        """Return the number of nodes."""
        return len(self.entries) // ENTRY.itemsize

    def table(self) -> npt.NDArray[np.void]:
        """Return the nodes as records of ``ENTRY``, parents before their children.

        ``parent`` is a row, -1 for the root of the search.
        """
        return np.frombuffer(self.entries, ENTRY)

    def changes(self) -> dict[tuple[int, ...], NodeChange]:
        """Return the change of each node, by its moves from the root of the search."""
        paths: list[tuple[int, ...]] = []
        changes = {}
        for reward, amaf_reward, score, visits, amaf_visits, parent, point in self.table().tolist():
            paths.append((*paths[parent], point) if paths else ())
            changes[paths[-1]] = NodeChange(visits, reward, score, amaf_visits, amaf_reward)
        return changes
