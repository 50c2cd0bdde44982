"""Pictures of learning: what the network reached on the test as it learned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from gtpengine.tools.running import pictures

PANELS = (
    ("top", "first guess right, %", 100),
    ("mean_log", "mean ln p of the move played", 1),
    ("value_error", "squared error of the result", 1),
)


MARKERS = "osD^"
"""Of trunks in a picture: three that the engine runs, and the codebook."""


def draw(path: Path, curve: Sequence[Mapping[str, float]], name: str) -> None:
    """Write the curves of a training as a picture; the kind follows the suffix."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10, 3.2), layout="constrained")
    axes = figure.subplots(1, len(PANELS))
    for axis, (key, label, unit) in zip(axes, PANELS, strict=True):
        axis.plot([p["minutes"] for p in curve], [unit * p[key] for p in curve], marker=".")
        axis.set_xlabel("minutes of learning")
        axis.set_title(label, fontsize=10)
        axis.grid(alpha=0.3)
    figure.suptitle(f"{name}, games of the test", fontsize=11)
    save(figure, path)


def save(figure: Any, path: Path) -> None:
    """Write a figure, as a whole or not at all."""
    pictures.save(figure, path, dpi=110)


def draw_prices(path: Path, points: Sequence[tuple[str, float, float, float]]) -> None:
    """Write accuracy and value error against microseconds.

    :param points: name, microseconds, top 1 (0 to 1) and squared error of each network.
    """
    from matplotlib.figure import Figure
    from matplotlib.ticker import LogLocator, NullFormatter, ScalarFormatter

    figure = Figure(figsize=(10, 4.4), layout="constrained")
    left, right = figure.subplots(1, 2)
    trunks = dict.fromkeys(name.partition("-")[0] for name, *_ in points)
    for axis, of, unit, label in (
        (left, 2, 100, "first guess right, %"),
        (right, 3, 1, "squared error of the result"),
    ):
        for trunk, marker in zip(trunks, MARKERS, strict=False):
            mine = [point for point in points if point[0].startswith(f"{trunk}-")]
            values = [unit * point[of] for point in mine]
            axis.plot([point[1] for point in mine], values, marker, label=trunk)
            for point, value in zip(mine, values, strict=True):
                shape = point[0].partition("-")[2]
                axis.annotate(
                    shape, (point[1], value), (5, 4), textcoords="offset points", fontsize=8
                )
        axis.set_xscale("log")
        axis.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axis.xaxis.set_major_formatter(ScalarFormatter())
        axis.xaxis.set_minor_formatter(NullFormatter())
        axis.margins(0.12)
        axis.set_xlabel("microseconds of a judgement, one core")
        axis.set_title(label, fontsize=10)
        axis.grid(alpha=0.3, which="both")
    left.legend(fontsize=9)
    save(figure, path)


def draw_calibration(path: Path, points: Mapping[int, Sequence[tuple[float, float, int]]]) -> None:
    """Write the share of games won against the value, a line for each move number.

    :param points: move number -> (mean value, share won, games) of each tenth.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(5, 4.6), layout="constrained")
    axis = figure.subplots()
    axis.plot([0, 1], [0, 1], color="gray", linewidth=1, label="exact")
    for number, found in points.items():
        axis.plot(
            [value for value, _, _ in found],
            [won for _, won, _ in found],
            marker="o",
            markersize=4,
            label=f"after move {number} ({sum(n for _, _, n in found):,} games)",
        )
    axis.set_xlabel("value of the network, for the side to move")
    axis.set_ylabel("share of these games that it won")
    axis.grid(alpha=0.3)
    axis.legend(fontsize=9)
    save(figure, path)
