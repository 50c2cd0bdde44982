"""The file of values of positions: what it holds, and what is refused with which words."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from gtpengine.lab.weights.local3 import swapped_codes, symmetric_codes
from gtpengine.lab.weights.sealed import SealedError, TextFormat
from gtpengine.lab.weights.valuefile import ValueWeights, from_bytes, load, point_classes

#: A black stone above an empty point, in open space; 5 is its row above, in the middle.
SHAPE = min(symmetric_codes(1 << 12))
WEIGHTS = ValueWeights(9, {0: 0.25, 40: -1.5}, {SHAPE: 0.125})


def sealed(*lines: str) -> bytes:
    return TextFormat("gtpengine values", (1,), "", "").seal("a test", lines).encode()


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "my.values"
    path.write_text(WEIGHTS.to_text("where\nfrom"), encoding="utf-8")
    assert load(path) == WEIGHTS
    assert path.read_text(encoding="utf-8").splitlines()[1:4] == ["# where", "# from", "size 9"]


def test_a_weight_is_for_its_symmetries_and_the_opposite_for_colours_exchanged() -> None:
    stones, shapes = WEIGHTS.tables()
    assert stones.reshape(9, 9)[[0, 0, 8, 8], [0, 8, 0, 8]].tolist() == [0.25] * 4
    assert stones[40] == -1.5 and np.count_nonzero(stones) == 5
    alike = [*symmetric_codes(SHAPE)]
    assert shapes[alike].tolist() == [0.125] * 8
    assert shapes[swapped_codes()[alike]].tolist() == [-0.125] * 8
    assert np.count_nonzero(shapes) == 8


def test_points_are_named_by_the_first_of_eight() -> None:
    classes = point_classes(5).reshape(5, 5)
    assert len(set(classes.flat)) == 6
    assert (classes == classes.T).all() and (classes == classes[::-1]).all()
    assert (classes.flat <= np.arange(25)).all()


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (["A1 0.5"], "line 3, 'A1 0.5': the size comes first"),
        (["size 99"], "a size is 2 to 19"),
        (["size 9", "J9 0.5"], "no first point of its symmetries"),
        (["size 9", "A1 nan"], "a weight is -100 to 100"),
        (["size 9", "......O. 1"], "another line has this shape"),
        (["size 9", "......X! 1"], "'......X! 1'"),
        ([], "lacks the size"),
    ],
)
def test_what_does_not_fit_is_refused(lines: list[str], why: str) -> None:
    with pytest.raises(SealedError, match=why):
        from_bytes(sealed(*lines), "my.values")
