"""The cumulative curve of a move model, beside published figures."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from gtpengine.patterns.evaluation import CURVE, Accuracy

from gtpengine.wholefile import whole_file

PUBLISHED: Final = (
    ("Coulom 2007, Bradley-Terry", 34.9),
    ("Wistuba and Schmidt-Thieme 2013, latent factors", 40.9),
)
"""Top-1 accuracy in per cent on 19x19, of games of strong amateurs and professionals: other games
than these, so that a comparison is rough."""


def check(path: Path) -> None:
    """Refuse an ending that says no kind of picture, or one for LaTeX: `ValueError`."""
    from matplotlib.backend_bases import FigureCanvasBase

    if _kind(path) not in FigureCanvasBase.get_supported_filetypes().keys() - {"pgf"}:
        raise ValueError(
            f"{path}: the ending says no kind of picture; give a name that ends in .png, .svg, .pdf"
        )


def _kind(path: Path) -> str:
    return path.suffix[1:].lower()


def draw(path: Path, found: Accuracy, size: int) -> None:
    """Write the picture; its format follows from the ending of *path*.

    :raises OSError: naming *path*.
    """
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 5))
    axes.plot(
        range(1, CURVE + 1),
        100 * found.curve,
        label=f"this model, {found.moves:,} moves on {size}x{size}",
    )
    if size == 19:
        for i, (name, share) in enumerate(PUBLISHED):
            axes.plot([1], [share], "so"[i % 2], label=f"{name}: {share} %")
    axes.set_xlabel("the move played is among the k likeliest: k")
    axes.set_ylabel("share of moves, %")
    axes.set_xlim(0, CURVE)
    axes.set_ylim(0, 100)
    axes.grid(visible=True, alpha=0.3)
    axes.legend(loc="lower right")
    figure.tight_layout()
    with whole_file(path) as file:
        figure.savefig(file, format=_kind(path))
    pyplot.close(figure)
