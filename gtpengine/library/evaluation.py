"""What the network says of a position, without a search; and what the network sees."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Literal, SupportsIndex

import numpy as np
import numpy.typing as npt

from board_ext.coords import BLACK
from gtpengine.library.position import Position
from gtpengine.library.symmetry import SYMMETRIES, symmetry_of
from gtpengine.network import serving
from gtpengine.network.net import Network
from gtpengine.network.planes import NUMBERS, PLANES, planes_at
from gtpengine.patterns import modelfile


@dataclass(frozen=True, slots=True, eq=False)
class Evaluation:
    """What the network says of a position, for the side to move.

    - ``policy``: float32, shape (size * size + 1,): the probability of each move by its number, the
      pass last. Illegal moves have 0; the sum is 1.
    - ``value``: the chance to win, 0 to 1.
    - ``lead``: points ahead, komi counted; negative when behind.
    - ``ownership``: float32, shape (size, size), row 0 at the bottom, as in a ``Report``: +1 for a
      point that Black owns at the end, -1 for White's.
    """

    policy: npt.NDArray[np.float32]
    value: float
    lead: float
    ownership: npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class NetworkInput:
    """What the network sees of a position, from the side to move.

    - ``planes``: uint8, shape (planes, size, size), row 0 at the bottom; a byte is 0 to 127, where
      127 is *yes*. ``plane_names`` says what each one is.
    - ``numbers``: float32, shape (numbers,), for the whole position; ``number_names``.
    """

    planes: npt.NDArray[np.uint8]
    numbers: npt.NDArray[np.float32]

    plane_names: ClassVar[tuple[str, ...]] = PLANES
    number_names: ClassVar[tuple[str, ...]] = NUMBERS


def evaluate(
    position: Position,
    *,
    network: str | Path | None = None,
    symmetry: SupportsIndex | Literal["all"] = 0,
) -> Evaluation:
    """Return what a network says of a position, within about a millisecond, without a search.

    :param network: a file of ``gtpengine net export``; the package's own when left out. It has
        networks for boards from 7x7, learned on 9x9, 13x13 and 19x19.
    :param symmetry: how the network sees the board, 0 to 7 (``gtpengine.turn``); ``"all"`` is the
        mean of all eight. The answer is about the board as it is.
    :raises ValueError: when there is no network for this size, the file cannot be used, or there is
        no such symmetry; the message says what there is.
    """
    if not isinstance(position, Position):
        raise TypeError(f"a gtpengine.Position is wanted, not a {type(position).__name__}")
    core = position.core
    seen = SYMMETRIES if symmetry == "all" else symmetry_of(symmetry)
    model = modelfile.load_shipped(core.size).model
    found = _network(network, core.size).evaluate(core, model, seen)
    policy = found.policy * core.legal_mask()  # superko forbids moves that the network allows
    total = policy.sum()
    sign = 1 if core.to_play == BLACK else -1
    ownership = sign * (2 * found.ownership.reshape(core.size, core.size) - 1)
    return Evaluation(policy / total, found.value, found.score, ownership)


def network_input(position: Position) -> NetworkInput:
    """Return what the network sees of a position, on a board of any size.

    ``gtpengine.turn`` turns the planes.
    """
    if not isinstance(position, Position):
        raise TypeError(f"a gtpengine.Position is wanted, not a {type(position).__name__}")
    model = modelfile.load_shipped(position.size).model
    return NetworkInput(*planes_at(model, position.core))


def _network(path: str | Path | None, size: int) -> Network:
    """Return a network for boards of a size.

    :raises ValueError: when no network serves the size, or the file cannot be read.
    """
    found, notices = serving.serving(serving.SHIPPED if path is None else str(path), size)
    if found is None:
        least = min(serving.LEARNED_ON)
        raise ValueError(
            "; ".join(notices).removesuffix("; playing without the network")
            or f"the package has networks for boards from {least}x{least}, not for {size}x{size};"
            " give a network, or use gtpengine.Search, which needs none"
        )
    return found
