"""The file of a move model.

Layout, little-endian: 8 bytes of magic, 4 bytes of version, 4 bytes length of the header, then

- the header (JSON, UTF-8): board sizes, the table of features, the learner's settings and figures,
  provenance and licence note;
- the keys of the shapes, circles or patterns of the common fate graph, uint64, rising;
- the rows, 8 float16 each: features first; then shapes, with the rows of the smaller shapes inside
  them added; then the classes of ownership if the header has random games for it;
- the ids of the games learned from, uint32, as many as the header says (none in older files);
- SHA-256 of all before, 32 bytes.

A file is refused when anything does not fit: other features mean other numbers.
"""

from __future__ import annotations

import functools
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from gtpengine.base.arguments.laboratory import LaboratoryError
from gtpengine.base.files.userpath import read_regular
from gtpengine.base.text.jsontext import json_object
from gtpengine.prediction.features import GROUPS
from gtpengine.prediction.movemodel import OWNERSHIP, MoveModel

from .digest import sha256
from .shipped import read_shipped

VERSION: Final = 1
ROW: Final = 8
MAX_HEADER: Final = 1 << 20
PREFIX: Final = struct.Struct("<8sII")
_CHECKSUM: Final = 32


@dataclass(frozen=True, slots=True)
class ModelFileKind:
    """One kind of file with this layout: its magic, what messages call it, and what makes it."""

    magic: bytes
    what: str
    maker: str


FATES: Final = "common fate graph"
MOVES: Final = ModelFileKind(b"GTPEmovs", "move model", "gtpengine patterns train")


class ModelError(ValueError):
    """A model file that cannot be used; the message says which and why."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A model and the header of its file.

    ``learned`` has the ids of the games it learned from (``records.game_ids``); none in older
    files.
    """

    model: MoveModel
    header: Mapping[str, Any]
    learned: npt.NDArray[np.uint32]


def feature_table(ownership: int = 0, common_fate: bool = False) -> list[list[Any]]:
    """Return names and numbers of values of the feature groups, as headers record them.

    Shapes that are no circles are one more name, so that programs without them refuse the file.
    """
    groups = [*GROUPS, OWNERSHIP] if ownership else GROUPS
    fates = [[FATES, 0]] if common_fate else []
    return [[name, count] for name, count, _ in groups] + fates


def n_features() -> int:
    """Return the number of rows before the rows of the shapes."""
    return sum(count for _, count, _ in GROUPS)


def n_rows(shapes: int, ownership: int) -> int:
    """Return the rows of a model with ``shapes`` shapes and ``ownership`` random games."""
    return n_features() + shapes + (OWNERSHIP[1] if ownership else 0)


def decode(data: bytes, name: str, kind: ModelFileKind = MOVES) -> Loaded:
    """Read the model in the bytes of a file called ``name``.

    :raises ModelError: when the bytes hold no model.
    """
    if len(data) < PREFIX.size + _CHECKSUM:
        raise ModelError(f"{name}: too short for a {kind.what}; copy or train it again")
    magic, version, length = PREFIX.unpack_from(data)
    if magic != kind.magic:
        raise ModelError(f"{name} is not a {kind.what}; {kind.maker} makes one")
    if version != VERSION:
        advice = "train anew" if version < VERSION else "use a newer gtpengine, or train anew"
        raise ModelError(f"{name}: format {version}, but this program reads {VERSION}; {advice}")
    if length > min(MAX_HEADER, len(data) - PREFIX.size - _CHECKSUM):
        raise ModelError(f"{name}: header is longer than can be; copy or train it again")
    if sha256(memoryview(data)[:-_CHECKSUM]).digest() != data[-_CHECKSUM:]:
        raise ModelError(f"{name} is damaged: its checksum is wrong; copy or train it again")
    try:
        header = json_object(data[PREFIX.size : PREFIX.size + length], any_number=True)
        n, max_ring = int(header["shapes"]), int(header["max_ring"])
        learned = int(header.get("learned", 0))
        ownership = int(header.get("ownership", 0))
        features, row = header["features"], header["row"]
    except (ValueError, KeyError, TypeError, OverflowError) as error:
        raise ModelError(f"{name}: header cannot be read ({error}); train it again") from None
    common_fate = features == feature_table(ownership, True)
    if features != feature_table(ownership, common_fate) or row != ROW:
        raise ModelError(f"{name}: trained for other features than this program's; train it again")
    start = PREFIX.size + length
    count = n_rows(n, ownership)
    end = start + 8 * n + 2 * ROW * count
    if min(n, learned) < 0 or len(data) != end + 4 * learned + _CHECKSUM:
        raise ModelError(f"{name}: length does not fit its header; copy or train it again")
    keys = np.frombuffer(data, "<u8", n, start)
    rows = np.frombuffer(data, "<f2", ROW * count, start + 8 * n)
    if not np.isfinite(rows).all():
        raise ModelError(f"{name}: weights that are no numbers; train it again")
    try:
        model = MoveModel(
            rows.astype(np.float32).reshape(-1, ROW), keys, max_ring, True, ownership, common_fate
        )
    except LaboratoryError as error:
        raise ModelError(f"{name}: {error}") from None
    except (ValueError, OverflowError) as error:
        raise ModelError(f"{name}: {error}; train it again") from None
    # A copy, because a view would keep the whole file in memory.
    return Loaded(model, header, np.frombuffer(data, "<u4", learned, end).astype(np.uint32))


def load(path: Path, kind: ModelFileKind = MOVES) -> Loaded:
    """Return the model of a file.

    :raises ModelError: when it cannot be read or used.
    """
    try:
        data = read_regular(path)
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        raise ModelError(f"{path}: {reason}; give a file of {kind.maker}") from None
    return decode(data, str(path), kind)


def shipped_name(size: int) -> str:
    """Return the file for boards of ``size``: small boards have their own."""
    return "moves9.bin" if size <= 11 else "moves19.bin"


def load_shipped(size: int) -> Loaded:
    """Return the model shipped for boards of ``size``.

    :raises ModelError: when it is missing or damaged.
    """
    return _load_shipped(shipped_name(size))


@functools.cache
def _load_shipped(name: str) -> Loaded:
    # One copy for all searches of a process: models never change.
    return read_shipped(name, decode, ModelError)
