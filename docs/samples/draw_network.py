"""Draws docs/pictures/network.svg: the way from planes to answers.

python docs/samples/draw_network.py network.svg
"""

from __future__ import annotations

import sys

from matplotlib import rcParams
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch

SEEN, TRUNK, HEAD = "#dbe9f6", "#fdebd3", "#dff0d8"


def box(axis: Axes, x: float, y: float, width: float, height: float, color: str, text: str) -> None:
    shape = FancyBboxPatch(
        (x, y), width, height, boxstyle="round,pad=0.02,rounding_size=0.08", fc=color, ec="#555555"
    )
    axis.add_patch(shape)
    axis.text(x + width / 2, y + height / 2, text, ha="center", va="center", fontsize=9)


def arrow(
    axis: Axes, start: tuple[float, float], end: tuple[float, float], bend: float = 0
) -> None:
    style = {"arrowstyle": "->", "color": "#555555", "connectionstyle": f"arc3,rad={bend}"}
    axis.annotate("", xy=end, xytext=start, arrowprops=style)


def draw() -> Figure:
    """Return the picture."""
    figure = Figure(figsize=(10, 4.3))
    axis = figure.add_axes((0, 0, 1, 1))
    axis.set_xlim(0, 10)
    axis.set_ylim(0, 4.3)
    axis.axis("off")
    box(
        axis,
        0.15,
        2.55,
        1.55,
        1.2,
        SEEN,
        "27 planes\nstones, liberties,\nladders, eyes,\nko, last moves",
    )
    box(axis, 0.15, 1.5, 1.55, 0.75, SEEN, "8 numbers\nkomi, rules, size")
    box(axis, 0.15, 0.35, 1.55, 0.85, SEEN, "move model\nln p of each move\nand of the pass")
    box(axis, 2.2, 1.5, 1.1, 1.6, TRUNK, "stem\n3x3\nconvolution")
    for number, x in enumerate((3.75, 4.85, 5.95)):
        text = "block\n3x3, 3x3" if number < 2 else "block\n3x3, 3x3,\npool: mean,\nmaximum"
        box(axis, x, 1.5, 0.85, 1.6, TRUNK, text)
        arrow(axis, (x - 0.25, 2.3), (x, 2.3))
        arrow(axis, (x - 0.12, 3.1), (x + 0.98, 3.1), -0.45)
    axis.text(5.3, 3.75, "added to what went in", ha="center", fontsize=8, color="#555555")
    arrow(axis, (1.72, 3.1), (2.2, 2.7))
    arrow(axis, (1.72, 1.9), (2.2, 2.2))
    arrow(axis, (1.72, 0.95), (2.2, 1.7))
    heads = (
        (3.3, "policy: which moves"),
        (2.5, "value: who wins"),
        (1.7, "score: by how many points"),
        (0.9, "ownership: of each point"),
    )
    for y, text in heads:
        box(axis, 7.75, y, 2.1, 0.55, HEAD, text)
        arrow(axis, (6.85, 2.3), (7.75, y + 0.28))
    axis.plot([1.72, 9.95, 9.95], [0.6, 0.6, 3.5], color="#555555", linewidth=1)
    arrow(axis, (9.95, 3.57), (9.87, 3.57))
    axis.text(5.0, 0.68, "added to the policy's logits", ha="center", fontsize=8, color="#555555")
    return figure


if __name__ == "__main__":
    rcParams["svg.fonttype"] = "none"
    rcParams["svg.hashsalt"] = "network"
    draw().savefig(sys.argv[1], metadata={"Date": None} if sys.argv[1].endswith("svg") else None)
