"""Forest plots: a file for each block with figures, the same for the same figures."""

from __future__ import annotations

import dataclasses
import math
from pathlib import Path

import pytest

from gtpengine.lab.study.pages.forest import draw
from tests.lab.study.examples import figure, table_in

pytest.importorskip("matplotlib")


def test_a_block_with_figures_is_drawn(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    small, _, large, *_ = table.cells()
    lost = dataclasses.replace(figure(small, -math.inf, 0, 40), high=-300.0)
    [path] = draw(table, {small.key: lost}, tmp_path / "plots")
    assert path.name == "small.svg"
    text = path.read_text(encoding="utf-8")
    assert "mercy (40)" in text
    paths = draw(table, {small.key: lost, large.key: figure(large, 50, 20)}, tmp_path / "plots")
    assert [one.name for one in paths] == ["small.svg", "large.svg"]
    assert paths[0].read_text(encoding="utf-8") == text
