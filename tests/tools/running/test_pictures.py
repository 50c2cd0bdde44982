"""Pictures name what drew them, so that they are replaced and others are not."""

from __future__ import annotations

from pathlib import Path

import pytest
from gtpengine.tools.running import pictures

figures = pytest.importorskip("matplotlib.figure", reason="pictures need matplotlib")


@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_a_picture_is_replaced_by_the_next_and_another_stays(tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"curve.{kind}"
    sizes = []
    for points in (1, 50):
        figure = figures.Figure()
        figure.subplots().plot(range(points), [x * x % 7 for x in range(points)])
        pictures.save(figure, path)
        sizes.append(path.stat().st_size)
    assert sizes[0] != sizes[1]
    figure.savefig(path)
    before = path.read_bytes()
    with pytest.raises(FileExistsError, match="gtpengine did not write it"):
        pictures.save(figure, path)
    assert path.read_bytes() == before
