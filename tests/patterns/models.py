"""Models without knowledge, for tests of what they look at."""

from __future__ import annotations

import numpy as np
from gtpengine.patterns.modelfile import ROW, n_features

from gtpengine.prediction.movemodel import MoveModel


def empty_model(keys: np.ndarray | None = None, summed: bool = True) -> MoveModel:
    known = np.zeros(0, dtype=np.uint64) if keys is None else keys
    rows = np.zeros((n_features() + len(known), ROW), dtype=np.float32)
    return MoveModel(rows, known, 8, summed)
