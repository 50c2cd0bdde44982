"""The cumulative curve of a move model, beside published figures."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from gtpengine.patterns.training.evaluation import CURVE, Accuracy
from gtpengine.tools.running import pictures

# fmt: off
PACHI_PATTERNS: Final = (
    35.8, 49.6, 57.3, 62.9, 66.8, 69.8, 72.2, 74.2, 75.9, 77.5,
    79.0, 80.2, 81.3, 82.3, 83.2, 84.1, 84.8, 85.5, 86.2, 86.7,
)
PACHI_NETWORK: Final = (
    53.3, 69.2, 77.0, 81.9, 85.4, 87.7, 89.5, 90.9, 92.0, 93.0,
    93.8, 94.4, 95.0, 95.6, 96.0, 96.4, 96.7, 97.0, 97.3, 97.5,
)
# fmt: on
PUBLISHED: Final = (
    ("Coulom 2007, Bradley-Terry", (34.9,), "s"),
    ("Wistuba and Schmidt-Thieme 2013, latent factors", (40.9,), "o"),
    ("Pachi 12, large patterns", PACHI_PATTERNS, "--"),
    ("Pachi 12, convolutional network", PACHI_NETWORK, ":"),
)
"""Published cumulative accuracy on 19x19, in per cent, from the first guess on.

The papers show curves as pictures only. Pachi's counts are of 65,800 moves of 331 KGS games of 6
dan and better (its repository, t-predict). The games differ, so the comparison is rough.
"""


def check(path: Path) -> None:
    """Refuse a file name whose ending names no picture format, or one for LaTeX.

    :raises ValueError: when the name has such an ending.
    """
    from matplotlib.backend_bases import FigureCanvasBase

    if _kind(path) not in FigureCanvasBase.get_supported_filetypes().keys() - {"pgf"}:
        raise ValueError(f"{path}: not a picture format; give a name that ends in .png, .svg, .pdf")


def _kind(path: Path) -> str:
    return path.suffix[1:].lower()


def draw(path: Path, found: Accuracy, size: int) -> None:
    """Write the picture; the ending of *path* sets its format.

    :raises OSError: when the file cannot be written; the error names *path*.
    """
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 5))
    axes.plot(
        range(1, CURVE + 1),
        100 * found.curve,
        label=f"this model, {found.moves:,} moves on {size}x{size}: {100 * found.top(1):.1f} %",
    )
    if size == 19:
        for name, shares, marker in PUBLISHED:
            axes.plot(range(1, len(shares) + 1), shares, marker, label=f"{name}: {shares[0]} %")
    axes.set_xlabel("the move played is among the k likeliest: k")
    axes.set_ylabel("share of moves, %")
    axes.set_xlim(0, CURVE)
    axes.set_ylim(0, 100)
    axes.grid(visible=True, alpha=0.3)
    axes.legend(loc="lower right")
    figure.tight_layout()
    pictures.save(figure, path)
    pyplot.close(figure)
