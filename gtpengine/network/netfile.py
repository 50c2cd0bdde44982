"""The file of a network.

Layout, little-endian: 8 bytes of magic, 4 bytes of version, 4 bytes length of the header, then

- the header (JSON, UTF-8): the shape, the names of the planes and numbers seen, and the provenance;
- the arrays that ``netshape.arrays`` names, one after the other;
- SHA-256 of all before, 32 bytes.

A file is refused when anything does not fit: other planes mean another network.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from gtpengine.base.files.userpath import read_regular
from gtpengine.base.text.jsontext import json_object
from gtpengine.network.net import Network
from gtpengine.network.netshape import BOARD_ALONE, Arrays, NetShape, arrays, check
from gtpengine.network.planes import NUMBERS, PLANES
from gtpengine.patterns.digest import sha256

MAGIC: Final = b"GTPEnetw"
VERSION: Final = 1
LARGEST: Final = 1 << 28
MAX_HEADER: Final = 1 << 20
PREFIX: Final = struct.Struct("<8sII")
_CHECKSUM: Final = 32


class NetError(ValueError):
    """A file of a network that cannot be used; the message says which and why."""


@dataclass(frozen=True, slots=True)
class NetParts:
    """What a file holds: a shape, its arrays, and plain data about how it was learned."""

    shape: NetShape
    arrays: Arrays
    provenance: Mapping[str, Any]


def decode(data: bytes, name: str) -> NetParts:
    """Return what the bytes of a file called ``name`` hold.

    :raises NetError: when they are no network of this program.
    """
    if len(data) < PREFIX.size + _CHECKSUM:
        raise NetError(f"{name}: too short for a network; copy or export it again")
    magic, version, length = PREFIX.unpack_from(data)
    if magic != MAGIC:
        raise NetError(f"{name} is no network; gtpengine net export makes one")
    if version != VERSION:
        advice = "export it again" if version < VERSION else "use a newer gtpengine"
        raise NetError(f"{name}: format {version}, but this program reads {VERSION}; {advice}")
    if length > min(MAX_HEADER, len(data) - PREFIX.size - _CHECKSUM):
        raise NetError(f"{name}: header is longer than can be; copy or export it again")
    if sha256(memoryview(data)[:-_CHECKSUM]).digest() != data[-_CHECKSUM:]:
        raise NetError(f"{name} is damaged: its checksum is wrong; copy or export it again")
    try:
        header = json_object(data[PREFIX.size : PREFIX.size + length], any_number=True)
        shape = NetShape(**header["shape"])
        planes, numbers = header["planes"], header["numbers"]
        provenance = dict(header["provenance"])
    except (ValueError, KeyError, TypeError, OverflowError) as error:
        raise NetError(f"{name}: header cannot be read ({error}); export it again") from None
    known = (shape.planes, shape.numbers) in ((len(PLANES), len(NUMBERS)), BOARD_ALONE)
    seen = list(PLANES[: shape.planes]), list(NUMBERS[: shape.numbers])
    if not known or (planes, numbers) != seen:
        raise NetError(f"{name}: trained for other planes than this program's; train it again")
    try:
        found = _arrays(shape, data[PREFIX.size + length : -_CHECKSUM])
        check(shape, found)
    except ValueError as error:
        raise NetError(f"{name}: {error}; export it again") from None
    return NetParts(shape, found, provenance)


def _arrays(shape: NetShape, data: bytes) -> dict[str, npt.NDArray[Any]]:
    """Return the arrays that follow each other in ``data``.

    :raises ValueError: when it is longer or shorter than they are.
    """
    found, at = {}, 0
    for name, (kind, dimensions) in arrays(shape).items():
        count = int(np.prod(dimensions))
        if at + count * np.dtype(kind).itemsize > len(data):
            raise ValueError("length does not fit its header")
        found[name] = np.frombuffer(data, kind, count, at).reshape(dimensions)
        at += found[name].nbytes
    if at != len(data):
        raise ValueError("length does not fit its header")
    return found


def read_net(path: Path) -> NetParts:
    """Return what a file holds.

    :raises NetError: when it cannot be read or is no network of this program.
    """
    try:
        data = read_regular(path, LARGEST)
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        raise NetError(f"{path}: {reason}; give a file of gtpengine net export") from None
    return decode(data, str(path))


def load_net(path: Path, arithmetic: str | None = None) -> Network:
    """Return the network of a file, on the path ``arithmetic`` of ``convolution.paths()``, the
    fastest when ``None``.

    :raises NetError: when it cannot be read or used.
    :raises ValueError: when this machine lacks the path.
    """
    parts = read_net(path)
    return Network(parts.shape, parts.arrays, parts.provenance, arithmetic)
