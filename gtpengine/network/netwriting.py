"""Writing the file of a network, which netfile.py describes."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from gtpengine.base.files.wholefile import user_file
from gtpengine.network.netfile import MAGIC, PREFIX, VERSION, NetParts
from gtpengine.network.netshape import check
from gtpengine.network.planes import NUMBERS, PLANES
from gtpengine.patterns.digest import sha256


def encode(parts: NetParts) -> bytes:
    """Return the bytes of a file.

    :raises ValueError: when the arrays do not fit the shape.
    """
    check(parts.shape, parts.arrays)
    header = {
        "shape": parts.shape.to_dict(),
        "planes": list(PLANES[: parts.shape.planes]),
        "numbers": list(NUMBERS[: parts.shape.numbers]),
        "provenance": dict(parts.provenance),
    }
    text = json.dumps(header, ensure_ascii=False, sort_keys=True).encode()
    kept = [np.ascontiguousarray(array).tobytes() for array in parts.arrays.values()]
    body = b"".join((PREFIX.pack(MAGIC, VERSION, len(text)), text, *kept))
    return body + sha256(body).digest()


def write_net(path: Path, parts: NetParts) -> None:
    """Write a file; an earlier one is replaced once the new one is complete.

    :raises ValueError: when the arrays do not fit the shape.
    :raises OSError: when writing fails.
    """
    data = encode(parts)
    with user_file(path) as file:
        file.write(data)
