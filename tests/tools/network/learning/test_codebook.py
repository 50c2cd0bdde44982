"""A codebook: equal surroundings have the same entry, and no rounding or precision changes it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="learning needs PyTorch (make train)")

from gtpengine.patterns import modelfile  # noqa: E402
from gtpengine.tools.network.learning.codebook import ENTRIES, WIDTHS, Codebook  # noqa: E402
from gtpengine.tools.network.learning.models import TorchNetwork  # noqa: E402
from gtpengine.tools.network.learning.shapes import CodebookShape, shape_for, shape_of  # noqa: E402

from gtpengine.network.netshape import NetShape  # noqa: E402
from tests.network.nets import planes_of  # noqa: E402

SIZE = 9


def position(*points: int) -> Any:
    """Return the planes after moves at points, Black first, as the networks see them."""
    model = modelfile.load_shipped(SIZE).model
    planes, _ = planes_of(model, np.array(points, np.int16), SIZE)
    return torch.from_numpy(planes).float()[None] / 127


def at(row: int, column: int) -> int:
    return row * SIZE + column


@pytest.fixture
def book() -> Codebook:
    torch.manual_seed(1)
    return Codebook(28, 8)


def test_equal_surroundings_have_the_same_entry(book: Codebook) -> None:
    # Two stones far apart, each in the middle of nothing, and the far side of each.
    entries = book.entries(position(at(2, 2), at(6, 6), at(2, 6), at(6, 2)), 3)[0]
    assert entries[2, 2] == entries[2, 6]
    assert entries[1, 1] == entries[1, 5]
    assert entries[6, 6] == entries[6, 2] != entries[2, 2]
    assert entries[4, 4] == entries[4, 2]
    # The border is seen: an empty corner is no empty middle.
    assert entries[0, 0] != entries[4, 4]
    assert 0 <= entries.min() <= entries.max() < ENTRIES


def test_liberties_of_a_chain_change_the_entry(book: Codebook) -> None:
    free = book.entries(position(at(2, 2), at(8, 8)), 3)
    less = book.entries(position(at(2, 2), at(4, 2), at(8, 8), at(8, 0)), 3)
    assert free[0, 1, 2] == less[0, 1, 2]
    short = book.entries(position(at(2, 2), at(3, 2), at(8, 8), at(2, 3)), 3)
    # The point above the stone sees the same stones: only the stone has fewer liberties.
    assert free[0, 1, 1] != short[0, 1, 1]


def test_a_wider_table_sees_farther(book: Codebook) -> None:
    one = position(at(4, 4), at(0, 0))
    other = position(at(4, 4), at(0, 0), at(4, 6), at(0, 8))
    assert book.entries(one, 3)[0, 4, 4] == book.entries(other, 3)[0, 4, 4]
    assert book.entries(one, 5)[0, 4, 4] != book.entries(other, 5)[0, 4, 4]


def test_short_floats_find_the_same_entries(book: Codebook) -> None:
    planes = position(at(2, 2), at(6, 6), at(2, 3), at(5, 6), at(3, 3))
    with torch.autocast("cpu", dtype=torch.bfloat16):
        short = [book.entries(planes, width) for width in WIDTHS]
    for width, found in zip(WIDTHS, short, strict=True):
        assert torch.equal(found, book.entries(planes, width))


def test_only_the_entries_that_were_seen_learn() -> None:
    torch.manual_seed(1)
    network = TorchNetwork(shape_for("codebook", 1, 8, 8))
    planes = position(at(2, 2), at(6, 6))
    answer = network(torch.cat([planes, planes]), torch.zeros((2, 9)))
    answer.value.sum().backward()
    table = network.stem.tables[0]
    learned = set(torch.nonzero(table.weight.grad.abs().sum(1)).flatten().tolist())
    assert learned
    assert learned <= set(network.stem.entries(planes, WIDTHS[0]).flatten().tolist())


def test_the_shape_of_a_codebook_is_no_other_shape() -> None:
    shape = shape_for("codebook", 2, 16, 8)
    assert shape.name == "codebook-2x16"
    assert isinstance(shape, CodebookShape)
    assert shape_of(shape.to_dict()) == shape
    plain = shape_for("residual", 2, 16, 8)
    assert shape_of(plain.to_dict()) == plain != shape
    assert type(plain) is NetShape
