"""The file of the model by rank: what is read again, what is refused, and the shipped one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gtpengine.patterns import modelfile, rankfile
from gtpengine.patterns.modelwriting import encode_ranks

from board_ext.coords import PASS
from board_ext.position import Position
from gtpengine.game.ranks import rank_number


def made(knots: Any = (-20.0, 0.0), scales: Any = (0.5, 1.0)) -> bytes:
    rng = np.random.default_rng(3)
    keys = np.sort(rng.integers(1, 1 << 63, 40).astype(np.uint64))
    rows = rng.normal(size=(modelfile.n_features() + 40, modelfile.ROW)).astype(np.float32)
    return encode_ranks(rows, keys, 8, knots, scales, {"note": "a test"})


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "ranks.bin"
    path.write_bytes(made())
    model = rankfile.load(path, 9)
    assert model.knots.tolist() == [-20.0, 0.0] and model.scales.tolist() == [0.5, 1.0]
    assert model.base is modelfile.load_shipped(9).model


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (made()[:-40], "damaged"),
        (made()[:500] + b"x" + made()[501:], "damaged"),
        (made()[:20], "too short for a model by rank"),
        (made(knots=(0.0, -20.0)), "knots must be finite and rise"),
        (made(knots=[], scales=[]), "knots of shape"),
        (made(knots="12k"), "ranks cannot be read"),
        (made(scales=(0.0, 1.0)), "scales must be positive"),
        (made(scales=(1.0,)), "scales must be positive"),
    ],
)
def test_bad_files_are_refused(tmp_path: Path, data: bytes, why: str) -> None:
    path = tmp_path / "ranks.bin"
    path.write_bytes(data)
    with pytest.raises(modelfile.ModelError, match=why):
        rankfile.load(path, 9)
    with pytest.raises(modelfile.ModelError, match=why):
        rankfile.decode(data, "ranks.bin")


def test_move_models_and_rank_models_are_not_mixed_up(tmp_path: Path) -> None:
    path = tmp_path / "ranks.bin"
    path.write_bytes(made())
    with pytest.raises(modelfile.ModelError, match="is not a move model"):
        modelfile.load(path)
    moves = Path(modelfile.__file__).parent / "data" / modelfile.shipped_name(9)
    with pytest.raises(modelfile.ModelError, match="is not a model by rank; gtpengine patterns"):
        rankfile.load(moves, 9)


@pytest.mark.parametrize("size", [2, 5, 7, 9, 11, 13, 17, 19])
def test_the_shipped_file_serves_every_size(size: int) -> None:
    model = rankfile.load_shipped(size)
    assert model is rankfile.load_shipped(size)
    position = Position(size)
    for point in (0, size + 1, size * size - 1):
        if position.is_legal(point):
            position.play(point)
    for rank in ("25k", "12k", "1k", "4d"):
        found = model.probabilities(position, rank_number(rank))
        points = [point for point, _ in found]
        assert sum(p for _, p in found) == pytest.approx(1.0)
        assert PASS in points and len(set(points)) == len(points)
        assert all(point == PASS or position.is_legal(point) for point in points)
    weak, strong = (dict(model.probabilities(position, rank)) for rank in (-20, 2))
    assert max(abs(weak[point] - strong[point]) for point in weak) > 0.001
