"""What the network says of a position, without a search; and what the network sees."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Final, Literal, SupportsIndex, overload

import numpy as np
import numpy.typing as npt

from board_ext.coords import BLACK
from gtpengine.base.system.machine import usable_cores
from gtpengine.library.positions.position import Position
from gtpengine.library.positions.symmetry import SYMMETRIES, symmetry_of
from gtpengine.library.values import checks
from gtpengine.network import serving
from gtpengine.network.net import Network
from gtpengine.network.planes import NUMBERS, PLANES, planes_at
from gtpengine.patterns import modelfile
from gtpengine.patterns.weight_files import SHIPPED

MOST_WORKERS: Final = 1024
"""Most threads of ``evaluate``."""


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


@overload
def evaluate(
    position: Position,
    *,
    network: str | Path | None = None,
    symmetry: SupportsIndex | Literal["all"] = 0,
    workers: int | None = None,
) -> Evaluation: ...
@overload
def evaluate(
    position: Iterable[Position],
    *,
    network: str | Path | None = None,
    symmetry: SupportsIndex | Literal["all"] = 0,
    workers: int | None = None,
) -> list[Evaluation]: ...
def evaluate(
    position: Position | Iterable[Position],
    *,
    network: str | Path | None = None,
    symmetry: SupportsIndex | Literal["all"] = 0,
    workers: int | None = None,
) -> Evaluation | list[Evaluation]:
    """Return what a network says of a position, within about a millisecond, without a search.

    :param position: a position; or several, of any sizes, also from a generator. Several are
        evaluated in threads, outside Python's lock, and a list in their order is returned.
    :param network: a file of ``gtpengine net export``; the package's own when left out. It has
        networks for boards from 7x7, learned on 9x9, 13x13 and 19x19.
    :param symmetry: how the network sees the board, 0 to 7 (``gtpengine.turn``); ``"all"`` is the
        mean of all eight. The answer is about the board as it is.
    :param workers: threads for several positions; one for each usable core when left out.
    :raises ValueError: when there is no network for this size, the file cannot be used, or there is
        no such symmetry; the message says what there is.
    :raises TypeError: when something else than a position is given; nothing is evaluated then.
    """
    every = isinstance(symmetry, str) and symmetry == "all"  # an array would compare as an array
    seen = SYMMETRIES if every else symmetry_of(symmetry)  # type: ignore[arg-type]
    if workers is not None:
        workers = checks.whole("workers", workers, 1, MOST_WORKERS)
    if not isinstance(position, Iterable):
        position = checks.one(Position, position)
        return _evaluation(position, _network(network, position.size), seen)
    todo = checks.several("positions", Position, position)
    networks = {size: _network(network, size) for size in {one.size for one in todo}}

    def evaluation(one: Position) -> Evaluation:
        return _evaluation(one, networks[one.size], seen)

    with ThreadPoolExecutor(workers or usable_cores()) as pool:
        return list(pool.map(evaluation, todo))


def _evaluation(position: Position, network: Network, symmetry: int) -> Evaluation:
    core = position.core
    model = modelfile.load_shipped(core.size).model
    found = network.evaluate(core, model, symmetry)
    policy = found.policy * core.legal_mask()  # superko forbids moves that the network allows
    sign = 1 if core.to_play == BLACK else -1
    ownership = sign * (2 * found.ownership.reshape(core.size, core.size) - 1)
    return Evaluation(policy / policy.sum(), found.value, found.score, ownership)


def network_input(position: Position) -> NetworkInput:
    """Return what the network sees of a position, on a board of any size.

    ``gtpengine.turn`` turns the planes.

    :raises TypeError: when that is no position.
    """
    core = checks.one(Position, position).core
    return NetworkInput(*planes_at(modelfile.load_shipped(core.size).model, core))


def _network(path: str | Path | None, size: int) -> Network:
    """Return a network for boards of a size.

    :raises ValueError: when no network serves the size, or the file cannot be read.
    """
    if path is not None:
        path = str(checks.path("network", path))
    found, notices = serving.serving(path or SHIPPED, size)
    if path == serving.NONE:
        raise ValueError("network none evaluates nothing: leave network out, or give a file")
    if found is None:
        least = min(serving.LEARNED_ON)
        raise ValueError(
            "; ".join(notices).removesuffix("; playing without the network")
            or f"the package has networks for boards from {least}x{least}, not for {size}x{size};"
            " give a network, or use gtpengine.Search, which needs none"
        )
    return found
