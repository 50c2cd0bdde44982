"""Pictures by matplotlib as files: whole, and never over what this program did not draw."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from gtpengine.base.files.wholefile import user_file

_ABOUT: Final = {
    "png": {"Software": "gtpengine"},
    # Without a date the same figure makes the same file.
    "svg": {"Creator": "gtpengine", "Date": None},
    "pdf": {"Creator": "gtpengine"},
}
"""What a picture tells of itself: what drew it."""


def save(figure: Any, path: Path, dpi: float | str = "figure") -> None:
    """Write a figure; the ending of *path* sets its format.

    :raises OSError: when it cannot be written, or another program's file is there.
    """
    kind = path.suffix[1:].lower() or "png"
    with user_file(path) as file:
        figure.savefig(file, format=kind, metadata=_ABOUT.get(kind), dpi=dpi)
