"""Forest plots of a study by matplotlib: ``BLOCK.svg`` in a folder, for each block with figures.

A line is the 95 % interval of the Elo of having the technique. It is dark where the sign counts
after Holm's correction. Elo beyond ``MOST`` is drawn at the edge.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from gtpengine.lab.study.figures.results import GAINS, Key, MatchFigure
from gtpengine.lab.study.figures.verdicts import decided
from gtpengine.lab.study.tables.blocks import CONTROL, StudyBlock
from gtpengine.lab.study.tables.table import StudyTable
from gtpengine.tools.running.pictures import save

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST: Final = 500.0
"""Elo at the edge of a plot."""

_GAINS, _COSTS, _OPEN = "#1b6e3c", "#a03030", "#8a8a8a"


def draw(table: StudyTable, found: Mapping[Key, MatchFigure], folder: Path) -> list[Path]:
    """Draw the blocks that have figures; return the files.

    :raises ImportError: without matplotlib
    :raises OSError: when a picture cannot be written
    """
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    # The same figures make the same file; letters stay letters.
    mpl.rcParams |= {"svg.hashsalt": "gtpengine", "svg.fonttype": "none", "font.size": 8}
    signs, written = decided(table, found), []
    folder.mkdir(parents=True, exist_ok=True)
    for block in table.blocks:
        keys = [cell.key for cell in table.cells() if cell.block == block]
        # From below: equals as the table has them, others by their worth.
        there = [found[key] for key in reversed(keys) if key in found]
        if block.role != CONTROL:
            there.sort(key=lambda one: one.elo)
        if not there:
            continue
        figure, axes = pyplot.subplots(figsize=(6.3, 0.7 + 0.165 * len(there)))
        _plot(axes, block, there, signs)
        figure.tight_layout()
        path = folder / f"{block.name or block.budget}.svg"
        save(figure, path)
        pyplot.close(figure)
        written.append(path)
    return written


def _plot(
    axes: Axes, block: StudyBlock, there: list[MatchFigure], signs: Mapping[Key, str]
) -> None:
    for y, one in enumerate(there):
        color = _OPEN
        if one.key in signs:
            color = _GAINS if signs[one.key] == GAINS else _COSTS
        low, value, high = (_clamped(x) for x in (one.low, one.elo, one.high))
        axes.plot((low, high), (y, y), color=color, linewidth=1.4)
        axes.plot(value, y, marker="o", markersize=3, color=color)
    axes.axvline(0, color="black", linewidth=0.6)
    labels: list[Any] = [f"{one.row} ({one.games})" for one in there]
    axes.set_yticks(range(len(there)), labels)
    axes.set_ylim(-0.7, len(there) - 0.3)
    axes.set_xlim(-MOST, MOST)
    axes.set_xlabel("Elo of having the technique, 95 % interval (games)")
    axes.set_title(block.title or "all rows", fontsize=9)
    axes.grid(axis="x", linewidth=0.3)


def _clamped(elo: float) -> float:
    return min(max(elo, -MOST), MOST)
