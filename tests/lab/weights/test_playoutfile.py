"""The file of weights of the softmax playouts: what is written, and what is refused."""

from __future__ import annotations

import dataclasses
import hashlib
from pathlib import Path

import pytest

from gtpengine.lab.weights.local3 import class_of, class_table, swapped_codes
from gtpengine.lab.weights.playoutfile import (
    FACTORS,
    PlayoutWeights,
    from_bytes,
    load,
    load_shipped,
    shipped_name,
)
from gtpengine.lab.weights.sealed import SealedError

WEIGHTS = PlayoutWeights(
    {name: 0.5 + i for i, name in enumerate(FACTORS)},
    {class_of(0x1234): 2.5, class_of(7): 0.125},
    size=9,
)
TEXT = WEIGHTS.to_text("from nowhere\nin particular")


def from_text(text: str, name: str) -> PlayoutWeights:
    return from_bytes(text.encode(), name)


def signed(body: str) -> str:
    """The text of a file whose checksum fits *body*."""

    return f"{body}sha256 {hashlib.sha256(body.encode()).hexdigest()}\n"


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "weights.txt"
    path.write_text(TEXT, encoding="utf-8")
    assert load(path) == WEIGHTS
    assert TEXT.splitlines()[1:3] == ["# from nowhere", "# in particular"]


def test_a_file_of_the_first_version_does_not_say_for_which_boards() -> None:
    old = BODY.replace("weights 2", "weights 1", 1).replace("size 9\n", "", 1)
    assert from_text(signed(old), "w.txt") == dataclasses.replace(WEIGHTS, size=None)


@pytest.mark.parametrize("size", [9, 19])
def test_the_shipped_files_fit_the_program(size: int) -> None:
    weights = load_shipped(size)
    assert set(weights.factors) == set(FACTORS)
    assert len(weights.patterns) > 500
    # What any Go player would say.
    assert weights.factors["save-by-capture"] > 1.0
    assert weights.factors["beside"] > weights.factors["second"] > 1.0


def test_a_file_for_each_class_of_boards() -> None:
    assert {size: shipped_name(size) for size in (2, 9, 11, 12, 13, 19)} == {
        2: "playout9.txt", 9: "playout9.txt", 11: "playout9.txt",
        12: "playout19.txt", 13: "playout19.txt", 19: "playout19.txt",
    }  # fmt: skip


@pytest.mark.parametrize("place", [0, 30, len(TEXT) // 2, len(TEXT) - 5])
def test_a_damaged_file_is_refused(place: int) -> None:
    damaged = TEXT[:place] + chr(ord(TEXT[place]) ^ 1) + TEXT[place + 1 :]
    with pytest.raises(SealedError, match=r"w\.txt.*gtpengine patterns playouts"):
        from_text(damaged, "w.txt")


@pytest.mark.parametrize("length", [0, 1, 200, len(TEXT) // 2, len(TEXT) - 2])
def test_a_cut_file_is_refused(length: int) -> None:
    with pytest.raises(SealedError, match=r"w\.txt"):
        from_text(TEXT[:length], "w.txt")


BODY = TEXT[: TEXT.index("sha256")]


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("weights 2", "weights 3", "version 3, but this program reads 2; use a newer"),
        ("size 9", "size 20", "line 4, 'size 20': a size is 2 to 19"),
        ("gtpengine playout", "gtpengine move", "no weights of playouts"),
        ("beside 6.5\n", "", "lacks beside"),
        ("beside 6.5", "beside -1", "line 11, 'beside -1': a gamma is a positive number"),
        ("beside 6.5", "beside inf", "positive number"),
        ("beside 6.5", "beside 1e308", "line 11, 'beside 1e308': a gamma is at most 1e.09; inst"),
        ("beside 6.5", "aside 6.5", "eight points"),
    ],
)
def test_a_file_that_does_not_fit_is_refused(old: str, new: str, why: str) -> None:
    assert old in BODY
    with pytest.raises(SealedError, match=why):
        from_text(signed(BODY.replace(old, new, 1)), "w.txt")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(SealedError, match="no such file"):
        load(tmp_path / "none.txt")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SealedError, match="is no text"):
        load(tmp_path / "binary")


def test_tables_of_all_codes() -> None:
    classes, swapped = class_table(), swapped_codes()
    for code in (0, 1, 0x1234, 0xFFFF, 0x8421, 0xC0DE):
        assert classes[code] == class_of(code)
        assert swapped[swapped[code]] == code
    # X. and .O and || : own stone, enemy stone, border.
    assert swapped[0b11_01_10] == 0b11_10_01
