"""Files that were cut, bent or made up: each is read, or refused with one line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from gtpengine.books.bookfile import Book, BookError
from gtpengine.patterns import modelfile

from gtpengine.config.settings import SettingsError, make_settings, read_config
from gtpengine.game.sgf import read_file
from gtpengine.lab.weights import local3, playoutfile
from gtpengine.lab.weights.sealed import SealedError
from gtpengine.sgf.error import SgfError
from tests.wings import ROOT

Read = Callable[[Path], object]
WEIGHTS = ROOT / "gtpengine" / "lab" / "weights" / "data"
CONFIG = b'boardsize = 9\nkomi = 7.5\nmemory = 100\n[set]\nponder = true\nbook = "off"\n'

READERS: dict[str, tuple[bytes, Read, type[ValueError]]] = {
    "book": (
        min((ROOT / "books" / "data").glob("*.book"), key=lambda p: p.stat().st_size).read_bytes(),
        lambda path: Book.open(path, whole=True),
        BookError,
    ),
    "model": (
        (ROOT / "patterns" / "data" / "moves9.bin").read_bytes(),
        modelfile.load,
        modelfile.ModelError,
    ),
    "playouts": (
        (WEIGHTS / "playout9.txt").read_bytes(),
        playoutfile.load,
        SealedError,
    ),
    "local3": (
        (WEIGHTS / "local3.txt").read_bytes(),
        lambda path: local3.from_bytes(path.read_bytes(), str(path)),
        SealedError,
    ),
    "record": (
        (ROOT / "docs" / "samples" / "game.sgf").read_bytes(),
        lambda path: read_file(str(path)),
        SgfError,
    ),
    "config": (CONFIG, lambda path: make_settings(*read_config(path)), SettingsError),
}
COUNTS = (b"99999999999999999999", b"-1", b"0", b"1e308", b"4294967296", b"9" * 5000, b"nan")


def bent(data: bytes, lot: np.random.Generator) -> bytes:
    """The data with one of six kinds of damage."""
    kind, at = lot.integers(6), int(lot.integers(len(data)))
    changed = bytearray(data)
    if kind == 0:
        return data[:at]
    if kind == 1:
        return lot.bytes(int(lot.integers(2000)))
    if kind == 2:
        changed[at] ^= 1 << int(lot.integers(8))
    elif kind == 3:
        changed[at : at + 8] = b"\xff" * 8
    elif kind == 4:
        changed[at : at + 500] = changed[at : at + 500] * 3
    else:
        digits = [i for i, c in enumerate(data[:4000]) if chr(c).isdigit()]
        begin = digits[int(lot.integers(len(digits)))]
        changed[begin : begin + 1] = COUNTS[int(lot.integers(len(COUNTS)))]
    return bytes(changed)


def refusals(data: bytes, read: Read, refusal: type[ValueError], path: Path) -> list[str]:
    """Read the file whole, then 150 times with damage; return the lines that refuse it."""
    path.write_bytes(data)
    read(path)
    lot = np.random.default_rng(1)
    refused = []
    for _ in range(150):
        path.write_bytes(bent(data, lot))
        try:
            read(path)
        except refusal as error:
            refused.append(str(error))
    return refused


@pytest.mark.parametrize("kind", READERS)
def test_damage_is_read_or_refused_with_a_line(kind: str, tmp_path: Path) -> None:
    refused = refusals(*READERS[kind], tmp_path / "file")
    assert len(refused) > 50
    assert not [text for text in refused if "\n" in text]
