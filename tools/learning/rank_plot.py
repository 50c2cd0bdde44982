"""The picture of how well the model of each rank predicts players of each rank."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from gtpengine.patterns.training.rank_matrix import BandFigures, RankBand
from gtpengine.tools.running import pictures


def draw(path: Path, found: Sequence[BandFigures], of: Sequence[RankBand]) -> None:
    """Write the picture; the ending of *path* sets its format.

    One line for each band of players: mean log p by the band of the model, less that of the best
    model, with 95 % intervals of the difference.

    :raises OSError: when the file cannot be written; the error names *path*.
    """
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(8, 5))
    colors = pyplot.get_cmap("viridis")(np.linspace(0.0, 0.9, len(found)))
    places = np.arange(len(of))
    for row, color in zip(found, colors, strict=True):
        axes.plot(places, row.behind, color=color, label=f"{row.band.name} players")
        axes.fill_between(places, row.behind_low, row.behind_high, color=color, alpha=0.2)
        axes.plot([of.index(row.band)], [row.behind[of.index(row.band)]], "o", color=color)
    axes.set_xticks(places, [band.name for band in of])
    axes.set_xlabel("model of these ranks")
    axes.set_ylabel("mean log p, less the best model's")
    axes.set_title("The dots are the models of the players' own ranks")
    axes.grid(visible=True, alpha=0.3)
    axes.legend()
    figure.tight_layout()
    pictures.save(figure, path)
    pyplot.close(figure)
