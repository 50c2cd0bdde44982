"""The file of the move model by rank.

The file is laid out as a move model's (modelfile.py), with another magic. The columns of the rows
are the effects at the ranks that the header names (``knots``), with a factor of the base's scores
for each (``scales``). The base, the model of strong players, is not in the file: it is the model
shipped for the size of the board. Effects were learned on one board size and serve all.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Final

import numpy as np

from gtpengine.prediction.movemodel import MoveModel
from gtpengine.prediction.rankmodel import RankModel

from . import modelfile
from .modelfile import Loaded, ModelError, ModelFileKind
from .shipped import read_shipped

RANKS: Final = ModelFileKind(b"GTPErank", "model by rank", "gtpengine patterns ranks")
SHIPPED: Final = "ranks.bin"


def decode(data: bytes, name: str) -> Loaded:
    """Read the effects in the bytes of a file called ``name``.

    :raises ModelError: when there are none, or they do not fit.
    """
    loaded = modelfile.decode(data, name, RANKS)
    # A base without shapes is enough to check them.
    rows = np.zeros((modelfile.n_rows(0, 0), modelfile.ROW), np.float32)
    on_base(MoveModel(rows, np.zeros(0, np.uint64), 3), loaded, name)
    return loaded


def load(path: Path, size: int) -> RankModel:
    """Return the model by rank of a file, on the base shipped for boards of ``size``.

    :raises ModelError: when it cannot be read or used.
    """
    return on_base(modelfile.load_shipped(size).model, load_effects(path), str(path))


def load_effects(path: Path | None) -> Loaded:
    """Return the effects of a file, or the shipped ones; ``learned`` has the ids of its games.

    :raises ModelError: when they cannot be read or used.
    """
    return modelfile.load(path, RANKS) if path else _shipped()


def load_shipped(size: int) -> RankModel:
    """Return the model by rank shipped for boards of ``size``; equal bases share one.

    :raises ModelError: when it or its base is missing or damaged.
    """
    return _shipped_on(modelfile.load_shipped(size).model)


@functools.cache
def _shipped() -> Loaded:
    return read_shipped(SHIPPED, decode, ModelError)


@functools.cache
def _shipped_on(base: MoveModel) -> RankModel:
    return on_base(base, _shipped(), SHIPPED)


def on_base(base: MoveModel, loaded: Loaded, name: str) -> RankModel:
    """Put the effects of a file on a base.

    :raises ModelError: when the header's knots do not fit.
    """
    try:
        knots, scales = loaded.header["knots"], loaded.header["scales"]
        return RankModel(base, loaded.model, knots, scales)
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise ModelError(f"{name}: ranks cannot be read ({error}); learn it again") from None
