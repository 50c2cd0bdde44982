"""Writing the files of move models, which modelfile.py and rankfile.py describe."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from .digest import sha256
from .modelfile import MOVES, PREFIX, ROW, VERSION, ModelFileKind, feature_table
from .rankfile import RANKS


def encode_model(
    rows: npt.NDArray[np.float32],
    keys: npt.NDArray[np.uint64],
    max_ring: int,
    about: Mapping[str, Any],
    learned: npt.NDArray[np.uint32] | None = None,
    ownership: int = 0,
    kind: ModelFileKind = MOVES,
    common_fate: bool = False,
) -> bytes:
    """Return the bytes of a model file; ``about`` is added to the header."""
    ids = np.zeros(0, np.uint32) if learned is None else np.sort(learned)
    header = {
        **about,
        "features": feature_table(ownership, common_fate),
        "ownership": ownership,
        "shapes": len(keys),
        "row": ROW,
        "max_ring": max_ring,
        "learned": len(ids),
    }
    text = json.dumps(header, ensure_ascii=False, sort_keys=True).encode()
    body = b"".join(
        (
            PREFIX.pack(kind.magic, VERSION, len(text)),
            text,
            keys.astype("<u8").tobytes(),
            rows.astype("<f2").tobytes(),
            ids.astype("<u4").tobytes(),
        )
    )
    return body + sha256(body).digest()


def encode_ranks(
    rows: npt.NDArray[np.float32],
    keys: npt.NDArray[np.uint64],
    max_ring: int,
    knots: Sequence[float],
    scales: Sequence[float],
    about: Mapping[str, Any],
    learned: npt.NDArray[np.uint32] | None = None,
) -> bytes:
    """Return the bytes of the file of a model by rank; ``about`` is added to the header."""
    header = {**about, "knots": list(knots), "scales": list(scales)}
    return encode_model(rows, keys, max_ring, header, learned, kind=RANKS)
